import { type SQL, sql } from 'drizzle-orm';
import { REMINDER_HOURS } from '../../../src/domain/owing.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { balances } from '../../base/database/tables/transactions.ts';
import { matchesUser } from '../../base/sql/text-search.ts';
import { IS_UNSTATED } from '../../statements/store/statements.ts';
import { lockBalances } from './ledger.ts';

const IS_DEBIT = sql.raw(`t.type <> 'deposit' and t.status = 'successful' and t.deleted_at is null`);

/** Bills are due after this many days. */
interface Term {
  days: number;
  /** The brand’s zone. */
  zone: string;
}
const isInTerm = (column: string, days: number, zone: string) =>
  sql`((${sql.raw(column)} at time zone ${zone})::date + ${days}::int >= (now() at time zone ${zone})::date)`;

/**
 * A payment covers the oldest first: something is overdue if newer fees alone are less than what is owed. Deleted
 * accounts, which may owe or be owed, are a separate list.
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

interface Filter extends Term {
  q?: string | undefined;
  show?: 'overdue' | 'deleted' | undefined;
  ids?: readonly string[];
  /** Leaves out those who were reminded in so many days. */
  every?: number;
}

const filtered = ({ q, ids, show, every, ...term }: Filter) =>
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

export interface DebtorRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  owed: string;
  on_account: string;
  unstated: string;
  is_overdue: boolean;
  since: Date | string;
  last_payment: Date | string | null;
  reminded_at: Date | string | null;
}

/** Those who owe most first. */
export async function listDebtors(
  executor: Executor,
  { limit, offset, ...filter }: Filter & { limit: number; offset: number },
): Promise<DebtorRow[]> {
  const { rows } = await executor.execute<DebtorRow & Record<string, unknown>>(sql`
    select d.*, least(d.on_account, (
      select coalesce(-sum(e.total_cents), 0) from ledger_entries e join transactions t on t.id = e.transaction_id
      where e.user_id = d.id and t.type = 'fee' and t.purpose <> 'tax' and ${IS_UNSTATED}
    ))::text as unstated, coalesce(least(d.oldest_bill, (
      select min(created_at) from (
        select t.created_at, sum(t.amount_cents) over (order by t.created_at desc, t.id desc) - t.amount_cents as newer
        from transactions t where t.user_id = d.id and ${IS_DEBIT}
      ) debits where newer < d.on_account
    )), d.deleted_at) as since, (
      select greatest(max(t.created_at), (select max(paid_at) from bills where user_id = d.id and deleted_at is null))
      from transactions t where t.user_id = d.id and t.type = 'deposit' and t.purpose = ''
        and t.status = 'successful' and t.deleted_at is null
    ) as last_payment
    from (${filtered(filter)} order by owed desc, users.id) d
    where ${filter.show === 'overdue' ? sql`d.is_overdue` : sql`true`}
    order by d.owed desc, d.id limit ${limit} offset ${offset}`);
  return rows;
}

export async function sumDebts(
  executor: Executor,
  filter: Filter,
): Promise<{ count: number; overdueCount: number; owed: bigint; overdue: bigint }> {
  const { rows } = await executor.execute<{ count: number; late: number; owed: string; overdue: string }>(sql`
    select count(*)::int as count, (count(*) filter (where is_overdue))::int as late, coalesce(sum(owed), 0) as owed,
      coalesce(sum(owed) filter (where is_overdue), 0) as overdue
    from (${filtered(filter)}) d`);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    overdueCount: row?.late ?? 0,
    owed: BigInt(row?.owed ?? 0),
    overdue: BigInt(row?.overdue ?? 0),
  };
}

/** Notes a reminder of each who had none lately, and returns these. */
export async function claimReminders(tx: Transaction, userIds: readonly string[]): Promise<string[]> {
  await lockBalances(tx, userIds);
  const claimed = await tx
    .update(balances)
    .set({ remindedAt: sql`now()` })
    .where(
      sql`${balances.userId} = any(${sql.param([...userIds])}::uuid[])
        and coalesce(${balances.remindedAt} < now() - ${REMINDER_HOURS} * interval '1 hour', true)`,
    )
    .returning({ id: balances.userId });
  return claimed.map(({ id }) => id);
}
