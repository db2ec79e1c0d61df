import { PAYMENT_LABELS, type Payment } from '../../src/domain/cod.ts';
import type { FailureReason } from '../../src/domain/delivery.ts';
import { counted } from '../../src/domain/figures.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { afterAttempt, REASON_LABELS } from '../../src/domain/runs/reasons.ts';
import { type ShipmentStatus, statusLabel } from '../../src/domain/shipment-status.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';
import {
  type AboutShipment,
  ADDRESS_ON_SHIPMENT,
  formatInGroups,
  formatTime,
  shipmentSubject,
} from './shipment-mails.ts';

/** Where the label does not say it (specification section 2). */
const STATUS_EXPLANATIONS: Partial<Record<ShipmentStatus, string>> = {
  delivery: 'It is out for delivery.',
  held: 'It is held in our warehouse.',
  cancelled: 'It will be returned to the sender.',
};

export function statusChangedMail(
  site: Site,
  { status, when, ...about }: AboutShipment & { status: ShipmentStatus; when: Date },
): MailContent {
  const label = statusLabel(status);
  const explanation = STATUS_EXPLANATIONS[status];
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline: label,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      `The status of this shipment has changed to ${label}: ${about.description}.`,
      ...(explanation ? [explanation] : []),
    ],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Status', label],
      ['Time', formatTime(site, when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

export function statusSummaryMail(
  site: Site,
  {
    rows,
    link,
  }: { rows: readonly { trackingId: string; description: string; status: ShipmentStatus }[]; link: string },
): MailContent {
  const labels = new Set(rows.map(({ status }) => statusLabel(status)));
  const [label] = labels;
  const isOne = labels.size === 1 && label !== undefined;
  const explanation = isOne && rows[0] ? STATUS_EXPLANATIONS[rows[0].status] : undefined;
  return composeMail(site, {
    subject: isOne ? `${counted(rows.length, 'shipment')}: ${label}` : `${counted(rows.length, 'shipment')} with news`,
    greeting: 'Hello,',
    paragraphs: [
      `The status of ${counted(rows.length, 'shipment')} has changed${isOne ? ` to ${label}` : ''}.`,
      ...(explanation && rows.length === 1 ? [explanation] : []),
    ],
    facts: rows.map(({ trackingId, description, status }) => [
      isOne ? description : `${description} (${statusLabel(status)})`,
      formatInGroups(trackingId),
    ]),
    action: { label: 'Track shipments', link },
    closing: 'You’re receiving this email because your address is on these shipments.',
  });
}

export function arrivedMail(site: Site, { place, when, ...about }: AboutShipment & { place: string; when: Date }) {
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline: 'Arrived',
    greeting: `Hello ${about.name},`,
    paragraphs: [`This shipment has arrived at ${place}: ${about.description}.`],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Place', place],
      ['Time', formatTime(site, when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

export function codReceiptMail(
  site: Site,
  { method, amount, when, ...about }: AboutShipment & Payment & { when: Date },
): MailContent {
  return composeMail(site, {
    subject: `Receipt for ${about.trackingId}`,
    headline: 'Receipt',
    greeting: `Hello ${about.name},`,
    paragraphs: [`You paid for this shipment on delivery: ${about.description}.`],
    facts: [
      ['Amount', formatMoney(amount, site.currency)],
      ['Paid by', PAYMENT_LABELS[method]],
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Time', formatTime(site, when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

const ATTEMPT_TEXTS = {
  'delivery-attempted': {
    headline: 'Delivery attempted',
    sentence: 'We tried to deliver this shipment, but couldn’t',
  },
  'delivery-corrected': {
    headline: 'Not delivered',
    sentence: 'We told you by mistake that this shipment was delivered. It hasn’t been delivered yet',
  },
};

const REQUESTS: Partial<Record<FailureReason, string>> = {
  consignee_access_restricted: ' If there is a code or a bell, please tell us.',
  consignee_incorrect_address: ' Please check the address.',
  carrier_damaged_parcel: ' We’ll write to you.',
  carrier_parcel_lost: ' We’ll write to you.',
};

export function deliveryAttemptMail(
  site: Site,
  {
    kind,
    reason,
    isOut,
    when,
    ...about
  }: AboutShipment & { kind: keyof typeof ATTEMPT_TEXTS; reason: FailureReason; isOut: boolean; when: Date },
): MailContent {
  const { headline, sentence } = ATTEMPT_TEXTS[kind];
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      `${sentence}: ${about.description}.`,
      `${afterAttempt(reason, isOut)}${REQUESTS[reason] ?? ''} To agree on a day, write to ${site.support}.`,
    ],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ['Reason', REASON_LABELS[reason]],
      ['Time', formatTime(site, when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}
