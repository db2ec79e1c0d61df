import { and, asc, count, desc, eq, isNotNull, isNull, sql, sum } from 'drizzle-orm';
import type { Payout, TransactionStatus, TransactionType } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { transactions } from '../../database/tables/transactions.ts';
import { users } from '../../database/tables/users.ts';

export interface NewTransaction {
  userId: string;
  type: TransactionType;
  amountCents: bigint;
  status: TransactionStatus;
  summary: string;
  payout?: Payout;
}

/** Returns the id. The caller appends to the ledger. */
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
  /** Null except for withdrawals. */
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
  // Written only by insertTransaction.
  payout: sql<Payout | null>`${transactions.payout}`,
  createdAt: transactions.createdAt,
} satisfies Record<keyof TransactionRow, unknown>;

const isNotDeleted = isNull(transactions.deletedAt);

/** Newest first. */
export function listTransactions(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor
    .select(columns)
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isNotDeleted))
    .orderBy(desc(transactions.createdAt), desc(transactions.id));
}

/** Null if unknown. */
export async function findTransaction(executor: Executor, id: string): Promise<TransactionRow | null> {
  const [row] = await executor
    .select(columns)
    .from(transactions)
    .where(and(eq(transactions.id, id), isNotDeleted));
  return row ?? null;
}

// As in the index: a prepared query with parameters could not use it.
const isToPay = sql`${transactions.type} = 'withdrawal' and ${transactions.status} = 'pending' and ${isNotDeleted}`;

const isPendingWithdrawal = (userId: string) => and(eq(transactions.userId, userId), isToPay);

/** Of all users. */
export async function countWithdrawalsToPay(executor: Executor): Promise<number> {
  const [row] = await executor.select({ total: count() }).from(transactions).where(isToPay);
  return row?.total ?? 0;
}

/** Of all users, oldest first. */
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

/** In cents. */
export async function sumPendingWithdrawals(executor: Executor, userId: string): Promise<bigint> {
  const [row] = await executor
    .select({ cents: sum(transactions.amountCents) })
    .from(transactions)
    .where(isPendingWithdrawal(userId));
  return BigInt(row?.cents ?? 0);
}

/** Of one user. */
export function listPendingWithdrawals(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor.select(columns).from(transactions).where(isPendingWithdrawal(userId));
}

/** Even of deleted withdrawals. */
export async function erasePayouts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(transactions)
    .set({ payout: null })
    .where(and(eq(transactions.userId, userId), isNotNull(transactions.payout)));
}

/** The caller has locked the balance and updates the ledger. */
export async function updateTransactionFields(
  tx: Transaction,
  id: string,
  fields: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
): Promise<void> {
  const { amountCents, status, summary } = fields;
  await tx.update(transactions).set({ amountCents, status, summary }).where(eq(transactions.id, id));
}

/** Soft-deletes it; the ledger keeps it. */
export async function hideTransaction(tx: Transaction, id: string): Promise<void> {
  await tx.update(transactions).set({ deletedAt: sql`now()` }).where(eq(transactions.id, id));
}
