import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type CountCash, MAX_OPEN_CASH, type OpenCash, type RunCash } from '../../src/domain/cod.ts';
import { done } from '../../src/domain/field-schemas.ts';
import { toCents } from '../../src/domain/money.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import type { UpdatedTransaction } from '../../src/domain/transaction.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { cashCounts, codPayments } from '../base/database/tables/money/cash.ts';
import { runExceptions, runs } from '../base/database/tables/runs.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { users } from '../base/database/tables/users.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { inQuery } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { formatCents, postTransaction, rewriteTransaction } from '../ledger/change-ledger.ts';
import { assertNotOwn, needsSecondPerson, proposalOf } from '../ledger/second-person.ts';
import { lockBalances } from '../ledger/store/ledger.ts';
import { findTransaction, setProposal, type TransactionRow } from '../ledger/store/transactions.ts';
import { findHandedOver } from '../runs/store/courier-facts.ts';
import { lockRuns, notifyRunReaders } from '../runs/store/runs.ts';
import { findCodLimit } from './cod-terms.ts';
import { isStanding, moneyOf, NOT_HANDED_OVER, openRuns, readPurses } from './store/cod.ts';

const refused = (sentence: string) => new UserError('PRECONDITION_FAILED', sentence);

function listOpenPayments(executor: Executor, runId: string) {
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
      stands: sql<boolean>`${isStanding}`,
    })
    .from(codPayments)
    .innerJoin(shipments, eq(shipments.id, codPayments.shipmentId))
    .leftJoin(transactions, eq(transactions.id, codPayments.depositId))
    .where(and(eq(codPayments.runId, runId), isNull(codPayments.countId)))
    .orderBy(codPayments.id);
}

async function insertCount(tx: Transaction, count: typeof cashCounts.$inferInsert): Promise<string> {
  const [row] = await tx.insert(cashCounts).values(count).returning({ id: cashCounts.id });
  if (!row) throw new Error('A count was not inserted');
  return row.id;
}

async function markCounted(
  tx: Transaction,
  id: string,
  counted: { countId: string; feeId: string | null },
): Promise<void> {
  await tx.update(codPayments).set(counted).where(eq(codPayments.id, id));
}

async function resolveHandedOver(tx: Transaction, runId: string): Promise<void> {
  await tx
    .update(runExceptions)
    .set({ resolvedAt: sql`now()` })
    .where(
      and(eq(runExceptions.runId, runId), eq(runExceptions.kind, NOT_HANDED_OVER), isNull(runExceptions.resolvedAt)),
    );
}

/**
 * Owes senders what was counted, less the fee. Anything above what a count may credit waits for
 * someone with money’s rights.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error.
 */
export async function countCash(
  unit: UnitOfWork,
  { runId, seen, cash, card, reason = '' }: CountCash,
): Promise<UpdatedTransaction> {
  const { tx, actor } = unit;
  const run = (await lockRuns(tx, [runId])).get(runId);
  if (!run) throw new UserError('NOT_FOUND', 'This run no longer exists.');
  if (run.courierId === actor?.id) throw refused('This is your own run. Ask someone else to count its cash.');
  if (isOpenRun(run.status)) throw refused('This run isn’t closed yet. Close it first, then count its cash.');
  const open = await listOpenPayments(tx, runId);
  if (open.length === 0) throw refused('There is nothing to count in this run.');
  const expected = { cash: sumOf(open, 'cash'), card: sumOf(open, 'card') };
  if (toCents(seen.cash) !== expected.cash || toCents(seen.card) !== expected.card) {
    const now = `${formatCents(expected.cash, unit)} in cash and ${formatCents(expected.card, unit)} by card`;
    throw new UserError('CONFLICT', `The courier has reported something since. It is now ${now}.`);
  }
  const counted = { cash: toCents(cash), card: toCents(card) };
  const isSame = counted.cash === expected.cash && counted.card === expected.card;
  if (!isSame && reason === '') throw fieldError('reason', 'Say why it isn’t what was expected.');
  await resolveHandedOver(tx, runId);
  const owners = open.flatMap(({ ownerId }) => ownerId ?? []);
  for (const owner of owners) assertNotOwn(unit, owner);
  await lockBalances(tx, owners);
  const count = {
    expectedCashCents: expected.cash,
    expectedCardCents: expected.card,
    countedCashCents: counted.cash,
    countedCardCents: counted.card,
    reason,
  };
  const countId = await insertCount(tx, { ...count, runId, countedBy: actor?.id ?? '' });
  const corrected = open.filter(({ stands }) => !stands);
  // The brand bears what coins can’t pay, and keeps what was paid above.
  const rounded = open.reduce((sum, { stands, roundingCents }) => (stands ? sum + roundingCents : sum), 0n);
  const left = {
    cash: counted.cash - sumOf(corrected, 'cash') + rounded,
    card: counted.card - sumOf(corrected, 'card'),
  };
  let waits = false;
  for (const payment of open) {
    const owed = payment.stands ? min(paidFor(payment), payment.codCents ?? 0n) : 0n;
    const share = min(owed, left[payment.method]);
    if (share > 0n) left[payment.method] -= share;
    const credited = payment.stands ? await credit(unit, payment, { owed, share, courierId: run.courierId }) : null;
    if (credited?.waits) waits = true;
    await markCounted(tx, payment.id, { countId, feeId: credited?.feeId ?? null });
  }
  await unit.audit({ entity: 'run', entityId: runId, after: count });
  await notifyRunReaders(tx, runId);
  return waits ? { ...done, waits } : done;
}

