/** The text of every email; letter.ts lays it out and escapes it. */
import type { FailureReason } from '../../src/domain/delivery.ts';
import { boldWords, paragraphsOf } from '../../src/domain/mail.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { REASON_LABELS } from '../../src/domain/runs/reasons.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { type ShipmentStatus, statusLabel } from '../../src/domain/shipment-status.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { WITHDRAWAL_HOURS } from '../../src/domain/withdrawal.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';

const formatInGroups = (code: string) => inGroupsOfFour(code).join(' ');
const formatTime = (when: Date) => `${when.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const ADDRESS_ON_SHIPMENT = 'You’re receiving this email because your address is on this shipment.';

interface AboutShipment {
  /** The recipient's name. */
  name: string;
  description: string;
  trackingId: string;
  link: string;
}

/** What an email with a party's own private code needs. */
interface AboutCode extends AboutShipment {
  party: Party;
  /** The name of the other party. */
  other: string;
  code: string;
}

/** 'Shipment created', to one party, with that party's own private code. */
export function shipmentCreatedMail(site: Site, about: AboutCode): MailContent {
  return codeMail(site, about, {
    subject: 'Shipment created',
    code: 'Your private code unlocks the details. Don’t share it.',
  });
}

/**
 * One party's new private code, possibly to an address that has had no email about the shipment.
 */
export function codeReplacedMail(site: Site, about: AboutCode): MailContent {
  return codeMail(site, about, {
    subject: 'Your private code',
    code: 'This private code unlocks the details. Don’t share it. If you had one before, it no longer works.',
  });
}

function codeMail(site: Site, about: AboutCode, words: { subject: string; code: string }): MailContent {
  const isSender = about.party === 'sender';
  return composeMail(site, {
    subject: `${words.subject}: ${formatInGroups(about.trackingId)}`,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      isSender
        ? `Your shipment to ${about.other} has been registered: ${about.description}.`
        : `${about.other} is sending you a shipment: ${about.description}.`,
      `Anyone with the tracking ID can see its status. ${words.code}`,
    ],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      [isSender ? 'Sender code' : 'Receiver code', formatInGroups(about.code)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

/** What a status means for the receiver, if its label does not say so (specification section 2). */
const STATUS_EXPLANATIONS: Partial<Record<ShipmentStatus, string>> = {
  delivery: 'It is out for delivery.',
  held: 'It is held in our warehouse.',
  cancelled: 'It will be returned to the sender.',
};

/** A shipment's new status; `when` is shown in UTC, since the reader's time zone is unknown. */
export function statusChangedMail(
  site: Site,
  { status, when, ...about }: AboutShipment & { status: ShipmentStatus; when: Date },
): MailContent {
  const label = statusLabel(status);
  const explanation = STATUS_EXPLANATIONS[status];
  return composeMail(site, {
    subject: `${label}: ${formatInGroups(about.trackingId)}`,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      `The status of this shipment has changed to ${label}: ${about.description}.`,
      ...(explanation ? [explanation] : []),
    ],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Status', label],
      ['Since', formatTime(when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

const ATTEMPT_TEXTS = {
  'delivery-attempted': {
    subject: 'Delivery attempted',
    sentence: 'We tried to deliver this shipment, but couldn’t',
  },
  'delivery-corrected': {
    subject: 'Not delivered',
    sentence: 'We told you by mistake that this shipment was delivered. It hasn’t been delivered yet',
  },
};

/** An attempt to deliver, or that a delivery was reported by mistake; `when` is shown in UTC. */
export function deliveryAttemptMail(
  site: Site,
  {
    kind,
    reason,
    when,
    ...about
  }: AboutShipment & { kind: keyof typeof ATTEMPT_TEXTS; reason: FailureReason; when: Date },
): MailContent {
  const { subject, sentence } = ATTEMPT_TEXTS[kind];
  return composeMail(site, {
    subject: `${subject}: ${formatInGroups(about.trackingId)}`,
    greeting: `Hello ${about.name},`,
    paragraphs: [`${sentence}: ${about.description}.`],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Reason', REASON_LABELS[reason]],
      ['Time', formatTime(when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

/** A bill, to the user who pays it (specification section 9); `amount` in dollars. */
export function paymentRequiredMail(
  site: Site,
  { amount, summary, ...about }: AboutShipment & { amount: number; summary: string },
): MailContent {
  const required = `Payment of ${formatMoney(amount)} required`;
  return composeMail(site, {
    subject: required,
    greeting: `Hello ${about.name},`,
    paragraphs: [`Payment is due for this shipment: ${about.description}.`, `${required}. ${summary}`],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Amount', formatMoney(amount)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: 'You’re receiving this email because the bill is for your account.',
  });
}

/** Texts for each status of a withdrawal: requested, paid, failed. */
const WITHDRAWAL_TEXTS: Record<TransactionStatus, { subject: string; sentence: string; closing: string }> = {
  pending: {
    subject: 'Withdrawal requested',
    sentence: `We received your withdrawal request. We’ll process it within ${WITHDRAWAL_HOURS} hours.`,
    closing: 'If you didn’t request this withdrawal, contact us and change your password.',
  },
  successful: {
    subject: 'Withdrawal paid',
    sentence: 'We’ve paid your withdrawal.',
    closing: 'It can take a few days to appear in your bank account.',
  },
  failed: {
    subject: 'Withdrawal failed',
    sentence: 'Your withdrawal failed. The amount is available in your account again.',
    closing: 'Check your bank details and try again, or contact us.',
  },
};

/** A withdrawal's new status; `amount` in dollars. Contains no account number. */
export function withdrawalMail(
  site: Site,
  about: { name: string; status: TransactionStatus; amount: number; summary: string; bankName: string; link: string },
): MailContent {
  const { subject, sentence, closing } = WITHDRAWAL_TEXTS[about.status];
  return composeMail(site, {
    subject: `${subject}: ${formatMoney(about.amount)}`,
    greeting: greeting(about.name),
    paragraphs: [sentence],
    facts: [
      ['Amount', formatMoney(about.amount)],
      ...(about.bankName ? [['Bank', about.bankName] satisfies [string, string]] : []),
      ['Summary', about.summary],
    ],
    action: { label: 'View account', link: about.link },
    closing,
  });
}

/** A manager's message; words between ** are bold in the HTML and plain in the text. */
export function messageMail(site: Site, { subject, body }: { subject: string; body: string }): MailContent {
  return composeMail(site, { subject, paragraphs: paragraphsOf(body).map(boldWords) });
}

/** The link that verifies the address of a new account. */
export function verifyEmailMail(site: Site, about: { link: string; hours: number }): MailContent {
  return composeMail(site, {
    subject: `Verify your ${site.name} account`,
    greeting: greeting(''),
    paragraphs: ['Open this link to verify your email address. Then you can use your account.'],
    action: { label: 'Verify account', link: about.link },
    closing: `The link works once, for ${about.hours} hours. If you didn’t create this account, ignore this email, or open the link and choose "Not you?" to make the account yours.`,
  });
}

/**
 * What the emails with a link to set a password need; `name` is empty if the address is not
 * verified.
 */
interface AboutPassword {
  name: string;
  link: string;
  minutes: number;
}

const greeting = (name: string) => (name ? `Hello ${name},` : 'Hello,');

/** Tells an address's owner, and nobody else, that someone tried to register it again. */
export function addressTakenMail(site: Site, about: AboutPassword): MailContent {
  return composeMail(site, {
    subject: `You already have a ${site.name} account`,
    greeting: greeting(about.name),
    paragraphs: [
      'Someone tried to create an account with this address, but you already have one. If it was you, log in or set a new password.',
    ],
    action: { label: 'Set a new password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If it wasn’t you, no action is needed. Nothing has changed.`,
  });
}

/** The link to set a new password. */
export function resetPasswordMail(site: Site, about: AboutPassword): MailContent {
  return composeMail(site, {
    subject: `Reset your ${site.name} password`,
    greeting: greeting(about.name),
    paragraphs: ['Open this link to choose a new password.'],
    action: { label: 'Reset password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If you didn’t request it, you can ignore this email.`,
  });
}

/** The link to set the first password of an account created by a manager. */
export function setPasswordMail(site: Site, about: AboutPassword): MailContent {
  return composeMail(site, {
    subject: `Set your ${site.name} password`,
    greeting: greeting(about.name),
    paragraphs: [`A ${site.name} account has been created for you. Choose a password to log in.`],
    action: { label: 'Set password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If you weren’t expecting it, you can ignore this email.`,
  });
}
