import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { lockBalance } from '../../stores/money/ledger.ts';
import { listPendingWithdrawals, updateTransactionFields } from '../../stores/money/transactions.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { replaceLedgerEntry } from './change-ledger.ts';

/** Fails a deleted user's withdrawals; the caller prevents new ones. */
export async function failPendingWithdrawals(unit: UnitOfWork, userId: string): Promise<void> {
  await lockBalance(unit.tx, userId);
  for (const before of await listPendingWithdrawals(unit.tx, userId)) {
    const after = { ...before, status: 'failed' } as const;
    await updateTransactionFields(unit.tx, before.id, after);
    await replaceLedgerEntry(unit, before, after);
    const change = changedFields(['status'], before, after) ?? {};
    await unit.audit({ entity: 'transaction', entityId: before.id, userId, ...change });
  }
}
