import type { FailureReason } from '../../src/domain/delivery.ts';
import { REASON_LABELS } from '../../src/domain/runs/reasons.ts';
import { type ShipmentStatus, statusLabel } from '../../src/domain/shipment-status.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';
import { type AboutShipment, ADDRESS_ON_SHIPMENT, formatInGroups, formatTime } from './shipment-mails.ts';

/** What a status means for the receiver, if its label does not say so (specification section 2). */
const STATUS_EXPLANATIONS: Partial<Record<ShipmentStatus, string>> = {
  delivery: 'It is out for delivery.',
  held: 'It is held in our warehouse.',
  cancelled: 'It will be returned to the sender.',
};

/** A shipment's new status, and when it changed. */
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
      ['Time', formatTime(site, when)],
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

/** An attempt to deliver, or that a delivery was reported by mistake. */
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
      ['Time', formatTime(site, when)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}
