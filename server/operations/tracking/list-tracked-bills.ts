import type { Bill } from '../../../src/domain/bill.ts';
import { UserError } from '../../errors/errors.ts';
import { listBillsOfShipment } from '../../stores/money/bills.ts';
import { findShipmentByTrackingId } from '../../stores/shipments/shipments.ts';
import { accessOf, findByTypedId, type LookUpSources, type Viewer } from './track-shipment.ts';

/** @throws NOT_FOUND, FORBIDDEN */
export async function listTrackedShipmentBills(
  sources: LookUpSources,
  viewer: Viewer,
  trackingId: string,
): Promise<Bill[]> {
  const { executor, secrets } = sources;
  const shipment = await findByTypedId(sources, trackingId, findShipmentByTrackingId);
  if (accessOf(shipment, viewer, secrets) === 'visitor') {
    throw new UserError('FORBIDDEN', 'Only the sender and the receiver can see bills.');
  }
  return listBillsOfShipment(executor, shipment.id);
}
