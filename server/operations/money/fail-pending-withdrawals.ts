import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { lockBalance } from '../../stores/money/ledger.ts';
import { listPendingWithdrawals } from '../../stores/money/transactions.ts';
import { assertNotInFile, rewriteTransaction } from './change-ledger.ts';

/**
 * Fails a deleted user's withdrawals; the caller prevents new ones.
 * @throws PRECONDITION_FAILED
 */
export async function failPendingWithdrawals(unit: UnitOfWork, userId: string): Promise<void> {
  await lockBalance(unit.tx, userId);
  for (const before of await listPendingWithdrawals(unit.tx, userId)) {
    await assertNotInFile(unit, before, (sentence) => new UserError('PRECONDITION_FAILED', sentence));
    // Its summary goes with the person.
    await rewriteTransaction(unit, before, { ...before, status: 'failed' }, {});
  }
}
