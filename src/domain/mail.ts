import * as v from 'valibot';
import type { FailureReason } from './delivery.ts';
import { emailAddress, requiredParagraphs, requiredText, strictInput } from './field-schemas.ts';
import { PageNumberSchema, PageSearchSchema, PageSizeSchema } from './paged.ts';
import type { Party } from './shipment.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from './shipment-status.ts';
import type { TransactionStatus } from './transaction.ts';

export type Factor = 'passkey' | 'authenticator' | 'recovery-codes';

/** Undoing the bulk change or the scan cancels the email. */
export interface Undoable {
  bulkId?: string;
  statusVersion?: number;
}

/** Subjects hold no secret. A text that is no id is deleted with the account (`eraseMailsOf`). */
export interface MailSubjects {
  'shipment-created': { shipmentId: string; party: Party };
  'code-replaced': { shipmentId: string; party: Party };
  /** It goes to a party’s old contact after someone without the right to codes changed it. */
  'contact-changed': { shipmentId: string; party: Party };
  'status-changed': { shipmentId: string; party: Party; status: ShipmentStatus; occurredAt: string } & Undoable;
  /** Lists all shipments of this receiver in a bulk change. */
  'status-summary': { bulkId: string };
  arrived: { shipmentId: string; party: Party; place: string };
  'two-stops': { shipmentId: string; party: Party; runId: string };
  'delivery-attempted': { shipmentId: string; party: Party; reason: FailureReason; occurredAt: string };
  'delivery-corrected': { shipmentId: string; party: Party; reason: FailureReason; occurredAt: string };
  'choice-made': { shipmentId: string; party: Party; choiceId: string; answer?: 'granted' | 'declined' };
  'cod-receipt': { shipmentId: string; party: Party; factId: string };
  'delivery-proof': { shipmentId: string; party: Party };
  /** Somebody else’s code was used. */
  'code-mismatch': { shipmentId: string; party: Party };
  'payment-required': { billId: string };
  /** Covers credit notes, too. */
  statement: { userId: string; statementId: string };
  'payment-reminder': { userId: string };
  withdrawal: { transactionId: string; status: TransactionStatus };
  /** Stored nowhere else. */
  message: { subject: string; body: string };
  'set-password': { userId: string };
  invitation: { userId: string };
  'verify-email': { userId: string };
  'address-taken': { userId: string };
  'reset-password': { userId: string };
  'change-email': { userId: string };
  /** This account has the address already. */
  'change-email-taken': { userId: string };
  'email-changed': { userId: string };
  'new-sign-in': { userId: string; device: string; network: string; at: string };
  'password-changed': { userId: string; at: string };
  'factor-added': { userId: string; factor: Factor; name: string; at: string };
  'factor-removed': { userId: string; factor: Factor; name: string; at: string };
  /** It goes to the owner, and to the manager: `userId` is the receiver’s. */
  'factor-reset': { userId: string; resetId: string; state: 'waiting' | 'cancelled' | 'done' };
  'deletion-requested': { userId: string };
  'deletion-stopped': { userId: string; obstacles: string[] };
  'data-ready': { userId: string; exportId: string };
  /** It has only the host because the address is often a secret. */
  'webhook-off': { userId: string; host: string; problem: string };
  'pickup-arranged': { userId: string; pickupId: string };
  'pickup-declined': { userId: string; pickupId: string };
  'orders-changed': { userId: string };
  'day-sheet': { userId: string; day: string };
  /** It is the Monday after the week. */
  'week-report': { userId: string; day: string };
  /** Covers all pickups of a day. */
  'pickup-incomplete': { userId: string; day: string };
  'return-asked': { userId: string; returnId: string };
  'return-declined': { shipmentId: string; party: Party; reason: string };
  /** Its collection was cancelled or moved to another day. */
  'return-collection': { shipmentId: string; party: Party };
}
export type MailKind = keyof MailSubjects;

interface Mail {
  label: string;
  /** About a parcel; others are personal. */
  isOfShipment?: true;
  /** A person waits at a screen for it. It has its own limits. */
  isAwaited?: true;
  /** About a parcel that is on its way to a door. */
  isOfToday?: true;
  /** Parcels for one door share an email about the same news. */
  isShared?: true;
  /** It goes into a shop’s digest; `unless-asked`: if the shop has nothing to decide. */
  inDigest?: 'always' | 'unless-asked';
  /** One-time, new each time. */
  hasLink?: true;
  /** Seconds in which later events join the email, or undo it. */
  startAfter?: number;
}

