import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Executor } from './client.ts';
import { connect } from './copy-connection.ts';
import { JOBS_TABLE, listTables, quoteTable, type TableShape, type WaitingJob } from './copy-tables.ts';
import { readMigratedTo } from './migrate.ts';

export interface TableToLoad extends TableShape {
  rows: number;
  open(): Readable;
}

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
 * Loads all or nothing, without triggers, whose results the rows include.
 * @throws If columns or row counts differ.
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
  const executor = drizzle({ client, casing: 'snake_case' });
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
