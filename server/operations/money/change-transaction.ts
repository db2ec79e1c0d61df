import { ledgerEffect } from '../../../src/domain/ledger.ts';
import { formatMoney, fromCents, toCents } from '../../../src/domain/money.ts';
import { statusLabel } from '../../../src/domain/shipment-status.ts';
import type { UpdateTransaction } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldRefusal, Refusal } from '../../errors/errors.ts';
import { appendLedgerEntry, type BalanceRow, findBalance, lockBalance } from '../../stores/money/ledger.ts';
import {
  findTransaction,
  hideTransaction,
  listPendingWithdrawals,
  sumPendingWithdrawals,
  type TransactionRow,
  updateTransactionFields,
} from '../../stores/money/transactions.ts';
import { findUser } from '../../stores/users/users.ts';
import { changedFields } from '../audit/changed-fields.ts';

/**
 * Changes a transaction's amount, status and summary (transactionAdmin.updateTransaction). Its
 * effect on the balance is reversed in the ledger and posted again; settling a pending withdrawal
 * also emails the user.
 * @throws NOT_FOUND, CONFLICT if amount or status differ from what the caller saw, and a field
 * error at `amount` or `status` if there is not enough money (see `assertCovered`).
 * Source: product decision 5; decision 0012.
 */
export async function updateTransaction(unit: UnitOfWork, input: UpdateTransaction): Promise<void> {
  const { before, balance } = await lockTransaction(unit, input.id);
  const { status, summary = before.summary } = input;
  const after = { ...before, amountCents: toCents(input.amount), status, summary };
  const change = changedFields(['amountCents', 'status', 'summary'], before, after);
  if (change === null) return;
  assertSeen(before, input);
  await updateTransactionFields(unit.tx, before.id, after);
  // A new summary moves no money.
  if (after.amountCents !== before.amountCents || after.status !== before.status) {
    await redo(unit, before, after);
    const field = after.amountCents === before.amountCents ? 'status' : 'amount';
    await assertCovered(unit, balance, after, (sentence) => fieldRefusal(field, sentence));
  }
  await unit.audit({ entity: 'transaction', entityId: before.id, userId: before.userId, ...change });
  if (before.type === 'withdrawal' && status !== before.status) await mailOutcome(unit, after);
}

/** Emails a user that a withdrawal was paid or has failed. */
async function mailOutcome(unit: UnitOfWork, { id, userId, status }: TransactionRow): Promise<void> {
  const person = status === 'pending' ? null : await findUser(unit.tx, userId);
  if (!person) return;
  await unit.mail({ kind: 'withdrawal', receiver: person.email, about: { transactionId: id, status } });
}

/**
 * Hides a transaction everywhere and reverses its effect in the ledger
 * (transactionAdmin.deleteTransaction).
 * @throws NOT_FOUND, and PRECONDITION_FAILED if pending withdrawals need the money.
 * Source: product decision 5.
 */
export async function deleteTransaction(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const { before, balance } = await lockTransaction(unit, id);
  await hideTransaction(unit.tx, id);
  await append(unit, before, `Reversal: ${before.summary}`, -1n);
  // For the balance, a deleted transaction counts like a failed one.
  const after = { ...before, status: 'failed' } as const;
  await assertCovered(unit, balance, after, (sentence) => new Refusal('PRECONDITION_FAILED', sentence));
  const { type, amountCents, status, summary, userId } = before;
  await unit.audit({ entity: 'transaction', entityId: id, userId, before: { type, amountCents, status, summary } });
}

/**
 * Fails all pending withdrawals of a user who is being deleted, since no page would ever lead a
 * manager to them again. Sends no emails: all mails to the user are erased with the account. The
 * caller prevents new requests.
 */
export async function failPendingWithdrawals(unit: UnitOfWork, userId: string): Promise<void> {
  await lockBalance(unit.tx, userId);
  for (const before of await listPendingWithdrawals(unit.tx, userId)) {
    const after = { ...before, status: 'failed' } as const;
    await updateTransactionFields(unit.tx, before.id, after);
    await redo(unit, before, after);
    const change = changedFields(['status'], before, after) ?? {};
    await unit.audit({ entity: 'transaction', entityId: before.id, userId, ...change });
  }
}

/**
 * Reads a transaction under the lock of its balance, which everything that moves money takes first,
 * so that it cannot change.
 */
async function lockTransaction(
  { tx }: UnitOfWork,
  id: string,
): Promise<{ before: TransactionRow; balance: BalanceRow }> {
  const found = await findTransaction(tx, id);
  if (!found) throw gone();
  const balance = await lockBalance(tx, found.userId);
  const before = await findTransaction(tx, id);
  if (!before) throw gone();
  return { before, balance };
}

/** Two managers may settle the same withdrawal; the second one decided on outdated data. */
function assertSeen(row: TransactionRow, { baseAmount, baseStatus }: UpdateTransaction): void {
  const isOther =
    (baseStatus !== undefined && baseStatus !== row.status) ||
    (baseAmount !== undefined && toCents(baseAmount) !== row.amountCents);
  if (!isOther) return;
  const now = `${inWords(row.amountCents)}, ${statusLabel(row.status).toLowerCase()}`;
  throw new Refusal('CONFLICT', `Someone else changed this transaction. It is now ${now}.`);
}

const gone = () => new Refusal('NOT_FOUND', 'This transaction no longer exists.');

/** Reverses the old version of a transaction in the ledger and posts the new one. */
async function redo(unit: UnitOfWork, before: TransactionRow, after: TransactionRow): Promise<void> {
  await append(unit, before, `Reversal: ${before.summary}`, -1n);
  await append(unit, after, after.summary);
}

/** Appends a transaction's effect on the balance to the ledger, or its reversal with -1. */
async function append(unit: UnitOfWork, row: TransactionRow, reason: string, sign: 1n | -1n = 1n): Promise<void> {
  const effect = ledgerEffect(row.type, row.status, row.amountCents);
  await appendLedgerEntry(unit.tx, {
    userId: row.userId,
    transactionId: row.id,
    effect: { total: sign * effect.total, held: sign * effect.held },
    reason,
    createdBy: unit.actor?.id ?? null,
  });
}

/**
 * Rejects a change after which pending withdrawals exceed the available money, or a withdrawal that
 * makes the total negative. A change that makes nothing worse is always allowed, so that a user who
 * owes money is not stuck.
 */
async function assertCovered(
  { tx }: UnitOfWork,
  before: BalanceRow,
  changed: TransactionRow,
  refuse: (sentence: string) => Refusal,
): Promise<void> {
  const after = await findBalance(tx, changed.userId);
  const available = availableOf(after);
  if (isWorse(availableOf(before), available)) {
    const pending = await sumPendingWithdrawals(tx, changed.userId);
    const left = atLeastNothing(available + pending);
    const sentence = `Pending withdrawals come to ${inWords(pending)}, and only ${inWords(left)} would be left.`;
    if (pending > 0n) throw refuse(sentence);
  }
  const isPaidOut = changed.type === 'withdrawal' && changed.status === 'successful';
  if (isPaidOut && isWorse(before.totalCents, after.totalCents)) {
    const most = atLeastNothing(after.totalCents + changed.amountCents);
    throw refuse(`You can pay out up to ${inWords(most)}.`);
  }
}

const availableOf = ({ totalCents, heldCents }: BalanceRow) => totalCents - heldCents;
const isWorse = (before: bigint, after: bigint) => after < 0n && after < before;
const atLeastNothing = (cents: bigint) => (cents > 0n ? cents : 0n);
const inWords = (cents: bigint) => formatMoney(fromCents(cents));