type OpenPayment = Awaited<ReturnType<typeof listOpenPayments>>[number];

const paidFor = ({ amountCents, roundingCents }: OpenPayment) => amountCents + roundingCents;

const min = (one: bigint, other: bigint) => (one < other ? one : other);

const sumOf = (open: readonly OpenPayment[], method: OpenPayment['method']): bigint =>
  open.reduce((sum, row) => (row.method === method ? sum + row.amountCents : sum), 0n);

interface Credited {
  feeId: string | null;
  waits: boolean;
}

/** `owed` is the most that anybody can approve. */
async function credit(
  unit: UnitOfWork,
  payment: OpenPayment,
  { owed, share, courierId }: { owed: bigint; share: bigint; courierId: string },
): Promise<Credited | null> {
  const { tx } = unit;
  const deposit = payment.depositId && (await findTransaction(tx, payment.depositId));
  if (!deposit) return null;
  if (owed === 0n) {
    const summary = `${deposit.summary}, which has none`;
    await rewriteTransaction(unit, deposit, { ...deposit, status: 'failed', summary });
    return null;
  }
  const obstacle = await obstacleOf(unit, payment, deposit, { owed, share });
  const after = obstacle
    ? { ...deposit, amountCents: owed }
    : { ...deposit, amountCents: share, status: 'successful' as const };
  await rewriteTransaction(unit, deposit, after);
  const why = obstacle ?? (share < owed ? `Only ${formatCents(share, unit)} was counted for it.` : null);
  if (why) {
    const wanted = { ...deposit, amountCents: owed, status: 'successful' as const };
    // The courier has asked for it, and must not agree.
    const proposal = { ...proposalOf(unit, wanted), by: courierId, why, ...(obstacle && { isNew: true }) };
    await setProposal(tx, deposit.id, proposal);
    await unit.audit({
      entity: 'transaction',
      entityId: deposit.id,
      userId: deposit.userId,
      after: { summary: deposit.summary, amountCents: owed, proposed: wanted.status },
    });
  }
  return { feeId: await chargeCodFee(unit, payment, after), waits: why !== null };
}

async function obstacleOf(
  unit: UnitOfWork,
  payment: OpenPayment,
  deposit: TransactionRow,
  { owed, share }: { owed: bigint; share: bigint },
): Promise<string | null> {
  const { amountCents, codCents } = payment;
  if (paidFor(payment) > (codCents ?? 0n)) {
    const [reported, cod] = [formatCents(amountCents, unit), formatCents(codCents ?? 0n, unit)];
    return `The courier reported ${reported}, and its cash on delivery is ${cod}.`;
  }
  const limit = await findCodLimit(unit.tx, deposit.userId);
  if (limit === null || owed > limit) return 'It is more than this shop may have collected.';
  if (share <= 0n) return 'Nothing was counted for it.';
  const after = { ...deposit, amountCents: share, status: 'successful' as const };
  const isLarge = await needsSecondPerson(unit, deposit.userId, { before: deposit, after });
  return isLarge ? 'It is more than one person may credit in a day.' : null;
}

/** The fee is charged once the deposit is credited. */
async function chargeCodFee(
  unit: UnitOfWork,
  { trackingId, codFeeCents }: OpenPayment,
  { userId, status }: TransactionRow,
): Promise<string | null> {
  if (codFeeCents === 0n) return null;
  const fee = {
    type: 'fee' as const,
    status,
    amountCents: codFeeCents,
    summary: `Cash on delivery fee of shipment ${trackingId}`,
    purpose: 'cod-fee' as const,
  };
  const feeId = await postTransaction(unit, { userId, ...fee });
  await unit.audit({ entity: 'transaction', entityId: feeId, userId, after: fee });
  return feeId;
}

async function listCounts(executor: Executor, runId: string) {
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
    expected: moneyOf(count.expectedCashCents, count.expectedCardCents),
    counted: moneyOf(count.countedCashCents, count.countedCardCents),
    reason: count.reason,
  }));
}

/** Undefined if nothing was collected. */
export async function readRunCash(executor: Executor, runId: string): Promise<RunCash | undefined> {
  const purse = (await readPurses(executor, [runId])).get(runId);
  if (!purse) return undefined;
  return { ...purse, handedOver: await findHandedOver(executor, runId), counts: await listCounts(executor, runId) };
}

async function listOpenCashRuns(executor: Executor, limit: number) {
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

export async function listOpenCash(executor: Executor): Promise<OpenCash> {
  const rows = await listOpenCashRuns(executor, MAX_OPEN_CASH);
  const purses = await readPurses(
    executor,
    rows.map(({ id }) => id),
  );
  const runs: OpenCash = [];
  for (const { courier, closedAt, ...run } of rows) {
    runs.push({
      ...run,
      courier: { id: courier.id, name: fullName(courier) },
      closedAt: closedAt?.toISOString() ?? null,
      open: purses.get(run.id)?.open ?? { cash: 0, card: 0 },
      handedOver: await findHandedOver(executor, run.id),
    });
  }
  return runs;
}
