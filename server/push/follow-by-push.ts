import { ECDH } from 'node:crypto';
import { and, count, eq, notExists, sql } from 'drizzle-orm';
import { texts } from '../../src/domain/errors.ts';
import { MAX_PUSH_SUBSCRIPTIONS, type MovePush, type PushSubscription } from '../../src/domain/push.ts';
import type { Transaction } from '../base/database/client.ts';
import { pushDevices, pushFollows } from '../base/database/tables/push.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { anyOf, inQuery } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { findShipmentByTrackingId } from '../shipments/store/shipments.ts';
import { findByTypedId } from '../tracking/track-shipment.ts';

interface Caller {
  sessionId: string | null;
  requestId: string;
}

async function savePushDevice(
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

async function insertPushFollow(tx: Transaction, deviceId: string, shipmentId: string): Promise<number> {
  await tx.insert(pushFollows).values({ deviceId, shipmentId }).onConflictDoNothing();
  const [row] = await tx.select({ total: count() }).from(pushFollows).where(eq(pushFollows.deviceId, deviceId));
  return row?.total ?? 0;
}

/**
 * Subscribes a device to a shipment, for the session if there is one.
 * @throws NOT_FOUND, PRECONDITION_FAILED, field error.
 */
export async function followByPush(
  services: Services,
  { subscription, trackingId }: { subscription: PushSubscription; trackingId: string },
  { sessionId, requestId }: Caller,
): Promise<void> {
  assertKnownPushService(services.push, subscription);
  const shipment = await findByTypedId({ executor: services.db }, trackingId, findShipmentByTrackingId);
  await inUnitOfWork({ services, actor: null, procedure: 'push.follow', requestId }, async ({ tx }) => {
    const deviceId = await savePushDevice(tx, subscription, sessionId);
    const total = await insertPushFollow(tx, deviceId, shipment.id);
    if (total > MAX_PUSH_SUBSCRIPTIONS) {
      throw new UserError(
        'PRECONDITION_FAILED',
        `This device already gets notifications for ${MAX_PUSH_SUBSCRIPTIONS} shipments.`,
      );
    }
  });
}

async function setAllOwn(tx: Transaction, deviceId: string): Promise<void> {
  await tx.update(pushDevices).set({ allOwn: true }).where(eq(pushDevices.id, deviceId));
}

/** @throws Like `followByPush`. */
export async function followOwnByPush(
  { tx, services }: UnitOfWork,
  subscription: PushSubscription,
  sessionId: string,
): Promise<void> {
  assertKnownPushService(services.push, subscription);
  await setAllOwn(tx, await savePushDevice(tx, subscription, sessionId));
}

async function movePushDevice(
  tx: Transaction,
  from: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
): Promise<void> {
  if (from === endpoint) return;
  const rows = await tx
    .select()
    .from(pushDevices)
    .where(anyOf(pushDevices.endpoint, [from, endpoint]))
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
    limit greatest(0, ${MAX_PUSH_SUBSCRIPTIONS} - (select count(*) from push_follows where device_id = ${known.id}))`);
  // Following all takes the session that asked for it.
  const own = old.allOwn ? { allOwn: true, sessionId: old.sessionId } : {};
  await tx
    .update(pushDevices)
    .set({ p256dh, auth, ...own })
    .where(eq(pushDevices.id, known.id));
  await tx.delete(pushDevices).where(eq(pushDevices.id, old.id));
}

/** @throws Like `followByPush`. */
export async function movePush(services: Services, { from, subscription }: MovePush, requestId: string): Promise<void> {
  assertKnownPushService(services.push, subscription);
  const order = { services, actor: null, procedure: 'push.move' as const, requestId };
  await inUnitOfWork(order, ({ tx }) => movePushDevice(tx, from, subscription));
}

async function deletePushFollow(tx: Transaction, endpoint: string, trackingId: string | null): Promise<void> {
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

/**
 * Unsubscribes from a shipment, or without one from the user's own.
 * @throws NOT_FOUND
 */
export async function stopPush(
  services: Services,
  { endpoint, trackingId }: { endpoint: string; trackingId?: string | undefined },
  requestId: string,
): Promise<void> {
  if (trackingId === '') throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  const order = { services, actor: null, procedure: 'push.stop' as const, requestId };
  await inUnitOfWork(order, ({ tx }) => deletePushFollow(tx, endpoint, trackingId ?? null));
}

function assertKnownPushService(push: Services['push'], { endpoint, keys }: PushSubscription): void {
  if (!push.mayReach(endpoint)) throw fieldError('subscription.endpoint', 'This push service isn’t supported.');
  try {
    // Nothing can be encrypted for a point off the curve.
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url', 'hex', 'compressed');
  } catch {
    throw fieldError('subscription.keys.p256dh', 'P256dh is not a valid push key.');
  }
}
