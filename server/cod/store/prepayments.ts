/** Cash on delivery that receivers have paid to the bank before a courier came. */
import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { paymentReferences } from '../../base/database/tables/money/payments.ts';
import { prepayments } from '../../base/database/tables/money/prepayments.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';

export type PrepaymentRow = typeof prepayments.$inferSelect;

export const payableColumns = {
  id: shipments.id,
  trackingId: shipments.trackingId,
  status: shipments.status,
  codCents: shipments.codCents,
  prepaidCents: shipments.prepaidCents,
  deletedAt: shipments.deletedAt,
  isCollected: sql<boolean>`exists (select from cod_payments p where p.shipment_id = ${shipments.id}
    and p.reverses is null and not exists (select from cod_payments r where r.reverses = p.id))`,
};

export async function findPayableShipments(executor: Executor, references: readonly string[]) {
  const { reference, shipmentId } = paymentReferences;
  const rows = await executor
    .select({ reference, shipment: payableColumns })
    .from(paymentReferences)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(anyOf(reference, references));
  return new Map(rows.map(({ reference: key, shipment }) => [key, shipment]));
}
export type PayableShipment = NonNullable<ReturnType<Awaited<ReturnType<typeof findPayableShipments>>['get']>>;

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

export async function findPrepaidFee(tx: Transaction, depositId: string): Promise<string | null> {
  const [row] = await tx
    .select({ feeId: prepayments.feeId })
    .from(prepayments)
    .where(and(eq(prepayments.depositId, depositId), gt(prepayments.amountCents, 0n)));
  return row?.feeId ?? null;
}

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
