import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { BankAccount } from '../../../src/domain/bank-account.ts';
import type { Executor } from '../../base/database/client.ts';
import { bankAccounts } from '../../base/database/tables/bank-accounts.ts';

export const bankAccountColumns = {
  id: bankAccounts.id,
  accountName: bankAccounts.accountName,
  accountNumber: bankAccounts.accountNumber,
  bankName: bankAccounts.bankName,
  routingNumber: bankAccounts.routingNumber,
  fallback: bankAccounts.fallback,
  userId: bankAccounts.userId,
} satisfies Record<keyof BankAccount, unknown>;

export const isNotDeleted = isNull(bankAccounts.deletedAt);
export const belongsTo = (userId: string | null) =>
  and(userId === null ? bankAccounts.fallback : eq(bankAccounts.userId, userId), isNotDeleted);

export async function findBankAccountFor(executor: Executor, userId: string): Promise<BankAccount | null> {
  const [row] = await executor
    .select(bankAccountColumns)
    .from(bankAccounts)
    .where(and(isNotDeleted, or(eq(bankAccounts.userId, userId), bankAccounts.fallback)))
    .orderBy(asc(bankAccounts.fallback))
    .limit(1);
  return row ?? null;
}

export async function findFallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  const [row] = await executor.select(bankAccountColumns).from(bankAccounts).where(belongsTo(null));
  return row ?? null;
}
