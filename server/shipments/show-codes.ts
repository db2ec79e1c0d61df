import { texts } from '../../src/domain/errors.ts';
import type { ShipmentCodes } from '../../src/domain/shipment.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findShipment } from './store/shipments.ts';

/** @throws NOT_FOUND */
export async function showCodes(unit: UnitOfWork, { id }: { id: string }): Promise<ShipmentCodes> {
  const shipment = await findShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  await unit.audit({ entity: 'shipment', entityId: shipment.id, after: {} });
  const open = (code: Buffer | null) => (code ? unit.services.secrets.decryptCode(code) : '');
  return {
    senderCode: open(shipment.senderCode),
    receiverCode: open(shipment.receiverCode),
  };
}
