/** Notifications of a shipment's new status: on which devices, about which shipments, and by what a person is told. */
import * as v from 'valibot';
import { LookedUpTrackingIdSchema, strictInput } from './field-schemas.ts';
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

/** A device as its browser describes it: where its push service takes messages, and the keys that only it can read. */
export const PushSubscriptionSchema = strictInput({
  endpoint,
  keys: strictInput({ p256dh: key('P256dh', 87), auth: key('Auth', 22) }),
});
export type PushSubscription = v.InferOutput<typeof PushSubscriptionSchema>;

/** push.follow: tell this device of one shipment. */
export const FollowByPushSchema = strictInput({
  subscription: PushSubscriptionSchema,
  trackingId: LookedUpTrackingIdSchema,
});
/** push.followOwn: tell this device of whatever its person sends or receives. */
export const FollowOwnByPushSchema = strictInput({ subscription: PushSubscriptionSchema });

/** push.move: the push service has given this device another address. Whoever knows the old one, which is a secret, may say so. */
export const MovePushSchema = strictInput({ from: endpoint, subscription: PushSubscriptionSchema });
export type MovePush = v.InferOutput<typeof MovePushSchema>;

/** push.stop: no more of this shipment, or without one no more of all that is the person's own. */
export const StopPushSchema = strictInput({ endpoint, trackingId: v.optional(LookedUpTrackingIdSchema) });

/** push.getDevice: what a device is told of. */
export const PushDeviceSchema = strictInput({ endpoint });
export const PushSubscriptionsSchema = v.object({ own: v.boolean(), trackingIds: v.array(v.string()) });
export type PushSubscriptions = v.InferOutput<typeof PushSubscriptionsSchema>;

/** The public key that a browser subscribes with: it lets nobody else send. */
export const PushKeySchema = v.object({ publicKey: v.string() });

/** As many shipments one device is told of, beside its person's own. */
export const MAX_PUSH_SUBSCRIPTIONS = 100;

const statuses = (name: string) =>
  v.pipe(
    v.array(v.picklist(SHIPMENT_STATUSES, 'This status doesn’t exist.'), `${name} must be a list.`),
    v.maxLength(SHIPMENT_STATUSES.length, `${name} lists a status twice.`),
  );

/** Of which new statuses a person is told, and by what. Private codes and bills always come by mail. */
export const NotificationPreferencesSchema = strictInput({ mail: statuses('Mail'), push: statuses('Push') });
export type NotificationPreferences = v.InferOutput<typeof NotificationPreferencesSchema>;

/** What a push message says: nothing that whoever has a tracking ID could not ask. The words are looked up by the device. */
export interface PushMessage {
  kind: 'status-changed';
  trackingId: string;
}
