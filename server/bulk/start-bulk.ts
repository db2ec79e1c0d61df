import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  BULK_BATCH_SIZE,
  type Bulk,
  type BulkChange,
  type BulkPreview,
  bulkTitle,
  MAX_RUNNING_BULKS,
  type PreviewBulk,
  type StartBulk,
  undoUntil,
} from '../../src/domain/bulk.ts';
import { counted } from '../../src/domain/figures.ts';
import { OPEN_TASK_STATUSES } from '../../src/domain/runs/task-status.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { bulkItems, bulkOperations } from '../base/database/tables/bulks.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { BULK_QUEUE } from '../jobs/queues.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { requireBulk } from './get-bulk.ts';
import { changeNextItems } from './run-bulk.ts';
import { addBulkCounts, type BulkRow, lockBulk, setBulkEnded } from './store/bulk-operations.ts';

type NewBulk = Pick<BulkRow, 'change' | 'emails' | 'total'> & { undoes?: string };

async function insertBulkItems(
  tx: Transaction,
  operationId: string,
  { ids, status }: { ids: readonly string[]; status: ShipmentStatus | null },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into bulk_items (operation_id, shipment_id, status_version, status)
    select ${operationId}::uuid, id, status_version, ${status} from shipments
    where id = any (${sql.param([...ids])}::uuid[])`);
  return rowCount ?? 0;
}

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

async function insertUndoItems(tx: Transaction, operationId: string, undoes: string): Promise<void> {
  await tx.execute(sql`
    insert into bulk_items (operation_id, shipment_id, status_version, status)
    select ${operationId}::uuid, shipment_id, coalesce((undo->>'statusVersion')::int, status_version), undo->>'status'
    from bulk_items where operation_id = ${undoes} and state = 'done'`);
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

/** Has failed items wait again, and counts them. */
async function resetFailedItems(tx: Transaction, operationId: string): Promise<number> {
  const rows = await tx
    .update(bulkItems)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(bulkItems.operationId, operationId), eq(bulkItems.state, 'failed')))
    .returning({ id: bulkItems.shipmentId });
  return rows.length;
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

async function previewBulk(executor: Executor, ids: readonly string[], change: BulkChange): Promise<BulkPreview> {
  const { rows } = await executor.execute<Record<keyof BulkPreview, number>>(sql`
    with chosen as (
      select sender_email, receiver_email, deleted_at is not null as is_deleted, ${isSameAs(change)} as is_same,
        exists (select from run_tasks where shipment_id = shipments.id
          and status = any (${sql.param([...OPEN_TASK_STATUSES])}::text[])) as is_in_run
      from shipments where id = any (${sql.param([...ids])}::uuid[])),
    changed as (select * from chosen where not is_deleted and not is_same)
    select (select count(*)::int from changed) as "toChange",
      (select count(*)::int from chosen where not is_deleted and is_same) as same,
      (select count(*)::int from changed where is_in_run) as "inRun",
      (select count(*)::int from chosen where is_deleted) as deleted,
      (select count(*) filter (where sender_email <> '')::int
        + count(*) filter (where receiver_email not in ('', sender_email))::int from changed) as emails,
      (select count(distinct email)::int from changed, unnest(array[sender_email, receiver_email]) as email
        where email <> '') as people`);
  return rows[0] ?? { toChange: 0, same: 0, inRun: 0, deleted: 0, emails: 0, people: 0 };
}

function isSameAs(change: BulkChange): SQL {
  if (change.kind === 'status') return sql`(status = ${change.status})`;
  if (change.kind !== 'proof') return sql`false`;
  return change.proof === null
    ? sql`(proof is null)`
    : sql`(proof is not distinct from ${JSON.stringify(change.proof)}::jsonb)`;
}

export function getBulkPreview(executor: Executor, { ids, change }: PreviewBulk): Promise<BulkPreview> {
  return previewBulk(executor, ids, change);
}

async function insertBulk(
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

const countRunningBulks = (tx: Transaction, userId: string): Promise<number> =>
  tx.$count(bulkOperations, and(eq(bulkOperations.userId, userId), isNull(bulkOperations.endedAt)));

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
