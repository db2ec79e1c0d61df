import { type Bill, withoutPayer } from '../../src/domain/bill.ts';
import { UserError } from '../base/errors/errors.ts';
import { listManagedBills } from '../bills/store/bills.ts';
import { type PaymentSettings, withPayment } from '../ledger/payment-instructions.ts';
import { findShipmentByTrackingId } from '../shipments/store/shipments.ts';
import { accessOf, findByTypedId, type LookUpSources, type Viewer } from './track-shipment.ts';

/** Those that are open, with how their payers pay them. @throws NOT_FOUND, FORBIDDEN */
export async function listTrackedShipmentBills(
  sources: LookUpSources & { settings: PaymentSettings },
  viewer: Viewer,
  trackingId: string,
): Promise<Bill[]> {
  const { executor, secrets } = sources;
  const shipment = await findByTypedId(sources, trackingId, findShipmentByTrackingId);
  if (accessOf(shipment, viewer, secrets) === 'visitor') {
    throw new UserError('FORBIDDEN', 'Only the sender and the receiver can see bills.');
  }
  const open = (await listManagedBills(executor, shipment.id)).filter(({ paidAt }) => !paidAt);
  return (await withPayment(sources, open)).map(withoutPayer);
}
