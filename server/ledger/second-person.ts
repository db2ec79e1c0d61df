import { and, eq, gt, sql, sum } from 'drizzle-orm';
import { ledgerEffect } from '../../src/domain/ledger.ts';
import { toCents } from '../../src/domain/money.ts';
import { OWN_ACCOUNT } from '../../src/domain/roles.ts';
import type { Proposal } from '../../src/domain/transaction.ts';
import type { Executor } from '../base/database/client.ts';
import { ledgerEntries, transactions } from '../base/database/tables/transactions.ts';
import { UserError } from '../base/errors/errors.ts';
import { noneOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { TransactionRow } from './store/transactions.ts';

/** @throws PRECONDITION_FAILED: nobody pays, credits, bills or rates themselves. */
export function assertNotOwn({ actor }: UnitOfWork, userId: string | null): void {
  if (actor && actor.id === userId) {
    throw new UserError('PRECONDITION_FAILED', OWN_ACCOUNT);
  }
}

type Money = Pick<TransactionRow, 'type' | 'status' | 'amountCents'>;

const effectOf = (row: Money | null) => (row ? ledgerEffect(row.type, row.status, row.amountCents).total : 0n);

/** Sums what somebody paid to accounts within a day, by hand or in downloaded files, even discarded ones. */
async function sumPaidOfDay(executor: Executor, by: string, userIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await executor.execute<{ userId: string; cents: string }>(sql`
    select user_id as "userId", sum(cents)::text as cents from (
      select t.user_id, t.amount_cents as cents
      from payout_files f join payout_items i on i.file_id = f.id join transactions t on t.id = i.transaction_id
      where f.created_by = ${by} and f.created_at > now() - interval '24 hours' and f.downloaded is null
        and t.user_id = any(${sql.param([...userIds])}::uuid[])
      union all
      select s.key::uuid, s.value::bigint
      from payout_files f cross join jsonb_each_text(f.downloaded -> 'sums') s
      where f.created_by = ${by} and (f.downloaded ->> 'at')::timestamptz > now() - interval '24 hours'
        and s.key = any(${sql.param([...userIds])}::text[])
      union all
      select e.user_id, -e.total_cents
      from ledger_entries e join transactions t on t.id = e.transaction_id left join payout_items i on i.transaction_id = t.id
      where e.user_id = any(${sql.param([...userIds])}::uuid[]) and e.created_by = ${by} and t.type = 'withdrawal'
        and i.file_id is null and e.created_at > now() - interval '24 hours') as paid
    group by user_id`);
  return new Map(rows.map(({ userId, cents }) => [userId, BigInt(cents)]));
}

async function sumCreditedOfDay(executor: Executor, { userId, by }: { userId: string; by: string }): Promise<bigint> {
  const [row] = await executor
    .select({ cents: sum(ledgerEntries.totalCents) })
    .from(ledgerEntries)
    .innerJoin(transactions, eq(transactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        eq(ledgerEntries.createdBy, by),
        noneOf(transactions.type, ['withdrawal']),
        noneOf(transactions.purpose, ['cod-fee']),
        gt(ledgerEntries.createdAt, sql`now() - interval '24 hours'`),
      ),
    );
  return BigInt(row?.cents ?? 0);
}

/** One person's credits and payouts to an account in 24 hours pass the limit. */
export async function needsSecondPerson(
  { tx, actor, services }: UnitOfWork,
  userId: string,
  { before, after }: { before: Money | null; after: Money | null },
): Promise<boolean> {
  const limit = services.environment.SECOND_PERSON_ABOVE;
  if (limit === null || !actor) return false;
  const gained = effectOf(after) - effectOf(before);
  const isPayout = (before ?? after)?.type === 'withdrawal' && gained < 0n;
  const moved = isPayout ? -gained : gained;
  if (moved <= 0n) return false;
  const earlier = isPayout
    ? (await sumPaidOfDay(tx, actor.id, [userId])).get(userId)
    : await sumCreditedOfDay(tx, { userId, by: actor.id });
  return isAbove(limit, moved, earlier);
}

const isAbove = (limit: number, moved: bigint, earlier = 0n): boolean =>
  moved + (earlier > 0n ? earlier : 0n) > toCents(limit);

type Payable = Pick<TransactionRow, 'userId' | 'amountCents' | 'proposal'>;

/** Splits them into those that need no second person, or have one, and the others. */
export async function splitByLimit<Row extends Payable>(
  { tx, actor, services }: UnitOfWork,
  rows: readonly Row[],
): Promise<[sent: Row[], waiting: Row[]]> {
  const limit = services.environment.SECOND_PERSON_ABOVE;
  if (limit === null || !actor) return [[...rows], []];
  const paid = await sumPaidOfDay(
    tx,
    actor.id,
    rows.map(({ userId }) => userId),
  );
  const split: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    const { userId, amountCents, proposal } = row;
    const waits = !proposal?.agreedBy && isAbove(limit, amountCents, paid.get(userId));
    if (!waits && !proposal?.agreedBy) paid.set(userId, amountCents + (paid.get(userId) ?? 0n));
    split[waits ? 1 : 0].push(row);
  }
  return split;
}

export const proposalOf = (
  { actor }: UnitOfWork,
  { amountCents, status, summary }: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
  more: Pick<Proposal, 'isNew' | 'entryId' | 'hasLeft'> = {},
): Proposal => ({ by: actor?.id ?? '', amount: Number(amountCents), status, summary, ...more });
