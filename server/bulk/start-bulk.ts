import {
  BULK_BATCH_SIZE,
  type Bulk,
  type BulkPreview,
  bulkTitle,
  MAX_RUNNING_BULKS,
  type PreviewBulk,
  type StartBulk,
  undoUntil,
} from '../../src/domain/bulk.ts';
import { counted } from '../../src/domain/figures.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { BULK_QUEUE } from '../jobs/queues.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { requireBulk } from './get-bulk.ts';
import { changeNextItems } from './run-bulk.ts';
import { insertBulkItems, insertUndoItems, previewBulk, resetFailedItems } from './store/bulk-items.ts';
import {
  addBulkCounts,
  type BulkRow,
  countRunningBulks,
  insertBulk,
  lockBulk,
  setBulkEnded,
} from './store/bulk-operations.ts';

type NewBulk = Pick<BulkRow, 'change' | 'emails' | 'total'> & { undoes?: string };

/**
 * Starts one change to many shipments (bulk.start). Up to 50 are changed here, more by a job.
 * @throws NOT_FOUND, CONFLICT
 */
export async function startBulk(unit: UnitOfWork, { ids, change, emails }: StartBulk): Promise<Bulk> {
  const id = await addBulk(unit, { change, emails, total: ids.length });
  const found = await insertBulkItems(unit.tx, id, { ids, status: change.kind === 'status' ? change.status : null });
  if (found < ids.length) {
    throw new UserError('NOT_FOUND', `${counted(ids.length - found, 'shipment')} no longer exist. Select them again.`);
  }
  return runNow(unit, id, ids.length);
}

/**
 * Undoes a bulk change within an hour, where nothing has happened since (bulk.undo).
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function undoBulk(unit: UnitOfWork, { id }: { id: string }): Promise<Bulk> {
  const before = await requireBulk(unit.tx, id);
  const until = undoUntil(before);
  if (before.undoneBy !== null) throw new UserError('CONFLICT', 'This change has already been undone.');
  if (until === null) throw new UserError('PRECONDITION_FAILED', 'This change can’t be undone.');
  if (Date.now() > until) throw new UserError('PRECONDITION_FAILED', 'A change can be undone for an hour.');
  const { change, done: total } = before;
  // Drops the emails that still wait (decision 0101).
  const undoId = await addBulk(unit, { change, emails: 'none', total, undoes: id });
  await insertUndoItems(unit.tx, undoId, id);
  return runNow(unit, undoId, total);
}

/**
 * Tries again what failed (bulk.retry).
 * @throws NOT_FOUND, CONFLICT
 */
export async function retryBulk(unit: UnitOfWork, { id }: { id: string }): Promise<Bulk> {
  const bulk = await lockBulk(unit.tx, id);
  if (!bulk) throw new UserError('NOT_FOUND', 'This change is no longer available.');
  if (!bulk.endedAt) throw new UserError('CONFLICT', 'This change is still running.');
  const failed = await resetFailedItems(unit.tx, id);
  if (failed === 0) throw new UserError('CONFLICT', 'Nothing is left to try again.');
  await addBulkCounts(unit.tx, bulk, { done: 0, skipped: 0, failed: -failed });
  await setBulkEnded(unit.tx, bulk, false);
  return runNow(unit, id, failed);
}

export function getBulkPreview(executor: Executor, { ids, change }: PreviewBulk): Promise<BulkPreview> {
  return previewBulk(executor, ids, change);
}

async function addBulk(unit: UnitOfWork, bulk: NewBulk): Promise<string> {
  const { tx, actor, requestId } = unit;
  if (!actor) throw new Error('A bulk change needs someone who starts it');
  // Locked, so that two calls at once count each other.
  await lockUser(tx, actor.id);
  if ((await countRunningBulks(tx, actor.id)) >= MAX_RUNNING_BULKS) {
    throw new UserError('CONFLICT', 'Two of your changes are still running. Wait until one of them is done.');
  }
  const id = await insertBulk(tx, { userId: actor.id, requestId, ...bulk });
  if (!id) throw new UserError('CONFLICT', 'This change has already been undone.');
  const after = { change: bulkTitle({ change: bulk.change, undoes: bulk.undoes ?? null }), shipments: bulk.total };
  await unit.audit({ entity: 'bulk', entityId: id, after });
  return id;
}

async function runNow(unit: UnitOfWork, id: string, waiting: number): Promise<Bulk> {
  if (waiting <= BULK_BATCH_SIZE) await changeNextItems(unit, id);
  else await unit.services.jobs.send(unit.tx, BULK_QUEUE, { bulkId: id }, { person: unit.actor?.id });
  return requireBulk(unit.tx, id);
}
