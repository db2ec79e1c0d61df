import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { BulkChange, BulkReason } from '../../src/domain/bulk.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { activities } from '../base/database/tables/activities.ts';
import type { BulkUndo } from '../base/database/tables/bulks.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { isWeakened, mayWeaken, setProof } from '../deliveries/set-proof.ts';
import { listOpenTasks } from '../runs/store/run-tasks.ts';
import { deleteShipment } from '../shipments/delete-shipment.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { changeStatus } from '../shipments/update-shipment.ts';
import { addActivity } from '../timeline/add-activity.ts';
import type { BulkItemRow } from './store/bulk-items.ts';

export type ItemOutcome = { reason: BulkReason } | { undo: BulkUndo | null };

interface BulkItemTask {
  shipment: Locked<ShipmentRow>;
  item: BulkItemRow;
  change: BulkChange;
}

export async function changeItem(unit: UnitOfWork, task: BulkItemTask): Promise<ItemOutcome> {
  const { change, shipment } = task;
  const { id } = shipment;
  switch (change.kind) {
    case 'status':
      return changeItemStatus(unit, task);
    case 'location': {
      const activityId = await addActivity(unit, { id, address: change.address, comment: change.comment });
      return { undo: activityId ? { activityId } : null };
    }
    case 'proof':
      if (isDeepStrictEqual(shipment.proof, change.proof)) return { reason: 'same' };
      if (isWeakened(unit, shipment.proof, change.proof) && !(await mayWeaken(unit)))
        return { reason: 'needs-manager' };
      await setProof(unit, { id, proof: change.proof });
      return { undo: { proof: shipment.proof } };
    case 'delete':
      if ((await listOpenTasks(unit.tx, [id])).length > 0) return { reason: 'in-run' };
      await deleteShipment(unit, { id });
      return { undo: null };
  }
}

/** Deletes an entry that a bulk change added; false if it is gone. */
async function deleteActivity(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.delete(activities).where(eq(activities.id, id)).returning({ id: activities.id });
  return rows.length > 0;
}

export async function undoItem(unit: UnitOfWork, task: BulkItemTask, undo: BulkUndo | undefined): Promise<ItemOutcome> {
  const { change, shipment } = task;
  if (!undo) return { reason: 'changed' };
  if ('activityId' in undo) {
    if (!(await deleteActivity(unit.tx, undo.activityId))) return { reason: 'changed' };
    const before = change.kind === 'location' ? { comment: change.comment, address: change.address } : {};
    await unit.audit({ entity: 'shipment', entityId: shipment.id, before });
    return { undo: null };
  }
  if ('status' in undo) return changeItemStatus(unit, task);
  if (change.kind !== 'proof' || !isDeepStrictEqual(shipment.proof, change.proof)) return { reason: 'changed' };
  if (isWeakened(unit, shipment.proof, undo.proof) && !(await mayWeaken(unit))) return { reason: 'needs-manager' };
  await setProof(unit, { id: shipment.id, proof: undo.proof }, { isUndo: true });
  return { undo: null };
}

async function changeItemStatus(unit: UnitOfWork, { shipment, item }: BulkItemTask): Promise<ItemOutcome> {
  const { id, status: before, statusVersion } = shipment;
  const { status } = item;
  if (!status || before === status) return { reason: 'same' };
  if (statusVersion !== item.statusVersion) return { reason: 'changed' };
  // Emails and pushes come at the end, or not at all.
  await changeStatus(unit, { id, status, baseStatusVersion: statusVersion }, { isSilent: true });
  return { undo: { status: before, statusVersion: statusVersion + 1 } };
}
