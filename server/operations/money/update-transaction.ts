import { toCents } from '../../../src/domain/money.ts';
import type { UpdateTransaction } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldError } from '../../errors/errors.ts';
import type { TransactionRow } from '../../stores/money/transactions.ts';
import { findUser } from '../../stores/users/users.ts';
import { assertCovered, assertUnchanged, lockTransaction, rewriteTransaction } from './change-ledger.ts';
import { assertFollowsShipment } from './settle-fees.ts';

/**
 * Changes a transaction and its ledger entry; emails the user of a settled withdrawal.
 * @throws NOT_FOUND, CONFLICT, field error.
 */
export async function updateTransaction(unit: UnitOfWork, input: UpdateTransaction): Promise<void> {
  const { before, balance } = await lockTransaction(unit, input.id);
  const { status, summary = before.summary } = input;
  const after = { ...before, amountCents: toCents(input.amount), status, summary };
  const isSame = after.amountCents === before.amountCents && status === before.status;
  if (isSame && summary === before.summary) return;
  assertUnchanged(unit, before, input);
  if (status !== before.status) await assertFollowsShipment(unit, after);
  await rewriteTransaction(unit, before, after);
  if (!isSame) {
    const field = after.amountCents === before.amountCents ? 'status' : 'amount';
    await assertCovered(unit, balance, after, (sentence) => fieldError(field, sentence));
  }
  if (before.type === 'withdrawal' && status !== before.status) await emailOutcome(unit, after);
}

async function emailOutcome(unit: UnitOfWork, { id, userId, status }: TransactionRow): Promise<void> {
  const person = status === 'pending' ? null : await findUser(unit.tx, userId);
  if (!person) return;
  await unit.mail({ kind: 'withdrawal', receiver: person.email, about: { transactionId: id, status } });
}
