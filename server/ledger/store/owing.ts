import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { matchesUser } from '../../base/sql/text-search.ts';

export const IS_DEBIT = sql.raw(`t.type <> 'deposit' and t.status = 'successful' and t.deleted_at is null`);

/** Bills are due after this many days. */
interface Term {
  days: number;
  zone: string;
}
const isInTerm = (column: string, days: number, zone: string) =>
  sql`((${sql.raw(column)} at time zone ${zone})::date + ${days}::int >= (now() at time zone ${zone})::date)`;

/**
 * A payment covers the oldest first: something is overdue if newer fees alone are less than what is
 * owed. Deleted accounts are a separate list.
 */
const debtorsOf = ({ days, zone }: Term, condition: SQL, isDeleted: boolean) => sql`
  select users.id, users.deleted_at, users.first_name, users.last_name, users.email, b.reminded_at,
    greatest(-coalesce(b.total_cents, 0), 0) as on_account, coalesce(o.cents, 0) as in_bills, o.oldest as oldest_bill,
    ${isDeleted ? sql`-coalesce(b.total_cents, 0)` : sql`greatest(-coalesce(b.total_cents, 0), 0)`} + coalesce(o.cents, 0) as owed,
    coalesce(not ${isInTerm('o.oldest', days, zone)}, false) or -coalesce(b.total_cents, 0) > (
      select coalesce(sum(t.amount_cents), 0) from transactions t
      where t.user_id = users.id and ${IS_DEBIT} and ${isInTerm('t.created_at', days, zone)}
    ) as is_overdue
  from users left join balances b on b.user_id = users.id left join (
    select user_id, sum(amount_cents) as cents, min(created_at) as oldest
    from bills where paid_at is null and deleted_at is null group by user_id
  ) o on o.user_id = users.id
  where ${condition} and ${
    isDeleted
      ? sql`(b.total_cents <> 0 or o.cents > 0) and users.deleted_at is not null`
      : sql`(b.total_cents < 0 or o.cents > 0) and users.deleted_at is null`
  }`;

export interface DebtorFilter extends Term {
  q?: string | undefined;
  show?: 'overdue' | 'deleted' | undefined;
  ids?: readonly string[];
  /** Leaves out those who were reminded in so many days. */
  every?: number;
}

export const filteredDebtors = ({ q, ids, show, every, ...term }: DebtorFilter) =>
  debtorsOf(
    term,
    sql.join(
      [
        sql`true`,
        ...(every ? [sql`coalesce(b.reminded_at < now() - ${every} * interval '1 day', true)`] : []),
        ...(q ? [matchesUser(q)] : []),
        ...(ids ? [sql`users.id = any(${sql.param(ids)}::uuid[])`] : []),
      ],
      sql` and `,
    ),
    show === 'deleted',
  );

export async function sumDebts(
  executor: Executor,
  filter: DebtorFilter,
): Promise<{ count: number; overdueCount: number; owed: bigint; overdue: bigint }> {
  const { rows } = await executor.execute<{ count: number; late: number; owed: string; overdue: string }>(sql`
    select count(*)::int as count, (count(*) filter (where is_overdue))::int as late, coalesce(sum(owed), 0) as owed,
      coalesce(sum(owed) filter (where is_overdue), 0) as overdue
    from (${filteredDebtors(filter)}) d`);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    overdueCount: row?.late ?? 0,
    owed: BigInt(row?.owed ?? 0),
    overdue: BigInt(row?.overdue ?? 0),
  };
}

export const countOverdue = async (executor: Executor, term: Term) => ({
  count: (await sumDebts(executor, term)).overdueCount,
  oldest: null,
});
