import { ECDH } from 'node:crypto';
import { texts } from '../../../src/domain/errors.ts';
import { MOST_PUSHED, type MovePush, type PushSubscription } from '../../../src/domain/push.ts';
import { isTrackingId, normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldRefusal, Refusal } from '../../errors/errors.ts';
import {
  deletePushFollow,
  insertPushFollow,
  movePushDevice,
  savePushDevice,
  setAllOwn,
} from '../../stores/push/push-devices.ts';
import { findShipmentByTrackingId } from '../../stores/shipments/shipments.ts';

interface Caller {
  /** Where the caller is signed in. */
  sessionId: string | null;
  requestId: string;
}

/**
 * Lets a device be told of one shipment (push.follow); whoever has the tracking ID may. A device of somebody who is signed
 * in goes with that session. Throws NOT_FOUND for a tracking ID that leads nowhere, which is a guess; refusals for a
 * device that no push service of the list is known for, and for one that is told of too many already.
 */
export async function followByPush(
  services: Services,
  { subscription, trackingId: typed }: { subscription: PushSubscription; trackingId: string },
  { sessionId, requestId }: Caller,
): Promise<void> {
  assertReachable(services.push, subscription);
  const trackingId = normalizeTrackingId(typed);
  if (!isTrackingId(trackingId)) throw new Refusal('NOT_FOUND', texts.shipmentNotFound);
  const shipment = await findShipmentByTrackingId(services.db, trackingId);
  if (!shipment) throw new Refusal('NOT_FOUND', texts.shipmentNotFound, { guess: true });
  await inUnitOfWork({ services, actor: null, procedure: 'push.follow', requestId }, async ({ tx }) => {
    const deviceId = await savePushDevice(tx, subscription, sessionId);
    const total = await insertPushFollow(tx, deviceId, shipment.id);
    if (total > MOST_PUSHED) {
      throw new Refusal('PRECONDITION_FAILED', `This device already gets notifications for ${MOST_PUSHED} shipments.`);
    }
  });
}

/** Lets a device be told of all that the person of its session sends or receives (push.followOwn). Throws as `followByPush`. */
export async function followOwnByPush(
  { tx, services }: UnitOfWork,
  subscription: PushSubscription,
  sessionId: string,
): Promise<void> {
  assertReachable(services.push, subscription);
  await setAllOwn(tx, await savePushDevice(tx, subscription, sessionId));
}

/**
 * Goes on telling a device at the address that its push service has given it instead (push.move), of all that it was told of
 * before. One that is not known is no fault: there is nothing to go on with. Throws as `followByPush` for the new address.
 */
export async function movePush(services: Services, { from, subscription }: MovePush, requestId: string): Promise<void> {
  assertReachable(services.push, subscription);
  const order = { services, actor: null, procedure: 'push.move', requestId };
  await inUnitOfWork(order, ({ tx }) => movePushDevice(tx, from, subscription));
}

/**
 * Tells a device no more of one shipment, or without one of its person's own (push.stop). What it was never told of is no
 * fault; what can be no tracking ID throws NOT_FOUND.
 */
export async function stopPush(
  services: Services,
  { endpoint, trackingId }: { endpoint: string; trackingId?: string | undefined },
  requestId: string,
): Promise<void> {
  const normal = trackingId === undefined ? null : normalizeTrackingId(trackingId);
  if (normal !== null && !isTrackingId(normal)) throw new Refusal('NOT_FOUND', texts.shipmentNotFound);
  const order = { services, actor: null, procedure: 'push.stop', requestId };
  await inUnitOfWork(order, ({ tx }) => deletePushFollow(tx, endpoint, normal));
}

function assertReachable(push: Services['push'], { endpoint, keys }: PushSubscription): void {
  if (!push.mayReach(endpoint)) throw fieldRefusal('subscription.endpoint', 'This push service isn’t supported.');
  try {
    // A point that is not on the curve could never be encrypted for.
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url', 'hex', 'compressed');
  } catch {
    throw fieldRefusal('subscription.keys.p256dh', 'P256dh is not a valid push key.');
  }
}
