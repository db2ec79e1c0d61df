import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

const dialect = new PgDialect({ casing: 'snake_case' });

const ROLLBACK_TIMEOUT_MS = 2_000;

/** The outcome is unknown: the caller retries with the same idempotency key. */
class UnconfirmedCommit extends Error {
  override name = 'UnconfirmedCommit';
  /** PostgreSQL's own code for an unknown completion. */
  readonly code = '40003';
}

/** Frees its connection and throws what `work` threw; Drizzle’s leaks if `begin` fails, and hides that error. */
export async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
  config: PgTransactionConfig = {},
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(beginStatement(config)).catch((error: Error) => {
      broken = error;
      throw error;
    });
    const result = await work(createTransaction(client)).catch(async (error: unknown) => {
      broken = await rollback(client);
      throw error;
    });
    await commit(client).catch((error: Error) => {
      broken = error;
      throw error;
    });
    return result;
  } finally {
    client.release(broken);
  }
}

function beginStatement({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string {
  const parts = [
    'begin',
    isolationLevel && `isolation level ${isolationLevel}`,
    accessMode,
    deferrable && 'deferrable',
  ];
  return parts.filter(Boolean).join(' ');
}

function createTransaction(client: pg.PoolClient): Transaction {
  return new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined) as Transaction;
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: Error) => {
    // Only the database's own report is certain.
    throw 'severity' in error ? error : new UnconfirmedCommit(error.message, { cause: error });
  });
  // If `work` swallowed an error, a rollback reports success.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: an error in it was ignored');
}

async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  const rollbackQuery: pg.QueryConfig & { query_timeout: number } = {
    text: 'rollback',
    query_timeout: ROLLBACK_TIMEOUT_MS,
  };
  try {
    await client.query(rollbackQuery);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
