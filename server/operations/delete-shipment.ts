import { Refusal } from '../errors.ts';
import { hideShipment, lockShipment } from '../stores/shipments.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { auditedShipment } from './audited-shipment.ts';

/** Hides a shipment everywhere and keeps it in the audit trail (shipmentAdmin.deleteShipment). Throws NOT_FOUND. */
export async function deleteShipment(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new Refusal('NOT_FOUND', 'This shipment is not there any more.');
  await hideShipment(unit.tx, id);
  await unit.audit({ entity: 'shipment', entityId: id, before: auditedShipment(shipment) });
}
