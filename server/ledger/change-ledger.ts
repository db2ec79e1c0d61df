import { eq, sql, sum } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { choiceLabel } from '../../src/domain/choice-label.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { formatDay } from '../../src/domain/day.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { type LedgerEffect, ledgerEffect } from '../../src/domain/ledger.ts';
import { formatMoney, fromCents, toCents } from '../../src/domain/money.ts';
import type { SeenTransaction, TransactionPurpose } from '../../src/domain/transaction.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { lockEntry, setEntryState } from '../banking/store/bank-entries.ts';
import { findPayoutDays } from '../banking/store/payouts.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { balances, ledgerEntries, transactions } from '../base/database/tables/transactions.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { inBatches } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findCreditable, findStatementOf, IS_CREDIT } from '../statements/store/statements.ts';
import { findShipmentOfFee } from './store/fees.ts';
import { type BalanceRow, findBalance, lockBalance } from './store/ledger.ts';
import {
  findTransaction,
  isPendingWithdrawal,
  type NewTransaction,
  type TransactionRow,
} from './store/transactions.ts';

/**
 * Locks a transaction's balance, before anything moves money.
 * @throws NOT_FOUND
 */
export async function lockTransaction(
  { tx }: UnitOfWork,
  id: string,
): Promise<{ before: TransactionRow; balance: BalanceRow }> {
  const found = await findTransaction(tx, id);
  if (!found) throw notFound();
  const entryId = found.proposal?.entryId;
  if (entryId) await lockEntry(tx, entryId);
  const balance = await lockBalance(tx, found.userId);
  const before = await findTransaction(tx, id);
  if (!before) throw notFound();
  if (before.proposal?.entryId !== entryId)
    throw new UserError('CONFLICT', 'Someone else changed this. Check it and try again.');
  const stays = before.status === 'successful' && STAYS[before.purpose];
  if (stays) throw new UserError('PRECONDITION_FAILED', stays);
  return { before, balance };
}

const ON_STATEMENT = 'This is on a statement, and stays as it is. Credit the statement instead.';
const STAYS: Partial<Record<TransactionPurpose, string>> = {
  tax: ON_STATEMENT,
  credit: ON_STATEMENT,
  'fee-correction': 'This gives back a fee, and stays as it is. Charge a fee instead.',
};

const notFound = () => new UserError('NOT_FOUND', 'This transaction no longer exists.');

export async function postTransaction(unit: UnitOfWork, transaction: NewTransaction): Promise<string> {
  await lockBalance(unit.tx, transaction.userId);
  const id = uuidv7();
  await postTransactions(unit, [{ ...transaction, id }]);
  return id;
}

async function updateTransactionFields(
  tx: Transaction,
  id: string,
  fields: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
): Promise<void> {
  const { amountCents, status, summary } = fields;
  await tx
    .update(transactions)
    .set({ amountCents, status, summary, deletedAt: null, proposal: null })
    .where(eq(transactions.id, id));
}

export async function rewriteTransaction(
  unit: UnitOfWork,
  before: TransactionRow,
  after: TransactionRow,
  named: { summary?: string } = { summary: before.summary },
): Promise<boolean> {
  const change = changedFields(['amountCents', 'status', 'summary'], before, after);
  if (change === null) return false;
  const { id, userId, type } = before;
  await updateTransactionFields(unit.tx, id, after);
  if (after.amountCents !== before.amountCents || after.status !== before.status) {
    await appendToLedger(unit, before, `Reversal: ${before.summary}`, -1n);
    await appendToLedger(unit, after);
    const totalOf = ({ status, amountCents }: TransactionRow) => ledgerEffect(type, status, amountCents).total;
    const more = totalOf(before) - totalOf(after);
    await (more > 0n ? creditAgain(unit, before, more) : takeBackCredits(unit, before));
  }
  await unit.audit({
    entity: 'transaction',
    entityId: id,
    userId,
    before: { ...named, ...change.before },
    after: { ...named, ...change.after },
  });
  return true;
}

/** `feeIds` limits this to what followed a fee, by any of its ids. */
async function sumCredited(executor: Executor, userId: string, feeIds?: string[]): Promise<bigint> {
  const which = feeIds ? sql`${IS_CREDIT} and t.fee_id = any(${sql.param(feeIds)}::uuid[])` : IS_CREDIT;
  const { rows } = await executor.execute<{ cents: string }>(sql`
    select coalesce(sum(e.total_cents), 0)::text as cents
    from transactions t join ledger_entries e on e.transaction_id = t.id where t.user_id = ${userId} and ${which}`);
  return BigInt(rows[0]?.cents ?? 0);
}

