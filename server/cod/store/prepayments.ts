/** Cash on delivery that receivers have paid to the bank before a courier came. */
import { and, desc, eq, gt, isNotNull, sql, sum } from 'drizzle-orm';
import { fromCents } from '../../../src/domain/money.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { paymentReferences } from '../../base/database/tables/money/payments.ts';
import { prepayments } from '../../base/database/tables/money/prepayments.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';

export type PrepaymentRow = typeof prepayments.$inferSelect;

const payable = {
  id: shipments.id,
  trackingId: shipments.trackingId,
  status: shipments.status,
  codCents: shipments.codCents,
  prepaidCents: shipments.prepaidCents,
  deletedAt: shipments.deletedAt,
  isCollected: sql<boolean>`exists (select from cod_payments p where p.shipment_id = ${shipments.id}
    and p.reverses is null and not exists (select from cod_payments r where r.reverses = p.id))`,
};

/** The shipments that references belong to, by them. */
export async function findPayableShipments(executor: Executor, references: readonly string[]) {
  const { reference, shipmentId } = paymentReferences;
  const rows = await executor
    .select({ reference, shipment: payable })
    .from(paymentReferences)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(anyOf(reference, references));
  return new Map(rows.map(({ reference: key, shipment }) => [key, shipment]));
}
export type PayableShipment = NonNullable<ReturnType<Awaited<ReturnType<typeof findPayableShipments>>['get']>>;

/** Reads them again, once they are locked. */
export const listPayableShipments = (executor: Executor, ids: readonly string[]): Promise<PayableShipment[]> =>
  executor.select(payable).from(shipments).where(anyOf(shipments.id, ids));

/** Finds shipments with cash on delivery by the tracking IDs that payers have written. */
export async function findNamedShipments(executor: Executor, trackingIds: readonly string[]) {
  const rows = await executor
    .select(payable)
    .from(shipments)
    .where(and(anyOf(shipments.trackingId, trackingIds), isNotNull(shipments.codCents)));
  return new Map(rows.map((row) => [row.trackingId, row]));
}

export async function insertPrepayment(tx: Transaction, row: typeof prepayments.$inferInsert): Promise<void> {
  await tx.insert(prepayments).values(row);
}

/** Sets what is still to be paid at the door, and what was paid ahead. */
export async function updatePrepaid(
  tx: Transaction,
  { id }: Locked<ShipmentRow>,
  columns: Pick<ShipmentRow, 'codCents' | 'prepaidCents'>,
): Promise<Locked<ShipmentRow>> {
  const [row] = await tx.update(shipments).set(columns).where(eq(shipments.id, id)).returning();
  if (!row) throw new Error('A locked shipment is gone');
  return row as Locked<ShipmentRow>;
}

/** The payments of these shipments that have not gone back. */
export async function listStandingPrepayments(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<{ prepayment: PrepaymentRow; status: ShipmentRow['status']; isDeleted: boolean }[]> {
  return executor
    .selectDistinctOn([prepayments.shipmentId], {
      prepayment: prepayments,
      status: shipments.status,
      isDeleted: sql<boolean>`${shipments.deletedAt} is not null`,
    })
    .from(prepayments)
    .innerJoin(shipments, eq(shipments.id, prepayments.shipmentId))
    .where(
      and(
        anyOf(prepayments.shipmentId, shipmentIds),
        isNotNull(shipments.prepaidCents),
        gt(prepayments.amountCents, 0n),
      ),
    )
    .orderBy(prepayments.shipmentId, desc(prepayments.createdAt), desc(prepayments.id));
}

/** How a shipment was paid ahead. */
export async function findPrepaid(executor: Executor, { id, prepaidCents }: Pick<ShipmentRow, 'id' | 'prepaidCents'>) {
  const [row] = prepaidCents === null ? [] : await listStandingPrepayments(executor, [id]);
  if (!row) return null;
  const { amountCents, createdAt } = row.prepayment;
  return { method: 'before' as const, amount: fromCents(amountCents), at: createdAt.toISOString(), counted: false };
}

/** What a person has booked for a sender in the last 24 hours. */
export async function sumPrepaidOfDay(tx: Transaction, { senderId, by }: { senderId: string; by: string }) {
  const [row] = await tx
    .select({ cents: sum(prepayments.amountCents) })
    .from(prepayments)
    .innerJoin(transactions, eq(transactions.id, prepayments.depositId))
    .where(
      and(
        eq(transactions.userId, senderId),
        eq(prepayments.bookedBy, by),
        gt(prepayments.createdAt, sql`now() - interval '24 hours'`),
      ),
    );
  return BigInt(row?.cents ?? 0);
}

/** The transaction that charges the fee of what was paid ahead. */
export async function findPrepaidFee(tx: Transaction, depositId: string): Promise<string | null> {
  const [row] = await tx
    .select({ feeId: prepayments.feeId })
    .from(prepayments)
    .where(and(eq(prepayments.depositId, depositId), gt(prepayments.amountCents, 0n)));
  return row?.feeId ?? null;
}

/** What is paid ahead by the rows of payments, and what senders have of it once it is delivered. */
export const PAID_AHEAD = sql`
  select format('paid ahead for shipment %s', s.tracking_id) as name,
    format('%s, %s credited', coalesce(s.prepaid_cents, 0), p.credited) as kept,
    format('%s, %s credited', p.cents, case when s.status = 'delivered' and not p.waits then p.owed else 0 end) as found
  from shipments s join (
    select shipment_id, sum(p.amount_cents) as cents, coalesce(sum(
        (select sum(e.total_cents) from ledger_entries e where e.transaction_id = p.deposit_id)
      ) filter (where p.amount_cents > 0), 0) as credited,
      coalesce(sum(p.amount_cents) filter (where p.deposit_id is not null), 0) as owed,
      coalesce(bool_or(p.is_large and d.status <> 'successful'), false) as waits
    from prepayments p left join transactions d on d.id = p.deposit_id group by shipment_id
  ) as p on p.shipment_id = s.id`;
