import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type {
  Payout,
  Proposal,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { users } from '../../base/database/tables/users.ts';

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

export const isNotDeleted = isNull(transactions.deletedAt);

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

export const isPendingWithdrawal = (userId: string) => and(eq(transactions.userId, userId), isToPay);

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

export function listPendingWithdrawals(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor.select(transactionColumns).from(transactions).where(isPendingWithdrawal(userId));
}

/** Sets what waits for a second person; null for nothing. */
export async function setProposal(tx: Transaction, id: string, proposal: Proposal | null): Promise<void> {
  await tx.update(transactions).set({ proposal }).where(eq(transactions.id, id));
}

export const isToApprove = sql`${isProposed} and ${isNotDeleted}`;