/** Nobody is credited more than was charged. */
export async function takeBackCredits(unit: UnitOfWork, fee: TransactionRow): Promise<void> {
  const { id, userId, type } = fee;
  const credited = type === 'fee' ? await sumCredited(unit.tx, userId) : 0n;
  if (credited <= 0n) return;
  const statementId = await findStatementOf(unit.tx, id);
  const over = -(await findCreditable(unit.tx, { userId, statementId, except: 'all' }));
  await correct(unit, fee, { type, amountCents: min(over, credited), statementId });
}

/** The credits are on no statement, since none has the new charge. */
export async function creditAgain(unit: UnitOfWork, fee: TransactionRow, more: bigint): Promise<void> {
  const { id, userId, type } = fee;
  // Credits of earlier versions name the transaction.
  const taken = type === 'fee' ? -(await sumCredited(unit.tx, userId, [id, await subjectOf(unit, id)])) : 0n;
  if (taken <= 0n) return;
  const left = await findCreditable(unit.tx, { userId, statementId: null });
  await correct(unit, fee, { type: 'deposit', amountCents: min(more, left, taken), statementId: null });
}

/** A shipment’s fee is a new transaction for each new payer. */
const subjectOf = async ({ tx }: UnitOfWork, feeId: string) => (await findShipmentOfFee(tx, feeId))?.id ?? feeId;

type Correction = Pick<TransactionRow, 'type' | 'amountCents' | 'statementId'>;

async function correct(unit: UnitOfWork, { id, userId, summary }: TransactionRow, by: Correction): Promise<void> {
  if (by.amountCents <= 0n) return;
  const purpose = by.statementId ? 'credit' : 'fee-correction';
  const after = { ...by, purpose, status: 'successful', summary: `Credit of: ${summary}` } as const;
  const entityId = await postTransaction(unit, { userId, feeId: await subjectOf(unit, id), ...after });
  await unit.audit({ entity: 'transaction', entityId, userId, after });
}

const min = (...cents: bigint[]) => cents.reduce((least, one) => (one < least ? one : least));

type Credit = Pick<TransactionRow, 'userId' | 'amountCents'> & Partial<Pick<TransactionRow, 'id' | 'statementId'>>;

export async function creditProblem(
  executor: Executor,
  { id, userId, statementId = null, amountCents }: Credit,
  services: { environment: Pick<Environment, 'CURRENCY'> },
): Promise<string | null> {
  const left = await findCreditable(executor, { userId, statementId, ...(id && { except: id }) });
  if (amountCents <= left) return null;
  const of = statementId ? 'Of this statement you can credit' : 'Of the fees of this account you can give back';
  return `${of} up to ${formatCents(clampToZero(left), { services })}.`;
}

/** @throws Field error at `amount` */
export async function assertCreditable({ tx, services }: UnitOfWork, credit: Credit): Promise<void> {
  const problem = await creditProblem(tx, credit, services);
  if (problem) throw fieldError('amount', problem);
}

/** Gives fees back. */
export const isCredit = ({ purpose }: Pick<TransactionRow, 'purpose'>) =>
  purpose === 'credit' || purpose === 'fee-correction';

type LedgerRow = Pick<TransactionRow, 'id' | 'userId' | 'type' | 'status' | 'amountCents' | 'summary'>;

interface NewEntry {
  userId: string;
  transactionId: string;
  effect: LedgerEffect;
  reason: string;
  createdBy: string | null;
}

async function appendLedgerEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map(({ effect, ...entry }) => ({
    ...entry,
    totalCents: effect.total,
    heldCents: effect.held,
  }));
  for (const some of inBatches(rows)) await tx.insert(ledgerEntries).values(some);
  for (const [userId, own] of groupRows(rows, (row) => row.userId)) {
    const sum = (column: 'totalCents' | 'heldCents') => own.reduce((cents, row) => cents + row[column], 0n);
    await tx
      .update(balances)
      .set({
        totalCents: sql`${balances.totalCents} + ${sum('totalCents')}`,
        heldCents: sql`${balances.heldCents} + ${sum('heldCents')}`,
      })
      .where(eq(balances.userId, userId));
  }
}

