import { and, desc, eq } from 'drizzle-orm';
import type { AddActivity } from '../../src/domain/activity.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { activities } from '../base/database/tables/activities.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockShipment, type ShipmentRow, touchShipment } from '../shipments/store/shipments.ts';
import { addEntry } from './add-entry.ts';
import { resolveEntryTime } from './clamp-to-now.ts';

/** Takes the latest status change before the time, or else the current status. */
async function findStatusAt(tx: Transaction, shipment: Locked<ShipmentRow>, at: Date): Promise<ShipmentStatus> {
  const changes = await tx
    .select({ status: activities.status, occurredAt: activities.occurredAt })
    .from(activities)
    .where(and(eq(activities.shipmentId, shipment.id), eq(activities.kind, 'status')))
    .orderBy(desc(activities.occurredAt), desc(activities.createdAt), desc(activities.id));
  const until = changes.findIndex(({ occurredAt }) => occurredAt <= at);
  if (until === 0 || changes.length === 0) return shipment.status;
  return changes[until]?.status ?? 'in-progress';
}

/**
 * Adds a location to a shipment, with its status then, and returns the entry's id, or null if it
 * was added before.
 * @throws NOT_FOUND, CONFLICT
 * Specification section 7.
 */
export async function addActivity(
  unit: UnitOfWork,
  { id, comment, address, parcel, ...reported }: AddActivity & { parcel?: number | undefined },
): Promise<string | null> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const when = await resolveEntryTime(unit, shipment, reported);
  const added = await addEntry(unit, {
    shipmentId: id,
    status: await findStatusAt(unit.tx, shipment, when.occurredAt),
    kind: 'location',
    comment,
    address,
    parcel: parcel ?? null,
    ...when,
  });
  if (!added) return null;
  await touchShipment(unit.tx, shipment);
  await unit.audit({ entity: 'shipment', entityId: id, after: { comment, address } });
  return added;
}
