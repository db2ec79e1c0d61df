import type { LoggedMail, MailDetails } from '../../src/domain/mail.ts';
import { MANAGED, TRACKING_ID } from './shipments.ts';

/** One that a manager wrote, and that was delivered. */
export const SENT_MAIL: LoggedMail = {
  id: '0198c5f0-0000-7000-8000-0000000000d1',
  kind: 'message',
  receiver: 'maja@example.com',
  subject: 'About your parcel',
  shipmentId: null,
  trackingId: null,
  status: null,
  state: 'sent',
  attempts: 1,
  lastError: null,
  createdAt: '2026-11-16T10:15:00.000Z',
  sentAt: '2026-11-16T10:15:02.000Z',
  resentAt: null,
  resendable: true,
};

/** One that the mail server has not taken so far. */
export const QUEUED_MAIL: LoggedMail = {
  ...SENT_MAIL,
  id: '0198c5f0-0000-7000-8000-0000000000d2',
  receiver: 'full.mailbox@example.com',
  subject: 'Once more',
  state: 'queued',
  lastError: 'The mail server replied: 452 Mailbox full',
  sentAt: null,
  resendable: false,
};

export const FAILED_MAIL: LoggedMail = { ...QUEUED_MAIL, state: 'failed', attempts: 16, resendable: true };

/** The email to a receiver about a new shipment, with its code masked. */
export const CREATED_MAIL: MailDetails = {
  ...SENT_MAIL,
  id: '0198c5f0-0000-7000-8000-0000000000d3',
  kind: 'shipment-created',
  receiver: MANAGED.receiverEmail,
  subject: null,
  shipmentId: MANAGED.id,
  trackingId: TRACKING_ID,
  sent: { subject: 'Shipment created: Ceramic kiln parts', text: 'Receiver code: **** **** ****' },
  next: { subject: 'Shipment created: Ceramic kiln parts', text: 'Receiver code: **** **** ****' },
};

/** While they are off. */
export const NO_TEXTS = { month: null, problems: [] };
