import type { Balance } from '../../../src/domain/balance.ts';
import type { BankAccount } from '../../../src/domain/bank-account.ts';
import type { Bill } from '../../../src/domain/bill.ts';
import { fromCents } from '../../../src/domain/money.ts';
import {
  MAX_LISTED_WITHDRAWALS,
  type ManagedTransaction,
  type PendingWithdrawals,
  type Transaction,
} from '../../../src/domain/transaction.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { Executor } from '../../database/client.ts';
import { findBankAccountFor, findFallbackBankAccount } from '../../stores/money/bank-accounts.ts';
import { listBillsOfUser } from '../../stores/money/bills.ts';
import { findBalance } from '../../stores/money/ledger.ts';
import { countWithdrawalsToPay, listTransactions, listWithdrawalsToPay } from '../../stores/money/transactions.ts';

export async function getBalance(executor: Executor, userId: string): Promise<Balance> {
  const { totalCents, heldCents } = await findBalance(executor, userId);
  return { total: fromCents(totalCents), available: fromCents(totalCents - heldCents) };
}

export async function listManagedTransactions(
  executor: Executor,
  userId: string,
  readerId = userId,
): Promise<ManagedTransaction[]> {
  const rows = await listTransactions(executor, userId);
  return rows.map(({ amountCents, createdAt, proposal, ...row }) => ({
    ...row,
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
    ...(proposal && {
      proposal: {
        amount: fromCents(BigInt(proposal.amount)),
        status: proposal.status,
        mayDecide: proposal.by !== readerId && userId !== readerId,
      },
    }),
  }));
}

export async function listOwnTransactions(executor: Executor, userId: string): Promise<Transaction[]> {
  return (await listManagedTransactions(executor, userId)).map(({ payout, proposal, ...transaction }) => transaction);
}

export async function getPendingWithdrawals(executor: Executor): Promise<PendingWithdrawals> {
  const [total, rows] = await Promise.all([
    countWithdrawalsToPay(executor),
    listWithdrawalsToPay(executor, MAX_LISTED_WITHDRAWALS),
  ]);
  const oldest = rows.map(({ id, userId, amountCents, createdAt, ...person }) => ({
    id,
    userId,
    name: fullName(person),
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
  }));
  return { total, oldest };
}

export function getBankAccount(executor: Executor, userId: string): Promise<BankAccount | null> {
  return findBankAccountFor(executor, userId);
}

export function getFallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  return findFallbackBankAccount(executor);
}

export function listUserBills(executor: Executor, userId: string): Promise<Bill[]> {
  return listBillsOfUser(executor, userId);
}
