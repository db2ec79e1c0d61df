import type { LoggedMail, MailKind, MailState } from '../../domain/mail.ts';
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
  held: 'This address already had its emails about parcels for the hour',
  dropped: 'No longer needed, or the address changed',
};

const KIND_LABEL: Record<MailKind, string> = {
  'shipment-created': 'Shipment created',
  'code-replaced': 'New private code',
  'status-changed': 'Status changed',
  'status-summary': 'Statuses changed',
  'delivery-attempted': 'Delivery attempted',
  'delivery-corrected': 'Delivery corrected',
  'payment-required': 'Payment required',
  withdrawal: 'Withdrawal',
  message: 'Message',
  'verify-email': 'Verify address',
  'address-taken': 'Account already exists',
  'reset-password': 'Reset password',
  'set-password': 'Set password',
  'change-email': 'Confirm new address',
  'change-email-taken': 'Address already in use',
  'email-changed': 'Address changed',
  'new-sign-in': 'New sign-in',
  'password-changed': 'Password changed',
  'factor-added': 'New way to log in',
  'factor-removed': 'Way to log in removed',
  'factor-reset': 'Passkeys and codes reset',
  'deletion-requested': 'Deletion requested',
  'deletion-stopped': 'Account not deleted',
  'data-ready': 'Data ready to download',
  'webhook-off': 'Webhook turned off',
  'pickup-arranged': 'Pickup arranged',
  'pickup-declined': 'Pickup declined',
};

export function mailTitle({ subject, kind, status }: LoggedMail): string {
  return subject ?? (status ? `Status changed to ${statusLabel(status)}` : KIND_LABEL[kind]);
}
