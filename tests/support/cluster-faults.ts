/** Freezes, kills or fills a real PostgreSQL, or adds a replica. Only for a separate cluster. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresBinaries } from '../../server/base/embedded-postgres/embedded-binaries.ts';
import { runPostmaster } from '../../server/base/embedded-postgres/embedded-postmaster.ts';
import type { Cluster } from '../../server/base/embedded-postgres/embedded-spawn.ts';
import { stopPostmaster } from '../../server/base/embedded-postgres/embedded-stop.ts';
import { giveTo, isRoot } from './as-root.ts';
import type { RunningCluster } from './database.ts';
import { findPostmaster, listChildren } from './postgres-processes.ts';
import { until } from './until.ts';

function postmasterOf(directory: string): number {
  const postmaster = findPostmaster(directory);
  if (postmaster === null) throw new Error(`No PostgreSQL runs in ${directory}`);
  return postmaster;
}

const pidsOf = (postmaster: number) => [postmaster, ...listChildren(postmaster).map(({ pid }) => pid)];

export const dataDirectoryOf = ({ folder }: RunningCluster) => join(folder, 'postgres');

/** Freezes every process of a cluster, like a machine that has lost its disk. */
export function freeze(cluster: RunningCluster): { thaw(): void } {
  const postmaster = postmasterOf(dataDirectoryOf(cluster));
  // The postmaster first, so that it makes no further ones.
  process.kill(postmaster, 'SIGSTOP');
  const all = pidsOf(postmaster);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  return {
    thaw: () => {
      for (const pid of all) process.kill(pid, 'SIGCONT');
    },
  };
}

/** Kills the postmaster; the process that started the cluster starts it again. */
export function killPostmaster(cluster: RunningCluster, signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): void {
  process.kill(postmasterOf(dataDirectoryOf(cluster)), signal);
}

/** Kills one of its processes, at which PostgreSQL ends all others too and recovers. */
export function killBackend(cluster: RunningCluster): void {
  const [last] = listChildren(postmasterOf(dataDirectoryOf(cluster))).slice(-1);
  if (last) process.kill(last.pid, 'SIGKILL');
}

const passwordOf = ({ folder }: Pick<RunningCluster, 'folder'>) =>
  readFileSync(join(folder, 'postgres-password'), 'utf8').trim();

/** Runs statements as superuser. */
export async function asSuperuser<Result>(
  cluster: Pick<RunningCluster, 'folder'>,
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { port, pathname } = new URL(url);
  const [host, user, password] = ['127.0.0.1', 'postgres', passwordOf(cluster)];
  const place = { host, port: Number(port), user, password, database: pathname.slice(1) };
  const client = new pg.Client({ ...place, options: '-c default_transaction_read_only=off' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface Standby {
  url: string;
  /** Receives changes, but shows none until it resumes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** How many shipments it shows with this ID. */
  count(id: string): Promise<number>;
  kill(): Promise<void>;
  start(): Promise<void>;
  promote(): Promise<void>;
  remove(): Promise<void>;
}

/** A streaming replica of a cluster. */
export async function startStandby(cluster: RunningCluster, url: string): Promise<Standby> {
  const primary = dataDirectoryOf(cluster);
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tests-standby-'));
  const directory = join(folder, 'postgres');
  const { uid, gid } = statSync(primary);
  const identity = isRoot ? { uid, gid } : {};
  giveTo(identity, folder);
  await asSuperuser(cluster, url, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    cpSync(primary, directory, {
      recursive: true,
      filter: (source) => !/\/postmaster\.(pid|opts)$|\/\.s\.PGSQL|\/pg_wal\/.+\/|\/pg_stat_tmp\//.test(source),
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(directory, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  writeFileSync(join(directory, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${new URL(url).port} user=postgres password=${passwordOf(cluster)}`;
  writeFileSync(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const inside = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => join(directory, path));
  giveTo(identity, directory, ...inside);
  execFileSync('chmod', ['-R', 'go=', directory]);

  const itself: Cluster = {
    directory,
    identity,
    native: postgresBinaries(identity),
    password: passwordOf(cluster),
    logFile: join(folder, 'postgres.log'),
  };
  const options = { log: () => undefined, fast: true };
  let { pid, port } = await runPostmaster(itself, options);
  const place = new URL(url);
  place.port = String(port);
  // It would lead to the primary's socket.
  place.searchParams.delete('host');
  const say = (sql: string, values: unknown[] = []) =>
    asSuperuser(cluster, place.href, async (client) => (await client.query<{ count: number }>(sql, values)).rows[0]);
  return {
    url: place.href,
    pause: async () => void (await say('select pg_wal_replay_pause()')),
    resume: async () => void (await say('select pg_wal_replay_resume()')),
    count: async (id) => (await say('select count(*)::int as count from shipments where id = $1', [id]))?.count ?? 0,
    async kill() {
      const all = pidsOf(pid);
      process.kill(pid, 'SIGKILL');
      await until('its processes are gone', () =>
        all.every((one) => {
          try {
            return !process.kill(one, 0);
          } catch {
            return true;
          }
        }),
      );
    },
    async start() {
      ({ pid, port } = await runPostmaster(itself, { ...options, port }));
    },
    promote: async () => void (await say('select pg_promote()')),
    async remove() {
      await stopPostmaster(pid, directory);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
