import * as v from 'valibot';
import { emailAddress, requiredParagraphs, requiredText, strictInput } from './field-schemas.ts';
import { PageNumberSchema, PageSearchSchema } from './paged.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

export const MAIL_KINDS = [
  'shipment-created',
  'code-replaced',
  'status-changed',
  'status-summary',
  'delivery-attempted',
  'delivery-corrected',
  'payment-required',
  'withdrawal',
  'message',
  'verify-email',
  'address-taken',
  'reset-password',
  'set-password',
  'change-email',
  'change-email-taken',
  'email-changed',
  'new-sign-in',
  'password-changed',
  'factor-added',
  'factor-removed',
  'factor-reset',
  'deletion-requested',
  'deletion-stopped',
  'data-ready',
  'webhook-off',
  'pickup-arranged',
  'pickup-declined',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `held`: its receiver had enough of the kind. `dropped`: without its subject or receiver. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'held', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Whether delivery has ended: then it can be resent. */
export const hasEnded = (state: MailState): boolean => state === 'sent' || state === 'failed' || state === 'held';

/** Of parcels; others are personal. */
export const SHIPMENT_MAIL_KINDS: readonly MailKind[] = [
  'shipment-created',
  'code-replaced',
  'status-changed',
  'status-summary',
  'delivery-attempted',
  'delivery-corrected',
];

/** A person waits for these at a screen, having asked for them. They have limits of their own. */
export const AWAITED_MAIL_KINDS: readonly MailKind[] = [
  'verify-email',
  'address-taken',
  'reset-password',
  'set-password',
  'change-email',
  'change-email-taken',
  'data-ready',
];

/** Emails about parcels that a mailbox gets in an hour: in all, and for what one account does. */
export const MAILBOX_LIMIT = { hourly: 100, hourlyBySender: 30 };

const KINDS_WITH_LINK: readonly MailKind[] = [
  'verify-email',
  'address-taken',
  'reset-password',
  'set-password',
  'change-email',
  'email-changed',
  'new-sign-in',
  'password-changed',
  'factor-added',
  'factor-removed',
  'deletion-requested',
];
/** Whether it has a one-time link, new each time. */
export const hasLink = (kind: MailKind): boolean => KINDS_WITH_LINK.includes(kind);

/** mail.send. `**` makes words bold. */
export const SendMailSchema = strictInput({
  receiver: emailAddress('Receiver'),
  subject: requiredText('Subject', 200),
  body: requiredParagraphs('Body', 20_000),
});
export type SendMail = v.InferOutput<typeof SendMailSchema>;

/** mail.getMails. */
export const MailsSchema = strictInput({
  page: strictInput({
    page: v.optional(PageNumberSchema),
    q: PageSearchSchema.entries.q,
    state: v.optional(v.picklist(MAIL_STATES, 'This status doesn’t exist.')),
  }),
});
export type MailSearch = v.InferOutput<typeof MailsSchema>['page'];

/** Only managers' subjects: others hold codes and links. */
export const LoggedMailSchema = v.object({
  id: v.string(),
  kind: v.picklist(MAIL_KINDS),
  receiver: v.string(),
  subject: v.nullable(v.string()),
  shipmentId: v.nullable(v.string()),
  trackingId: v.nullable(v.string()),
  status: v.nullable(v.picklist(SHIPMENT_STATUSES)),
  state: v.picklist(MAIL_STATES),
  attempts: v.number(),
  lastError: v.nullable(v.string()),
  createdAt: v.string(),
  sentAt: v.nullable(v.string()),
  resentAt: v.nullable(v.string()),
  resendable: v.boolean(),
});
export type LoggedMail = v.InferOutput<typeof LoggedMailSchema>;

const MailTextSchema = v.object({ subject: v.string(), text: v.string() });
export type MailText = v.InferOutput<typeof MailTextSchema>;

/** mail.getMail. Codes and link tokens are masked. */
export const MailDetailsSchema = v.object({
  ...LoggedMailSchema.entries,
  sent: v.nullable(MailTextSchema),
  /** Null if there is no longer a reason. */
  next: v.nullable(MailTextSchema),
});
export type MailDetails = v.InferOutput<typeof MailDetailsSchema>;

/** Finds the mail state with this name, or undefined. */
export const parseMailState = (value: string | null): MailState | undefined =>
  MAIL_STATES.find((state) => state === value);

/** Reads an email address from a URL, if valid. */
export function parseReceiver(value: string | null): string | undefined {
  const { success, output } = v.safeParse(SendMailSchema.entries.receiver, value);
  return success ? output : undefined;
}

export interface Words {
  text: string;
  bold: boolean;
}

/** Splits a text at its `**` pairs; keeps an unpaired `**`. */
export function boldWords(text: string): Words[] {
  const parts = text.split('**');
  if (parts.length % 2 === 0) parts.splice(-2, 2, parts.slice(-2).join('**'));
  return parts.map((part, index) => ({ text: part, bold: index % 2 === 1 })).filter(({ text: words }) => words !== '');
}

/** The paragraphs of a body, separated by empty lines. */
export const paragraphsOf = (body: string): string[] => body.replaceAll('\r\n', '\n').split(/\n\s*\n/);
