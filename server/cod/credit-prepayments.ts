import type { UnitOfWork } from '../context/unit-of-work.ts';
import { rewriteTransaction } from '../ledger/change-ledger.ts';
import { proposalOf } from '../ledger/second-person.ts';
import { findTransaction, setProposal, type TransactionRow } from '../ledger/store/transactions.ts';
import { listStandingPrepayments, type PrepaymentRow } from './store/prepayments.ts';

/** Senders get what was paid ahead once their shipments are delivered, and never if they are cancelled. */
export async function creditPrepayments(unit: UnitOfWork, shipmentIds: readonly string[]): Promise<void> {
  for (const { prepayment, status, isDeleted } of await listStandingPrepayments(unit.tx, shipmentIds)) {
    const deposit = prepayment.depositId && (await findTransaction(unit.tx, prepayment.depositId));
    if (!deposit) continue;
    const isOver = status === 'cancelled' || isDeleted;
    const right = status === 'delivered' ? 'successful' : isOver ? 'failed' : 'pending';
    await setPrepaymentStatus(unit, prepayment, deposit, right);
  }
}

/** Sets what a sender is owed for a payment, and its fee. Large sums wait until somebody else agrees. */
export async function setPrepaymentStatus(
  unit: UnitOfWork,
  { isLarge, feeId, bookedBy }: PrepaymentRow,
  deposit: TransactionRow,
  right: TransactionRow['status'],
): Promise<void> {
  const { id, userId, amountCents, summary, proposal } = deposit;
  if (deposit.status === right) return proposal ? setProposal(unit.tx, id, null) : undefined;
  if (isLarge && right === 'successful') {
    if (proposal) return;
    const why = 'It is more than one person may credit in a day.';
    await rewriteTransaction(unit, deposit, { ...deposit, status: 'pending' });
    const wanted = proposalOf(unit, { ...deposit, status: right });
    await setProposal(unit.tx, id, { ...wanted, by: bookedBy, why, isNew: true });
    const after = { summary, amountCents, proposed: right };
    return unit.audit({ entity: 'transaction', entityId: id, userId, after });
  }
  await rewriteTransaction(unit, deposit, { ...deposit, status: right });
  const fee = feeId && (await findTransaction(unit.tx, feeId));
  if (fee) await rewriteTransaction(unit, fee, { ...fee, status: right });
}
