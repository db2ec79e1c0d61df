/** Notifications of new statuses: devices, followed shipments and a person's preferences. */
import * as v from 'valibot';
import { strictInput, TrackingIdSchema } from './field-schemas.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

const endpoint = v.pipe(
  v.string('Endpoint is required.'),
  v.maxLength(1_000, 'Endpoint can have at most 1000 characters.'),
  v.regex(/^https?:\/\/[!-~]+$/, 'Endpoint must be a URL.'),
);
const key = (name: string, length: number) =>
  v.pipe(
    v.string(`${name} is required.`),
    v.regex(new RegExp(`^[\\w-]{${length}}=*$`), `${name} is not a valid push key.`),
  );

/** A browser's push subscription: the push service's address and the keys for encryption. */
export const PushSubscriptionSchema = strictInput({
  endpoint,
  keys: strictInput({ p256dh: key('P256dh', 87), auth: key('Auth', 22) }),
});
export type PushSubscription = v.InferOutput<typeof PushSubscriptionSchema>;

/** push.follow: notify this device about one shipment. */
export const FollowByPushSchema = strictInput({
  subscription: PushSubscriptionSchema,
  trackingId: TrackingIdSchema,
});
/** push.followOwn: notify this device about everything its person sends or receives. */
export const FollowOwnByPushSchema = strictInput({ subscription: PushSubscriptionSchema });

/** push.move: the device has a new address. Knowing the old one, a secret, is proof enough. */
export const MovePushSchema = strictInput({ from: endpoint, subscription: PushSubscriptionSchema });
export type MovePush = v.InferOutput<typeof MovePushSchema>;

/** push.stop: unfollow this shipment, or without one all of the person's own. */
export const StopPushSchema = strictInput({ endpoint, trackingId: v.optional(TrackingIdSchema) });

/** push.getDevice: what a device follows. */
export const PushDeviceSchema = strictInput({ endpoint });
export const PushSubscriptionsSchema = v.object({ own: v.boolean(), trackingIds: v.array(v.string()) });
export type PushSubscriptions = v.InferOutput<typeof PushSubscriptionsSchema>;

/** The public key to subscribe with, so that only this server can send. */
export const PushKeySchema = v.object({ publicKey: v.string() });

/** The most shipments a device can follow, besides the person's own. */
export const MAX_PUSH_SUBSCRIPTIONS = 100;

const statuses = (name: string) =>
  v.pipe(
    v.array(v.picklist(SHIPMENT_STATUSES, 'This status doesn’t exist.'), `${name} must be a list.`),
    v.maxLength(SHIPMENT_STATUSES.length, `${name} lists a status twice.`),
  );

/**
 * Which new statuses to notify a person of, and how. Private codes and bills are always emailed.
 */
export const NotificationPreferencesSchema = strictInput({ mail: statuses('Mail'), push: statuses('Push') });
export type NotificationPreferences = v.InferOutput<typeof NotificationPreferencesSchema>;

/** A push message holds only what a tracking ID reveals. The device looks up the rest. */
export interface PushMessage {
  kind: 'status-changed' | 'delivery-attempted' | 'delivery-corrected';
  trackingId: string;
}
