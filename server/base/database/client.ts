import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { noteProgress } from '../process/current-work.ts';
import { CONNECTION, Connection } from './connection.ts';
import { runTransaction, type Transaction } from './transaction.ts';

export type { Transaction } from './transaction.ts';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Executor = NodePgDatabase | Transaction;

export interface DatabaseClient {
  db: Database;
  pool: pg.Pool;
  drop(): void;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 15_000;
/** A statement that the database does not cancel is abandoned this much later. */
const CANCEL_GRACE_MS = 5_000;

export interface PoolOptions {
  connections?: number;
  name?: string;
  statementTimeout?: number;
  /** Milliseconds. */
  lockTimeout?: number;
}

/** Opens a pool that replaces dead connections. Nothing waits past its timeout, even on a frozen database. */
export function openDatabase(url: string, options: PoolOptions = {}): DatabaseClient {
  const { connections = 20, name = 'waybill', statementTimeout = STATEMENT_TIMEOUT_MS, lockTimeout } = options;
  const pool = new pg.Pool({
    ...CONNECTION,
    Client: Connection,
    connectionString: url,
    max: connections,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + Math.min(statementTimeout, CANCEL_GRACE_MS),
    lock_timeout: lockTimeout,
    idle_in_transaction_session_timeout: 30_000,
    // One core each, to leave the others to other people.
    options: '-c max_parallel_workers_per_gather=0',
    application_name: name,
  });
  // Otherwise an idle connection that the server closes would end the process.
  pool.on('error', () => {});
  const connect = pool.connect.bind(pool) as (...waiting: unknown[]) => unknown;
  pool.connect = ((...waiting: unknown[]) => {
    noteProgress();
    return connect(...waiting);
  }) as typeof pool.connect;
  const open = new Set<Connection>();
  pool.on('connect', (client) => client instanceof Connection && open.add(client));
  pool.on('remove', (client) => client instanceof Connection && open.delete(client));
  const db = drizzle({ client: pool, casing: 'snake_case' });
  db.transaction = (work, config) => runTransaction(pool, work, config);
  const drop = () => {
    for (const connection of open) connection.destroy();
  };
  return { db, pool, drop, close: () => pool.end() };
}

/** @throws If it takes longer than `milliseconds`. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`No response within ${milliseconds} ms`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    waiting.abort();
  }
}

const PING_TIMEOUT_MS = 1_500;

/** @throws If it does not respond in time. */
export async function ping(pool: pg.Pool): Promise<void> {
  const pingQuery: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: PING_TIMEOUT_MS };
  await within(PING_TIMEOUT_MS, pool.query(pingQuery));
}

export async function checkConnection(url: string): Promise<void> {
  const client = new Connection({ ...CONNECTION, connectionString: url });
  try {
    await client.connect();
  } finally {
    void client.end().catch(() => undefined);
  }
}
