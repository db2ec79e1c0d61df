import { toCents } from '../../../src/domain/money.ts';
import type { AddTransaction } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { holdPerson } from './person-account.ts';
import { postTransaction } from './post-transaction.ts';

/**
 * Adds a deposit or charges a fee (transactionAdmin.addDeposit, chargeFee) and returns the
 * transaction's id. A fee may make the total negative, meaning the user owes money.
 * @throws NOT_FOUND.
 * Source: product decision 5.
 */
export async function addTransaction(
  unit: UnitOfWork,
  type: 'deposit' | 'fee',
  { userId, amount, summary, status }: AddTransaction,
): Promise<string> {
  await holdPerson(unit.tx, userId);
  const transaction = { type, amountCents: toCents(amount), status, summary };
  const id = await postTransaction(unit, { userId, ...transaction });
  await unit.audit({ entity: 'transaction', entityId: id, userId, after: transaction });
  return id;
}
