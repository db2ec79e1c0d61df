import { and, count, eq, isNull, notExists, or, sql } from 'drizzle-orm';
import type { PushSubscriptions } from '../../../src/domain/push.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { pushDevices, pushFollows } from '../../database/tables/push.ts';
import { sessions } from '../../database/tables/sessions.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { notificationPreferences } from '../../database/tables/users.ts';
import { isActive } from '../auth/sessions.ts';
import { anyOf, inQuery } from '../lists.ts';

export async function insertPushFollow(tx: Transaction, deviceId: string, shipmentId: string): Promise<number> {
  await tx.insert(pushFollows).values({ deviceId, shipmentId }).onConflictDoNothing();
  const [row] = await tx.select({ total: count() }).from(pushFollows).where(eq(pushFollows.deviceId, deviceId));
  return row?.total ?? 0;
}

export async function setAllOwn(tx: Transaction, deviceId: string): Promise<void> {
  await tx.update(pushDevices).set({ allOwn: true }).where(eq(pushDevices.id, deviceId));
}

export async function deletePushFollow(tx: Transaction, endpoint: string, trackingId: string | null): Promise<void> {
  const isDevice = eq(pushDevices.endpoint, endpoint);
  const [device] = await tx.select({ id: pushDevices.id }).from(pushDevices).where(isDevice).for('update');
  if (!device) return;
  if (trackingId === null) {
    await tx.update(pushDevices).set({ allOwn: false }).where(isDevice);
  } else {
    const shipment = tx.select({ id: shipments.id }).from(shipments).where(eq(shipments.trackingId, trackingId));
    await tx
      .delete(pushFollows)
      .where(and(eq(pushFollows.deviceId, device.id), inQuery(pushFollows.shipmentId, shipment)));
  }
  const follows = tx.select({ one: sql`1` }).from(pushFollows).where(eq(pushFollows.deviceId, pushDevices.id));
  await tx.delete(pushDevices).where(and(isDevice, eq(pushDevices.allOwn, false), notExists(follows)));
}

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

export async function listDevicesToNotify(
  executor: Executor,
  {
    shipmentId,
    ownerIds,
    status,
    toFollowers = true,
  }: { shipmentId: string; ownerIds: readonly string[]; status: ShipmentStatus; toFollowers?: boolean },
): Promise<string[]> {
  const following = executor
    .select({ id: pushFollows.deviceId })
    .from(pushFollows)
    .where(eq(pushFollows.shipmentId, shipmentId));
  if (!toFollowers && ownerIds.length === 0) return [];
  const isOfOwner = anyOf(sessions.userId, ownerIds);
  const isOwn = and(eq(pushDevices.allOwn, true), isOfOwner);
  const isFollowing = inQuery(pushDevices.id, following);
  const rows = await executor
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .leftJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isActive()))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, sessions.userId))
    .where(
      and(
        or(isNull(pushDevices.sessionId), sql`${sessions.id} is not null`),
        ownerIds.length > 0 ? or(isFollowing, isOwn) : isFollowing,
        toFollowers ? undefined : isOfOwner,
        or(isNull(notificationPreferences.userId), sql`${status} = any(${notificationPreferences.push})`),
      ),
    );
  return rows.map(({ id }) => id);
}
