import { toCents } from '../../../src/domain/money.ts';
import type { AddedTransaction, AddTransaction, TransactionPurpose } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { assertCreditable, postTransaction } from '../change-ledger.ts';
import { requireUser } from '../require-user.ts';
import { assertNotOwn, needsSecondPerson, proposalOf } from '../second-person.ts';
import { lockBalance } from '../store/ledger.ts';

/** Adds a deposit or fee. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function addTransaction(
  unit: UnitOfWork,
  type: 'deposit' | 'fee',
  { userId, amount, summary, status, corrects = false }: AddTransaction,
  entryId?: string,
): Promise<AddedTransaction> {
  assertNotOwn(unit, userId);
  await requireUser(unit.tx, userId);
  await lockBalance(unit.tx, userId);
  const purpose: TransactionPurpose = corrects ? `${type === 'fee' ? 'deposit' : 'fee'}-correction` : '';
  const wanted = { type, purpose, amountCents: toCents(amount), status, summary };
  if (purpose === 'fee-correction') await assertCreditable(unit, { userId, amountCents: wanted.amountCents });
  const waits = await needsSecondPerson(unit, userId, { before: null, after: wanted });
  const transaction = waits ? { ...wanted, status: 'pending' as const } : wanted;
  const proposal = waits ? { proposal: proposalOf(unit, wanted, { isNew: true, ...(entryId && { entryId }) }) } : {};
  const id = await postTransaction(unit, { userId, ...transaction, ...proposal });
  const after = waits ? { ...transaction, proposed: status } : transaction;
  await unit.audit({ entity: 'transaction', entityId: id, userId, after });
  return waits ? { id, waits } : { id };
}
