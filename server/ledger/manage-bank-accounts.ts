import { and, eq, sql } from 'drizzle-orm';
import {
  BANK_ACCOUNT_FIELDS,
  type BankAccount,
  type BankAccountFields,
  type CreateBankAccount,
  type SaveBankAccount,
  type UpdateBankAccount,
} from '../../src/domain/bank-account.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { mergeChanges } from '../base/conflicts/merge-changes.ts';
import type { Transaction } from '../base/database/client.ts';
import { bankAccounts } from '../base/database/tables/bank-accounts.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { requireUser } from './require-user.ts';
import { assertNotOwn } from './second-person.ts';
import { bankAccountColumns, belongsTo, isNotDeleted } from './store/bank-accounts.ts';

/** @throws NOT_FOUND Specification section 4. */
export async function saveSpecialBankAccount(
  unit: UnitOfWork,
  { userId, ...fields }: CreateBankAccount,
): Promise<string> {
  await requireUser(unit.tx, userId);
  return saveBankAccount(unit, userId, fields);
}

export function saveFallbackBankAccount(unit: UnitOfWork, fields: SaveBankAccount): Promise<string> {
  return saveBankAccount(unit, null, fields);
}

async function insertBankAccount(
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

async function lockBankAccountOf(tx: Transaction, userId: string | null): Promise<BankAccount | null> {
  const [row] = await tx.select(bankAccountColumns).from(bankAccounts).where(belongsTo(userId)).for('update');
  return row ?? null;
}

async function saveBankAccount(
  unit: UnitOfWork,
  userId: string | null,
  { base, ...fields }: SaveBankAccount,
): Promise<string> {
  assertNotOwn(unit, userId);
  const id = await insertBankAccount(unit.tx, userId, fields);
  if (id) {
    await unit.audit({ entity: 'bank-account', entityId: id, userId, after: fields });
    return id;
  }
  const account = await lockBankAccountOf(unit.tx, userId);
  if (!account) throw new UserError('CONFLICT');
  // Two managers may have added one.
  await writeFields(unit, account, mergeChanges(account, fields, base));
  return account.id;
}

/** @throws NOT_FOUND, CONFLICT */
export async function updateBankAccount(unit: UnitOfWork, { id, base, ...fields }: UpdateBankAccount): Promise<void> {
  const account = await requireBankAccount(unit, id);
  await writeFields(unit, account, mergeChanges(account, fields, base));
}

async function hideBankAccount(tx: Transaction, id: string): Promise<void> {
  await tx.update(bankAccounts).set({ deletedAt: sql`now()` }).where(eq(bankAccounts.id, id));
}

/**
 * Hides an account; users without a special one see the general one.
 * @throws NOT_FOUND
 */
export async function deleteBankAccount(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const account = await requireBankAccount(unit, id);
  await hideBankAccount(unit.tx, id);
  const { userId, accountName, bankName, accountNumber, routingNumber } = account;
  const before = { accountName, bankName, accountNumber, routingNumber };
  await unit.audit({ entity: 'bank-account', entityId: id, userId, before });
}

async function lockBankAccount(tx: Transaction, id: string): Promise<BankAccount | null> {
  const [row] = await tx
    .select(bankAccountColumns)
    .from(bankAccounts)
    .where(and(eq(bankAccounts.id, id), isNotDeleted))
    .for('update');
  return row ?? null;
}

async function requireBankAccount(unit: UnitOfWork, id: string): Promise<BankAccount> {
  const account = await lockBankAccount(unit.tx, id);
  if (!account) throw new UserError('NOT_FOUND', 'This bank account no longer exists.');
  assertNotOwn(unit, account.userId);
  return account;
}

async function updateBankAccountFields(tx: Transaction, id: string, fields: BankAccountFields): Promise<void> {
  const { accountName, accountNumber, bankName, routingNumber } = fields;
  await tx
    .update(bankAccounts)
    .set({ accountName, accountNumber, bankName, routingNumber })
    .where(eq(bankAccounts.id, id));
}

async function writeFields(unit: UnitOfWork, account: BankAccount, fields: BankAccountFields): Promise<void> {
  const change = changedFields(BANK_ACCOUNT_FIELDS, account, fields);
  if (change === null) return;
  await updateBankAccountFields(unit.tx, account.id, fields);
  await unit.audit({ entity: 'bank-account', entityId: account.id, userId: account.userId, ...change });
}
