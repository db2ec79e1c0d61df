import { formatMoney, fromCents, toCents } from '../../../src/domain/money.ts';
import type { Withdraw } from '../../../src/domain/withdrawal.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldRefusal } from '../../errors/errors.ts';
import { lockBalance } from '../../stores/money/ledger.ts';
import { holdPerson } from './person-account.ts';
import { postTransaction } from './post-transaction.ts';

/**
 * Requests a withdrawal (transaction.withdraw) as a pending transaction that holds the amount at
 * once, emails the user and returns the transaction's id. The available amount is read and held
 * under the lock of the balance, so that concurrent requests cannot exceed it.
 * @throws A field error at `amount`.
 * Source: product decision 5.
 */
export async function withdraw(unit: UnitOfWork, userId: string, input: Withdraw): Promise<string> {
  const { amount, summary, ...payout } = input;
  const amountCents = toCents(amount);
  const person = await holdPerson(unit.tx, userId);
  const { totalCents, heldCents } = await lockBalance(unit.tx, userId);
  const available = totalCents - heldCents;
  if (amountCents > available) {
    const most = formatMoney(fromCents(available > 0n ? available : 0n));
    throw fieldRefusal('amount', `You can withdraw up to ${most}.`);
  }
  const id = await postTransaction(unit, {
    userId,
    type: 'withdrawal',
    status: 'pending',
    amountCents,
    summary,
    payout,
  });
  await unit.mail({ kind: 'withdrawal', receiver: person.email, about: { transactionId: id, status: 'pending' } });
  await unit.audit({
    entity: 'transaction',
    entityId: id,
    userId,
    after: { type: 'withdrawal', amountCents, summary },
  });
  return id;
}
