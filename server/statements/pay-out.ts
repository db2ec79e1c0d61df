import { type SQL, sql } from 'drizzle-orm';
import { fromCents, toCents } from '../../src/domain/money.ts';
import { payoutAccountProblem } from '../../src/domain/payout-account.ts';
import { type DuePayout, formatNumber, MAX_PAYOUTS, type PayOut } from '../../src/domain/statements/statement.ts';
import type { Payout } from '../../src/domain/transaction.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn } from '../ledger/second-person.ts';
import type { DuePayoutRow } from '../ledger/store/due-payouts.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { withdraw } from '../ledger/transactions/withdraw.ts';
import { isHeld } from '../restores/store/held-payouts.ts';
import { IS_UNSTATED } from './store/statements.ts';

/**
 * Lists what accounts closed with in our debt, less what they withdrew since, the largest first, and where their last
 * withdrawal went. A special bank account is where they pay to.
 */
async function listDuePayouts(
  executor: Executor,
  { userId, limit }: { userId?: string; limit: number },
): Promise<{ total: number; rows: DuePayoutRow[] }> {
  const whose: SQL = userId === undefined ? sql`true` : sql`user_id = ${userId}`;
  type Raw = Omit<DuePayoutRow, 'amountCents' | 'payout'> & {
    cents: string;
    last: Payout | null;
    total: number;
  };
  const { rows } = await executor.execute<Raw>(sql`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
      jsonb_build_object('kind', d.kind, 'year', d.year, 'number', d.number) as document,
      due.cents::text as cents, count(*) over ()::int as total,
      (select t.payout from transactions t where t.user_id = u.id and t.type = 'withdrawal' and t.payout is not null
        and t.status <> 'failed' and t.deleted_at is null order by t.created_at desc, t.id desc limit 1) as last
    from (select distinct on (user_id) * from statements where ${whose} order by user_id, sequence desc) d
      join balances b on b.user_id = d.user_id join users u on u.id = d.user_id
      cross join lateral (select least(b.total_cents, d.closing_cents + least(0, (
        select sum(e.total_cents) from ledger_entries e join transactions t on t.id = e.transaction_id
        where e.user_id = d.user_id and t.type = 'withdrawal' and ${IS_UNSTATED}))) - b.held_cents as cents) due
    where d.closing_cents > 0 and due.cents > 0 and u.deleted_at is null and not ${isHeld(sql`u.id`)}
    order by due.cents desc, u.id limit ${limit}`);
  const total = rows[0]?.total ?? 0;
  return {
    total,
    rows: rows.map(({ cents, last, total: _, ...row }) => ({
      ...row,
      amountCents: BigInt(cents),
      payout: last,
    })),
  };
}

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
