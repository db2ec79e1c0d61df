import * as v from 'valibot';
import { optionalText, strictInput, TrackingIdSchema } from './field-schemas.ts';
import { GrantSchema } from './shipment.ts';
import type { ShipmentStatus } from './shipment-status.ts';

export const CHANNELS = ['mail', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

interface Message {
  label: string;
  /** All others come by email and push only. */
  bySms?: true;
  /** It is only for one channel, such as where a separate email exists. */
  only?: Channel;
  /** Only if asked for. */
  isExtra?: true;
}

/** Private codes and bills always come by email. */
const MESSAGES = {
  created: { label: 'In progress' },
  shipped: { label: 'Shipped' },
  out: { label: 'Out for delivery', bySms: true },
  'two-stops': { label: 'Two stops away', bySms: true, isExtra: true },
  missed: { label: 'Missed', bySms: true },
  ready: { label: 'Held or ready at the depot', bySms: true },
  delivered: { label: 'Delivered' },
  cancelled: { label: 'Cancelled' },
  failed: { label: 'Failed' },
  code: { label: 'Handover code', bySms: true, only: 'sms' },
  proof: { label: 'Proof of delivery', only: 'mail', isExtra: true },
} satisfies Record<string, Message>;

export type MessageEvent = keyof typeof MESSAGES;
export const MESSAGE_EVENTS = Object.keys(MESSAGES) as [MessageEvent, ...MessageEvent[]];
/** Nobody can turn off the last two, which protect a parcel. */
export const TEXT_EVENTS = [...MESSAGE_EVENTS, 'contact-changed', 'new-link'] as const;
export type TextEvent = (typeof TEXT_EVENTS)[number];
const messageOf = (event: MessageEvent): Message => MESSAGES[event];

export function messageLabel(event: TextEvent): string {
  if (event === 'contact-changed') return 'Contact details changed';
  return event === 'new-link' ? 'New link' : MESSAGES[event].label;
}

export const canCarry = (channel: Channel, event: MessageEvent): boolean =>
  channel === 'sms' ? messageOf(event).bySms === true : (messageOf(event).only ?? channel) === channel;

const EVENT_OF_STATUS: Record<ShipmentStatus, MessageEvent> = {
  'in-progress': 'created',
  shipped: 'shipped',
  delivery: 'out',
  held: 'ready',
  delivered: 'delivered',
  cancelled: 'cancelled',
  failed: 'failed',
};
export const eventOfStatus = (status: ShipmentStatus): MessageEvent => EVENT_OF_STATUS[status];

const events = (name: string) =>
  v.pipe(
    v.array(v.picklist(MESSAGE_EVENTS, 'This message doesn’t exist.'), `${name} must be a list.`),
    v.maxLength(MESSAGE_EVENTS.length, `${name} lists a message twice.`),
  );

/** Which messages a person wants, and how. */
export const MessageChoicesSchema = strictInput({ mail: events('Mail'), sms: events('Sms'), push: events('Push') });
export type MessageChoices = v.InferOutput<typeof MessageChoicesSchema>;

const usual = (channel: Channel) =>
  MESSAGE_EVENTS.filter((event) => canCarry(channel, event) && !messageOf(event).isExtra);

export const DEFAULT_CHOICES: MessageChoices = { mail: usual('mail'), sms: usual('sms'), push: usual('push') };

/** A call without an ID is about all the caller’s parcels. */
export const FindChoicesSchema = strictInput({ trackingId: v.optional(TrackingIdSchema) });
/** Null lets the choices for all parcels count again. */
export const SaveChoicesSchema = strictInput({
  trackingId: v.optional(TrackingIdSchema),
  choices: v.nullable(MessageChoicesSchema),
});
export type SaveChoices = v.InferOutput<typeof SaveChoicesSchema>;

const listed = v.array(v.picklist(MESSAGE_EVENTS));
export const ChosenMessagesSchema = v.object({
  choices: v.object({ mail: listed, sms: listed, push: listed }),
  /** Whether they are for this parcel alone. */
  isOwn: v.boolean(),
  /** What the brand texts receivers about. */
  texted: listed,
});
export type ChosenMessages = v.InferOutput<typeof ChosenMessagesSchema>;

/** `link` is the end of `/s/…`; only this device knows `device`. */
export const OpenLinkSchema = strictInput({
  link: v.pipe(v.string('Link is required.'), v.toUpperCase(), v.regex(/^[0-9A-Z]{8}$/, 'This is not a link of ours.')),
  device: v.pipe(v.string('Device is required.'), v.regex(/^[\w-]{20,64}$/, 'This is not a device.')),
  postcodeEnd: v.optional(optionalText('Postcode', 10)),
});
export type OpenLink = v.InferOutput<typeof OpenLinkSchema>;
/** The page asks for the end of the postcode if `grant` is null. */
export const OpenedLinkSchema = v.object({
  trackingId: v.nullable(v.string()),
  grant: v.nullable(GrantSchema),
  /** The other parcels of its text. */
  more: v.optional(v.array(v.object({ trackingId: v.string(), grant: GrantSchema }))),
});
export type OpenedLink = v.InferOutput<typeof OpenedLinkSchema>;
