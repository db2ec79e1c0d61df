import type {
  BankAccount,
  BankAccountFields,
  CreateBankAccount,
  UpdateBankAccount,
} from '../../../src/domain/bank-account.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import {
  hideBankAccount,
  insertBankAccount,
  lockBankAccount,
  lockBankAccountOf,
  updateBankAccountFields,
} from '../../stores/money/bank-accounts.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { holdPerson } from './person-account.ts';

/**
 * Saves a person's special account (transactionAdmin.createBankAccount): makes it where there is none, otherwise updates
 * it. Throws NOT_FOUND for nobody's. Answers its id. Source: specification section 4, 'Bank account'.
 */
export async function saveSpecialBankAccount(
  unit: UnitOfWork,
  { userId, ...fields }: CreateBankAccount,
): Promise<string> {
  await holdPerson(unit.tx, userId);
  return save(unit, userId, fields);
}

/** Saves the general account likewise (transactionAdmin.createFallbackBankAccount): there is at most one. Answers its id. */
export function saveFallbackBankAccount(unit: UnitOfWork, fields: BankAccountFields): Promise<string> {
  return save(unit, null, fields);
}

async function save(unit: UnitOfWork, userId: string | null, fields: BankAccountFields): Promise<string> {
  const id = await insertBankAccount(unit.tx, userId, fields);
  if (id) {
    await unit.audit({ entity: 'bank-account', entityId: id, userId, after: fields });
    return id;
  }
  const account = await lockBankAccountOf(unit.tx, userId);
  if (!account) throw new Refusal('CONFLICT');
  await rewrite(unit, account, fields);
  return account.id;
}

/** Writes a special or the general account by its id (transactionAdmin.updateBankAccount). Throws NOT_FOUND. */
export async function updateBankAccount(unit: UnitOfWork, { id, ...fields }: UpdateBankAccount): Promise<void> {
  await rewrite(unit, await lock(unit, id), fields);
}

/**
 * Hides a special or the general account (transactionAdmin.deleteBankAccount); without a special one a person is shown the
 * general one. Throws NOT_FOUND. Source: product decision 5.
 */
export async function deleteBankAccount(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const account = await lock(unit, id);
  await hideBankAccount(unit.tx, id);
  const { userId, accountName, bankName, accountNumber, routingNumber } = account;
  const before = { accountName, bankName, accountNumber, routingNumber };
  await unit.audit({ entity: 'bank-account', entityId: id, userId, before });
}

async function lock(unit: UnitOfWork, id: string): Promise<BankAccount> {
  const account = await lockBankAccount(unit.tx, id);
  if (!account) throw new Refusal('NOT_FOUND', 'This bank account no longer exists.');
  return account;
}

/** Nothing is written, and nothing recorded, where every field is as it was. */
async function rewrite(unit: UnitOfWork, account: BankAccount, fields: BankAccountFields): Promise<void> {
  const change = changedFields(FIELDS, account, fields);
  if (change === null) return;
  await updateBankAccountFields(unit.tx, account.id, fields);
  await unit.audit({ entity: 'bank-account', entityId: account.id, userId: account.userId, ...change });
}

const FIELDS = ['accountName', 'bankName', 'accountNumber', 'routingNumber'] as const;
