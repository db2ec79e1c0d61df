import type { Balance } from '../../../src/domain/balance.ts';
import type { BankAccount } from '../../../src/domain/bank-account.ts';
import type { Bill } from '../../../src/domain/bill.ts';
import { fromCents } from '../../../src/domain/money.ts';
import type { ManagedTransaction, Transaction } from '../../../src/domain/transaction.ts';
import type { Executor } from '../../database/client.ts';
import { findBankAccountFor, findFallbackBankAccount } from '../../stores/money/bank-accounts.ts';
import { listBillsOfUser } from '../../stores/money/bills.ts';
import { findBalance } from '../../stores/money/ledger.ts';
import { listTransactions } from '../../stores/money/transactions.ts';

/**
 * A user's balance in dollars: the total, and what pending withdrawals and fees do not hold back.
 */
export async function balanceOf(executor: Executor, userId: string): Promise<Balance> {
  const { totalCents, heldCents } = await findBalance(executor, userId);
  return { total: fromCents(totalCents), available: fromCents(totalCents - heldCents) };
}

/** A user's transactions, newest first, for managers: with the bank details of withdrawals. */
export async function managedTransactionsOf(executor: Executor, userId: string): Promise<ManagedTransaction[]> {
  const rows = await listTransactions(executor, userId);
  return rows.map(({ amountCents, createdAt, ...row }) => ({
    ...row,
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
  }));
}

/** A user's transactions, newest first, for themselves. */
export async function transactionsOf(executor: Executor, userId: string): Promise<Transaction[]> {
  return (await managedTransactionsOf(executor, userId)).map(({ payout, ...transaction }) => transaction);
}

/**
 * The bank account shown to a user: their special one, else the general one, else none.
 * Source: product decision 5.
 */
export function bankAccountOf(executor: Executor, userId: string): Promise<BankAccount | null> {
  return findBankAccountFor(executor, userId);
}

/** The general bank account; null if there is none. */
export function fallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  return findFallbackBankAccount(executor);
}

/** A user's bills, newest first. */
export function billsOf(executor: Executor, userId: string): Promise<Bill[]> {
  return listBillsOfUser(executor, userId);
}
