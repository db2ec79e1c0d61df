import { and, count, desc, eq, type SQL } from 'drizzle-orm';
import type { Balance } from '../../src/domain/balance.ts';
import type { BankAccount } from '../../src/domain/bank-account.ts';
import { type Bill, withoutPayer } from '../../src/domain/bill.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Before } from '../../src/domain/paged.ts';
import { ROWS_AT_ONCE } from '../../src/domain/pagination.ts';
import {
  MAX_LISTED_WITHDRAWALS,
  type ManagedTransaction,
  type PendingWithdrawals,
  type Transaction,
} from '../../src/domain/transaction.ts';
import { fullName } from '../../src/domain/user.ts';
import { findPayoutDays } from '../banking/store/payouts.ts';
import type { Executor } from '../base/database/client.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { isBefore } from '../base/sql/lists.ts';
import { listBillsOfUser } from '../bills/store/bills.ts';
import type { Services } from '../context/context.ts';
import { creditProblem, isCredit } from './change-ledger.ts';
import { type DueSettings, withDue } from './payment-instructions.ts';
import { findBankAccountFor, findFallbackBankAccount } from './store/bank-accounts.ts';
import { findBalance } from './store/ledger.ts';
import {
  isNotDeleted,
  isProposed,
  isSettled,
  isToPay,
  listWithdrawalsToPay,
  type TransactionRow,
  transactionColumns,
} from './store/transactions.ts';

export async function getBalance(executor: Executor, userId: string): Promise<Balance> {
  const { totalCents, heldCents } = await findBalance(executor, userId);
  return { total: fromCents(totalCents), available: fromCents(totalCents - heldCents) };
}

const toTransaction = ({
  amountCents,
  createdAt,
  purpose,
  statementId,
  payout,
  proposal,
  ...row
}: TransactionRow): Transaction => ({
  ...row,
  amount: fromCents(amountCents),
  createdAt: createdAt.toISOString(),
});

function listTransactions(
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

/** Lists a user’s transactions, newest first, but before all of them those that wait for a second person. */
export async function listManagedTransactions(
  executor: Executor,
  { readerId, services }: { readerId: string; services: Pick<Services, 'environment'> },
  { userId, before }: { userId: string; before?: string | undefined },
): Promise<ManagedTransaction[]> {
  const waiting = before === undefined ? await listTransactions(executor, userId, { only: isProposed }) : [];
  const others = await listTransactions(executor, userId, { before, only: isSettled });
  const rows = [...waiting, ...others];
  const toPay = rows.flatMap(({ id, type }) => (type === 'withdrawal' ? id : []));
  const days = toPay.length > 0 ? await findPayoutDays(executor, toPay) : new Map<string, Date>();
  const obstacles = new Map<string, string>();
  for (const row of waiting.filter(isCredit)) {
    const problem = await creditProblem(executor, row, services);
    if (problem) obstacles.set(row.id, problem);
  }
  return rows.map((row) => ({
    ...toTransaction(row),
    payout: row.payout,
    ...(days.has(row.id) && { inFileSince: days.get(row.id)?.toISOString() }),
    ...(row.proposal && {
      proposal: {
        amount: fromCents(BigInt(row.proposal.amount)),
        status: row.proposal.status,
        mayDecide: ![row.proposal.by, row.proposal.firstBy, userId].includes(readerId),
        ...(row.proposal.why && { why: row.proposal.why }),
        ...(obstacles.has(row.id) && { obstacle: obstacles.get(row.id) }),
      },
    }),
  }));
}

export async function listOwnTransactions(executor: Executor, userId: string, page: Before): Promise<Transaction[]> {
  return (await listTransactions(executor, userId, page)).map(toTransaction);
}

async function countWithdrawalsToPay(executor: Executor): Promise<number> {
  const [row] = await executor.select({ total: count() }).from(transactions).where(isToPay);
  return row?.total ?? 0;
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

export async function listUserBills(
  executor: Executor,
  settings: DueSettings,
  { userId, before }: { userId: string; before?: string | undefined },
): Promise<Bill[]> {
  return withDue(settings, await listBillsOfUser(executor, userId, before)).map(withoutPayer);
}
