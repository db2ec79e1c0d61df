import { findShipmentByTrackingId } from '../shipments/store/shipments.ts';
import { findByTypedId, type LookUpSources } from './track-shipment.ts';

/**
 * Finds shipments by id, with whether a grant opens them.
 * @throws NOT_FOUND at the first unknown one: a call makes one guess.
 */
export async function findShipmentsToFollow(
  { executor, secrets }: LookUpSources,
  trackingIds: readonly string[],
  grants: readonly string[],
): Promise<Map<string, { trackingId: string; isGranted: boolean }>> {
  const shipments = new Map<string, { trackingId: string; isGranted: boolean }>();
  for (const trackingId of trackingIds) {
    const shipment = await findByTypedId({ executor }, trackingId, findShipmentByTrackingId);
    const isGranted = grants.some((grant) => secrets.isGrantFor(shipment, grant, Date.now()));
    shipments.set(shipment.id, { trackingId: shipment.trackingId, isGranted });
  }
  return shipments;
}
