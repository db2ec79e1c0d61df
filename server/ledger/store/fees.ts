import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { TransactionStatus } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { CASH_OF_RUNS } from '../../cod/store/cod.ts';
import { PAID_AHEAD } from '../../cod/store/prepayments.ts';
import { type Comparison, compare } from '../../shipments/store/projections.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';
import { lockBalances } from './ledger.ts';
import { transactionColumns } from './transactions.ts';

/** A deleted shipment owes its fee if someone tried to deliver it, or did so without knowing. */
export const IS_FEE_OWED = sql`(case when shipments.deleted_at is null then shipments.status <> 'cancelled'
  else shipments.status in ('delivered', 'failed') or exists (
    select from fact_outcomes o where o.shipment_id = shipments.id and o.result = 'delivered'
      and not exists (select from fact_outcomes c where c.shipment_id = o.shipment_id and c.supersedes = o.fact_id)
  ) end)`;

const RIGHT_STATUS: SQL<TransactionStatus> = sql`case when ${IS_FEE_OWED} then 'successful' else 'failed' end`;
/** A deleted transaction counts nowhere. */
const STATUS: SQL<TransactionStatus> = sql`case when ${transactions.deletedAt} is null then ${transactions.status} else 'failed' end`;

/** Locks the balances that paid for locked shipments or get their cash, after their runs and before counters change. */
export async function lockPayers(tx: Transaction, rows: readonly Locked<ShipmentRow>[]): Promise<void> {
  const fees = rows.flatMap(({ feeTransactionId }) => feeTransactionId ?? []);
  const onDelivery = rows.filter(({ codCents, prepaidCents }) => codCents !== null || prepaidCents !== null);
  const ids = onDelivery.map(({ id }) => id);
  if (onDelivery.length > 0)
    await lockBalances(tx, [
      ...onDelivery.flatMap(({ senderId }) => senderId ?? []),
      ...(
        await tx
          .selectDistinct({ userId: transactions.userId })
          .from(transactions)
          .where(sql`${transactions.id} = any(${sql.param(fees)}::uuid[])
        or ${transactions.id} in (select deposit_id from cod_payments where shipment_id = any(${sql.param(ids)}::uuid[])
          union all select deposit_id from prepayments where shipment_id = any(${sql.param(ids)}::uuid[]))`)
      ).map(({ userId }) => userId),
    ]);
  if (fees.length === 0 || onDelivery.length > 0) return;
  await tx.execute(sql`select from balances
    where user_id in (select user_id from transactions where id = any(${sql.param(fees)}::uuid[]))
    order by user_id for update`);
}

/** Lists fees, each with the status that it should have. */
export function listFees(tx: Transaction, shipmentIds: readonly string[]) {
  return tx
    .select({
      before: { ...transactionColumns, status: STATUS },
      status: RIGHT_STATUS,
      trackingId: shipments.trackingId,
      isDeleted: isNotNull(shipments.deletedAt),
    })
    .from(shipments)
    .innerJoin(transactions, eq(transactions.id, shipments.feeTransactionId))
    .where(anyOf(shipments.id, shipmentIds));
}

export async function findShipmentOfFee(executor: Executor, transactionId: string) {
  const [row] = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId, status: RIGHT_STATUS })
    .from(shipments)
    .where(eq(shipments.feeTransactionId, transactionId));
  return row ?? null;
}

export function compareFees(executor: Executor): Promise<Comparison> {
  return compare(
    executor,
    sql`
    select format('fee of shipment %s', ${shipments.trackingId}) as name,
      format('%s charged', coalesce((
        select -sum(total_cents) from ledger_entries where transaction_id = ${shipments.feeTransactionId}), 0)) as kept,
      format('%s charged', case when not ${IS_FEE_OWED} then 0
        when t.purpose = '' then t.amount_cents else ${shipments.feeCents} end) as found
    from ${shipments} left join transactions t on t.id = ${shipments.feeTransactionId}
    where ${shipments.feeTransactionId} is not null
    union all
    select 'fee of no shipment: ' || t.summary, format('%s charged', -sum(e.total_cents)), '0 charged'
    from transactions t join ledger_entries e on e.transaction_id = t.id
    where t.purpose = 'shipping' and not exists (select from ${shipments} where ${shipments.feeTransactionId} = t.id)
    group by t.id
    union all ${CASH_OF_RUNS} union all ${PAID_AHEAD}`,
  );
}
