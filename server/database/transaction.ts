import { type NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type * as schema from './schema.ts';

export type Transaction = Parameters<Parameters<NodePgDatabase<typeof schema>['transaction']>[0]>[0];

const dialect = new PgDialect({ casing: 'snake_case' });

/** A rollback takes no time where the connection works; where it does not, the connection goes instead. */
const ROLLBACK_WITHIN_MS = 2_000;

/** The commit was sent and nobody knows whether it was done: to be asked again with the same idempotency key. */
class UnconfirmedCommit extends Error {
  override name = 'UnconfirmedCommit';
  /** PostgreSQL's own code for a statement whose completion is unknown. */
  readonly code = '40003';
}

/**
 * Runs `work` in a transaction on a connection of the pool, and throws what `work` threw, whatever happened after it.
 * The connection goes back to the pool, or is closed where it can no longer be trusted: its place is always free again.
 * (Drizzle's own way keeps the place where `begin` fails, and throws the error of a failed rollback instead of the first.)
 */
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
    const result = await work(transactionOn(client)).catch(async (error: unknown) => {
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

function transactionOn(client: pg.PoolClient): Transaction {
  return new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined) as Transaction;
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: Error) => {
    // What the database itself says is certain. Anything else means that its answer did not arrive.
    throw 'severity' in error ? error : new UnconfirmedCommit(error.message, { cause: error });
  });
  // After an error that `work` swallowed, PostgreSQL rolls back instead, and calls that a success.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: an error in it was ignored');
}

/** What keeps the connection from being used again, if anything does. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  const question: pg.QueryConfig & { query_timeout: number } = { text: 'rollback', query_timeout: ROLLBACK_WITHIN_MS };
  try {
    await client.query(question);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