/** A mistake with many shipments can be undone before anyone is notified. */
export const UNDO_SECONDS = 60;

const MAILS: Record<MailKind, Mail> = {
  'shipment-created': { label: 'Shipment created', isOfShipment: true, isShared: true, inDigest: 'always' },
  'code-replaced': { label: 'New private code', isOfShipment: true },
  'contact-changed': { label: 'Contact details changed', isOfShipment: true },
  'status-changed': { label: 'Status changed', isOfShipment: true, isShared: true, inDigest: 'always' },
  'status-summary': { label: 'Statuses changed', isOfShipment: true, inDigest: 'always' },
  arrived: { label: 'Arrived', isOfShipment: true, isShared: true, inDigest: 'always', startAfter: UNDO_SECONDS },
  'two-stops': { label: 'Two stops away', isOfShipment: true, isOfToday: true, isShared: true },
  'delivery-attempted': {
    label: 'Delivery attempted',
    isOfShipment: true,
    isOfToday: true,
    isShared: true,
    inDigest: 'unless-asked',
  },
  'delivery-corrected': {
    label: 'Delivery corrected',
    isOfShipment: true,
    isOfToday: true,
    isShared: true,
    inDigest: 'always',
  },
  'choice-made': { label: 'Delivery choice', isOfShipment: true, inDigest: 'unless-asked' },
  'cod-receipt': { label: 'Receipt', isOfShipment: true, isShared: true, inDigest: 'always' },
  'delivery-proof': { label: 'Proof of delivery', isOfShipment: true },
  'code-mismatch': { label: 'Wrong receiver’s code', isOfShipment: true },
  'payment-required': { label: 'Payment required' },
  statement: { label: 'Statement' },
  'payment-reminder': { label: 'Payment reminder' },
  withdrawal: { label: 'Withdrawal' },
  message: { label: 'Message' },
  'verify-email': { label: 'Verify address', isAwaited: true, hasLink: true },
  'address-taken': { label: 'Account already exists', isAwaited: true, hasLink: true },
  'reset-password': { label: 'Reset password', isAwaited: true, hasLink: true },
  'set-password': { label: 'Set password', isAwaited: true, hasLink: true },
  invitation: { label: 'Invitation', isAwaited: true, hasLink: true },
  'change-email': { label: 'Confirm new address', isAwaited: true, hasLink: true },
  'change-email-taken': { label: 'Address already in use', isAwaited: true },
  'email-changed': { label: 'Address changed', hasLink: true },
  'new-sign-in': { label: 'New sign-in', hasLink: true },
  'password-changed': { label: 'Password changed', hasLink: true },
  'factor-added': { label: 'New way to log in', hasLink: true },
  'factor-removed': { label: 'Way to log in removed', hasLink: true },
  'factor-reset': { label: 'Passkeys and codes reset' },
  'deletion-requested': { label: 'Deletion requested', hasLink: true },
  'deletion-stopped': { label: 'Account not deleted' },
  'data-ready': { label: 'Data ready to download', isAwaited: true },
  'webhook-off': { label: 'Webhook turned off' },
  'pickup-arranged': { label: 'Pickup arranged' },
  'pickup-declined': { label: 'Pickup declined' },
  'orders-changed': { label: 'Orders changed', startAfter: 5 * 60 },
  'day-sheet': { label: 'Day sheet' },
  'week-report': { label: 'Weekly report' },
  'pickup-incomplete': { label: 'Parcels not picked up', startAfter: 60 * 60 },
  'return-asked': { label: 'Return requested' },
  'return-declined': { label: 'Return declined', isOfShipment: true },
  'return-collection': { label: 'Collection of a return', isOfShipment: true },
};

