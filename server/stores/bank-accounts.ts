import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { BankAccount } from '../../src/domain/bank-account.ts';
import type { Executor } from '../database/client.ts';
import { bankAccounts } from '../database/schema.ts';

const columns = {
  id: bankAccounts.id,
  accountName: bankAccounts.accountName,
  accountNumber: bankAccounts.accountNumber,
  bankName: bankAccounts.bankName,
  routingNumber: bankAccounts.routingNumber,
  fallback: bankAccounts.fallback,
  userId: bankAccounts.userId,
} satisfies Record<keyof BankAccount, unknown>;

/** A person's special account, which hides the general one; else the general one; else null. */
export async function findBankAccountFor(executor: Executor, userId: string): Promise<BankAccount | null> {
  const [row] = await executor
    .select(columns)
    .from(bankAccounts)
    .where(and(isNull(bankAccounts.deletedAt), or(eq(bankAccounts.userId, userId), bankAccounts.fallback)))
    .orderBy(asc(bankAccounts.fallback))
    .limit(1);
  return row ?? null;
}
