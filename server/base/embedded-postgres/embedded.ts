import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { unlessAborted } from './embedded-abort.ts';
import { ensureCluster } from './embedded-cluster.ts';
import { lockDataDir } from './embedded-lock.ts';
import { isPostmaster, readPidFile } from './embedded-pid-file.ts';
import { type Postmaster, runPostmaster } from './embedded-postmaster.ts';
import type { Cluster } from './embedded-spawn.ts';
import { socketFolder } from './embedded-spawn.ts';
import { stopPostmaster, wakePostmaster } from './embedded-stop.ts';
import { connectAsSuperuser } from './embedded-superuser.ts';
import { closeToOthers, OWNER_ONLY } from './private-folder.ts';

export interface EmbeddedDatabase {
  url: string;
  adopted: boolean;
  wake(): void;
  stop(): Promise<void>;
}

const DATABASE_NAME = 'waybill';
const WATCH_INTERVAL_MS = 1_000;

/**
 * Creates or adopts the PostgreSQL of `dataDir`, and restarts it on the same port if it dies.
 * It outlives this process unless `stop()` is called, and the next start adopts it. `fast` is unsafe on
 * power failure.
 * @throws If another server uses `dataDir`, or with the end of PostgreSQL's log.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log?: (message: string) => void;
  fast?: boolean;
  onSpawned?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}): Promise<EmbeddedDatabase> {
  const { log = () => undefined, fast = false, onSpawned, signal } = options;
  mkdirSync(options.dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  const dataDir = realpathSync(options.dataDir);
  const lock = await lockDataDir(dataDir);
  closeToOthers(dataDir);
  let cluster: Cluster | undefined;
  let postmaster: Postmaster | undefined;
  let rolePassword = '';
  try {
    cluster = await ensureCluster(dataDir, { log, fast, signal });
    rolePassword = deriveRolePassword(cluster.password);
    postmaster = await runPostmaster(cluster, { log, fast, onSpawned, signal });
    await unlessAborted(ensureDatabase(cluster, postmaster.port, rolePassword), signal);
  } catch (error) {
    if (cluster && postmaster) await stopPostmaster(postmaster.pid, cluster.directory).catch(() => undefined);
    lock.release();
    throw error;
  }
  const { port, adopted } = postmaster;
  const { directory } = cluster;
  const socket = fast ? socketFolder(directory) : '';
  let { pid } = postmaster;
  const stopping = new AbortController();

  const watch = async () => {
    for (let pause = WATCH_INTERVAL_MS; ; ) {
      await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      // The directory was removed or replaced: that PostgreSQL is not ours.
      if (stopping.signal.aborted || !lock.isHeld()) return;
      if (isPostmaster(pid, directory)) continue;
      log('PostgreSQL stopped unexpectedly. Restarting it.');
      try {
        ({ pid } = await runPostmaster(cluster, { log, fast, port, signal: stopping.signal }));
        pause = WATCH_INTERVAL_MS;
      } catch (error) {
        if (stopping.signal.aborted) return;
        log(error instanceof Error ? error.message : String(error));
        pause = Math.min(pause * 2, 5_000);
      }
    }
  };
  const watching = watch();

  const end = async () => {
    stopping.abort();
    try {
      await watching; // It may be starting a new one.
      await stopPostmaster(pid, directory);
    } finally {
      lock.release();
    }
  };
  let ended: Promise<void> | undefined;
  return {
    // A socket takes half the time of a port. To use the port, drop `host`.
    url: `${urlOf(port, rolePassword)}${socket && `?host=${encodeURIComponent(socket)}`}`,
    adopted,
    wake: () => wakePostmaster(pid),
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

export function findRunningDatabase(dataDir: string): string | null {
  const link = join(dataDir, 'postgres');
  if (!existsSync(link)) return null;
  const directory = realpathSync(link);
  const record = readPidFile(directory);
  if (!record || record === 'torn' || !isPostmaster(record.pid, directory)) return null;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return urlOf(record.port, deriveRolePassword(password));
}

const deriveRolePassword = (superuserPassword: string) =>
  createHmac('sha256', superuserPassword).update(DATABASE_NAME).digest('base64url');

const urlOf = (port: number, rolePassword: string) =>
  `postgres://${DATABASE_NAME}:${rolePassword}@127.0.0.1:${port}/${DATABASE_NAME}`;

/** No superuser: SQL injection must not reach files. */
async function ensureDatabase(cluster: Cluster, port: number, rolePassword: string): Promise<void> {
  const client = await connectAsSuperuser(cluster, port);
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [DATABASE_NAME]);
    if (!role.rowCount) {
      await client.query(`CREATE ROLE ${DATABASE_NAME} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(rolePassword)}`);
    }
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (!database.rowCount) await createDatabase(client);
  } finally {
    await client.end();
  }
}

/** Text search needs every script's letters. */
async function createDatabase(client: pg.Client): Promise<void> {
  const plain = `CREATE DATABASE ${DATABASE_NAME} OWNER ${DATABASE_NAME}`;
  await client.query(`${plain} TEMPLATE template0 LC_CTYPE 'C.UTF-8'`).catch(() => client.query(plain));
}
