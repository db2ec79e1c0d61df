import { toCents } from '../../../src/domain/money.ts';
import type { UpdateTransaction } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldError } from '../../errors/errors.ts';
import { type TransactionRow, updateTransactionFields } from '../../stores/money/transactions.ts';
import { findUser } from '../../stores/users/users.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { assertCovered, assertUnchanged, lockTransaction, replaceLedgerEntry } from './change-ledger.ts';

/**
 * Changes a transaction and its ledger entry; emails the user of a settled withdrawal.
 * @throws NOT_FOUND, CONFLICT, field error.
 */
export async function updateTransaction(unit: UnitOfWork, input: UpdateTransaction): Promise<void> {
  const { before, balance } = await lockTransaction(unit, input.id);
  const { status, summary = before.summary } = input;
  const after = { ...before, amountCents: toCents(input.amount), status, summary };
  const change = changedFields(['amountCents', 'status', 'summary'], before, after);
  if (change === null) return;
  assertUnchanged(unit, before, input);
  await updateTransactionFields(unit.tx, before.id, after);
  if (after.amountCents !== before.amountCents || after.status !== before.status) {
    await replaceLedgerEntry(unit, before, after);
    const field = after.amountCents === before.amountCents ? 'status' : 'amount';
    await assertCovered(unit, balance, after, (sentence) => fieldError(field, sentence));
  }
  await unit.audit({
    entity: 'transaction',
    entityId: before.id,
    userId: before.userId,
    before: { summary: before.summary, ...change.before },
    after: { summary, ...change.after },
  });
  if (before.type === 'withdrawal' && status !== before.status) await emailOutcome(unit, after);
}

async function emailOutcome(unit: UnitOfWork, { id, userId, status }: TransactionRow): Promise<void> {
  const person = status === 'pending' ? null : await findUser(unit.tx, userId);
  if (!person) return;
  await unit.mail({ kind: 'withdrawal', receiver: person.email, about: { transactionId: id, status } });
}
