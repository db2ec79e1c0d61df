import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
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

const selectDescribed = (executor: Executor) =>
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

export function listBulks(executor: Executor, limit: number): Promise<DescribedBulk[]> {
  return selectDescribed(executor).orderBy(desc(bulkOperations.createdAt), desc(bulkOperations.id)).limit(limit);
}

export async function insertBulk(
  tx: Transaction,
  bulk: Pick<BulkRow, 'userId' | 'change' | 'emails' | 'total' | 'requestId'> & { undoes?: string },
): Promise<string | null> {
  const [row] = await tx
    .insert(bulkOperations)
    .values(bulk)
    .onConflictDoNothing({ target: bulkOperations.undoes })
    .returning({ id: bulkOperations.id });
  return row?.id ?? null;
}

export async function lockBulk(tx: Transaction, id: string): Promise<Locked<BulkRow> | null> {
  const [row] = await tx.select().from(bulkOperations).where(eq(bulkOperations.id, id)).for('update');
  return (row as Locked<BulkRow> | undefined) ?? null;
}

export const countRunningBulks = (tx: Transaction, userId: string): Promise<number> =>
  tx.$count(bulkOperations, and(eq(bulkOperations.userId, userId), isNull(bulkOperations.endedAt)));

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
