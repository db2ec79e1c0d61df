import type { AddActivity } from '../../../src/domain/activity.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import { findStatusAt } from '../../stores/shipments/activities.ts';
import { lockShipment } from '../../stores/shipments/shipments.ts';
import { addEntry } from './add-entry.ts';
import { placeEntry } from './occurrence.ts';

/**
 * Adds a location to a shipment (shipmentAdmin.updateShipmentActivity): an entry with the status it had when that happened.
 * Never in conflict with anything; an entry whose key was written before is not written again. Throws NOT_FOUND, and CONFLICT
 * where the key was used for something else.
 * Source: specification section 7; product decision 6; decision 0028.
 */
export async function addActivity(unit: UnitOfWork, { id, comment, address, ...said }: AddActivity): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new Refusal('NOT_FOUND', 'This shipment no longer exists.');
  const when = await placeEntry(unit, shipment.id, said);
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
