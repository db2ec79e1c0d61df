import { toCents } from '../../../src/domain/money.ts';
import { payoutAccountProblem } from '../../../src/domain/payout-account.ts';
import type { Withdraw } from '../../../src/domain/withdrawal.ts';
import { fieldError } from '../../base/errors/errors.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { formatCents, postTransaction } from '../change-ledger.ts';
import { requireUser } from '../require-user.ts';
import { lockBalance } from '../store/ledger.ts';

/**
 * Requests a withdrawal; the balance's lock keeps concurrent ones within it.
 * @throws Field error at `amount` or `iban`.
 */
export async function withdraw(unit: UnitOfWork, userId: string, input: Withdraw): Promise<string> {
  const { amount, summary, ...payout } = input;
  const amountCents = toCents(amount);
  const problem = payoutAccountProblem(payout.iban, unit.services.environment.CURRENCY);
  if (problem) throw fieldError('iban', problem);
  const person = await requireUser(unit.tx, userId);
  const { totalCents, heldCents } = await lockBalance(unit.tx, userId);
  const available = totalCents - heldCents;
  if (amountCents > available) {
    throw fieldError('amount', `You can withdraw up to ${formatCents(available > 0n ? available : 0n, unit)}.`);
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
