import { counted } from '../../../src/domain/figures.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import { lockImport, lockShipmentsOf, markImportUndone } from '../../stores/imports/shipment-imports.ts';
import { countTouched, hideShipments } from '../../stores/shipments/shipments.ts';
import { auditedShipment } from '../shipments/audited-shipment.ts';

/** What made the shipments of an import, and what only looks at them. */
const HARMLESS = ['shipmentImport.start', 'shipmentAdmin.showCodes'];

/**
 * Deletes every shipment that an import has made (shipmentImport.undo), all of them or none. Throws NOT_FOUND, CONFLICT for an
 * import that is not done, and PRECONDITION_FAILED where something has happened to one of them. Docs: decision 0014.
 */
export async function undoImport(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const file = await lockImport(unit.tx, id);
  if (!file) throw new Refusal('NOT_FOUND', 'This file is no longer available. Its shipments stay.');
  if (file.state !== 'done') throw new Refusal('CONFLICT', 'You can only undo a finished import.');
  // Locked before they are looked at: nothing happens to them from here on.
  const made = await lockShipmentsOf(unit.tx, id);
  const ids = made.map((shipment) => shipment.id);
  const touched = await countTouched(unit.tx, ids, HARMLESS);
  if (touched > 0) {
    const sentence = `${counted(touched, 'shipment')} from this import changed since. Delete the ones you don’t need one by one.`;
    throw new Refusal('PRECONDITION_FAILED', sentence);
  }
  await hideShipments(unit.tx, ids);
  await markImportUndone(unit.tx, id);
  await unit.audit(
    made.map((shipment) => ({ entity: 'shipment', entityId: shipment.id, before: auditedShipment(shipment) })),
  );
}
