import type { AddActivity } from '../../../src/domain/activity.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { findStatusAt } from '../../stores/shipments/activities.ts';
import { lockShipment } from '../../stores/shipments/shipments.ts';
import { addEntry } from './add-entry.ts';
import { resolveEntryTime } from './clamp-to-now.ts';

/**
 * Adds a location to a shipment (shipmentAdmin.updateShipmentActivity): an entry with the status it
 * had at that time. It never conflicts with other changes; an entry with a key that was already
 * written is ignored.
 * @throws NOT_FOUND, and CONFLICT if the key was used for something else.
 * Source: specification section 7; product decision 6; decision 0028.
 */
export async function addActivity(unit: UnitOfWork, { id, comment, address, ...reported }: AddActivity): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const when = await resolveEntryTime(unit, shipment.id, reported);
  const added = await addEntry(unit, {
    shipmentId: id,
    status: await findStatusAt(unit.tx, shipment, when.occurredAt),
    kind: 'location',
    comment,
    address,
    ...when,
  });
  if (added) await unit.audit({ entity: 'shipment', entityId: id, after: { comment, address } });
}
