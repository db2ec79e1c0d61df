/** The embedded binaries have no pg_dump. A newer PostgreSQL can restore COPY. */
import type { Readable } from 'node:stream';
import { getTableName, is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Executor } from './client.ts';
import { connect } from './copy-connection.ts';
import { readMigratedTo } from './migrate.ts';
import { schema } from './schema.ts';
import { BACKUP_APPLICATION } from './snapshot.ts';

export interface TableShape {
  name: string;
  columns: string[];
}

/** Queued again, not copied as the queue stores it. */
export interface WaitingJob {
  queue: string;
  id: string;
  data: object;
  priority: number;
  dueAt: Date;
}

export interface DatabaseSnapshot {
  tables: TableShape[];
  /** `count` is valid once the rows have been read. */
  read(table: TableShape): { rows: Readable; count(): number };
  /** Unfinished jobs; null if there is no queue yet. */
  readJobs(queues: readonly string[]): { rows: Readable; count(): number } | null;
  readImages(): Readable;
  migratedTo: number | null;
  executor: Executor;
  end(): Promise<void>;
}

export const JOBS_TABLE: TableShape = { name: 'waiting_jobs', columns: ['queue', 'id', 'data', 'priority', 'due_at'] };

export const quoteTable = ({ name, columns }: TableShape) =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

export async function listTables(client: pg.Client): Promise<TableShape[]> {
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

/** Opens one consistent view until `end()`. */
export async function openDatabaseSnapshot(url: string): Promise<DatabaseSnapshot> {
  const client = await connect(url, BACKUP_APPLICATION);
  const tables = await listTables(client);
  await client.query('begin isolation level repeatable read read only');
  // Before the snapshot, so that no migration rewrites a table in between.
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
    executor: drizzle({ client, casing: 'snake_case' }),
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
