import type { TransactionStatus, TransactionType } from '../../src/domain/transaction.ts';
import type { Transaction } from '../database/client.ts';
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
