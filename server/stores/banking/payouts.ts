import { and, asc, count, desc, eq, isNull, sql, sum } from 'drizzle-orm';
import type { Payout } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { payoutFiles, payoutItems } from '../../database/tables/money/banking.ts';
import { transactions } from '../../database/tables/transactions.ts';
import { users } from '../../database/tables/users.ts';
import { anyOf, forBatches } from '../lists.ts';
import { isSettled, isToPay } from '../money/transactions.ts';

const columns = {
  id: transactions.id,
  userId: transactions.userId,
  amountCents: transactions.amountCents,
  status: transactions.status,
  summary: transactions.summary,
  payout: sql<Payout | null>`${transactions.payout}`,
  person: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
};

/** Withdrawals that are neither paid nor in a file, the oldest first. */
export function listWithdrawalsForFile(executor: Executor, limit: number) {
  return executor
    .select(columns)
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .leftJoin(payoutItems, eq(payoutItems.transactionId, transactions.id))
    .where(and(isToPay, isSettled, isNull(payoutItems.fileId)))
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(limit);
}
export type FiledWithdrawal = Awaited<ReturnType<typeof listWithdrawalsForFile>>[number];

/** Puts into a file what is in no other yet, even if two people make one at once; returns how many. */
export async function insertPayoutFile(
  tx: Transaction,
  createdBy: string,
  transactionIds: readonly string[],
): Promise<{ id: string; included: string[] }> {
  const [file] = await tx.insert(payoutFiles).values({ createdBy }).returning({ id: payoutFiles.id });
  if (!file) throw new Error('A file of payouts was not inserted');
  const rows = await forBatches(transactionIds.toSorted(), (some) =>
    tx
      .insert(payoutItems)
      .values(some.map((transactionId) => ({ transactionId, fileId: file.id })))
      .onConflictDoNothing()
      .returning({ id: payoutItems.transactionId }),
  );
  return { id: file.id, included: rows.map(({ id }) => id) };
}

const isOfLiveFile = and(eq(payoutItems.fileId, payoutFiles.id), isNull(payoutFiles.discardedAt));

export function listPayoutFiles(executor: Executor, limit: number) {
  const isPending = sql`${transactions.status} = 'pending' and ${transactions.deletedAt} is null`;
  return executor
    .select({
      id: payoutFiles.id,
      createdAt: payoutFiles.createdAt,
      discardedAt: payoutFiles.discardedAt,
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

/** What the bank pays with a file: not what has failed or was deleted before. */
export function listPayoutsOf(executor: Executor, fileId: string): Promise<FiledWithdrawal[]> {
  return executor
    .select(columns)
    .from(payoutItems)
    .innerJoin(transactions, eq(transactions.id, payoutItems.transactionId))
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(and(eq(payoutItems.fileId, fileId), sql`${transactions.status} <> 'failed'`, isNull(transactions.deletedAt)))
    .orderBy(asc(transactions.createdAt), asc(transactions.id));
}

/** The bank didn’t take it: its withdrawals can be in another file. Null if it was discarded before. */
export async function discardPayoutFile(tx: Transaction, id: string): Promise<string[] | null> {
  const [file] = await tx
    .update(payoutFiles)
    .set({ discardedAt: sql`now()` })
    .where(and(eq(payoutFiles.id, id), isNull(payoutFiles.discardedAt)))
    .returning({ id: payoutFiles.id });
  if (!file) return null;
  const rows = await tx
    .delete(payoutItems)
    .where(
      and(
        eq(payoutItems.fileId, id),
        sql`${payoutItems.transactionId} in (select id from transactions where status = 'pending')`,
      ),
    )
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
