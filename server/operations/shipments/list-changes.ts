import type { ShipmentChanges } from '../../../src/domain/shipment.ts';
import type { Executor } from '../../database/client.ts';
import { databaseTime, listChangedShipments } from '../../stores/shipments/shipment-changes.ts';

/** A change is dated when its transaction begins; it is seen when that has ended. None takes longer. */
const UNDER_WAY_MS = 30_000;
/** What is further back is no news any more, and looking for it would read a whole history. */
const REACH_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What has happened to a person's shipments since an earlier answer's `until` (shipment.getChanges, decision 0001): at most
 * ten of them, the latest first. A change of the last half minute may be told twice, never not at all; one older than
 * thirty days is not told.
 */
export async function listChanges(
  executor: Executor,
  ownerId: string,
  { since }: { since: string },
): Promise<ShipmentChanges> {
  const now = await databaseTime(executor);
  const until = new Date(now.getTime() - UNDER_WAY_MS).toISOString();
  const earliest = new Date(Math.max(new Date(since).getTime(), now.getTime() - REACH_MS));
  const changed = await listChangedShipments(executor, ownerId, earliest);
  return {
    data: changed.map(({ id, trackingId, description, status, createdAt, comment, address, occurredAt }) => ({
      id,
      trackingId,
      description,
      status,
      createdAt: createdAt.toISOString(),
      latestActivity: { comment, address, occurredAt: occurredAt.toISOString() },
    })),
    total: changed[0]?.total ?? 0,
    until,
  };
}
