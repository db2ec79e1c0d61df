import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isPostmaster, livePidFile, readPidFile } from './embedded-pid-file.ts';
import { freePort } from './embedded-port.ts';

/** A complete PostgreSQL data directory and what is needed to run it. */
export interface Cluster {
  /** Real path of PostgreSQL's data directory. */
  directory: string;
  /** Folder with PostgreSQL's `bin`, `lib` and `share`. */
  native: string;
  /** The user PostgreSQL runs as if we are root; empty to run as ourselves. */
  identity: { uid?: number; gid?: number };
  /** Password of PostgreSQL's superuser `postgres`. */
  password: string;
  logFile: string;
}

export interface Postmaster {
  pid: number;
  port: number;
  adopted: boolean;
}

const POLL_MS = 20;
/**
 * Longer than the minute in which a postmaster notices that its directory was removed, and ends.
 */
const REFUSAL_LIMIT_MS = 90_000;
/** Crash recovery takes longer the longer the write-ahead log is. */
const READY_LIMIT_MS = 300_000;

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'timezone=UTC',
  'log_timezone=UTC',
  // Failed statements reach the server as errors; PostgreSQL's own log must not repeat them with
  // personal data.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
];
const SAFE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
/**
 * For tests: not safe on power failure, and without autovacuum, which could keep a database from
 * being dropped.
 */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/**
 * The environment for PostgreSQL's programs: no secrets of the server, no PG… variables that change
 * settings.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}

/**
 * Adopts the postmaster that serves the cluster, or starts one, and waits until it accepts
 * connections. With `port`, only that port is used; without, the last one is tried first, then any
 * free one.
 * @throws An error with the last lines of PostgreSQL's log, if it cannot start.
 */
export async function runPostmaster(
  cluster: Cluster,
  options: { log: (message: string) => void; fast: boolean; port?: number },
): Promise<Postmaster> {
  const { directory } = cluster;
  const limit = Date.now() + REFUSAL_LIMIT_MS;
  let wanted = options.port ?? lastPort(directory);
  for (;;) {
    const running = await livePidFile(directory);
    if (running) {
      const port = await untilReady(cluster, running.pid, options.log);
      if (port) return { pid: running.pid, port, adopted: true };
      continue;
    }
    const port = options.port ?? (await freePort(wanted));
    const { pid, logged } = await launch(cluster, port, options.fast);
    try {
      if (await untilReady(cluster, pid, options.log)) return { pid, port, adopted: false };
    } catch (error) {
      await stopPostmaster(pid, directory);
      throw error;
    }

    const reason = logged();
    // Temporary failures: the port was just taken, or processes of a killed postmaster are still
    // ending.
    const portTaken = /could not (bind|create any TCP)/.test(reason) && !options.port;
    const stillInUse = /pre-existing shared memory block|lock file ".*" already exists/.test(reason);
    if (!(portTaken || stillInUse) || Date.now() > limit) {
      const fault = new Error(`PostgreSQL did not start in ${directory}. The end of its log:\n${reason}`);
      // Space may be freed, so a later start can succeed.
      throw /No space left on device/.test(reason) ? Object.assign(fault, { code: 'ENOSPC' }) : fault;
    }
    if (stillInUse) options.log('PostgreSQL: waiting for processes of its last run to end.');
    wanted = portTaken ? 0 : wanted;
    await sleep(stillInUse ? 500 : 0);
  }
}

/**
 * Fast shutdown: ends open sessions, writes everything to disk, and returns when the process is
 * gone. After a minute, an immediate shutdown, from which the next start recovers.
 */
export async function stopPostmaster(pid: number, directory: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const limit = Date.now() + 60_000;
    try {
      if (isPostmaster(pid, directory)) process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    while (isPostmaster(pid, directory)) {
      if (Date.now() > limit) break;
      await sleep(POLL_MS);
    }
    if (!isPostmaster(pid, directory)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
}

/** Connects as superuser; the caller ends the client. */
export async function connectAsSuperuser(cluster: Cluster, port: number, database = 'postgres'): Promise<pg.Client> {
  const { password } = cluster;
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined); // A connection lost while idle; the next query reports it.
  await client.connect();
  return client;
}

/**
 * Waits until the postmaster accepts connections and returns its port; undefined if it ended
 * instead.
 */
async function untilReady(cluster: Cluster, pid: number, log: (message: string) => void): Promise<number | undefined> {
  const begin = Date.now();
  for (let told = false; isPostmaster(pid, cluster.directory); await sleep(POLL_MS)) {
    const record = readPidFile(cluster.directory);
    if (record && record !== 'torn' && record.pid === pid) {
      if (record.status === 'stopping') {
        await stopPostmaster(pid, cluster.directory);
        return undefined;
      }
      if (record.status === 'ready' && (await answers(cluster, record.port))) return record.port;
    }
    if (Date.now() - begin > READY_LIMIT_MS) throw new Error(`PostgreSQL (process ${pid}) did not become ready.`);
    if (!told && Date.now() - begin > 5_000) {
      told = true;
      log('Waiting for PostgreSQL to start or recover.');
    }
  }
  return undefined;
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  let client: pg.Client;
  try {
    client = await connectAsSuperuser(cluster, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // 57P03: starting, recovering or shutting down; 53300: all connections taken; no code: closed
    // midway.
    const passing = ['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code ?? '');
    if (passing || /terminated|timeout/i.test(message)) return false;
    throw error;
  }
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const served = rows[0]?.data_directory ?? '';
    if (realpathSync(served) === cluster.directory) return true;
    throw new Error(`PostgreSQL on port ${port} serves ${served}, not ${cluster.directory}.`);
  } finally {
    await client.end();
  }
}

/** Starts a postmaster that outlives us; `logged` returns the last lines it has written since. */
async function launch(cluster: Cluster, port: number, fast: boolean): Promise<{ pid: number; logged: () => string }> {
  const { directory, native, identity, logFile } = cluster;
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 1_000_000) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const before = statSync(logFile).size;
  const settings = [...SETTINGS, ...(fast ? FAST : SAFE)].flatMap((setting) => ['-c', setting]);
  try {
    // Its own session and a file for its output: Ctrl-C in the terminal is for the server, which
    // drains first, and PostgreSQL can still write after the server was killed.
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', directory, '-p', String(port), ...settings], {
      ...identity,
      cwd: '/',
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    const logged = () => readFileSync(logFile).subarray(before).toString().trim().split('\n').slice(-20).join('\n');
    return { pid: child.pid as number, logged };
  } finally {
    closeSync(log);
  }
}

/** The port of the last run, so that saved connections of database tools keep working. */
function lastPort(directory: string): number {
  try {
    return Number(/"-p" "(\d+)"/.exec(readFileSync(join(directory, 'postmaster.opts'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
