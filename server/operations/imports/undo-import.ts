import { counted } from '../../../src/domain/figures.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { findImport, forgetShipmentsOf, lockShipmentsOf, updateImport } from '../../stores/imports/shipment-imports.ts';
import { lockPayers } from '../../stores/money/fees.ts';
import { countTouched, softDeleteShipments } from '../../stores/shipments/hidden-shipments.ts';
import { settleFees } from '../money/settle-fees.ts';
import { auditedShipment } from '../shipments/audited-shipment.ts';

const HARMLESS_PROCEDURES = ['shipmentImport.start', 'shipmentAdmin.showCodes'];

/**
 * Deletes all shipments of an import, or none.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED if one has changed.
 */
export async function undoImport(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  if (!(await updateImport(unit.tx, id, { state: 'undone', created: 0 }, 'done'))) {
    const isThere = await findImport(unit.tx, id);
    if (!isThere) throw new UserError('NOT_FOUND', 'This file is no longer available. Its shipments stay.');
    throw new UserError('CONFLICT', 'You can only undo a finished import.');
  }
  // First, so that they cannot change after the check.
  const created = await lockShipmentsOf(unit.tx, id);
  const ids = created.map((shipment) => shipment.id);
  const touched = await countTouched(unit.tx, ids, HARMLESS_PROCEDURES);
  if (touched > 0) {
    const sentence = `${counted(touched, 'shipment')} from this import changed since. Delete the ones you don’t need one by one.`;
    throw new UserError('PRECONDITION_FAILED', sentence);
  }
  await lockPayers(unit.tx, created);
  await softDeleteShipments(unit.tx, created);
  await settleFees(unit, created);
  await forgetShipmentsOf(unit.tx, id);
  await unit.audit(
    created.map((shipment) => ({ entity: 'shipment', entityId: shipment.id, before: auditedShipment(shipment) })),
  );
}
