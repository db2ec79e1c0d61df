import { and, desc, eq, isNotNull, isNull, sql, sum } from 'drizzle-orm';
import type { Payout, TransactionStatus, TransactionType } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { transactions } from '../../database/schema.ts';

export interface NewTransaction {
  userId: string;
  type: TransactionType;
  amountCents: bigint;
  status: TransactionStatus;
  summary: string;
  /** Where a withdrawal is to be paid. */
  payout?: Payout;
}

/** Adds a transaction and answers its id. What it does to the balance is appended to the ledger by the caller. */
export async function insertTransaction(tx: Transaction, transaction: NewTransaction): Promise<string> {
  const [row] = await tx.insert(transactions).values(transaction).returning({ id: transactions.id });
  if (!row) throw new Error('A transaction was not inserted');
  return row.id;
}

export interface TransactionRow {
  id: string;
  userId: string;
  type: TransactionType;
  amountCents: bigint;
  status: TransactionStatus;
  summary: string;
  /** Where a withdrawal is to be paid; the others have none. */
  payout: Payout | null;
  createdAt: Date;
}

const columns = {
  id: transactions.id,
  userId: transactions.userId,
  type: transactions.type,
  amountCents: transactions.amountCents,
  status: transactions.status,
  summary: transactions.summary,
  // Only ever written by insertTransaction.
  payout: sql<Payout | null>`${transactions.payout}`,
  createdAt: transactions.createdAt,
} satisfies Record<keyof TransactionRow, unknown>;

const alive = isNull(transactions.deletedAt);

/** A person's transactions, newest first; deleted ones excepted. */
export function listTransactions(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor
    .select(columns)
    .from(transactions)
    .where(and(eq(transactions.userId, userId), alive))
    .orderBy(desc(transactions.createdAt), desc(transactions.id));
}

/** A transaction by its id; null where there is none, or it was deleted. */
export async function findTransaction(executor: Executor, id: string): Promise<TransactionRow | null> {
  const [row] = await executor
    .select(columns)
    .from(transactions)
    .where(and(eq(transactions.id, id), alive));
  return row ?? null;
}

const isWaiting = (userId: string) =>
  and(eq(transactions.userId, userId), eq(transactions.type, 'withdrawal'), eq(transactions.status, 'pending'), alive);

/** What a person has asked to be paid out and is still waiting for, in whole cents. */
export async function sumPendingWithdrawals(executor: Executor, userId: string): Promise<bigint> {
  const [row] = await executor
    .select({ cents: sum(transactions.amountCents) })
    .from(transactions)
    .where(isWaiting(userId));
  return BigInt(row?.cents ?? 0);
}

/** The withdrawals a person is still waiting for. */
export function listPendingWithdrawals(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor.select(columns).from(transactions).where(isWaiting(userId));
}

/** Forgets where a person's withdrawals were to be paid, deleted ones included. */
export async function erasePayouts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(transactions)
    .set({ payout: null })
    .where(and(eq(transactions.userId, userId), isNotNull(transactions.payout)));
}

/** Writes what of a transaction can be changed; the caller has locked the balance and keeps the ledger in step. */
export async function updateTransactionFields(
  tx: Transaction,
  id: string,
  fields: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
): Promise<void> {
  const { amountCents, status, summary } = fields;
  await tx.update(transactions).set({ amountCents, status, summary }).where(eq(transactions.id, id));
}

/** Hides a transaction everywhere; ledger and audit trail keep it. */
export async function hideTransaction(tx: Transaction, id: string): Promise<void> {
  await tx.update(transactions).set({ deletedAt: sql`now()` }).where(eq(transactions.id, id));
}
