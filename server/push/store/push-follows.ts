import { and, count, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { DEFAULT_CHOICES, type MessageEvent } from '../../../src/domain/messages.ts';
import type { PushSubscriptions } from '../../../src/domain/push.ts';
import { isActive } from '../../auth/store/sessions.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { messageChoices } from '../../base/database/tables/messages/messages.ts';
import { pushDevices, pushFollows } from '../../base/database/tables/push.ts';
import { sessions } from '../../base/database/tables/sessions.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf, inQuery } from '../../base/sql/lists.ts';

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

/** `owners`: whether each wants this message. */
interface ToNotify {
  shipmentId: string;
  owners: ReadonlyMap<string, boolean>;
  event: MessageEvent;
  toFollowers: boolean;
}

/** Finds the devices that follow these shipments, or all of their owner's, and which want the message. */
export async function findDevicesToNotify(
  executor: Executor,
  shipmentIds: readonly string[],
  ownerIds: readonly string[],
): Promise<(about: ToNotify) => string[]> {
  const { deviceId, shipmentId } = pushFollows;
  const isFollowed = anyOf(shipmentId, shipmentIds);
  const concerned = unionAll(
    executor.select({ id: deviceId }).from(pushFollows).where(isFollowed),
    executor
      .select({ id: pushDevices.id })
      .from(sessions)
      .innerJoin(pushDevices, eq(pushDevices.sessionId, sessions.id))
      .where(and(anyOf(sessions.userId, ownerIds), pushDevices.allOwn)),
  );
  const rows = await executor
    .select({ id: pushDevices.id, allOwn: pushDevices.allOwn, userId: sessions.userId, push: messageChoices.push })
    .from(pushDevices)
    .leftJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isActive()))
    .leftJoin(messageChoices, eq(messageChoices.userId, sessions.userId))
    .where(and(or(isNull(pushDevices.sessionId), isNotNull(sessions.id)), inQuery(pushDevices.id, concerned)));
  if (rows.length === 0) return () => [];
  const follows = await executor.select({ deviceId, shipmentId }).from(pushFollows).where(isFollowed);
  const followed = new Set(follows.map((follow) => `${follow.deviceId} ${follow.shipmentId}`));
  return (about) =>
    rows
      .filter(({ id, userId, allOwn, push }) => {
        const isWanted = userId === null ? undefined : about.owners.get(userId);
        if (isWanted !== undefined && allOwn) return isWanted;
        if (!followed.has(`${id} ${about.shipmentId}`)) return false;
        return isWanted ?? (about.toFollowers && (push ?? DEFAULT_CHOICES.push).includes(about.event));
      })
      .map(({ id }) => id);
}
