import type { Database } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { EXPORT_QUEUE } from '../jobs/queues.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { findExportOf, findReadyExport, insertExport, readExportParts } from './store/data-exports.ts';

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

/** @throws NOT_FOUND */
export async function openExport(
  db: Database,
  file: { id: string; userId: string },
): Promise<{ size: number; parts: AsyncGenerator<Buffer> }> {
  const found = await findReadyExport(db, file);
  if (!found?.size) throw new UserError('NOT_FOUND', 'This file is no longer available. Ask for your data again.');
  return { size: found.size, parts: readExportParts(db, found.id) };
}
