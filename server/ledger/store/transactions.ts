import { and, asc, count, desc, eq, gt, isNotNull, isNull, min, type SQL, sql, sum } from 'drizzle-orm';
import { ROWS_AT_ONCE } from '../../../src/domain/pagination.ts';
import type {
  Payout,
  Proposal,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Erased } from '../../base/database/tables/columns.ts';
import { ledgerEntries, transactions } from '../../base/database/tables/transactions.ts';
import { users } from '../../base/database/tables/users.ts';
import { inBatches, isBefore, noneOf } from '../../base/sql/lists.ts';

export interface NewTransaction {
  userId: string;
  type: TransactionType;
  amountCents: bigint;
  status: TransactionStatus;
  summary: string;
  purpose?: TransactionPurpose;
  statementId?: string | null;
  feeId?: string;
  payout?: Payout;
  proposal?: Proposal;
}

export async function insertTransactions(
  tx: Transaction,
  rows: readonly (NewTransaction & { id: string })[],
): Promise<void> {
  for (const some of inBatches(rows)) await tx.insert(transactions).values(some);
}

export interface TransactionRow {
  id: string;
  userId: string;
  type: TransactionType;
  amountCents: bigint;
  status: TransactionStatus;
  summary: string;
  purpose: TransactionPurpose;
  statementId: string | null;
  payout: Payout | null;
  proposal: Proposal | null;
  createdAt: Date;
}

export const transactionColumns = {
  id: transactions.id,
  userId: transactions.userId,
  type: transactions.type,
  amountCents: transactions.amountCents,
  status: transactions.status,
  summary: transactions.summary,
  purpose: transactions.purpose,
  statementId: transactions.statementId,
  payout: sql<Payout | null>`${transactions.payout}`,
  proposal: transactions.proposal,
  createdAt: transactions.createdAt,
} satisfies Record<keyof TransactionRow, unknown>;

const isNotDeleted = isNull(transactions.deletedAt);

export function listTransactions(
  executor: Executor,
  userId: string,
  { before, only }: { before?: string | undefined; only?: SQL },
): Promise<TransactionRow[]> {
  return executor
    .select(transactionColumns)
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isNotDeleted, only, isBefore(transactions, before)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(ROWS_AT_ONCE);
}

/** Waits for a second person, or does not. */
export const isProposed = sql`${transactions.proposal} is not null and not ${transactions.proposal} ? 'agreedBy'`;
export const isSettled = sql`not (${isProposed})`;

export async function findTransaction(executor: Executor, id: string): Promise<TransactionRow | null> {
  const [row] = await executor
    .select(transactionColumns)
    .from(transactions)
    .where(and(eq(transactions.id, id), isNotDeleted));
  return row ?? null;
}

// Repeats the condition of the index, which could not be used with parameters.
export const isToPay = sql`${transactions.type} = 'withdrawal' and ${transactions.status} = 'pending' and ${isNotDeleted}`;

const isPendingWithdrawal = (userId: string) => and(eq(transactions.userId, userId), isToPay);

export async function countWithdrawalsToPay(executor: Executor): Promise<number> {
  const [row] = await executor.select({ total: count() }).from(transactions).where(isToPay);
  return row?.total ?? 0;
}

export function listWithdrawalsToPay(executor: Executor, limit: number) {
  return executor
    .select({
      id: transactions.id,
      userId: transactions.userId,
      amountCents: transactions.amountCents,
      createdAt: transactions.createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(isToPay)
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(limit);
}

/** Sums a user's pending withdrawals, in cents. */
export async function sumPendingWithdrawals(executor: Executor, userId: string): Promise<bigint> {
  const [row] = await executor
    .select({ cents: sum(transactions.amountCents) })
    .from(transactions)
    .where(isPendingWithdrawal(userId));
  return BigInt(row?.cents ?? 0);
}

export function listPendingWithdrawals(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor.select(transactionColumns).from(transactions).where(isPendingWithdrawal(userId));
}

const ERASED = { payout: null } satisfies Erased<
  typeof transactions,
  | 'id'
  | 'userId'
  | 'type'
  | 'amountCents'
  | 'status'
  | 'summary'
  | 'purpose'
  | 'statementId'
  | 'feeId'
  | 'proposal'
  | 'createdAt'
  | 'deletedAt'
>;

/** Erases bank details from a user's withdrawals, even deleted ones. */
export async function erasePayouts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(transactions)
    .set(ERASED)
    .where(and(eq(transactions.userId, userId), isNotNull(transactions.payout)));
}

/** Sets what waits for a second person; null for nothing. */
export async function setProposal(tx: Transaction, id: string, proposal: Proposal | null): Promise<void> {
  await tx.update(transactions).set({ proposal }).where(eq(transactions.id, id));
}

export const isToApprove = sql`${isProposed} and ${isNotDeleted}`;

/** Counts what waits for a second person, and since when. */
export async function countToApprove(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: count(), oldest: min(transactions.createdAt) })
    .from(transactions)
    .where(isToApprove);
  return { count: row?.count ?? 0, oldest: row?.oldest ?? null };
}

export async function sumCreditedOfDay(
  executor: Executor,
  { userId, by }: { userId: string; by: string },
): Promise<bigint> {
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

export async function updateTransactionFields(
  tx: Transaction,
  id: string,
  fields: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
): Promise<void> {
  const { amountCents, status, summary } = fields;
  await tx
    .update(transactions)
    .set({ amountCents, status, summary, deletedAt: null, proposal: null })
    .where(eq(transactions.id, id));
}

/** Hides a transaction everywhere but in ledger and audit trail. */
export async function hideTransaction(tx: Transaction, id: string): Promise<void> {
  await tx.update(transactions).set({ deletedAt: sql`now()` }).where(eq(transactions.id, id));
}
