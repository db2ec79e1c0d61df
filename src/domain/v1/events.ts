import { SHIPMENT_STATUSES } from '../shipment-status.ts';
import { type WebhookEvent, webhookEventOf } from '../webhook.ts';

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const others = SHIPMENT_STATUSES.filter((status) => webhookEventOf(status) === 'shipment.status_changed');

/** What has happened when each is sent. */
export const WEBHOOK_EVENT_MEANINGS: Record<WebhookEvent, string> = {
  'shipment.created': 'It was created, by you or by us',
  'shipment.status_changed': `Its status is now ${or.format(others)}`,
  'shipment.collected': 'Our courier has collected it at your door; its status is now shipped',
  'shipment.out_for_delivery': 'Its status is now delivery',
  'shipment.attempted': 'The courier couldn’t deliver it at the door; reason says why',
  'shipment.decided':
    'You or we decided what happens after that, or the time for it ended; reason is bring-back, try-again or discard',
  'shipment.delivered': 'Its status is now delivered',
  'shipment.cancelled': 'Its status is now cancelled',
  'shipment.proof_received': 'We have the photo or signature from its delivery, which may arrive later',
  'pickup.done': 'Our courier came for a pickup and took parcels; id is the pickup’s',
  'pickup.failed': 'A pickup ended without parcels; id is the pickup’s, and reason says why',
  'return.requested': 'Its receiver wants to send it back, and waits for you to accept or decline',
  'return.created': 'A return to you was created, by you, us or the receiver; id is the return’s',
  'return.status_changed': 'A return to you has another status; id is the return’s',
};
