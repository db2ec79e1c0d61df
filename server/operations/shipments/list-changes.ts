import type { ShipmentChanges } from '../../../src/domain/shipment.ts';
import type { Executor } from '../../database/client.ts';
import { databaseTime, listChangedShipments } from '../../stores/shipments/shipment-changes.ts';

/**
 * A change carries the time its transaction began, but is visible only once that ends. None takes
 * longer.
 */
const UNDER_WAY_MS = 30_000;
/** Older changes are no longer news, and finding them would read a whole history. */
const REACH_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What happened to a user's shipments since an earlier response's `until` (shipment.getChanges): at
 * most ten of them, the latest first. A change of the last half minute may be reported twice, but
 * none is missed; changes older than thirty days are not reported.
 * Docs: decision 0001.
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
