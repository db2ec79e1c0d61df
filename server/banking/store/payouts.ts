import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { Payout } from '../../../src/domain/transaction.ts';
import type { Executor } from '../../base/database/client.ts';
import { payoutFiles, payoutItems } from '../../base/database/tables/money/banking.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';

export const payoutColumns = {
  id: transactions.id,
  userId: transactions.userId,
  amountCents: transactions.amountCents,
  status: transactions.status,
  summary: transactions.summary,
  payout: sql<Payout | null>`${transactions.payout}`,
  proposal: transactions.proposal,
  person: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
};

export type FiledWithdrawal = Omit<Awaited<ReturnType<typeof listPayoutsOf>>[number], 'fileId'>;

/** Nobody pays themselves. */
export interface Sendable {
  readerId: string;
  /** A regular expression; null if no file can pay. */
  accounts: string | null;
}

const isOfLiveFile = and(eq(payoutItems.fileId, payoutFiles.id), isNull(payoutFiles.discardedAt));

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

/** Leaves out what has failed or was deleted before. */
export const listPayoutsOf = (executor: Executor, fileId: string) => selectFiled(executor, [fileId]);

function selectFiled(executor: Executor, fileIds: readonly string[]) {
  const isFiled = and(
    anyOf(payoutItems.fileId, fileIds),
    sql`${transactions.status} <> 'failed'`,
    isNull(transactions.deletedAt),
  );
  return executor
    .select({ ...payoutColumns, fileId: payoutItems.fileId })
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
    .select({ ...payoutColumns, deletedUser: users.deletedAt })
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

/** When each of these was put into a file for the bank. */
export async function findPayoutDays(executor: Executor, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await executor
    .select({ id: payoutItems.transactionId, createdAt: payoutFiles.createdAt })
    .from(payoutItems)
    .innerJoin(payoutFiles, isOfLiveFile)
    .where(anyOf(payoutItems.transactionId, ids));
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}
