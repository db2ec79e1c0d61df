import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ensureCluster } from './embedded-cluster.ts';
import { lockDataDir } from './embedded-lock.ts';
import { isPostmaster, readPidFile } from './embedded-pid-file.ts';
import {
  type Cluster,
  connectAsSuperuser,
  type Postmaster,
  runPostmaster,
  stopPostmaster,
} from './embedded-postmaster.ts';

export interface EmbeddedDatabase {
  /** Database `waybill` as its owner, role `waybill`: may make schemas and databases, is no superuser. */
  url: string;
  /** True where a killed server had left its PostgreSQL alive and this one uses it. */
  adopted: boolean;
  /** Stops PostgreSQL, adopted or not, and frees the data directory. May be called twice. */
  stop(): Promise<void>;
}

const NAME = 'waybill';
const WATCH_MS = 1_000;

/**
 * Starts the PostgreSQL that belongs to `dataDir` (made on first use), or adopts the one that a killed server left
 * alive, and sees to it that database `waybill` exists. While the returned database is not stopped, PostgreSQL is
 * started again on the same port if it dies, and no other process can use `dataDir`.
 * It outlives this process if nobody calls `stop()`; the next start adopts it.
 *
 * `fast` gives up safety on power failure: for tests only.
 *
 * Throws `Another Waybill server is already using DATA_DIR …` where another living process has it, and with the end
 * of PostgreSQL's log where that does not start.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log?: (message: string) => void;
  fast?: boolean;
}): Promise<EmbeddedDatabase> {
  const { log = () => undefined, fast = false } = options;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const lock = await lockDataDir(dataDir);
  let cluster: Cluster | undefined;
  let postmaster: Postmaster | undefined;
  let rolePassword = '';
  try {
    cluster = await ensureCluster(dataDir, { log, fast });
    rolePassword = rolePasswordOf(cluster.password);
    postmaster = await runPostmaster(cluster, { log, fast });
    await ensureDatabase(cluster, postmaster.port, rolePassword);
  } catch (error) {
    if (cluster && postmaster) await stopPostmaster(postmaster.pid, cluster.directory).catch(() => undefined);
    lock.release();
    throw error;
  }
  const { port, adopted } = postmaster;
  const { directory } = cluster;
  let { pid } = postmaster;
  const leaving = new AbortController();

  const watch = async () => {
    for (let pause = WATCH_MS; ; ) {
      await sleep(pause, undefined, { ref: false, signal: leaving.signal }).catch(() => undefined);
      // Without the lock the directory was removed or replaced: whatever stands there now is not ours to start.
      if (leaving.signal.aborted || !lock.holds()) return;
      if (isPostmaster(pid, directory)) continue;
      log('PostgreSQL stopped unexpectedly. Restarting it.');
      try {
        ({ pid } = await runPostmaster(cluster, { log, fast, port }));
        pause = WATCH_MS;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        pause = Math.min(pause * 2, 5_000);
      }
    }
  };
  const watching = watch();

  const end = async () => {
    leaving.abort();
    try {
      await watching; // It may be starting a new one just now.
      await stopPostmaster(pid, directory);
    } finally {
      lock.release();
    }
  };
  let ended: Promise<void> | undefined;
  return {
    url: urlOf(port, rolePassword),
    adopted,
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

/**
 * The URL of the PostgreSQL of `dataDir` where one runs at this moment, for a script that works beside a server; null
 * where none does.
 */
export function findRunningDatabase(dataDir: string): string | null {
  const link = join(dataDir, 'postgres');
  if (!existsSync(link)) return null;
  const directory = realpathSync(link);
  const record = readPidFile(directory);
  if (!record || record === 'torn' || !isPostmaster(record.pid, directory)) return null;
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return urlOf(record.port, rolePasswordOf(password));
}

const rolePasswordOf = (superuserPassword: string) =>
  createHmac('sha256', superuserPassword).update(NAME).digest('base64url');

const urlOf = (port: number, rolePassword: string) => `postgres://${NAME}:${rolePassword}@127.0.0.1:${port}/${NAME}`;

/**
 * The server's own role is no superuser, so that a hole in a query is not a way to the machine's files. It may make
 * databases, which tests do. Its password derives from the superuser's and need not be kept.
 */
async function ensureDatabase(cluster: Cluster, port: number, rolePassword: string): Promise<void> {
  const client = await connectAsSuperuser(cluster, port);
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME]);
    if (!role.rowCount) {
      await client.query(`CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(rolePassword)}`);
    }
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (!database.rowCount) await createDatabase(client);
  } finally {
    await client.end();
  }
}

/** Where the system has it, with a character type that knows the letters of every script: the index of words needs it. */
async function createDatabase(client: pg.Client): Promise<void> {
  const plain = `CREATE DATABASE ${NAME} OWNER ${NAME}`;
  await client.query(`${plain} TEMPLATE template0 LC_CTYPE 'C.UTF-8'`).catch(() => client.query(plain));
}
