import { and, eq, getTableColumns, isNotNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { BulkItemState } from '../../../src/domain/bulk.ts';
import type { Undoable } from '../../../src/domain/mail.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { bulkItems, bulkOperations } from '../../base/database/tables/bulks.ts';
import { users } from '../../base/database/tables/users.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { inQuery } from '../../base/sql/lists.ts';

export type BulkRow = typeof bulkOperations.$inferSelect;

const undoing = alias(bulkOperations, 'undoing');
const described = {
  ...getTableColumns(bulkOperations),
  ...pick(users, 'firstName', 'lastName', 'email'),
  undoneBy: undoing.id,
};
export type DescribedBulk = BulkRow & { firstName: string; lastName: string; email: string; undoneBy: string | null };

export const selectDescribed = (executor: Executor) =>
  executor
    .select(described)
    .from(bulkOperations)
    .innerJoin(users, eq(users.id, bulkOperations.userId))
    .leftJoin(undoing, eq(undoing.undoes, bulkOperations.id));

export async function findBulk(executor: Executor, id: string): Promise<DescribedBulk | null> {
  const [row] = await selectDescribed(executor).where(eq(bulkOperations.id, id));
  return row ?? null;
}

/** @param shipment of a scan, whose status may have changed since */
export async function isUndone(
  executor: Executor,
  { bulkId, statusVersion }: Undoable,
  shipment?: { statusVersion: number },
): Promise<boolean> {
  if (statusVersion !== undefined && shipment?.statusVersion !== statusVersion) return true;
  return bulkId !== undefined && (await executor.$count(bulkOperations, eq(bulkOperations.undoes, bulkId))) > 0;
}

export async function lockBulk(tx: Transaction, id: string): Promise<Locked<BulkRow> | null> {
  const [row] = await tx.select().from(bulkOperations).where(eq(bulkOperations.id, id)).for('update');
  return (row as Locked<BulkRow> | undefined) ?? null;
}

export async function addBulkCounts(
  tx: Transaction,
  { id }: Locked<BulkRow>,
  counts: Record<Exclude<BulkItemState, 'waiting'>, number>,
): Promise<void> {
  await tx
    .update(bulkOperations)
    .set({
      done: sql`${bulkOperations.done} + ${counts.done}`,
      skipped: sql`${bulkOperations.skipped} + ${counts.skipped}`,
      failed: sql`${bulkOperations.failed} + ${counts.failed}`,
    })
    .where(eq(bulkOperations.id, id));
}

export async function setBulkEnded(tx: Transaction, { id }: Locked<BulkRow>, hasEnded: boolean): Promise<void> {
  await tx
    .update(bulkOperations)
    .set({ endedAt: hasEnded ? sql`clock_timestamp()` : null })
    .where(eq(bulkOperations.id, id));
}

export async function deleteOldBulks(executor: Executor, days: number): Promise<boolean> {
  const { id, createdAt, endedAt } = bulkOperations;
  const isOld = and(isNotNull(endedAt), lt(createdAt, sql`now() - make_interval(days => ${days})`));
  const old = executor.select({ id }).from(bulkOperations).where(isOld);
  return (
    (await deleteBatch(executor, bulkItems, inQuery(bulkItems.operationId, old))) &&
    (await deleteBatch(executor, bulkOperations, isOld))
  );
}
