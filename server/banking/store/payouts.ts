import { and, asc, count, desc, eq, isNull, not, type SQL, sql, sum } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { Payout } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { type Payer, payoutFiles, payoutItems } from '../../base/database/tables/money/banking.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import { isProposed, isSettled, isToPay } from '../../ledger/store/transactions.ts';
import { isHeld } from '../../restores/store/held-payouts.ts';

const columns = {
  id: transactions.id,
  userId: transactions.userId,
  amountCents: transactions.amountCents,
  status: transactions.status,
  summary: transactions.summary,
  payout: sql<Payout | null>`${transactions.payout}`,
  proposal: transactions.proposal,
  person: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
};

export type { Payer };
export type FiledWithdrawal = Omit<Awaited<ReturnType<typeof listPayoutsOf>>[number], 'fileId'>;

/** What a file can pay: nobody pays themselves. */
export interface Sendable {
  readerId: string;
  /** A regular expression of the accounts that a file can pay; null: no file can. */
  accounts: string | null;
}

const isUnheld = not(isHeld(sql`${transactions.userId}`));
const isDue = and(isToPay, isSettled, isNull(payoutItems.fileId), isUnheld);
const isSendable = ({ readerId, accounts }: Sendable) =>
  sql`coalesce(${transactions.userId} <> ${readerId} and ${transactions.payout} ->> 'iban' ~ ${accounts}::text, false)`;

const selectDue = (executor: Executor, which: SQL | undefined) =>
  executor
    .select(columns)
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .leftJoin(payoutItems, eq(payoutItems.transactionId, transactions.id))
    .where(which)
    .orderBy(asc(transactions.createdAt), asc(transactions.id));

/** Withdrawals that are neither paid nor in a file, the oldest first. */
export const listDueWithdrawals = (executor: Executor, sendable: Sendable, limit: number): Promise<FiledWithdrawal[]> =>
  selectDue(executor, and(isDue, isSendable(sendable))).limit(limit);

/** Those of the listed that are still due, now that their balances are locked. */
export const listStillDue = (tx: Transaction, ids: readonly string[]): Promise<FiledWithdrawal[]> =>
  selectDue(tx, and(isDue, anyOf(transactions.id, ids)));

/** Those that no file can pay. */
export const listOtherWithdrawals = (
  executor: Executor,
  sendable: Sendable,
  limit: number,
): Promise<FiledWithdrawal[]> => selectDue(executor, and(isDue, not(isSendable(sendable)))).limit(limit);

/** What waits for a second person. */
export const listWaitingWithdrawals = (executor: Executor, limit: number): Promise<FiledWithdrawal[]> =>
  selectDue(executor, and(isToPay, isProposed)).limit(limit);

export async function sumDueWithdrawals(executor: Executor, sendable: Sendable) {
  const can = isSendable(sendable);
  const [row] = await executor
    .select({
      count: sql<number>`(count(*) filter (where ${isSettled} and ${can}))::int`,
      cents: sql<string>`coalesce(sum(${transactions.amountCents}) filter (where ${isSettled} and ${can}), 0)`,
      others: sql<number>`(count(*) filter (where ${isSettled} and not ${can}))::int`,
      waiting: sql<number>`(count(*) filter (where ${isProposed}))::int`,
    })
    .from(transactions)
    .leftJoin(payoutItems, eq(payoutItems.transactionId, transactions.id))
    .where(and(isToPay, isNull(payoutItems.fileId), isUnheld));
  return row ?? { count: 0, cents: '0', others: 0, waiting: 0 };
}

