import { UserError } from '../../base/errors/errors.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { assertNotInFile, rewriteTransaction } from '../change-ledger.ts';
import { lockBalance } from '../store/ledger.ts';
import { listPendingWithdrawals } from '../store/transactions.ts';

/**
 * Fails a deleted user's withdrawals; the caller prevents new ones.
 * @throws PRECONDITION_FAILED
 */
export async function failPendingWithdrawals(unit: UnitOfWork, userId: string): Promise<void> {
  await lockBalance(unit.tx, userId);
  for (const before of await listPendingWithdrawals(unit.tx, userId)) {
    const refuse = (sentence: string) => new UserError('PRECONDITION_FAILED', sentence);
    await assertNotInFile(unit, before, refuse);
    if (before.proposal?.entryId)
      throw refuse('The bank has paid a withdrawal that waits for approval. Decide on it first.');
    // Its summary goes with the person.
    await rewriteTransaction(unit, before, { ...before, status: 'failed' }, {});
  }
}
