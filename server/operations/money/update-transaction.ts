import { toCents } from '../../../src/domain/money.ts';
import type { UpdateTransaction } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldError } from '../../errors/errors.ts';
import { type TransactionRow, updateTransactionFields } from '../../stores/money/transactions.ts';
import { findUser } from '../../stores/users/users.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { assertCovered, assertUnchanged, lockTransaction, replaceLedgerEntry } from './change-ledger.ts';

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
  assertUnchanged(before, input);
  await updateTransactionFields(unit.tx, before.id, after);
  // A new summary moves no money.
  if (after.amountCents !== before.amountCents || after.status !== before.status) {
    await replaceLedgerEntry(unit, before, after);
    const field = after.amountCents === before.amountCents ? 'status' : 'amount';
    await assertCovered(unit, balance, after, (sentence) => fieldError(field, sentence));
  }
  await unit.audit({
    entity: 'transaction',
    entityId: before.id,
    userId: before.userId,
    // The history names a transaction by its summary.
    before: { summary: before.summary, ...change.before },
    after: { summary, ...change.after },
  });
  if (before.type === 'withdrawal' && status !== before.status) await emailOutcome(unit, after);
}

/** Emails a user that a withdrawal was paid or has failed. */
async function emailOutcome(unit: UnitOfWork, { id, userId, status }: TransactionRow): Promise<void> {
  const person = status === 'pending' ? null : await findUser(unit.tx, userId);
  if (!person) return;
  await unit.mail({ kind: 'withdrawal', receiver: person.email, about: { transactionId: id, status } });
}
