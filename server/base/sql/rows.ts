import type { InferSelectModel, SQL } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../database/client.ts';

/** Null if no row is like this. */
export async function findRow<Table extends PgTable>(
  executor: Executor,
  table: Table,
  like: SQL | undefined,
): Promise<InferSelectModel<Table> | null> {
  const [row] = await executor
    .select()
    .from(table as PgTable)
    .where(like);
  return (row as InferSelectModel<Table> | undefined) ?? null;
}

export async function insertRow<Table extends PgTable>(
  executor: Executor,
  table: Table,
  values: PgInsertValue<Table>,
): Promise<InferSelectModel<Table>> {
  const [row] = await executor
    .insert(table as PgTable)
    .values(values)
    .returning();
  return row as InferSelectModel<Table>;
}
