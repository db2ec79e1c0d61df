import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { BankAccount, BankAccountFields } from '../../../src/domain/bank-account.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { bankAccounts } from '../../base/database/tables/bank-accounts.ts';
import type { Erased } from '../../base/database/tables/columns.ts';

const columns = {
  id: bankAccounts.id,
  accountName: bankAccounts.accountName,
  accountNumber: bankAccounts.accountNumber,
  bankName: bankAccounts.bankName,
  routingNumber: bankAccounts.routingNumber,
  fallback: bankAccounts.fallback,
  userId: bankAccounts.userId,
} satisfies Record<keyof BankAccount, unknown>;

const isNotDeleted = isNull(bankAccounts.deletedAt);
const belongsTo = (userId: string | null) =>
  and(userId === null ? bankAccounts.fallback : eq(bankAccounts.userId, userId), isNotDeleted);

export async function findBankAccountFor(executor: Executor, userId: string): Promise<BankAccount | null> {
  const [row] = await executor
    .select(columns)
    .from(bankAccounts)
    .where(and(isNotDeleted, or(eq(bankAccounts.userId, userId), bankAccounts.fallback)))
    .orderBy(asc(bankAccounts.fallback))
    .limit(1);
  return row ?? null;
}

export async function findFallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  const [row] = await executor.select(columns).from(bankAccounts).where(belongsTo(null));
  return row ?? null;
}

export async function insertBankAccount(
  tx: Transaction,
  userId: string | null,
  fields: BankAccountFields,
): Promise<string | null> {
  const [row] = await tx
    .insert(bankAccounts)
    .values({ ...fields, userId, fallback: userId === null })
    .onConflictDoNothing()
    .returning({ id: bankAccounts.id });
  return row?.id ?? null;
}

export async function lockBankAccountOf(tx: Transaction, userId: string | null): Promise<BankAccount | null> {
  const [row] = await tx.select(columns).from(bankAccounts).where(belongsTo(userId)).for('update');
  return row ?? null;
}

export async function lockBankAccount(tx: Transaction, id: string): Promise<BankAccount | null> {
  const [row] = await tx
    .select(columns)
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, id), isNotDeleted))
    .for('update');
  return row ?? null;
}

export async function updateBankAccountFields(tx: Transaction, id: string, fields: BankAccountFields): Promise<void> {
  const { accountName, accountNumber, bankName, routingNumber } = fields;
  await tx
    .update(bankAccounts)
    .set({ accountName, accountNumber, bankName, routingNumber })
    .where(eq(bankAccounts.id, id));
}

export async function hideBankAccount(tx: Transaction, id: string): Promise<void> {
  await tx.update(bankAccounts).set({ deletedAt: sql`now()` }).where(eq(bankAccounts.id, id));
}

const ERASED = { accountName: '', accountNumber: '', bankName: '', routingNumber: '' } satisfies Erased<
  typeof bankAccounts,
  'id' | 'userId' | 'fallback' | 'createdAt' | 'deletedAt'
>;

export async function eraseBankAccountsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(bankAccounts)
    .set({ ...ERASED, deletedAt: sql`now()` })
    .where(eq(bankAccounts.userId, userId));
}
