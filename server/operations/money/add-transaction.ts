import { toCents } from '../../../src/domain/money.ts';
import type { AddTransaction } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { postTransaction } from './change-ledger.ts';
import { requireUser } from './require-user.ts';

/**
 * Adds a deposit or fee; a fee may make the total negative.
 * @throws NOT_FOUND
 */
export async function addTransaction(
  unit: UnitOfWork,
  type: 'deposit' | 'fee',
  { userId, amount, summary, status }: AddTransaction,
): Promise<string> {
  await requireUser(unit.tx, userId);
  const transaction = { type, amountCents: toCents(amount), status, summary };
  const id = await postTransaction(unit, { userId, ...transaction });
  await unit.audit({ entity: 'transaction', entityId: id, userId, after: transaction });
  return id;
}
