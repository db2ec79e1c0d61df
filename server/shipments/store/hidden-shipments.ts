import { and, eq, not, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import { isNotDeleted, type ShipmentRow } from './shipments.ts';

export async function findDeletedShipment(
  executor: Executor,
  by: { id: string } | { trackingId: string },
): Promise<{ id: string; trackingId: string; deletedAt: Date } | null> {
  const [row] = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId, deletedAt: shipments.deletedAt })
    .from(shipments)
    .where(and('id' in by ? eq(shipments.id, by.id) : eq(shipments.trackingId, by.trackingId), not(isNotDeleted)));
  return row?.deletedAt ? { ...row, deletedAt: row.deletedAt } : null;
}

export async function softDeleteShipment(tx: Transaction, shipment: Locked<ShipmentRow>): Promise<void> {
  await softDeleteShipments(tx, [shipment]);
}

export async function softDeleteShipments(tx: Transaction, rows: readonly Locked<ShipmentRow>[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const some of inBatches(ids)) {
    await tx.update(shipments).set({ deletedAt: sql`now()` }).where(anyOf(shipments.id, some));
  }
}

/** Counts shipments with bills, runs, or audit entries beyond `ignoredProcedures`. */
export async function countTouched(
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
