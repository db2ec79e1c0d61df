import { sql } from 'drizzle-orm';
import { counted } from '../../src/domain/figures.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { shipmentImportRows } from '../base/database/tables/imports.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { bookFeesOfStatus } from '../prices/book-fees.ts';
import { auditedShipment } from '../shipments/audited-shipment.ts';
import { softDeleteShipments } from '../shipments/store/hidden-shipments.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { findImport, isOfImport, updateImport } from './store/shipment-imports.ts';

const HARMLESS_PROCEDURES = ['shipmentImport.start', 'shipmentAdmin.showCodes'];

const { shipmentId } = shipmentImportRows;

/** Locks the shipments created from a file, even deleted ones. */
async function lockShipmentsOf(tx: Transaction, importId: string): Promise<Locked<ShipmentRow>[]> {
  const rows = await tx.select({ shipmentId }).from(shipmentImportRows).where(isOfImport(importId)).for('update');
  return lockShipments(
    tx,
    rows.flatMap((row) => row.shipmentId ?? []),
  );
}

async function forgetShipmentsOf(tx: Transaction, importId: string): Promise<void> {
  await tx.update(shipmentImportRows).set({ shipmentId: null }).where(isOfImport(importId));
}

/** Counts shipments with bills, runs, or audit entries beyond `ignoredProcedures`. */
async function countTouched(
  tx: Transaction,
  ids: readonly string[],
  ignoredProcedures: readonly string[],
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int from unnest(${sql.param([...ids])}::uuid[]) as made (id) where
      exists (select from audit_entries where entity = 'shipment' and entity_id = made.id
        and procedure <> all (${sql.param([...ignoredProcedures])}::text[]))
      or exists (select from run_tasks where shipment_id = made.id)
      or exists (select from bills where shipment_id = made.id and deleted_at is null)`);
  return rows[0]?.count ?? 0;
}

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
  await bookFeesOfStatus(unit, created);
  await forgetShipmentsOf(unit.tx, id);
  await unit.audit(
    created.map((shipment) => ({ entity: 'shipment', entityId: shipment.id, before: auditedShipment(shipment) })),
  );
}
