import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from './embedded-abort.ts';
import { isPostmaster, readLivePidFile, readPidFile } from './embedded-pid-file.ts';
import { findFreePort } from './embedded-port.ts';
import { type Cluster, spawnPostmaster } from './embedded-spawn.ts';
import { stopPostmaster } from './embedded-stop.ts';
import { acceptsConnections } from './embedded-superuser.ts';

export interface Postmaster {
  pid: number;
  port: number;
  adopted: boolean;
}

const POLL_MS = 20;
/** A removed directory is noticed within a minute. */
const START_TIMEOUT_MS = 90_000;
const READY_TIMEOUT_MS = 300_000;

/**
 * Adopts or starts a postmaster, with `port` only there.
 * @throws With PostgreSQL's log.
 */
export async function runPostmaster(
  cluster: Cluster,
  options: {
    log: (message: string) => void;
    fast: boolean;
    port?: number;
    onSpawned?: (() => void) | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<Postmaster> {
  const { directory } = cluster;
  const ready = async (pid: number): Promise<number | undefined> => {
    try {
      return await unlessAborted(untilReady(cluster, pid, options.log), options.signal);
    } catch (error) {
      await stopPostmaster(pid, directory);
      throw error;
    }
  };
  const limit = Date.now() + START_TIMEOUT_MS;
  let wanted = options.port ?? readLastPort(directory);
  for (;;) {
    options.signal?.throwIfAborted();
    const running = await readLivePidFile(directory);
    if (running) {
      const port = await ready(running.pid);
      if (port) return { pid: running.pid, port, adopted: true };
      continue;
    }
    const port = options.port ?? (await findFreePort(wanted));
    const { pid, logged } = await spawnPostmaster(cluster, port, options.fast);
    options.onSpawned?.();
    if (await ready(pid)) return { pid, port, adopted: false };

    const reason = logged();
    const portTaken = /could not (bind|create any TCP)/.test(reason) && !options.port;
    const stillInUse = /pre-existing shared memory block|lock file ".*" already exists/.test(reason);
    if (!(portTaken || stillInUse) || Date.now() > limit) {
      const fault = new Error(`PostgreSQL did not start in ${directory}. The end of its log:\n${reason}`);
      // Freed space may let a later start succeed.
      throw /No space left on device/.test(reason) ? Object.assign(fault, { code: 'ENOSPC' }) : fault;
    }
    if (stillInUse) options.log('PostgreSQL: waiting for processes of its last run to end.');
    wanted = portTaken ? 0 : wanted;
    await sleep(stillInUse ? 500 : 0);
  }
}

/** Undefined if it ended. */
async function untilReady(cluster: Cluster, pid: number, log: (message: string) => void): Promise<number | undefined> {
  const startedAt = Date.now();
  for (let hasLogged = false; isPostmaster(pid, cluster.directory); await sleep(POLL_MS)) {
    const record = readPidFile(cluster.directory);
    if (record && record !== 'torn' && record.pid === pid) {
      if (record.status === 'stopping') {
        await stopPostmaster(pid, cluster.directory);
        return undefined;
      }
      if (record.status === 'ready' && (await acceptsConnections(cluster, record.port))) return record.port;
    }
    if (Date.now() - startedAt > READY_TIMEOUT_MS) throw new Error(`PostgreSQL (process ${pid}) did not become ready.`);
    if (!hasLogged && Date.now() - startedAt > 5_000) {
      hasLogged = true;
      log('Waiting for PostgreSQL to start or recover.');
    }
  }
  return undefined;
}

/** Keeps database tools' connections working. */
function readLastPort(directory: string): number {
  try {
    return Number(/"-p" "(\d+)"/.exec(readFileSync(join(directory, 'postmaster.opts'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
