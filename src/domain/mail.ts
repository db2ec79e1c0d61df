import * as v from 'valibot';
import { emailAddress, requiredParagraphs, requiredText, strictInput } from './field-schemas.ts';
import { PageNumberSchema } from './paged.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** What a mail is about. A `message` is what a manager wrote; the server writes every other one. */
export const MAIL_KINDS = [
  'shipment-created',
  'status-changed',
  'payment-required',
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

/** Whether a mail in this state can be sent again: its delivery has ended, one way or the other. Not where it was erased. */
export const canResend = (state: MailState): boolean => state === 'sent' || state === 'failed';

/** mail.send: one receiver, a subject of one line, a body in which ** makes words bold. */
export const SendMailSchema = strictInput({
  receiver: emailAddress('Receiver'),
  subject: requiredText('Subject', 200),
  body: requiredParagraphs('Body', 20_000),
});
export type SendMail = v.InferOutput<typeof SendMailSchema>;

/** mail.getMails: the log, newest first; with a state only the mails in it. */
export const MailsSchema = strictInput({
  page: strictInput({
    page: v.optional(PageNumberSchema),
    state: v.optional(v.picklist(MAIL_STATES, 'There is no such state.')),
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
  sentAt: v.nullable(v.string()),
});
export type LoggedMail = v.InferOutput<typeof LoggedMailSchema>;

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
