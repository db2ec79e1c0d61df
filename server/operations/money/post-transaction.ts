import { ledgerEffect } from '../../../src/domain/ledger.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { appendLedgerEntry, lockBalance } from '../../stores/money/ledger.ts';
import { insertTransaction, type NewTransaction } from '../../stores/money/transactions.ts';

/** Records a transaction and its ledger entry under the balance's lock; returns the id. */
export async function postTransaction(unit: UnitOfWork, transaction: NewTransaction): Promise<string> {
  await lockBalance(unit.tx, transaction.userId);
  const id = await insertTransaction(unit.tx, transaction);
  await appendLedgerEntry(unit.tx, {
    userId: transaction.userId,
    transactionId: id,
    effect: ledgerEffect(transaction.type, transaction.status, transaction.amountCents),
    reason: transaction.summary,
    createdBy: unit.actor?.id ?? null,
  });
  return id;
}
