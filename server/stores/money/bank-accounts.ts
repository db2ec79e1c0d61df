import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { BankAccount, BankAccountFields } from '../../../src/domain/bank-account.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { bankAccounts } from '../../database/tables/bank-accounts.ts';

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
/** The special account of a user, or for null the general one: there is at most one of each. */
const belongsTo = (userId: string | null) =>
  and(userId === null ? bankAccounts.fallback : eq(bankAccounts.userId, userId), isNotDeleted);

/** A user's special account, else the general one; null if there is neither. */
export async function findBankAccountFor(executor: Executor, userId: string): Promise<BankAccount | null> {
  const [row] = await executor
    .select(columns)
    .from(bankAccounts)
    .where(and(isNotDeleted, or(eq(bankAccounts.userId, userId), bankAccounts.fallback)))
    .orderBy(asc(bankAccounts.fallback))
    .limit(1);
  return row ?? null;
}

/** The general account, shown to everyone without a special one; null if there is none. */
export async function findFallbackBankAccount(executor: Executor): Promise<BankAccount | null> {
  const [row] = await executor.select(columns).from(bankAccounts).where(belongsTo(null));
  return row ?? null;
}

/**
 * Adds a user's special account, or for null the general one. Returns its id, or null if there
 * already is one.
 */
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

/** A user's special account, or for null the general one, locked until the transaction ends. */
export async function lockBankAccountOf(tx: Transaction, userId: string | null): Promise<BankAccount | null> {
  const [row] = await tx.select(columns).from(bankAccounts).where(belongsTo(userId)).for('update');
  return row ?? null;
}

/**
 * An account by its id, locked until the transaction ends; null if it does not exist or was
 * deleted.
 */
export async function lockBankAccount(tx: Transaction, id: string): Promise<BankAccount | null> {
  const [row] = await tx
    .select(columns)
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, id), isNotDeleted))
    .for('update');
  return row ?? null;
}

/** Updates the form's fields; the owner stays the same. */
export async function updateBankAccountFields(tx: Transaction, id: string, fields: BankAccountFields): Promise<void> {
  const { accountName, accountNumber, bankName, routingNumber } = fields;
  await tx
    .update(bankAccounts)
    .set({ accountName, accountNumber, bankName, routingNumber })
    .where(eq(bankAccounts.id, id));
}

/** Hides an account everywhere but in the audit trail. */
export async function hideBankAccount(tx: Transaction, id: string): Promise<void> {
  await tx.update(bankAccounts).set({ deletedAt: sql`now()` }).where(eq(bankAccounts.id, id));
}

/** Hides and erases the special account of a user who is being deleted. */
export async function eraseBankAccountsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(bankAccounts)
    .set({ accountName: '', accountNumber: '', bankName: '', routingNumber: '', deletedAt: sql`now()` })
    .where(eq(bankAccounts.userId, userId));
}
