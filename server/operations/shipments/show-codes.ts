import { texts } from '../../../src/domain/errors.ts';
import type { ShipmentCodes } from '../../../src/domain/shipment.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import { findShipment } from '../../stores/shipments/shipments.ts';

/**
 * The private codes of a shipment in plain text (shipmentAdmin.showCodes). Viewing them is audited,
 * because a code opens the shipment for anyone who has it.
 * @throws NOT_FOUND.
 * Docs: decision 0028.
 */
export async function showCodes(unit: UnitOfWork, { id }: { id: string }): Promise<ShipmentCodes> {
  const shipment = await findShipment(unit.tx, id);
  if (!shipment) throw new Refusal('NOT_FOUND', texts.shipmentNotFound);
  await unit.audit({ entity: 'shipment', entityId: shipment.id, after: {} });
  const { secrets } = unit.services;
  return {
    senderCode: secrets.decryptCode(shipment.senderCode),
    receiverCode: secrets.decryptCode(shipment.receiverCode),
  };
}
