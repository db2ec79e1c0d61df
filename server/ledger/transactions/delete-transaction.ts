import { eq, sql } from 'drizzle-orm';
import type { DeleteTransaction } from '../../../src/domain/transaction.ts';
import type { Transaction } from '../../base/database/client.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { UserError } from '../../base/errors/errors.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { assertFollowsShipment } from '../../prices/book-fees.ts';
import {
  appendToLedger,
  assertCovered,
  assertNotInFile,
  assertUnchanged,
  lockTransaction,
  reopenEntry,
  takeBackCredits,
} from '../change-ledger.ts';
import { assertNotOwn, needsSecondPerson } from '../second-person.ts';

/** Hides a transaction everywhere but in ledger and audit trail. */
async function hideTransaction(tx: Transaction, id: string): Promise<void> {
  await tx.update(transactions).set({ deletedAt: sql`now()` }).where(eq(transactions.id, id));
}

/**
 * Hides a transaction and reverses its effect.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function deleteTransaction(unit: UnitOfWork, { id, ...seen }: DeleteTransaction): Promise<void> {
  const { before, balance } = await lockTransaction(unit, id);
  assertNotOwn(unit, before.userId);
  assertUnchanged(unit, before, seen);
  if (await needsSecondPerson(unit, before.userId, { before, after: null })) {
    throw new UserError('PRECONDITION_FAILED', 'Set it to failed instead, so that a second person can approve it.');
  }
  // For the balance, deleted is failed.
  const after = { ...before, status: 'failed' } as const;
  const refuse = (sentence: string) => new UserError('PRECONDITION_FAILED', sentence);
  await assertFollowsShipment(unit, after, refuse);
  await assertNotInFile(unit, before, refuse);
  await hideTransaction(unit.tx, id);
  await reopenEntry(unit, before);
  await appendToLedger(unit, before, `Reversal: ${before.summary}`, -1n);
  await takeBackCredits(unit, before);
  await assertCovered(unit, balance, after, refuse);
  const { type, amountCents, status, summary, userId } = before;
  await unit.audit({ entity: 'transaction', entityId: id, userId, before: { type, amountCents, status, summary } });
}
