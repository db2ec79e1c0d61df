import { ECDH } from 'node:crypto';
import { texts } from '../../src/domain/errors.ts';
import { MAX_PUSH_SUBSCRIPTIONS, type MovePush, type PushSubscription } from '../../src/domain/push.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { findShipmentByTrackingId } from '../shipments/store/shipments.ts';
import { findByTypedId } from '../tracking/track-shipment.ts';
import { movePushDevice, savePushDevice } from './store/push-devices.ts';
import { deletePushFollow, insertPushFollow, setAllOwn } from './store/push-follows.ts';

interface Caller {
  sessionId: string | null;
  requestId: string;
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

/** @throws Like `followByPush`. */
export async function followOwnByPush(
  { tx, services }: UnitOfWork,
  subscription: PushSubscription,
  sessionId: string,
): Promise<void> {
  assertKnownPushService(services.push, subscription);
  await setAllOwn(tx, await savePushDevice(tx, subscription, sessionId));
}

/** @throws Like `followByPush`. */
export async function movePush(services: Services, { from, subscription }: MovePush, requestId: string): Promise<void> {
  assertKnownPushService(services.push, subscription);
  const order = { services, actor: null, procedure: 'push.move' as const, requestId };
  await inUnitOfWork(order, ({ tx }) => movePushDevice(tx, from, subscription));
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
