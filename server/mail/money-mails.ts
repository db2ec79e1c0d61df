import { formatMoney } from '../../src/domain/money.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { WITHDRAWAL_HOURS } from '../../src/domain/withdrawal.ts';
import { greeting } from './account-mails.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';
import { type AboutShipment, formatInGroups } from './shipment-mails.ts';

export function paymentRequiredMail(
  site: Site,
  { amount, summary, ...about }: AboutShipment & { amount: number; summary: string },
): MailContent {
  const required = `Payment of ${formatMoney(amount, site.currency)} required`;
  return composeMail(site, {
    subject: required,
    greeting: `Hello ${about.name},`,
    paragraphs: [`Payment is due for this shipment: ${about.description}.`, `${required}. ${summary}`],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Amount', formatMoney(amount, site.currency)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: 'You’re receiving this email because the bill is for your account.',
  });
}

const WITHDRAWAL_TEXTS: Record<TransactionStatus, { headline: string; sentence: string; closing: string }> = {
  pending: {
    headline: 'Withdrawal requested',
    sentence: `We received your withdrawal request. We’ll process it within ${WITHDRAWAL_HOURS} hours.`,
    closing: 'If you didn’t request this withdrawal, contact us and change your password.',
  },
  successful: {
    headline: 'Withdrawal paid',
    sentence: 'We’ve paid your withdrawal.',
    closing: 'It can take a few days to appear in your bank account.',
  },
  failed: {
    headline: 'Withdrawal failed',
    sentence: 'Your withdrawal failed. The amount is available in your account again.',
    closing: 'Check your bank details and try again, or contact us.',
  },
};

export function withdrawalMail(
  site: Site,
  about: { name: string; status: TransactionStatus; amount: number; summary: string; bankName: string; link: string },
): MailContent {
  const { headline, sentence, closing } = WITHDRAWAL_TEXTS[about.status];
  return composeMail(site, {
    subject: `Withdrawal of ${formatMoney(about.amount, site.currency)}`,
    headline,
    greeting: greeting(about.name),
    paragraphs: [sentence],
    facts: [
      ['Amount', formatMoney(about.amount, site.currency)],
      ...(about.bankName ? [['Bank', about.bankName] satisfies [string, string]] : []),
      ['Summary', about.summary],
    ],
    action: { label: 'View account', link: about.link },
    closing,
  });
}
