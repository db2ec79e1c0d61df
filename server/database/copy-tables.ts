/**
 * Copies tables out of one snapshot as text, and back (COPY). This works with every PostgreSQL,
 * embedded or not, and with a newer one on restore. The embedded binaries include neither pg_dump
 * nor pg_basebackup.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableName, is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Executor } from './client.ts';
import { schema } from './schema.ts';
import { BACKUP_APPLICATION } from './snapshot.ts';

export interface TableShape {
  name: string;
  columns: string[];
}

/**
 * A job that has not run yet: it is queued again instead of being copied the way the queue stores
 * it.
 */
export interface WaitingJob {
  queue: string;
  id: string;
  data: object;
  priority: number;
  dueAt: Date;
}

export interface DatabaseSnapshot {
  tables: TableShape[];
  /** The rows of a table as COPY writes them; `count` is valid once they have been read. */
  read(table: TableShape): { rows: Readable; count(): number };
  /** The unfinished jobs of these queues, in the same form; null if there is no queue yet. */
  readJobs(queues: readonly string[]): { rows: Readable; count(): number } | null;
  /** The links of all shipment images, without duplicates, one per line. */
  readImages(): Readable;
  /** The schema version, as in `migratedTo`. */
  migratedTo: number | null;
  executor: Executor;
  end(): Promise<void>;
}

const JOBS_TABLE: TableShape = { name: 'waiting_jobs', columns: ['queue', 'id', 'data', 'priority', 'due_at'] };
/**
 * Overrides the settings of server and role, since other servers will read what is written here.
 */
const SESSION_SETTINGS = `set datestyle to iso; set timezone to 'UTC'; set bytea_output to hex; set extra_float_digits to 1;
  set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; set search_path to public`;

async function connect(url: string, name = 'waybill-restore'): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined); // The next query reports it.
  await client.connect();
  await client.query(SESSION_SETTINGS);
  return client;
}

const quoteTable = ({ name, columns }: TableShape) =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** Our own tables that exist, with their columns. Other tables in the same schema are ignored. */
async function listTables(client: pg.Client): Promise<TableShape[]> {
  const ours = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []));
  const { rows } = await client.query<TableShape>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)
     group by relname order by relname`,
    [ours],
  );
  return rows;
}

async function readMigratedTo(client: pg.Client): Promise<number | null> {
  const table = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!table.rows[0]?.there) return null;
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return rows[0]?.last == null ? null : Number(rows[0].last);
}

/** Opens one consistent view of everything until `end()`, while others keep working. */
export async function openDatabaseSnapshot(url: string): Promise<DatabaseSnapshot> {
  const client = await connect(url, BACKUP_APPLICATION);
  const tables = await listTables(client);
  await client.query('begin isolation level repeatable read read only');
  // Before the snapshot is taken, so that no migration rewrites a table in between.
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`);
  const migratedTo = await readMigratedTo(client);
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('pgboss.job') is not null as there");
  const hasQueue = rows[0]?.there;

  const copy = (query: string) => {
    const stream = client.query(copyTo(`copy ${query} to stdout`));
    return { rows: stream as Readable, count: () => stream.rowCount };
  };
  return {
    tables,
    migratedTo,
    executor: drizzle({ client, schema, casing: 'snake_case' }),
    read: (table) => copy(quoteTable(table)),
    readJobs(queues) {
      if (!hasQueue) return null;
      const wanted = queues.map((queue) => pg.escapeLiteral(queue)).join(', ');
      return copy(`(select name, id, data, priority, start_after from pgboss.job
        where state in ('created', 'retry', 'active') and name in (${wanted}))`);
    },
    readImages: () => copy('(select distinct image from shipments, unnest(images) as image)').rows,
    end: () => client.end(),
  };
}

export interface TableToLoad extends TableShape {
  rows: number;
  open(): Readable;
}

/**
 * The schema version, and the name of the first of our tables that contains a row; null if all are
 * empty.
 */
export async function inspectDatabase(url: string): Promise<{ migratedTo: number | null; filled: string | null }> {
  const client = await connect(url);
  try {
    for (const { name } of await listTables(client)) {
      const { rowCount } = await client.query(`select 1 from ${pg.escapeIdentifier(name)} limit 1`);
      if (rowCount) return { migratedTo: await readMigratedTo(client), filled: name };
    }
    return { migratedTo: await readMigratedTo(client), filled: null };
  } finally {
    await client.end();
  }
}

/**
 * Loads tables and jobs into an empty database, all or nothing. The triggers that count and
 * announce changes are disabled, since the rows already include their results.
 * @throws If a table has other columns, or a different number of rows arrives.
 */
export async function loadTables(
  url: string,
  tables: readonly TableToLoad[],
  jobs: { load: TableToLoad; enqueue(executor: Executor, jobs: WaitingJob[]): Promise<void> } | null,
): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('begin');
    const order = await sortByReferences(client, tables);
    for (const { name } of order) {
      await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`);
    }
    for (const table of order) await load(client, table);
    for (const { name } of order) {
      await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`);
    }
    if (jobs) {
      await client.query(`create temporary table waiting_jobs
        (queue text, id uuid, data jsonb, priority integer, due_at timestamptz) on commit drop`);
      await load(client, { ...jobs.load, ...JOBS_TABLE });
      await enqueueWaitingJobs(client, jobs.enqueue);
    }
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function load(client: pg.Client, table: TableToLoad): Promise<void> {
  const target = client.query(copyFrom(`copy ${quoteTable(table)} from stdin`));
  await pipeline(table.open(), target);
  if (target.rowCount !== table.rows) {
    throw new Error(`${table.name} has ${target.rowCount} rows where the backup has ${table.rows}.`);
  }
}

const JOB_BATCH_SIZE = 1000;

async function enqueueWaitingJobs(
  client: pg.Client,
  enqueue: (executor: Executor, jobs: WaitingJob[]) => Promise<void>,
): Promise<void> {
  const executor = drizzle({ client, schema, casing: 'snake_case' });
  for (;;) {
    const { rows } = await client.query<WaitingJob>(
      `delete from waiting_jobs where ctid = any(array(select ctid from waiting_jobs limit $1))
       returning queue, id, data, priority, due_at as "dueAt"`,
      [JOB_BATCH_SIZE],
    );
    if (rows.length === 0) return;
    await enqueue(executor, rows);
  }
}

/** Orders tables so that each comes after those it references. */
async function sortByReferences<Table extends TableShape>(
  client: pg.Client,
  tables: readonly Table[],
): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; refersTo: string }>(
    `select conrelid::regclass::text as "table", confrelid::regclass::text as "refersTo"
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  );
  const waiting = new Set(tables);
  const order: Table[] = [];
  while (waiting.size > 0) {
    const names = new Set(Array.from(waiting, ({ name }) => name));
    const ready = Array.from(waiting).filter(
      ({ name }) => !rows.some((row) => row.table === name && names.has(row.refersTo)),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...names].join(', ')}`);
    for (const table of ready) waiting.delete(table);
    order.push(...ready);
  }
  return order;
}
