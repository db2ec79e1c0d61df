import { and, count, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { MOST_PUSHED, type Pushed, type PushSubscription } from '../../../src/domain/push.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { notificationPreferences, pushDevices, pushFollows, sessions, shipments } from '../../database/schema.ts';
import { isLiving } from '../auth/sessions.ts';

/** A device as a message is sent to it. */
export type PushDevice = PushSubscription & { id: string };

/** One device that is to be told of one shipment. */
export interface PushDelivery {
  deviceId: string;
  shipmentId: string;
}

/**
 * Keeps a device, or what has changed of it, and answers its id. It belongs to the session that it is named under; named
 * under none, it stays whose it was.
 */
export async function savePushDevice(
  tx: Transaction,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
  sessionId: string | null,
): Promise<string> {
  const [row] = await tx
    .insert(pushDevices)
    .values({ endpoint, p256dh, auth, sessionId })
    .onConflictDoUpdate({ target: pushDevices.endpoint, set: { p256dh, auth, ...(sessionId && { sessionId }) } })
    .returning({ id: pushDevices.id });
  if (!row) throw new Error('The device was not stored');
  return row.id;
}

/**
 * Gives a device another address and keys. A device that is known at the new address already takes over what the old one
 * was told of, up to as many shipments as one device is told of.
 */
export async function movePushDevice(
  tx: Transaction,
  from: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
): Promise<void> {
  if (from === endpoint) return;
  const rows = await tx
    .select()
    .from(pushDevices)
    .where(inArray(pushDevices.endpoint, [from, endpoint]))
    .orderBy(pushDevices.id)
    .for('update');
  const old = rows.find((row) => row.endpoint === from);
  const known = rows.find((row) => row.endpoint === endpoint);
  if (!old) return;
  if (!known) {
    await tx.update(pushDevices).set({ endpoint, p256dh, auth }).where(eq(pushDevices.id, old.id));
    return;
  }
  await tx.execute(sql`
    insert into push_follows (device_id, shipment_id)
    select ${known.id}, shipment_id from push_follows f where device_id = ${old.id}
      and not exists (select 1 from push_follows where device_id = ${known.id} and shipment_id = f.shipment_id)
    order by created_at desc
    limit greatest(0, ${MOST_PUSHED} - (select count(*) from push_follows where device_id = ${known.id}))`);
  // A device without a session is told of nobody's own.
  const own = old.allOwn ? { allOwn: true, sessionId: old.sessionId } : {};
  await tx
    .update(pushDevices)
    .set({ p256dh, auth, ...own })
    .where(eq(pushDevices.id, known.id));
  await tx.delete(pushDevices).where(eq(pushDevices.id, old.id));
}

/** Lets a device be told of a shipment. Answers of how many it is told then. */
export async function insertPushFollow(tx: Transaction, deviceId: string, shipmentId: string): Promise<number> {
  await tx.insert(pushFollows).values({ deviceId, shipmentId }).onConflictDoNothing();
  const [row] = await tx.select({ total: count() }).from(pushFollows).where(eq(pushFollows.deviceId, deviceId));
  return row?.total ?? 0;
}

/** Lets a device of a session be told of all that its person sends or receives. */
export async function setAllOwn(tx: Transaction, deviceId: string): Promise<void> {
  await tx.update(pushDevices).set({ allOwn: true }).where(eq(pushDevices.id, deviceId));
}

/** Tells a device no more of one shipment, or of its person's own. A device that is told of nothing any more is forgotten. */
export async function deletePushFollow(tx: Transaction, endpoint: string, trackingId: string | null): Promise<void> {
  const device = tx.select({ id: pushDevices.id }).from(pushDevices).where(eq(pushDevices.endpoint, endpoint));
  if (trackingId === null) {
    await tx.update(pushDevices).set({ allOwn: false }).where(eq(pushDevices.endpoint, endpoint));
  } else {
    const shipment = tx.select({ id: shipments.id }).from(shipments).where(eq(shipments.trackingId, trackingId));
    await tx
      .delete(pushFollows)
      .where(and(inArray(pushFollows.deviceId, device), inArray(pushFollows.shipmentId, shipment)));
  }
  const follows = tx.select({ one: sql`1` }).from(pushFollows).where(eq(pushFollows.deviceId, pushDevices.id));
  await tx
    .delete(pushDevices)
    .where(and(eq(pushDevices.endpoint, endpoint), eq(pushDevices.allOwn, false), notExists(follows)));
}

/** What a device is told of; nothing where it is not known. */
export async function findPushed(executor: Executor, endpoint: string): Promise<Pushed> {
  const rows = await executor
    .select({ own: pushDevices.allOwn, trackingId: shipments.trackingId })
    .from(pushDevices)
    .leftJoin(pushFollows, eq(pushFollows.deviceId, pushDevices.id))
    .leftJoin(shipments, and(eq(shipments.id, pushFollows.shipmentId), isNull(shipments.deletedAt)))
    .where(eq(pushDevices.endpoint, endpoint));
  return { own: rows.some(({ own }) => own), trackingIds: rows.flatMap(({ trackingId }) => trackingId ?? []) };
}

/**
 * The devices that are told of a shipment's new status: those that follow it, and those that are told of all that one of its
 * owners has. Not those whose session is over, nor those whose person does not want to be told of this status by push.
 */
export async function listDevicesToTell(
  executor: Executor,
  { shipmentId, ownerIds, status }: { shipmentId: string; ownerIds: readonly string[]; status: ShipmentStatus },
): Promise<string[]> {
  const following = executor
    .select({ id: pushFollows.deviceId })
    .from(pushFollows)
    .where(eq(pushFollows.shipmentId, shipmentId));
  const isOwn = and(eq(pushDevices.allOwn, true), inArray(sessions.userId, [...ownerIds]));
  const isFollowing = inArray(pushDevices.id, following);
  const rows = await executor
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .leftJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isLiving()))
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, sessions.userId))
    .where(
      and(
        or(isNull(pushDevices.sessionId), sql`${sessions.id} is not null`),
        ownerIds.length > 0 ? or(isFollowing, isOwn) : isFollowing,
        or(isNull(notificationPreferences.userId), sql`${status} = any(${notificationPreferences.push})`),
      ),
    );
  return rows.map(({ id }) => id);
}

/** A device by its id; null where it is not known any more. */
export async function findPushDevice(executor: Executor, id: string): Promise<PushDevice | null> {
  const [row] = await executor
    .select({ id: pushDevices.id, endpoint: pushDevices.endpoint, p256dh: pushDevices.p256dh, auth: pushDevices.auth })
    .from(pushDevices)
    .where(eq(pushDevices.id, id));
  if (!row) return null;
  const { p256dh, auth, ...device } = row;
  return { ...device, keys: { p256dh, auth } };
}

/** Forgets a device. */
export async function deletePushDevice(executor: Executor, id: string): Promise<void> {
  await executor.delete(pushDevices).where(eq(pushDevices.id, id));
}
