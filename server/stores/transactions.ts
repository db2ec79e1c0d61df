import { and, desc, eq, isNull } from 'drizzle-orm';
import type { TransactionStatus, TransactionType } from '../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../database/client.ts';
import { transactions } from '../database/schema.ts';

export interface NewTransaction {
  userId: string;
  type: TransactionType;
  amountCents: bigint;
  status: TransactionStatus;
  summary: string;
  /** Where a withdrawal is to be paid. */
  payout?: Record<string, string>;
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
  createdAt: Date;
}

/** A person's transactions, newest first; deleted ones excepted. */
export function listTransactions(executor: Executor, userId: string): Promise<TransactionRow[]> {
  return executor
    .select({
      id: transactions.id,
      userId: transactions.userId,
      type: transactions.type,
      amountCents: transactions.amountCents,
      status: transactions.status,
      summary: transactions.summary,
      createdAt: transactions.createdAt,
    })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isNull(transactions.deletedAt)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id));
}
