import { and, asc, eq, sql } from 'drizzle-orm';
import { BULK_BATCH_SIZE, type BulkItemState, type BulkReason } from '../../src/domain/bulk.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { type BulkUndo, bulkItems } from '../base/database/tables/bulks.ts';
import { UserError } from '../base/errors/errors.ts';
import { isTransientError } from '../base/errors/transient-errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inSavepoint, inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { tellPartiesOfBulk } from '../messages/tell-parties.ts';
import { listOpenTasks } from '../runs/store/run-tasks.ts';
import { lockRuns } from '../runs/store/runs.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { changeItem, type ItemOutcome, undoItem } from './bulk-changes.ts';
import { type BulkItemRow, isNew, listNewStatuses } from './store/bulk-items.ts';
import { addBulkCounts, type BulkRow, findBulk, lockBulk, setBulkEnded } from './store/bulk-operations.ts';

/**
 * Runs a bulk change, or the rest of it, until its turn is over.
 * @throws Database errors: call it again.
 */
export async function runBulk(services: Services, bulkId: string, turn?: JobTurn): Promise<boolean> {
  const bulk = await findBulk(services.db, bulkId);
  if (!bulk) return true;
  const order = {
    services,
    actor: { id: bulk.userId },
    procedure: bulk.undoes === null ? ('bulk.start' as const) : ('bulk.undo' as const),
    requestId: bulk.requestId,
    isBatch: true,
  };
  while (await inUnitOfWork(order, (unit) => changeNextItems(unit, bulkId))) {
    if (await turn?.isOver()) return false;
  }
  return true;
}

interface BulkItemResult {
  shipmentId: string;
  state: Exclude<BulkItemState, 'waiting'>;
  reason: BulkReason | null;
  undo: BulkUndo | null;
}

function listWaitingItems(tx: Transaction, operationId: string, limit: number): Promise<BulkItemRow[]> {
  return tx
    .select()
    .from(bulkItems)
    .where(and(eq(bulkItems.operationId, operationId), eq(bulkItems.state, 'waiting')))
    .orderBy(asc(bulkItems.shipmentId))
    .limit(limit);
}

async function saveBulkItems(tx: Transaction, operationId: string, results: readonly BulkItemResult[]): Promise<void> {
  const made = sql`jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
    as made ("shipmentId" uuid, state text, reason text, undo jsonb)`;
  await tx
    .update(bulkItems)
    .set({ state: sql`made.state`, reason: sql`made.reason`, undo: sql`made.undo` })
    .from(made)
    .where(and(eq(bulkItems.operationId, operationId), sql`${bulkItems.shipmentId} = made."shipmentId"`));
}

/** What people have not been notified of; from now on they have. */
async function takeNewStatuses(tx: Transaction, operationId: string) {
  const changes = await listNewStatuses(tx, operationId, { isNotified: false });
  await tx.update(bulkItems).set({ isNotified: true }).where(isNew(operationId));
  return changes;
}

export async function changeNextItems(unit: UnitOfWork, bulkId: string): Promise<boolean> {
  const { tx } = unit;
  const bulk = await lockBulk(tx, bulkId);
  if (!bulk || bulk.endedAt) return false;
  const waiting = await listWaitingItems(tx, bulkId, BULK_BATCH_SIZE + 1);
  const items = waiting.slice(0, BULK_BATCH_SIZE);
  const results = await changeItems(unit, bulk, items);
  await saveBulkItems(tx, bulkId, results);
  const countOf = (state: BulkItemResult['state']) => results.filter((result) => result.state === state).length;
  await addBulkCounts(tx, bulk, { done: countOf('done'), skipped: countOf('skipped'), failed: countOf('failed') });
  if (waiting.length > items.length) return true;
  if (bulk.emails !== 'none') await tellPartiesOfBulk(unit, bulk, await takeNewStatuses(tx, bulkId));
  await setBulkEnded(tx, bulk, true);
  return false;
}

async function findUndos(
  tx: Transaction,
  operationId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, BulkUndo>> {
  const rows = await tx
    .select({ shipmentId: bulkItems.shipmentId, undo: bulkItems.undo })
    .from(bulkItems)
    .where(and(eq(bulkItems.operationId, operationId), anyOf(bulkItems.shipmentId, shipmentIds)));
  return new Map(rows.flatMap(({ shipmentId, undo }) => (undo ? [[shipmentId, undo] as const] : [])));
}

async function changeItems(
  unit: UnitOfWork,
  bulk: Locked<BulkRow>,
  items: readonly BulkItemRow[],
): Promise<BulkItemResult[]> {
  const ids = items.map(({ shipmentId }) => shipmentId);
  // All shipments, then runs, then payers are locked, like in couriers' calls, so that no two wait for each other.
  const locked = new Map((await lockShipments(unit.tx, ids)).map((shipment) => [shipment.id, shipment]));
  const tasks = await listOpenTasks(unit.tx, ids);
  await lockRuns(
    unit.tx,
    tasks.map(({ runId }) => runId),
  );
  await lockPayers(unit.tx, [...locked.values()]);
  const undos = bulk.undoes === null ? null : await findUndos(unit.tx, bulk.undoes, ids);
  const results: BulkItemResult[] = [];
  for (const item of items) {
    const outcome = await tryItem(unit, { bulk, item, shipment: locked.get(item.shipmentId), undos });
    results.push({ shipmentId: item.shipmentId, ...toResult(outcome) });
  }
  return results;
}

interface Attempt {
  bulk: Locked<BulkRow>;
  item: BulkItemRow;
  shipment: Locked<ShipmentRow> | undefined;
  /** Null unless this is to undo another change. */
  undos: ReadonlyMap<string, BulkUndo> | null;
}

async function tryItem(unit: UnitOfWork, { bulk, item, shipment, undos }: Attempt): Promise<ItemOutcome> {
  if (!shipment || shipment.deletedAt) return { reason: 'deleted' };
  const task = { shipment, item, change: bulk.change };
  try {
    return await inSavepoint(unit, (part) =>
      undos ? undoItem(part, task, undos.get(item.shipmentId)) : changeItem(part, task),
    );
  } catch (error) {
    if (isTransientError(error)) throw error;
    return { reason: error instanceof UserError ? 'changed' : 'fault' };
  }
}

function toResult(outcome: ItemOutcome): Omit<BulkItemResult, 'shipmentId'> {
  if ('undo' in outcome) return { state: 'done', reason: null, undo: outcome.undo };
  return { state: outcome.reason === 'fault' ? 'failed' : 'skipped', reason: outcome.reason, undo: null };
}
