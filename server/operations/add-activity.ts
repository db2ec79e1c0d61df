import type { AddActivity } from '../../src/domain/activity.ts';
import { Refusal } from '../errors.ts';
import { lockShipment } from '../stores/shipments.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { addEntry } from './add-entry.ts';
import { occurrence } from './occurrence.ts';

/**
 * Adds a location to a shipment (shipmentAdmin.updateShipmentActivity): an entry with the status it has now. Never in
 * conflict with anything; an entry whose key was written before is not written again. Throws NOT_FOUND, and CONFLICT
 * where the key was used for something else.
 * Source: specification section 7; product decision 6.
 */
export async function addActivity(unit: UnitOfWork, { id, comment, address, occurredAt }: AddActivity): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new Refusal('NOT_FOUND', 'This shipment is not there any more.');
  const added = await addEntry(unit, {
    shipmentId: id,
    status: shipment.status,
    comment,
    address,
    occurredAt: occurrence(occurredAt),
  });
  if (added) await unit.audit({ entity: 'shipment', entityId: id, after: { comment, address } });
}
