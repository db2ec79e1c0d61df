/** Couriers' purses and what the desk has counted of them; written under their run's lock. */
import { and, asc, eq, isNotNull, isNull, lt, min, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Money, PaymentMethod } from '../../../src/domain/cod.ts';
import { fromCents } from '../../../src/domain/money.ts';
import { OPEN_RUN_STATUSES } from '../../../src/domain/runs/run-status.ts';
import { OPEN_STATUSES } from '../../../src/domain/shipment-status.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { cashCounts, codPayments } from '../../base/database/tables/money/cash.ts';
import { prepayments } from '../../base/database/tables/money/prepayments.ts';
import { courierFacts, factOutcomes, runExceptions, runs, runTasks } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, inQuery, noneOf } from '../../base/sql/lists.ts';

export type CodPaymentRow = typeof codPayments.$inferSelect;
export type OpenPayment = Awaited<ReturnType<typeof listOpenPayments>>[number];

/** What the visits of these shipments say, in order of time, for `countedPayments`. */
export async function listPaidVisits(executor: Executor, shipmentIds: readonly string[]) {
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
const stands = sql`${codPayments.reverses} is null and not ${isReversed}`;

export function listStandingPayments(executor: Executor, shipmentIds: readonly string[]): Promise<CodPaymentRow[]> {
  return executor
    .select()
    .from(codPayments)
    .where(and(anyOf(codPayments.shipmentId, shipmentIds), stands));
}

export async function insertPayment(tx: Transaction, payment: typeof codPayments.$inferInsert): Promise<void> {
  await tx.insert(codPayments).values(payment);
}

/** What is not counted yet. `ownerId`: who is owed it. */
export function listOpenPayments(executor: Executor, runId: string) {
  return executor
    .select({
      id: codPayments.id,
      method: codPayments.method,
      amountCents: codPayments.amountCents,
      roundingCents: codPayments.roundingCents,
      depositId: codPayments.depositId,
      ownerId: transactions.userId,
      trackingId: shipments.trackingId,
      codCents: shipments.codCents,
      codFeeCents: shipments.codFeeCents,
      stands: sql<boolean>`${stands}`,
    })
    .from(codPayments)
    .innerJoin(shipments, eq(shipments.id, codPayments.shipmentId))
    .leftJoin(transactions, eq(transactions.id, codPayments.depositId))
    .where(and(eq(codPayments.runId, runId), isNull(codPayments.countId)))
    .orderBy(codPayments.id);
}

export async function insertCount(tx: Transaction, count: typeof cashCounts.$inferInsert): Promise<string> {
  const [row] = await tx.insert(cashCounts).values(count).returning({ id: cashCounts.id });
  if (!row) throw new Error('A count was not inserted');
  return row.id;
}

export async function markCounted(
  tx: Transaction,
  id: string,
  counted: { countId: string; feeId: string | null },
): Promise<void> {
  await tx.update(codPayments).set(counted).where(eq(codPayments.id, id));
}

/** The transaction that charges the fee of what was collected and counted. */
export async function findCodFee(tx: Transaction, depositId: string): Promise<string | null> {
  const [row] = await tx
    .select({ feeId: codPayments.feeId })
    .from(codPayments)
    .where(and(eq(codPayments.depositId, depositId), stands));
  return row?.feeId ?? null;
}

const sumOf = (method: 'cash' | 'card', more: SQL = sql`true`) =>
  sql<string>`coalesce(sum(${codPayments.amountCents}) filter (where ${codPayments.method} = ${method} and ${more}), 0)`;
const money = (cash: bigint | string, card: bigint | string): Money => ({
  cash: fromCents(BigInt(cash)),
  card: fromCents(BigInt(card)),
});

const isOpen = sql`${codPayments.countId} is null`;

export interface RunPurse {
  collected: Money;
  open: Money;
  isOpen: boolean;
}

/** What was collected in runs, of those where something was. */
export async function readPurses(executor: Executor, runIds: readonly string[]): Promise<Map<string, RunPurse>> {
  if (runIds.length === 0) return new Map();
  const rows = await executor
    .select({
      runId: codPayments.runId,
      cash: sumOf('cash'),
      card: sumOf('card'),
      openCash: sumOf('cash', isOpen),
      openCard: sumOf('card', isOpen),
      isOpen: sql<boolean>`bool_or(${isOpen})`,
    })
    .from(codPayments)
    .where(anyOf(codPayments.runId, runIds))
    .groupBy(codPayments.runId);
  return new Map(
    rows.map((row) => [
      row.runId,
      { collected: money(row.cash, row.card), open: money(row.openCash, row.openCard), isOpen: row.isOpen },
    ]),
  );
}

export async function listCounts(executor: Executor, runId: string) {
  const rows = await executor
    .select({
      count: cashCounts,
      by: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(cashCounts)
    .innerJoin(users, eq(users.id, cashCounts.countedBy))
    .where(eq(cashCounts.runId, runId))
    .orderBy(asc(cashCounts.createdAt), asc(cashCounts.id));
  return rows.map(({ count, by }) => ({
    id: count.id,
    at: count.createdAt.toISOString(),
    by: { id: by.id, name: fullName(by) },
    expected: money(count.expectedCashCents, count.expectedCardCents),
    counted: money(count.countedCashCents, count.countedCardCents),
    reason: count.reason,
  }));
}

/** Runs that have ended with something to count. */
const openRuns = (executor: Executor) =>
  executor
    .selectDistinct({ id: codPayments.runId })
    .from(codPayments)
    .innerJoin(runs, eq(runs.id, codPayments.runId))
    .where(and(isOpen, noneOf(runs.status, OPEN_RUN_STATUSES)));

export async function countOpenCash(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: sql<number>`count(*)::int`, oldest: min(runs.closedAt) })
    .from(runs)
    .where(inQuery(runs.id, openRuns(executor)));
  return row ?? { count: 0, oldest: null };
}

/** The runs of a courier whose cash nobody has counted. */
export function listUncountedRuns(executor: Executor, courierId: string) {
  return executor
    .selectDistinct({ name: runs.name, day: runs.day })
    .from(codPayments)
    .innerJoin(runs, eq(runs.id, codPayments.runId))
    .where(and(isOpen, eq(runs.courierId, courierId)));
}

/** Counts the parcels that a sender is not credited for yet: to deliver, to count or to approve. */
export async function countPendingCod(executor: Executor, senderId: string): Promise<number> {
  const toDeliver = executor
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.senderId, senderId),
        isNotNull(shipments.codCents),
        anyOf(shipments.status, OPEN_STATUSES),
        isNull(shipments.deletedAt),
      ),
    );
  const toCredit = executor
    .select({ id: codPayments.shipmentId })
    .from(codPayments)
    .innerJoin(transactions, eq(transactions.id, codPayments.depositId))
    .where(and(eq(transactions.userId, senderId), eq(transactions.status, 'pending')));
  const paidAhead = executor
    .select({ id: prepayments.shipmentId })
    .from(prepayments)
    .innerJoin(transactions, eq(transactions.id, prepayments.depositId))
    .where(and(eq(transactions.userId, senderId), eq(transactions.status, 'pending')));
  return (await union(toDeliver, toCredit, paidAhead)).length;
}

