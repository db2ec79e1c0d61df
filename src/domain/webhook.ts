/** Events follow Standard Webhooks. */
import * as v from 'valibot';
import { ApiKeySchema, KEY_KINDS } from './api-key.ts';
import { anyMoment, IdSchema, strictInput } from './field-schemas.ts';
import type { ShipmentStatus } from './shipment-status.ts';

export const WEBHOOK_EVENTS = [
  'shipment.created',
  'shipment.status_changed',
  'shipment.collected',
  'shipment.out_for_delivery',
  'shipment.attempted',
  'shipment.decided',
  'shipment.delivered',
  'shipment.cancelled',
  'shipment.proof_received',
  'pickup.done',
  'pickup.failed',
  'return.requested',
  'return.created',
  'return.status_changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Sent on request, about no shipment. */
export const TEST_EVENT = 'webhook.test';

/** `failing`: we try again. `off`: until its owner turns it on. */
export const WEBHOOK_STATES = ['on', 'paused', 'failing', 'off'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const isLive = ({ state }: { state: WebhookState }): boolean => state === 'on' || state === 'failing';

export const MAX_WEBHOOKS = 5;
/** Events are kept this long for a replay. */
export const WEBHOOK_EVENT_DAYS = 30;
/** Former secrets sign, too, for so many hours. */
export const FORMER_SECRET_HOURS = 24;
export const MAX_SECRETS = 5;
/** Latest first. */
export const MAX_DELIVERIES_SHOWN = 50;

/**
 * Seconds after each failed attempt. Then the message is given up, and the endpoint is off if it
 * took no other.
 */
export const WEBHOOK_DELAYS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const OF_STATUS: Partial<Record<ShipmentStatus, WebhookEvent>> = {
  delivery: 'shipment.out_for_delivery',
  delivered: 'shipment.delivered',
  cancelled: 'shipment.cancelled',
};

export const webhookEventOf = (status: ShipmentStatus): WebhookEvent => OF_STATUS[status] ?? 'shipment.status_changed';

export const URL_MESSAGE = 'Enter a public https address on port 443 or 8443.';
const url = v.pipe(
  v.string(URL_MESSAGE),
  v.maxLength(500, 'The address can have at most 500 characters.'),
  v.regex(/^https?:\/\/[!-~]+$/i, URL_MESSAGE),
  v.title('Address'),
);
const events = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS, 'This event doesn’t exist.'), 'Choose the events.'),
  v.minLength(1, 'Choose at least one event.'),
  v.transform((chosen) => WEBHOOK_EVENTS.filter((one) => chosen.includes(one))),
  v.title('Events'),
);

export const CreateWebhookSchema = strictInput({ url, events: v.optional(events, [...WEBHOOK_EVENTS]) });
export type CreateWebhook = v.InferOutput<typeof CreateWebhookSchema>;

export const ChangeWebhookSchema = strictInput({
  url: v.optional(url),
  events: v.optional(events),
  state: v.optional(v.picklist(['on', 'paused'], 'Choose on or paused.')),
});
export type ChangeWebhook = v.InferOutput<typeof ChangeWebhookSchema>;

/** The key decides the mode in the REST interface. */
export const CreateOwnWebhookSchema = strictInput({
  ...CreateWebhookSchema.entries,
  kind: v.optional(v.picklist(KEY_KINDS, 'Choose test or live.'), 'live'),
});

export const ChangeOwnWebhookSchema = strictInput({ id: IdSchema, ...ChangeWebhookSchema.entries });

export const ReplaySchema = strictInput({ since: anyMoment('Since') });
export const ReplayOwnWebhookSchema = strictInput({ id: IdSchema, ...ReplaySchema.entries });
/** The `webhook-id` of a message. */
export const ResendSchema = strictInput({ message_id: IdSchema });
export const ResendOwnMessageSchema = strictInput({ id: IdSchema, ...ResendSchema.entries });
export const WebhookByIdSchema = strictInput({ id: IdSchema });

export const WebhookSchema = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  state: v.picklist(WEBHOOK_STATES),
  problem: v.pipe(v.string(), v.description('Why it fails or is off')),
  former_secret_until: v.pipe(
    v.nullable(v.string()),
    v.description('Until then messages are signed with the secrets before, too'),
  ),
  replay: v.pipe(
    v.nullable(v.object({ queued: v.number(), total: v.number() })),
    v.description('How many of the events to send again are queued; null if all are'),
  ),
  test: v.pipe(v.boolean(), v.description('Whether it gets events of test shipments, and no others')),
  created_at: v.string(),
});
export type Webhook = v.InferOutput<typeof WebhookSchema>;

/** `secret`: shown once. */
export const CreatedWebhookSchema = v.object({ ...WebhookSchema.entries, secret: v.string() });
export type CreatedWebhook = v.InferOutput<typeof CreatedWebhookSchema>;

export const WebhooksSchema = v.object({ data: v.array(WebhookSchema) });
export const RotatedSecretSchema = v.object({
  secret: v.string(),
  former_secret_until: v.pipe(v.string(), v.description('Until then messages are signed with the secrets before, too')),
});
export type RotatedSecret = v.InferOutput<typeof RotatedSecretSchema>;
export const QueuedSchema = v.object({ queued: v.pipe(v.number(), v.description('How many messages will be sent')) });

/** It leaves out a webhook’s address, which is often a secret. */
export const ProgramsOfUserSchema = v.object({
  keys: v.array(ApiKeySchema),
  webhooks: v.array(v.object({ ...v.pick(WebhookSchema, ['id', 'state', 'test']).entries, host: v.string() })),
  /** Missing in what devices stored before 0.3.0. */
  runs: v.optional(v.array(v.object({ id: v.string(), name: v.string(), day: v.string() }))),
  sessions: v.optional(v.number()),
});
export type ProgramsOfUser = v.InferOutput<typeof ProgramsOfUserSchema>;

export const WebhookDeliverySchema = v.object({
  id: v.string(),
  message_id: v.string(),
  type: v.string(),
  attempt: v.number(),
  status: v.pipe(v.nullable(v.number()), v.description('Null without an answer')),
  ms: v.number(),
  answer: v.pipe(v.string(), v.description('Its first 500 bytes')),
  problem: v.string(),
  created_at: v.string(),
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDeliverySchema>;
export const WebhookDeliveriesSchema = v.object({ data: v.array(WebhookDeliverySchema) });

/** It has no names and no addresses. */
export const WebhookPayloadSchema = v.object({
  type: v.picklist([...WEBHOOK_EVENTS, TEST_EVENT]),
  timestamp: v.string(),
  test: v.pipe(v.optional(v.literal(true)), v.description('True if it is about a test shipment; else it is left out')),
  data: v.object({
    id: v.string(),
    tracking_id: v.string(),
    reference: v.string(),
    cod: v.pipe(v.optional(v.number()), v.description('Cash on delivery: what the receiver pays at the door')),
    sequence: v.pipe(v.number(), v.description('Counts the events of this shipment')),
    status: v.string(),
    reason: v.string(),
    occurred_at: v.string(),
    received_at: v.string(),
  }),
});
export type WebhookPayload = v.InferOutput<typeof WebhookPayloadSchema>;
