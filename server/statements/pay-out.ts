import { fromCents, toCents } from '../../src/domain/money.ts';
import { payoutAccountProblem } from '../../src/domain/payout-account.ts';
import { type DuePayout, formatNumber, MAX_PAYOUTS, type PayOut } from '../../src/domain/statements/statement.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn } from '../ledger/second-person.ts';
import { listDuePayouts } from '../ledger/store/due-payouts.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { withdraw } from '../ledger/transactions/withdraw.ts';

export async function getDuePayouts(executor: Executor): Promise<{ total: number; payouts: DuePayout[] }> {
  const { total, rows } = await listDuePayouts(executor, { limit: MAX_PAYOUTS });
  const payouts = rows.map(({ userId, document, amountCents, payout, ...person }) => ({
    userId,
    name: fullName(person),
    number: formatNumber(document),
    amount: fromCents(amountCents),
    iban: payout?.iban ?? null,
    ...(payout?.holder && { holder: payout.holder }),
  }));
  return { total, payouts };
}

/**
 * Requests the withdrawals of what is due, all or none (statementAdmin.payOut).
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function payOut(unit: UnitOfWork, { payouts }: PayOut): Promise<void> {
  const ordered = payouts.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  for (const { userId } of ordered) {
    assertNotOwn(unit, userId);
    await requireUser(unit.tx, userId);
  }
  for (const { userId, amount } of ordered) {
    await lockBalance(unit.tx, userId);
    const [due] = (await listDuePayouts(unit.tx, { userId, limit: 1 })).rows;
    if (due?.amountCents !== toCents(amount)) {
      throw new UserError('CONFLICT', 'What is due has changed. Check it and try again.');
    }
    if (!due.payout || payoutAccountProblem(due.payout.iban, unit.services.environment.CURRENCY)) {
      throw new UserError(
        'PRECONDITION_FAILED',
        `${fullName(due)} has to withdraw once: that says which bank account is theirs.`,
      );
    }
    await withdraw(unit, userId, {
      ...due.payout,
      holder: due.payout.holder ?? fullName(due),
      amount,
      summary: `Payout of ${formatNumber(due.document)}`,
    });
  }
}
