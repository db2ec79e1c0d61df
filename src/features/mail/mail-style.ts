import { type LoggedMail, type MailState, mailLabel } from '../../domain/mail.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';

export const MAIL_STATE_STYLE: Record<MailState, { tone: Tone; icon: IconName; solid?: boolean; label: string }> = {
  queued: { tone: 'plain', icon: 'clock', label: 'Queued' },
  sent: { tone: 'good', icon: 'mail-check', label: 'Sent' },
  failed: { tone: 'bad', icon: 'x', solid: true, label: 'Failed' },
  held: { tone: 'warn', icon: 'ban', label: 'Held back' },
  dropped: { tone: 'plain', icon: 'ban', label: 'Dropped' },
};

/** Why it was not sent; the others say it themselves. */
export const NOT_SENT_REASON: Partial<Record<MailState, string>> = {
  held: 'This address already had its emails about parcels for the day: its next one lists it',
  dropped: 'No longer needed, or the address changed',
};

export function mailTitle({ subject, kind, status }: LoggedMail): string {
  return subject ?? (status ? `Status changed to ${statusLabel(status)}` : mailLabel(kind));
}