export const MAIL_KINDS = Object.keys(MAILS) as [MailKind, ...MailKind[]];
export const mailLabel = (kind: MailKind): string => MAILS[kind].label;
export const isAwaited = (kind: MailKind): boolean => MAILS[kind].isAwaited === true;
export const isOfToday = ({ kind, about }: { kind: MailKind; about: object }): boolean =>
  MAILS[kind].isOfToday === true ||
  ('status' in about && (about.status === 'delivery' || about.status === 'delivered'));
export const hasLink = (kind: MailKind): boolean => MAILS[kind].hasLink === true;
/** For its job. */
export function mailDelay({ kind, about }: { kind: MailKind; about: object }): { startAfter?: number } {
  const startAfter = 'bulkId' in about || 'statusVersion' in about ? UNDO_SECONDS : MAILS[kind].startAfter;
  return startAfter === undefined ? {} : { startAfter };
}
/** News of one door or one shop within this time shares an email. */
export const GATHER_SECONDS = 60;
export const isShared = (kind: MailKind): boolean => MAILS[kind].isShared === true;
/** What comes to a shop’s own door can’t wait for its digest. */
export function inDigest({ kind, about }: { kind: MailKind; about: object }): Mail['inDigest'] {
  if ('party' in about && about.party === 'receiver') return undefined;
  const isAsking = 'status' in about && (about.status === 'held' || about.status === 'failed');
  return isAsking ? 'unless-asked' : MAILS[kind].inDigest;
}

export const SHIPMENT_MAIL_KINDS = MAIL_KINDS.filter((kind) => MAILS[kind].isOfShipment);

/** `held`: its receiver had enough of the kind. `dropped`: its subject or receiver is gone. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'held', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** People turn these on. */
export const REPORT_KINDS = ['day-sheet', 'week-report'] as const satisfies MailKind[];
export type ReportKind = (typeof REPORT_KINDS)[number];
export const isReport = <Mail extends { kind: MailKind }>(mail: Mail): mail is Extract<Mail, { kind: ReportKind }> =>
  REPORT_KINDS.some((kind) => kind === mail.kind);
/** It is an hour of Monday by the brand’s clock. */
export const WEEK_REPORT_HOUR = 7;

/** runAdmin.emailDaySheet, reports.emailOwn. */
export const EmailReportSchema = strictInput({ wanted: v.boolean('Wanted must be true or false.') });

/** Whether delivery has ended: then it can be resent. */
export const hasEnded = (state: MailState): boolean => state === 'sent' || state === 'failed' || state === 'held';

/** mail.send. `**` makes words bold. */
export const SendMailSchema = strictInput({
  receiver: emailAddress('Receiver'),
  subject: requiredText('Subject', 200),
  body: requiredParagraphs('Body', 20_000),
});
export type SendMail = v.InferOutput<typeof SendMailSchema>;

export const MailsSchema = strictInput({
  page: strictInput({
    page: v.optional(PageNumberSchema),
    q: PageSearchSchema.entries.q,
    size: PageSizeSchema,
    state: v.optional(v.picklist(MAIL_STATES, 'This status doesn’t exist.')),
  }),
});
export type MailSearch = v.InferOutput<typeof MailsSchema>['page'];

/** Other subjects than managers’ hold codes and links. */
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

/** Codes and link tokens are masked. */
export const MailDetailsSchema = v.object({
  ...LoggedMailSchema.entries,
  sent: v.nullable(MailTextSchema),
  /** Null if there is no longer a reason. */
  next: v.nullable(MailTextSchema),
});
export type MailDetails = v.InferOutput<typeof MailDetailsSchema>;

export const parseMailState = (value: string | null): MailState | undefined =>
  MAIL_STATES.find((state) => state === value);

export function parseReceiver(value: string | null): string | undefined {
  const { success, output } = v.safeParse(SendMailSchema.entries.receiver, value);
  return success ? output : undefined;
}

export interface Words {
  text: string;
  bold: boolean;
}

/** An unpaired `**` stays. */
export function boldWords(text: string): Words[] {
  const parts = text.split('**');
  if (parts.length % 2 === 0) parts.splice(-2, 2, parts.slice(-2).join('**'));
  return parts.map((part, index) => ({ text: part, bold: index % 2 === 1 })).filter(({ text: words }) => words !== '');
}

export const paragraphsOf = (body: string): string[] => body.replaceAll('\r\n', '\n').split(/\n\s*\n/);