export async function listOpenCashRuns(executor: Executor, limit: number) {
  return executor
    .select({
      id: runs.id,
      name: runs.name,
      day: runs.day,
      closedAt: runs.closedAt,
      courier: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(runs)
    .innerJoin(users, eq(users.id, runs.courierId))
    .where(inQuery(runs.id, openRuns(executor)))
    .orderBy(asc(runs.closedAt), asc(runs.id))
    .limit(limit);
}

const NOT_HANDED_OVER = 'cash-not-handed-over';

/** Makes an exception of each run that ended so many hours ago with something to count. */
export async function markNotHandedOver(executor: Executor, hours: number): Promise<void> {
  // One that was cancelled before it started has no end.
  const ended = sql`coalesce(${runs.closedAt}, (
    select min(p.created_at) from cod_payments p where p.run_id = ${runs.id} and p.count_id is null))`;
  const since = lt(ended, sql`now() - ${hours} * interval '1 hour'`);
  const late = await executor
    .select({ runId: runs.id })
    .from(runs)
    .where(
      and(
        inQuery(runs.id, openRuns(executor)),
        since,
        sql`not exists (select from run_exceptions e where e.run_id = ${runs.id} and e.kind = ${NOT_HANDED_OVER}
          and e.resolved_at is null)`,
      ),
    );
  if (late.length > 0)
    await executor.insert(runExceptions).values(late.map(({ runId }) => ({ runId, kind: NOT_HANDED_OVER }) as const));
}

export async function resolveHandedOver(tx: Transaction, runId: string): Promise<void> {
  await tx
    .update(runExceptions)
    .set({ resolvedAt: sql`now()` })
    .where(
      and(eq(runExceptions.runId, runId), eq(runExceptions.kind, NOT_HANDED_OVER), isNull(runExceptions.resolvedAt)),
    );
}

/**
 * For *verify*: what visits say, what is in the purse, and what is credited: nothing before the count or after a
 * correction, and never more than was reported.
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
