import { and, eq, isNull } from 'drizzle-orm';
import type { PushSubscriptions } from '../../../src/domain/push.ts';
import type { Executor } from '../../base/database/client.ts';
import { pushDevices, pushFollows } from '../../base/database/tables/push.ts';
import { shipments } from '../../base/database/tables/shipments.ts';

/** Finds a device's subscriptions, empty if unknown. */
export async function findPushSubscriptions(executor: Executor, endpoint: string): Promise<PushSubscriptions> {
  const rows = await executor
    .select({ own: pushDevices.allOwn, trackingId: shipments.trackingId })
    .from(pushDevices)
    .leftJoin(pushFollows, eq(pushFollows.deviceId, pushDevices.id))
    .leftJoin(shipments, and(eq(shipments.id, pushFollows.shipmentId), isNull(shipments.deletedAt)))
    .where(eq(pushDevices.endpoint, endpoint));
  return { own: rows.some(({ own }) => own), trackingIds: rows.flatMap(({ trackingId }) => trackingId ?? []) };
}