/** Sums what somebody paid to accounts within a day, by hand or in downloaded files, even discarded ones. */
export async function sumPaidOfDay(
  executor: Executor,
  by: string,
  userIds: readonly string[],
): Promise<Map<string, bigint>> {
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

/** Puts into a file what is in no other: the balances are locked. */
export async function insertPayoutFile(
  tx: Transaction,
  by: { createdBy: string; payer: Payer },
  transactionIds: readonly string[],
): Promise<string> {
  const [file] = await tx.insert(payoutFiles).values(by).returning({ id: payoutFiles.id });
  if (!file) throw new Error('A file of payouts was not inserted');
  for (const some of inBatches(transactionIds))
    await tx.insert(payoutItems).values(some.map((transactionId) => ({ transactionId, fileId: file.id })));
  return file.id;
}

const isOfLiveFile = and(eq(payoutItems.fileId, payoutFiles.id), isNull(payoutFiles.discardedAt));

export function listPayoutFiles(executor: Executor, limit: number) {
  const isPending = sql`${transactions.status} = 'pending' and ${transactions.deletedAt} is null`;
  return executor
    .select({
      id: payoutFiles.id,
      createdAt: payoutFiles.createdAt,
      discardedAt: payoutFiles.discardedAt,
      isDownloaded: sql<boolean>`${payoutFiles.downloaded} is not null`,
      discardAskedBy: payoutFiles.discardAskedBy,
      count: count(payoutItems.transactionId),
      totalCents: sum(transactions.amountCents),
      pending: sql<number>`(count(*) filter (where ${isPending}))::integer`,
    })
    .from(payoutFiles)
    .leftJoin(payoutItems, eq(payoutItems.fileId, payoutFiles.id))
    .leftJoin(transactions, eq(transactions.id, payoutItems.transactionId))
    .groupBy(payoutFiles.id)
    .orderBy(desc(payoutFiles.createdAt))
    .limit(limit);
}

export async function findPayoutFile(executor: Executor, id: string) {
  const [file] = await executor
    .select()
    .from(payoutFiles)
    .where(and(eq(payoutFiles.id, id), isNull(payoutFiles.discardedAt)));
  return file ?? null;
}

const SUMS = sql`(select coalesce(jsonb_object_agg(user_id, cents), '{}') from (
  select t.user_id, sum(t.amount_cents) as cents from payout_items i join transactions t on t.id = i.transaction_id
  where i.file_id = ${payoutFiles.id} group by t.user_id) as s)`;

/** Notes that the bank may pay this from now on; null if it is discarded. */
export async function markDownloaded(executor: Executor, id: string) {
  const [file] = await executor
    .update(payoutFiles)
    .set({ downloaded: sql`coalesce(${payoutFiles.downloaded}, jsonb_build_object('at', now(), 'sums', ${SUMS}))` })
    .where(and(eq(payoutFiles.id, id), isNull(payoutFiles.discardedAt)))
    .returning();
  return file ?? null;
}

export async function lockPayoutFile(tx: Transaction, id: string) {
  const [file] = await tx
    .select()
    .from(payoutFiles)
    .where(and(eq(payoutFiles.id, id), isNull(payoutFiles.discardedAt)))
    .for('update');
  return file ?? null;
}

export async function setDiscardAskedBy(tx: Transaction, id: string, askedBy: string): Promise<void> {
  await tx.update(payoutFiles).set({ discardAskedBy: askedBy }).where(eq(payoutFiles.id, id));
}

/** What the bank pays with a file: not what has failed or was deleted before. */
export const listPayoutsOf = (executor: Executor, fileId: string) => selectFiled(executor, [fileId]);

function selectFiled(executor: Executor, fileIds: readonly string[]) {
  const isFiled = and(
    anyOf(payoutItems.fileId, fileIds),
    sql`${transactions.status} <> 'failed'`,
    isNull(transactions.deletedAt),
  );
  return executor
    .select({ ...columns, fileId: payoutItems.fileId })
    .from(payoutItems)
    .innerJoin(transactions, eq(transactions.id, payoutItems.transactionId))
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(isFiled)
    .orderBy(asc(transactions.createdAt), asc(transactions.id));
}

/** Which of these are withdrawals, and which are files that were not discarded, with what the bank pays with each. */
export async function findPayouts(executor: Executor, ids: readonly string[]) {
  const isWithdrawal = and(anyOf(transactions.id, ids), eq(transactions.type, 'withdrawal'));
  const withdrawals = await executor
    .select({ ...columns, deletedUser: users.deletedAt })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(and(isWithdrawal, isNull(transactions.deletedAt)));
  const files = await executor
    .select({ id: payoutFiles.id })
    .from(payoutFiles)
    .where(and(anyOf(payoutFiles.id, ids), isNull(payoutFiles.discardedAt)));
  const filed = files.length > 0 ? await selectFiled(executor, ids) : [];
  const inFiles = groupRows(filed, ({ fileId }) => fileId);
  return {
    withdrawals: new Map(withdrawals.map((one) => [one.id, one])),
    files: new Map(files.map(({ id }) => [id, inFiles.get(id) ?? []])),
  };
}
export type FoundPayouts = Awaited<ReturnType<typeof findPayouts>>;

/** The bank didn’t take it: its withdrawals can be in another file. The file is locked. */
export async function discardPayoutFile(tx: Transaction, id: string): Promise<string[]> {
  await tx.update(payoutFiles).set({ discardedAt: sql`now()` }).where(eq(payoutFiles.id, id));
  const rows = await tx
    .delete(payoutItems)
    .where(eq(payoutItems.fileId, id))
    .returning({ id: payoutItems.transactionId });
  return rows.map((row) => row.id);
}

/** When each of these was put into a file for the bank. */
export async function findPayoutDays(executor: Executor, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await executor
    .select({ id: payoutItems.transactionId, createdAt: payoutFiles.createdAt })
    .from(payoutItems)
    .innerJoin(payoutFiles, isOfLiveFile)
    .where(anyOf(payoutItems.transactionId, ids));
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}
