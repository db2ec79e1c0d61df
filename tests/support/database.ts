/** Each caller copies the migrated template of one cluster. It needs no test runner. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../server/base/embedded-postgres/embedded.ts';
import { isAlive, isPostmaster, readPidFile } from '../../server/base/embedded-postgres/embedded-pid-file.ts';
// Before the client below is loaded.
import '../../server/quick-imports.js';

/** It is plain text, so that it can be passed to a process. */
export interface TestCluster {
  url: string;
  template: string;
}

export interface RunningCluster extends TestCluster {
  /** It is removed with the cluster, at the latest when the next one starts. */
  folder: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  url: string;
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    sql: string | pg.QueryConfig,
    parameters?: unknown[],
  ): Promise<Row[]>;
  drop(): Promise<void>;
}

const PREFIX = 'waybill-tests-';

/** Linux keeps this folder in memory, so no disk has to follow what tests write. */
const MEMORY = '/dev/shm';
/** In bytes. The journeys use a third of it. */
const ENOUGH_MEMORY = 6 * 2 ** 30;

const TEMPLATE = 'waybill_template';

/**
 * The template has this version’s schema and the job queue’s. Benchmarks use `fast: false`, which
 * writes as safely as in production. A cluster in MIGRATED_CLUSTER is copied, which takes a
 * fraction of the time; `toCopy` makes one in `folder/migrated`.
 */
export async function startTestCluster({ fast = true, toCopy = false } = {}): Promise<RunningCluster> {
  const base = fast && hasEnough(MEMORY) ? MEMORY : tmpdir();
  sweep(base);
  const dataDir = await mkdtemp(join(base, PREFIX));
  // PostgreSQL's user passes through.
  await chmod(dataDir, 0o711);
  const migrated = process.env.MIGRATED_CLUSTER;
  if (migrated) await copyCluster(migrated, dataDir);
  let embedded = await startEmbeddedDatabase({ dataDir, fast });
  if (!migrated) await createTemplate(embedded.url);
  if (toCopy) {
    await embedded.stop();
    await mkdir(join(dataDir, 'migrated'));
    await copyCluster(dataDir, join(dataDir, 'migrated'));
    embedded = await startEmbeddedDatabase({ dataDir, fast });
  }
  return {
    url: embedded.url,
    template: TEMPLATE,
    folder: dataDir,
    async stop() {
      await embedded.stop();
      // Processes of the run may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** The cluster is stopped, and its files keep their owners. */
async function copyCluster(from: string, to: string): Promise<void> {
  const files = ['postgres', 'postgres-password'].map((name) => join(from, name));
  await promisify(execFile)('cp', ['-a', ...files, to]);
}

async function createTemplate(clusterUrl: string): Promise<void> {
  await administrate(clusterUrl, `CREATE DATABASE ${TEMPLATE}`);
  const url = named(clusterUrl, TEMPLATE);
  // Loading it takes as long as a page load, and callers that only copy the template don’t need it.
  const { migrateDatabase } = await import('../../server/base/database/migrate.ts');
  const { PgBoss } = await import('pg-boss');
  await migrateDatabase(url);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  // `stop` returns before its connections are closed, and the cluster may stop first.
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/** A container may have hardly any room in it; a small machine needs its memory. */
function hasEnough(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) > ENOUGH_MEMORY;
  } catch {
    return false;
  }
}

/** Killed test runs leave processes behind. */
function sweep(base: string): void {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(base, name);
    try {
      if (isAlive(Number(readFileSync(join(folder, 'server.pid'), 'utf8')))) continue;
      const cluster = join(realpathSync(folder), 'postgres');
      const running = readPidFile(cluster);
      if (typeof running === 'object' && isPostmaster(running.pid, cluster)) process.kill(running.pid, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    } catch {
      // It is beginning, ending, or another user’s.
    }
  }
}

/** `empty` leaves the schema to the server that starts on it. */
export async function createTestDatabase(
  cluster: TestCluster,
  options: { empty?: boolean } = {},
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files without the log takes half of the time.
  const source = options.empty ? '' : ` TEMPLATE ${cluster.template} STRATEGY FILE_COPY`;
  await administrate(cluster.url, `CREATE DATABASE ${name}${source}`);
  const url = named(cluster.url, name);
  const pool = new pg.Pool({ connectionString: url, max: 4, application_name: 'test' });
  pool.on('error', () => undefined);
  return {
    url,
    async query<Row extends pg.QueryResultRow>(sql: string | pg.QueryConfig, parameters: unknown[] = []) {
      return (await pool.query<Row>(sql, parameters)).rows;
    },
    async drop() {
      await pool.end();
      await administrate(cluster.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

function named(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function administrate(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