export const appendToLedger = (unit: UnitOfWork, row: LedgerRow, reason?: string, sign?: 1n | -1n): Promise<void> =>
  appendLedgerEntries(unit.tx, [entryOf(unit, row, reason, sign)]);

function entryOf({ actor }: UnitOfWork, row: LedgerRow, reason = row.summary, sign: 1n | -1n = 1n) {
  const { total, held } = ledgerEffect(row.type, row.status, row.amountCents);
  return {
    userId: row.userId,
    transactionId: row.id,
    effect: { total: sign * total, held: sign * held },
    reason,
    createdBy: actor?.id ?? null,
  };
}

async function insertTransactions(tx: Transaction, rows: readonly (NewTransaction & { id: string })[]): Promise<void> {
  for (const some of inBatches(rows)) await tx.insert(transactions).values(some);
}

/** The accounts' balances must be locked. */
export async function postTransactions(
  unit: UnitOfWork,
  transactions: readonly (NewTransaction & { id: string })[],
): Promise<void> {
  await insertTransactions(unit.tx, transactions);
  await appendLedgerEntries(
    unit.tx,
    transactions.map((row) => entryOf(unit, row)),
  );
}

async function sumPendingWithdrawals(executor: Executor, userId: string): Promise<bigint> {
  const [row] = await executor
    .select({ cents: sum(transactions.amountCents) })
    .from(transactions)
    .where(isPendingWithdrawal(userId));
  return BigInt(row?.cents ?? 0);
}

/** Rejects uncovered withdrawals, unless a change makes nothing worse. */
export async function assertCovered(
  unit: UnitOfWork,
  before: BalanceRow,
  changed: TransactionRow,
  refuse: (sentence: string) => UserError,
): Promise<void> {
  const { tx } = unit;
  const after = await findBalance(tx, changed.userId);
  const available = availableOf(after);
  if (isWorse(availableOf(before), available)) {
    const pending = await sumPendingWithdrawals(tx, changed.userId);
    const left = clampToZero(available + pending);
    const sentence = `This would leave ${formatCents(left, unit)} for pending withdrawals of ${formatCents(pending, unit)}.`;
    if (pending > 0n) throw refuse(sentence);
  }
  const isPaidOut = changed.type === 'withdrawal' && changed.status === 'successful';
  if (isPaidOut && isWorse(before.totalCents, after.totalCents)) {
    const most = clampToZero(after.totalCents + changed.amountCents);
    throw refuse(`You can pay out up to ${formatCents(most, unit)}.`);
  }
}

const availableOf = ({ totalCents, heldCents }: BalanceRow) => totalCents - heldCents;
const isWorse = (before: bigint, after: bigint) => after < 0n && after < before;
const clampToZero = (cents: bigint) => (cents > 0n ? cents : 0n);

/** Cents in the brand's currency: `$1,234.50`. */
export const formatCents = (
  cents: bigint,
  { services }: { services: { environment: Pick<Environment, 'CURRENCY'> } },
): string => formatMoney(fromCents(cents), services.environment.CURRENCY);

/** The bank pays what its file says. */
export async function assertNotInFile(
  { tx, services }: UnitOfWork,
  { id, type }: TransactionRow,
  refuse: (sentence: string) => UserError,
): Promise<void> {
  const made = type === 'withdrawal' && (await findPayoutDays(tx, [id])).get(id);
  if (!made) return;
  const day = formatDay(dayIn(services.environment.TIME_ZONE, made));
  throw refuse(`The bank may still pay this: it is in the file of ${day}. Discard that file first.`);
}

export async function reopenEntry({ tx, actor }: UnitOfWork, { proposal }: TransactionRow): Promise<void> {
  if (!proposal?.entryId) return;
  await setEntryState(tx, proposal.entryId, { from: 'booked', to: 'open', by: actor?.id ?? null });
}

/** @throws CONFLICT */
export function assertUnchanged(
  unit: UnitOfWork,
  row: TransactionRow,
  { baseAmount, baseStatus }: SeenTransaction,
): void {
  const hasChanged =
    (baseStatus !== undefined && baseStatus !== row.status) ||
    (baseAmount !== undefined && toCents(baseAmount) !== row.amountCents);
  if (!hasChanged) return;
  const now = `${formatCents(row.amountCents, unit)}, ${choiceLabel(row.status).toLowerCase()}`;
  throw new UserError('CONFLICT', `Someone else changed this transaction. It is now ${now}.`);
}
