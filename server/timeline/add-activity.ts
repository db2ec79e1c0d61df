import type { AddActivity } from '../../src/domain/activity.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findStatusAt } from '../shipments/store/activities.ts';
import { lockShipment, touchShipment } from '../shipments/store/shipments.ts';
import { addEntry } from './add-entry.ts';
import { resolveEntryTime } from './clamp-to-now.ts';

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
