import { and, asc, eq } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../base/database/client.ts';
import { dataExportParts, dataExports } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { EXPORT_QUEUE } from '../jobs/queues.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { deleteExportsOf, findExportOf, findReadyExport } from './store/data-exports.ts';

async function insertExport(tx: Transaction, file: { userId: string; requestId: string }): Promise<string> {
  await deleteExportsOf(tx, file.userId);
  const [row] = await tx.insert(dataExports).values(file).returning({ id: dataExports.id });
  if (!row) throw new Error('The export was not inserted');
  return row.id;
}

/**
 * Has a person's data collected by a job; replaces an older file.
 * @throws CONFLICT
 */
export async function requestExport(unit: UnitOfWork, userId: string): Promise<void> {
  await lockUser(unit.tx, userId);
  const file = await findExportOf(unit.tx, userId);
  if (file?.state === 'waiting') throw new UserError('CONFLICT', 'We’re already collecting your data.');
  const exportId = await insertExport(unit.tx, { userId, requestId: unit.requestId });
  await unit.services.jobs.send(unit.tx, EXPORT_QUEUE, { exportId });
  await unit.audit({ entity: 'user', entityId: userId, after: { dataExport: 'requested' } });
}

async function* readExportParts(executor: Executor, exportId: string): AsyncGenerator<Buffer> {
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

/** @throws NOT_FOUND */
export async function openExport(
  db: Database,
  file: { id: string; userId: string },
): Promise<{ size: number; parts: AsyncGenerator<Buffer> }> {
  const found = await findReadyExport(db, file);
  if (!found?.size) throw new UserError('NOT_FOUND', 'This file is no longer available. Ask for your data again.');
  return { size: found.size, parts: readExportParts(db, found.id) };
}
