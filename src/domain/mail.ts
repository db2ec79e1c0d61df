import * as v from 'valibot';
import { emailAddress, requiredParagraphs, requiredText, strictInput } from './field-schemas.ts';
import { PageNumberSchema, PageSearchSchema } from './paged.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** What a mail is about. A `message` is what a manager wrote; the server writes every other one. */
export const MAIL_KINDS = [
  'shipment-created',
  'code-replaced',
  'status-changed',
  'payment-required',
  'withdrawal',
  'message',
  'verify-email',
  'address-taken',
  'reset-password',
  'set-password',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A dropped mail was never sent: what it was about, or whom, was gone or changed when its turn came. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Whether the delivery of a mail in this state has ended, so that another one can begin. */
export const hasEnded = (state: MailState): boolean => state === 'sent' || state === 'failed';

const KINDS_WITH_LINK: readonly MailKind[] = ['verify-email', 'address-taken', 'reset-password', 'set-password'];
/** Whether a mail of this kind has a link that works once: whenever it is sent, it gets a new one. */
export const hasLink = (kind: MailKind): boolean => KINDS_WITH_LINK.includes(kind);

/** mail.send: one receiver, a subject of one line, a body in which ** makes words bold. */
export const SendMailSchema = strictInput({
  receiver: emailAddress('Receiver'),
  subject: requiredText('Subject', 200),
  body: requiredParagraphs('Body', 20_000),
});
export type SendMail = v.InferOutput<typeof SendMailSchema>;

/**
 * mail.getMails: the log, newest first; with a state only the mails in it; with `q` only those with this fragment in the
 * address or in the subject that a manager wrote, or with this tracking ID.
 */
export const MailsSchema = strictInput({
  page: strictInput({
    page: v.optional(PageNumberSchema),
    q: PageSearchSchema.entries.q,
    state: v.optional(v.picklist(MAIL_STATES, 'This status doesn’t exist.')),
  }),
});
export type MailSearch = v.InferOutput<typeof MailsSchema>['page'];

/** A mail as the log shows it. Of its words only the subject that a manager wrote: codes and links are nobody else's. */
export const LoggedMailSchema = v.object({
  id: v.string(),
  kind: v.picklist(MAIL_KINDS),
  /** Empty where the account it went to was deleted. */
  receiver: v.string(),
  subject: v.nullable(v.string()),
  /** The shipment it is about, where it is about one, and the status it tells of. */
  shipmentId: v.nullable(v.string()),
  trackingId: v.nullable(v.string()),
  status: v.nullable(v.picklist(SHIPMENT_STATUSES)),
  state: v.picklist(MAIL_STATES),
  attempts: v.number(),
  lastError: v.nullable(v.string()),
  createdAt: v.string(),
  /** When it was first sent, whatever happened later. */
  sentAt: v.nullable(v.string()),
  /** When it was last sent again. */
  resentAt: v.nullable(v.string()),
  /** Whether it can be sent again now, and would not only be dropped. */
  resendable: v.boolean(),
});
export type LoggedMail = v.InferOutput<typeof LoggedMailSchema>;

const MailTextSchema = v.object({ subject: v.string(), text: v.string() });
export type MailText = v.InferOutput<typeof MailTextSchema>;

/** mail.getMail: a mail that can be read. Codes and the tokens of links are masked. */
export const MailDetailsSchema = v.object({
  ...LoggedMailSchema.entries,
  /** What was last sent; null where nothing was, where the account was deleted, and for mails from before this was kept. */
  sent: v.nullable(MailTextSchema),
  /** What would be sent now; null where there is no reason left to send it. */
  next: v.nullable(MailTextSchema),
});
export type MailDetails = v.InferOutput<typeof MailDetailsSchema>;

/** A state from a URL, where there is such a one. */
export const parseMailState = (value: string | null): MailState | undefined =>
  MAIL_STATES.find((state) => state === value);

/** An address from a URL, where it is one; anything else is ignored (specification section 2). */
export function parseReceiver(value: string | null): string | undefined {
  const { success, output } = v.safeParse(SendMailSchema.entries.receiver, value);
  return success ? output : undefined;
}

/** Words that are bold or not. */
export interface Words {
  text: string;
  bold: boolean;
}

/** A text in its plain and its bold words: what stands between two ** is bold, a ** without a partner is two stars. */
export function boldWords(text: string): Words[] {
  const parts = text.split('**');
  if (parts.length % 2 === 0) parts.splice(-2, 2, parts.slice(-2).join('**'));
  return parts.map((part, index) => ({ text: part, bold: index % 2 === 1 })).filter(({ text: words }) => words !== '');
}

/** The paragraphs of a body: an empty line, or several, is between two. */
export const paragraphsOf = (body: string): string[] => body.replaceAll('\r\n', '\n').split(/\n\s*\n/);
