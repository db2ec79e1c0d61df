import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { BankAccount, BankAccountFields } from '../../../src/domain/bank-account.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { bankAccounts } from '../../database/schema.ts';

const columns = {
  id: bankAccounts.id,
  accountName: bankAccounts.accountName,
  accountNumber: bankAccounts.accountNumber,
  bankName: bankAccounts.bankName,
  routingNumber: bankAccounts.routingNumber,
  fallback: bankAccounts.fallback,
  userId: bankAccounts.userId,
} satisfies Record<keyof BankAccount, unknown>;

const alive = isNull(bankAccounts.deletedAt);
/** The special account of a person, or for null the general one: there is at most one of each. */
const belongsTo = (userId: string | null) =>
  and(userId === null ? bankAccounts.fallback : eq(bankAccounts.userId, userId), alive);

/** A person's special account, which hides the general one; else the general one; else null. */
export async function findBankAccountFor(executor: Executor, userId: string): Promise<BankAccount | null> {
  const [row] = await executor
    .select(columns)
    .from(bankAccounts)
    .where(and(alive, or(eq(bankAccounts.userId, userId), bankAccounts.fallback)))
    .orderBy(asc(bankAccounts.fallback))
    .limit(1);
  return row ?? null;
}

/** The general account, which everybody without a special one is shown; null where there is none. */
export async function findFallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  const [row] = await executor.select(columns).from(bankAccounts).where(belongsTo(null));
  return row ?? null;
}

/** Adds the special account of a person, or for null the general one. Answers its id, or null where there is one already. */
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

/** The special account of a person, or for null the general one, locked until the transaction ends. */
export async function lockBankAccountOf(tx: Transaction, userId: string | null): Promise<BankAccount | null> {
  const [row] = await tx.select(columns).from(bankAccounts).where(belongsTo(userId)).for('update');
  return row ?? null;
}

/** An account by its id, locked until the transaction ends; null where there is none, or it was deleted. */
export async function lockBankAccount(tx: Transaction, id: string): Promise<BankAccount | null> {
  const [row] = await tx
    .select(columns)
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, id), alive))
    .for('update');
  return row ?? null;
}

/** Writes what the form asks for; whose account it is stays. */
export async function updateBankAccountFields(tx: Transaction, id: string, fields: BankAccountFields): Promise<void> {
  const { accountName, accountNumber, bankName, routingNumber } = fields;
  await tx
    .update(bankAccounts)
    .set({ accountName, accountNumber, bankName, routingNumber })
    .where(eq(bankAccounts.id, id));
}

/** Hides an account everywhere; the audit trail keeps it. */
export async function hideBankAccount(tx: Transaction, id: string): Promise<void> {
  await tx.update(bankAccounts).set({ deletedAt: sql`now()` }).where(eq(bankAccounts.id, id));
}

/** Hides a person's special account and erases what stood on it: the person is being deleted. */
export async function eraseBankAccountsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(bankAccounts)
    .set({ accountName: '', accountNumber: '', bankName: '', routingNumber: '', deletedAt: sql`now()` })
    .where(eq(bankAccounts.userId, userId));
}
