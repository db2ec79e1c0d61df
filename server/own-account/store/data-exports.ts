import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import { EXPORT_LIFE } from '../../../src/domain/own-account.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { dataExportParts, dataExports } from '../../base/database/tables/users.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { inQuery } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';

export type DataExportRow = typeof dataExports.$inferSelect;

const life = sql`${EXPORT_LIFE / 1000} * interval '1 second'`;
const isAvailable = or(eq(dataExports.state, 'waiting'), gt(dataExports.readyAt, sql`now() - ${life}`));

export const findExportOf = (executor: Executor, userId: string): Promise<DataExportRow | null> =>
  findRow(executor, dataExports, and(eq(dataExports.userId, userId), isAvailable));

export const findReadyExport = (
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<DataExportRow | null> =>
  findRow(
    executor,
    dataExports,
    and(eq(dataExports.id, id), eq(dataExports.userId, userId), eq(dataExports.state, 'ready'), isAvailable),
  );

export async function deleteExportsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(dataExports).where(eq(dataExports.userId, userId));
}

export async function deleteOldExports(executor: Executor): Promise<boolean> {
  const { id, state, readyAt } = dataExports;
  const isOld = and(eq(state, 'ready'), lt(readyAt, sql`now() - ${life}`));
  const old = executor.select({ id }).from(dataExports).where(isOld);
  return (
    (await deleteBatch(executor, dataExportParts, inQuery(dataExportParts.exportId, old))) &&
    (await deleteBatch(executor, dataExports, isOld))
  );
}
