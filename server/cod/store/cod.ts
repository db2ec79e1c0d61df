/** Rows are written under their run's lock. */
import { and, asc, eq, min, type SQL, sql } from 'drizzle-orm';
import type { Money, PaymentMethod } from '../../../src/domain/cod.ts';
import { fromCents } from '../../../src/domain/money.ts';
import { OPEN_RUN_STATUSES } from '../../../src/domain/runs/run-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { codPayments } from '../../base/database/tables/money/cash.ts';
import { courierFacts, factOutcomes, runs, runTasks } from '../../base/database/tables/runs.ts';
import { anyOf, inQuery, noneOf } from '../../base/sql/lists.ts';

export type CodPaymentRow = typeof codPayments.$inferSelect;

export async function listVisitsWithPayments(executor: Executor, shipmentIds: readonly string[]) {
  const rows = await executor
    .select({
      visitId: factOutcomes.factId,
      shipmentId: factOutcomes.shipmentId,
      result: factOutcomes.result,
      supersedes: factOutcomes.supersedes,
      method: factOutcomes.paidMethod,
      cents: factOutcomes.paidCents,
      courierId: courierFacts.courierId,
      occurredAt: courierFacts.occurredAt,
      runId: runTasks.runId,
    })
    .from(factOutcomes)
    .innerJoin(courierFacts, eq(courierFacts.id, factOutcomes.factId))
    .innerJoin(runTasks, eq(runTasks.id, factOutcomes.taskId))
    .where(and(anyOf(factOutcomes.shipmentId, shipmentIds), anyOf(factOutcomes.result, ['delivered', 'failed'])))
    .orderBy(asc(courierFacts.occurredAt), asc(courierFacts.createdAt), asc(courierFacts.id));
  return rows.map(({ method, cents, ...visit }) => ({
    ...visit,
    payment: method && cents !== null ? { method: method as PaymentMethod, amount: fromCents(cents) } : undefined,
  }));
}

const isReversed = sql`exists (select from cod_payments r where r.reverses = ${codPayments.id})`;
/** A payment counts unless it was reversed or is a reversal. */
export const isStanding = sql`${codPayments.reverses} is null and not ${isReversed}`;

export function listStandingPayments(executor: Executor, shipmentIds: readonly string[]): Promise<CodPaymentRow[]> {
  return executor
    .select()
    .from(codPayments)
    .where(and(anyOf(codPayments.shipmentId, shipmentIds), isStanding));
}

export async function findCodFeeId(tx: Transaction, depositId: string): Promise<string | null> {
  const [row] = await tx
    .select({ feeId: codPayments.feeId })
    .from(codPayments)
    .where(and(eq(codPayments.depositId, depositId), isStanding));
  return row?.feeId ?? null;
}

const sumOf = (method: 'cash' | 'card', more: SQL = sql`true`) =>
  sql<string>`coalesce(sum(${codPayments.amountCents}) filter (where ${codPayments.method} = ${method} and ${more}), 0)`;
export const moneyOf = (cash: bigint | string, card: bigint | string): Money => ({
  cash: fromCents(BigInt(cash)),
  card: fromCents(BigInt(card)),
});

const isOpenPayment = sql`${codPayments.countId} is null`;

export interface RunPurse {
  collected: Money;
  open: Money;
  isOpen: boolean;
}

export async function readPurses(executor: Executor, runIds: readonly string[]): Promise<Map<string, RunPurse>> {
  if (runIds.length === 0) return new Map();
  const rows = await executor
    .select({
      runId: codPayments.runId,
      cash: sumOf('cash'),
      card: sumOf('card'),
      openCash: sumOf('cash', isOpenPayment),
      openCard: sumOf('card', isOpenPayment),
      isOpen: sql<boolean>`bool_or(${isOpenPayment})`,
    })
    .from(codPayments)
    .where(anyOf(codPayments.runId, runIds))
    .groupBy(codPayments.runId);
  return new Map(
    rows.map((row) => [
      row.runId,
      { collected: moneyOf(row.cash, row.card), open: moneyOf(row.openCash, row.openCard), isOpen: row.isOpen },
    ]),
  );
}

export const openRuns = (executor: Executor) =>
  executor
    .selectDistinct({ id: codPayments.runId })
    .from(codPayments)
    .innerJoin(runs, eq(runs.id, codPayments.runId))
    .where(and(isOpenPayment, noneOf(runs.status, OPEN_RUN_STATUSES)));

export async function countOpenCash(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int`, oldest: min(runs.closedAt) })
    .from(runs)
    .where(inQuery(runs.id, openRuns(executor)));
  return row ?? { count: 0, oldest: null };
}

export function listUncountedRuns(executor: Executor, courierId: string) {
  return executor
    .selectDistinct({ name: runs.name, day: runs.day })
    .from(codPayments)
    .innerJoin(runs, eq(runs.id, codPayments.runId))
    .where(and(isOpenPayment, eq(runs.courierId, courierId)));
}

export const NOT_HANDED_OVER = 'cash-not-handed-over';

/**
 * *Verify* reads this: nothing is credited before the count or after a correction, and never more
 * than was reported.
 */
export const CASH_OF_RUNS = sql`
  select format('cash of run %s', runs.id) as name,
    format('%s in the purse, %s credited', p.purse, p.credited) as kept,
    format('%s in the purse, %s credited', coalesce(f.facts, 0), p.counted) as found
  from runs join (
    select run_id, sum(c.amount_cents) as purse,
      coalesce(sum((select sum(e.total_cents) from ledger_entries e where e.transaction_id = c.deposit_id))
        filter (where c.reverses is null), 0) as credited,
      coalesce(sum(least(c.amount_cents + c.rounding_cents, d.amount_cents)) filter (where d.status = 'successful' and count_id is not null
        and reverses is null and not exists (select from cod_payments r where r.reverses = c.id)), 0) as counted
    from cod_payments c left join transactions d on d.id = c.deposit_id group by run_id
  ) as p on p.run_id = runs.id left join (
    select run_id, sum(paid_cents) filter (where paid_method <> 'before') as facts from (
      select distinct on (o.shipment_id, t.run_id) t.run_id, o.paid_cents, o.paid_method
      from fact_outcomes o join courier_facts f on f.id = o.fact_id join run_tasks t on t.id = o.task_id
      where o.result = 'delivered' and o.paid_cents is not null and not exists (
        select from fact_outcomes c join courier_facts g on g.id = c.fact_id
        where c.shipment_id = o.shipment_id and c.supersedes = o.fact_id and g.courier_id = f.courier_id)
      order by o.shipment_id, t.run_id, f.occurred_at, f.created_at, f.id
    ) as paid group by run_id
  ) as f on f.run_id = runs.id`;
