import { type SQL, sql } from 'drizzle-orm';
import type { StatementKind } from '../../../src/domain/statements/statement.ts';
import type { Payout } from '../../../src/domain/transaction.ts';
import type { Executor } from '../../base/database/client.ts';
import { isHeld } from '../../restores/store/held-payouts.ts';
import { IS_UNSTATED } from '../../statements/store/statements.ts';

export interface DuePayoutRow {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  document: { kind: StatementKind; year: number; number: number };
  amountCents: bigint;
  /** Null: it has never withdrawn anything. */
  payout: Payout | null;
}

/**
 * Lists what accounts closed with in our debt, less what they withdrew since, the largest first, and where their last
 * withdrawal went. A special bank account is where they pay to.
 */
export async function listDuePayouts(
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
