import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../database/client.ts';

/** A longer statement would hold up others. */
export const BATCH_ROWS = 1_000;

/** Deletes rows that nobody holds. True if there were no more. */
export async function deleteBatch(executor: Executor, table: PgTable, condition: SQL | undefined): Promise<boolean> {
  const { rowCount } = await executor.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${BATCH_ROWS} for update skip locked))`);
  return (rowCount ?? 0) < BATCH_ROWS;
}
