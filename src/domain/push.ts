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

export const PushSubscriptionSchema = strictInput({
  endpoint,
  keys: strictInput({ p256dh: key('P256dh', 87), auth: key('Auth', 22) }),
});
export type PushSubscription = v.InferOutput<typeof PushSubscriptionSchema>;

export const FollowByPushSchema = strictInput({
  subscription: PushSubscriptionSchema,
  trackingId: TrackingIdSchema,
});
export const FollowOwnByPushSchema = strictInput({ subscription: PushSubscriptionSchema });

/** push.move. The old endpoint, a secret, is proof. */
export const MovePushSchema = strictInput({ from: endpoint, subscription: PushSubscriptionSchema });
export type MovePush = v.InferOutput<typeof MovePushSchema>;

/** push.stop: this shipment, or without one all of the person's own. */
export const StopPushSchema = strictInput({ endpoint, trackingId: v.optional(TrackingIdSchema) });

export const PushDeviceSchema = strictInput({ endpoint });
export const PushSubscriptionsSchema = v.object({ own: v.boolean(), trackingIds: v.array(v.string()) });
export type PushSubscriptions = v.InferOutput<typeof PushSubscriptionsSchema>;

/** Lets only this server send. */
export const PushKeySchema = v.object({ publicKey: v.string() });

export const MAX_PUSH_SUBSCRIPTIONS = 100;

const statuses = (name: string) =>
  v.pipe(
    v.array(v.picklist(SHIPMENT_STATUSES, 'This status doesn’t exist.'), `${name} must be a list.`),
    v.maxLength(SHIPMENT_STATUSES.length, `${name} lists a status twice.`),
  );

/** What 0.2.0 calls choices: by status. */
export const NotificationPreferencesSchema = strictInput({ mail: statuses('Mail'), push: statuses('Push') });
export type NotificationPreferences = v.InferOutput<typeof NotificationPreferencesSchema>;

/** Only what a tracking ID reveals; `says`, what happens next, goes to the accounts of the parties. */
export interface PushMessage {
  kind: 'status-changed' | 'delivery-attempted' | 'delivery-corrected' | 'two-stops';
  trackingId: string;
  says?: string;
}
