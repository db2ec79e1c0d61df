import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm';
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

export async function insertExport(tx: Transaction, file: { userId: string; requestId: string }): Promise<string> {
  await deleteExportsOf(tx, file.userId);
  const [row] = await tx.insert(dataExports).values(file).returning({ id: dataExports.id });
  if (!row) throw new Error('The export was not inserted');
  return row.id;
}

export const findWaitingExport = (executor: Executor, id: string): Promise<DataExportRow | null> =>
  findRow(executor, dataExports, and(eq(dataExports.id, id), eq(dataExports.state, 'waiting')));

export async function lockWaitingExport(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'waiting')))
    .for('update');
  return rows.length > 0;
}

/** Adds a part of a locked file, numbered from 0. */
export async function insertExportPart(
  tx: Transaction,
  part: { exportId: string; number: number; bytes: Buffer },
): Promise<void> {
  await tx.insert(dataExportParts).values(part);
}

export async function markExportReady(tx: Transaction, id: string, size: number): Promise<void> {
  await tx.update(dataExports).set({ state: 'ready', size, readyAt: sql`now()` }).where(eq(dataExports.id, id));
}

export async function* readExportParts(executor: Executor, exportId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const [part] = await executor
      .select({ bytes: dataExportParts.bytes })
      .from(dataExportParts)
      .where(and(eq(dataExportParts.exportId, exportId), eq(dataExportParts.number, number)))
      .orderBy(asc(dataExportParts.number));
    if (!part) return;
    yield part.bytes;
  }
}

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
