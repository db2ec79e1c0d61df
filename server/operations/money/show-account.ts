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

/** What a person has, in dollars: in total, and of it what is not held back by pending withdrawals and fees. */
export async function balanceOf(executor: Executor, userId: string): Promise<Balance> {
  const { totalCents, heldCents } = await findBalance(executor, userId);
  return { total: fromCents(totalCents), available: fromCents(totalCents - heldCents) };
}

/** A person's transactions, newest first, as managers see them: with where to pay a withdrawal. */
export async function managedTransactionsOf(executor: Executor, userId: string): Promise<ManagedTransaction[]> {
  const rows = await listTransactions(executor, userId);
  return rows.map(({ amountCents, createdAt, ...row }) => ({
    ...row,
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
  }));
}

/** A person's transactions, newest first, as they see them themselves. */
export async function transactionsOf(executor: Executor, userId: string): Promise<Transaction[]> {
  return (await managedTransactionsOf(executor, userId)).map(({ payout, ...transaction }) => transaction);
}

/** The bank account a person is shown: their special one, else the general one, else none. Product decision 5. */
export function bankAccountOf(executor: Executor, userId: string): Promise<BankAccount | null> {
  return findBankAccountFor(executor, userId);
}

/** The general bank account, or null where there is none. */
export function fallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  return findFallbackBankAccount(executor);
}

/** What a person has been billed for, newest first. */
export function billsOf(executor: Executor, userId: string): Promise<Bill[]> {
  return listBillsOfUser(executor, userId);
}
