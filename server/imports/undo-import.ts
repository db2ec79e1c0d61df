import { sql } from 'drizzle-orm';
import { counted } from '../../src/domain/figures.ts';
import type { Transaction } from '../base/database/client.ts';
import { shipmentImportRows } from '../base/database/tables/imports.ts';
import { UserError } from '../base/errors/errors.ts';
import { noneOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { bookFeesOfStatus } from '../prices/book-fees.ts';
import { auditedShipment } from '../shipments/audited-shipment.ts';
import { softDeleteShipments } from '../shipments/store/hidden-shipments.ts';
import { lockShipments } from '../shipments/store/shipments.ts';
import { findImport, isOfImport, updateImport } from './store/shipment-imports.ts';

const HARMLESS_PROCEDURES = ['shipmentImport.start', 'shipmentAdmin.showCodes'];

const { shipmentId } = shipmentImportRows;

/** Counts shipments with bills, runs, or audit entries of procedures that are not harmless. */
async function countTouched(tx: Transaction, ids: readonly string[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int from unnest(${sql.param([...ids])}::uuid[]) as made (id) where
      exists (select from audit_entries where entity = 'shipment' and entity_id = made.id
        and ${noneOf(sql`procedure`, HARMLESS_PROCEDURES)})
      or exists (select from run_tasks where shipment_id = made.id)
      or exists (select from bills where shipment_id = made.id and deleted_at is null)`);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes all shipments of an import, or none.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED if one has changed.
 */
export async function undoImport(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const { tx } = unit;
  if (!(await updateImport(tx, id, { state: 'undone', created: 0 }, 'done'))) {
    const isThere = await findImport(tx, id);
    if (!isThere) throw new UserError('NOT_FOUND', 'This file is no longer available. Its shipments stay.');
    throw new UserError('CONFLICT', 'You can only undo a finished import.');
  }
  const rows = await tx.select({ shipmentId }).from(shipmentImportRows).where(isOfImport(id)).for('update');
  const ids = rows.flatMap((row) => row.shipmentId ?? []);
  // They are locked first, even deleted ones, so that they cannot change after the check.
  const created = await lockShipments(tx, ids);
  const touched = await countTouched(tx, ids);
  if (touched > 0) {
    const sentence = `${counted(touched, 'shipment')} from this import changed since. Delete the ones you don’t need one by one.`;
    throw new UserError('PRECONDITION_FAILED', sentence);
  }
  await lockPayers(tx, created);
  await softDeleteShipments(tx, created);
  await bookFeesOfStatus(unit, created);
  await tx.update(shipmentImportRows).set({ shipmentId: null }).where(isOfImport(id));
  await unit.audit(
    created.map((shipment) => ({ entity: 'shipment', entityId: shipment.id, before: auditedShipment(shipment) })),
  );
}
