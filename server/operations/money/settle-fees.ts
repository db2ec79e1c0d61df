import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldError, type UserError } from '../../errors/errors.ts';
import { findShipmentOfFee, listUnsettledFees } from '../../stores/money/fees.ts';
import type { TransactionRow } from '../../stores/money/transactions.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { rewriteTransaction } from './change-ledger.ts';

export async function settleFees(
  unit: UnitOfWork,
  shipments: readonly Pick<ShipmentRow, 'id' | 'feeTransactionId'>[],
): Promise<void> {
  const shipmentIds = shipments.flatMap(({ id, feeTransactionId }) => (feeTransactionId ? id : []));
  if (shipmentIds.length === 0) return;
  for (const { before, status, trackingId, isDeleted } of await listUnsettledFees(unit.tx, shipmentIds)) {
    const end = status === 'successful' ? '' : isDeleted ? ', deleted' : ', cancelled';
    await rewriteTransaction(unit, before, { ...before, status, summary: `Shipment ${trackingId}${end}` });
  }
}

export async function assertFollowsShipment(
  unit: UnitOfWork,
  { id, status }: TransactionRow,
  refuse: (sentence: string) => UserError = (sentence) => fieldError('status', sentence),
): Promise<void> {
  const shipment = await findShipmentOfFee(unit.tx, id);
  if (!shipment || shipment.status === status) return;
  const { trackingId } = shipment;
  throw refuse(
    shipment.status === 'successful'
      ? `This is the fee of shipment ${trackingId}. Cancel the shipment to give it back, or add a deposit.`
      : `This was the fee of shipment ${trackingId}, which was cancelled or deleted. It can’t be charged.`,
  );
}
