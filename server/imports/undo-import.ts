import { counted } from '../../src/domain/figures.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { settleFees } from '../prices/settle-fees.ts';
import { auditedShipment } from '../shipments/audited-shipment.ts';
import { countTouched, softDeleteShipments } from '../shipments/store/hidden-shipments.ts';
import { findImport, forgetShipmentsOf, lockShipmentsOf, updateImport } from './store/shipment-imports.ts';

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
