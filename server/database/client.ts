import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a store reads or writes through: the pool, or the transaction of a unit of work. */
export type Executor = Database | Transaction;

export interface DatabaseClient {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

export interface PoolOptions {
  connections?: number;
  /** As PostgreSQL lists its connections. */
  name?: string;
  /** Milliseconds. */
  statementTimeout?: number;
  /** Milliseconds that a statement waits for a lock; unset, as long as it may take in all. */
  lockTimeout?: number;
}

/** A pool on `url`. A connection that dies while idle is replaced; nothing waits longer than its timeout. */
export function openDatabase(url: string, options: PoolOptions = {}): DatabaseClient {
  const { connections = 20, name = 'waybill', statementTimeout = 15_000, lockTimeout } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: 30_000,
    application_name: name,
  });
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', () => {});
  return {
    db: drizzle({ client: pool, schema, casing: 'snake_case' }),
    pool,
    close: () => pool.end(),
  };
}

/** The key of the advisory lock that migrations hold: several servers may start at once, one migrates. */
const MIGRATION_LOCK = 7_229_001;

/** Brings the database to this version's schema. Safe to run by many servers at the same time. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: new URL('./migrations', import.meta.url).pathname });
  } finally {
    await client.end();
  }
}
