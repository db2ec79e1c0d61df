import { formatChoice } from '../../src/domain/choices.ts';
import { PAYMENT_LABELS, type Payment } from '../../src/domain/cod.ts';
import { dayIn, formatTimeOfDay, wallClockIn } from '../../src/domain/dates.ts';
import type { DeliveryMethod, FailureReason } from '../../src/domain/delivery.ts';
import { counted } from '../../src/domain/figures.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { ACT_LABELS, type ShownNextStep } from '../../src/domain/next-step.ts';
import type { ParcelPromise } from '../../src/domain/promise.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../src/domain/reasons.ts';
import { type ShipmentStatus, statusLabel } from '../../src/domain/shipment-status.ts';
import { composeMail, type Fact, type MailContent, type Site } from './letter.ts';
import {
  type AboutShipment,
  dueOf,
  formatInGroups,
  formatTime,
  parcelMail,
  parcelOf,
  shorten,
  zoneAt,
} from './shipment-mails.ts';

type AboutStatus = AboutShipment & {
  status: ShipmentStatus;
  when: Date;
  method: DeliveryMethod;
  /** Who took it, or where it was left. */
  handed?: Fact[];
  next?: ShownNextStep | undefined;
};

/** When the courier comes, as far as it is known. */
function windowOf(site: Site, { window }: Partial<ParcelPromise> = {}): string {
  const time = (when: string) => formatTimeOfDay(wallClockIn(site.timeZone, new Date(when)).slice(11));
  return window ? ` between ${time(window.from)} and ${time(window.to)} ${zoneAt(site, new Date(window.from))}` : '';
}

const stopsOf = ({ stopsBefore }: Partial<ParcelPromise> = {}): string =>
  stopsBefore === undefined ? '' : ` Stops before yours: ${stopsBefore}.`;

const placeOf = ({ place }: Partial<ParcelPromise> = {}): string =>
  place ? ` As agreed: ${formatChoice(place)}.` : '';

const RECEIVED: Record<DeliveryMethod, string> = {
  ...METHOD_LABELS,
  'other-person': 'to someone at your address',
  mailbox: 'to your mailbox',
  neighbour: 'to your neighbour',
};

/** What a status means for a party: the subject's beginning, and the first sentences. */
function meaningOf(site: Site, about: AboutStatus): { what: string; sentence: string } {
  const { status, party, method, promise, other } = about;
  const parcel = parcelOf(about);
  const isReceiver = party === 'receiver';
  const due = dueOf(about) && ` and ${dueOf(about)}`;
  const write = `write to ${site.support}`;
  switch (status) {
    case 'in-progress':
      return { what: 'In progress', sentence: `It’s being prepared${due}: ${parcel}.` };
    case 'shipped':
      return { what: 'Shipped', sentence: `It’s on its way${due}: ${parcel}.` };
    case 'delivery': {
      const isToday = dayIn(site.timeZone, about.when) === dayIn(site.timeZone, new Date());
      const comes = isToday ? `comes today${windowOf(site, promise)}` : 'is on the way';
      return {
        what: isToday ? 'Out for delivery today' : 'Out for delivery',
        sentence: isReceiver
          ? `Your courier ${comes} with ${parcel}.${stopsOf(promise)}${placeOf(promise)} Can’t be there? ${promise?.changeableUntil ? `Open its page, or ${write}` : `Please ${write}`}.`
          : `Our courier is on the way to ${other}${isToday ? ' today' : ''}: ${about.description}.`,
      };
    }
    case 'held': {
      const { next } = about;
      const isToDecide = next?.kind === 'sender' || next?.kind === 'desk';
      const then = due ? `${due}: ${parcel}.` : ` until it can be delivered: ${parcel}. To agree on a day, ${write}.`;
      return {
        what: promise?.isToCollect ? 'Collection at our depot' : 'Held in our warehouse',
        sentence: `It’s held in our warehouse${isToDecide ? `: ${parcel}. ${next.says}` : then}`,
      };
    }
    case 'delivered': {
      const to = method === 'recipient' ? '' : ` ${isReceiver ? RECEIVED[method] : METHOD_LABELS[method]}`;
      return {
        what: `Delivered${to}`,
        sentence: `It was delivered${to}: ${parcel}.${isReceiver ? ` Can’t find it? Please ${write}.` : ''}`,
      };
    }
    case 'cancelled':
      return { what: 'Cancelled', sentence: `It was cancelled and will be returned to the sender: ${parcel}.` };
    case 'failed': {
      const next = about.next ? `${about.next.says} Questions? Please ${write}.` : `To agree on what to do, ${write}.`;
      return { what: 'Couldn’t be delivered', sentence: `It couldn’t be delivered: ${parcel}. ${next}` };
    }
  }
}

export function statusChangedMail(site: Site, about: AboutStatus): MailContent {
  const { what, sentence } = meaningOf(site, about);
  return parcelMail(site, about, {
    what,
    isUnnamed: about.status === 'delivered',
    paragraphs: [sentence],
    facts: [['Time', formatTime(site, about.when)], ...(about.handed ?? [])],
  });
}

/** To who asked for it. */
export function twoStopsMail(site: Site, about: AboutShipment & { stopsBefore: number }): MailContent {
  const what = ['Yours is the next stop', 'One stop away'][about.stopsBefore];
  return parcelMail(site, about, {
    what: what ?? 'Two stops away',
    paragraphs: [
      `Your courier comes soon${windowOf(site, about.promise)} with ${parcelOf(about)}.${stopsOf(about.promise)}${placeOf(about.promise)}`,
    ],
  });
}

export function codeMismatchMail(site: Site, about: AboutShipment): MailContent {
  return parcelMail(site, about, {
    what: 'Handed over with a wrong code',
    paragraphs: [
      `Our courier has delivered ${parcelOf(about)}, but the code that they got at the door isn’t the receiver’s.`,
      `If you know that the receiver has it, all is well. If not, write to ${site.support}: we ask the courier, too.`,
    ],
  });
}

export interface SummaryRow {
  trackingId: string;
  description: string;
  status: ShipmentStatus;
  /** What its reader pays. */
  toPay: number;
  link: string;
}

export function statusSummaryMail(
  site: Site,
  { rows, link, also }: { rows: readonly SummaryRow[]; link: string; also: readonly string[] },
): MailContent {
  const labels = new Set(rows.map(({ status }) => statusLabel(status)));
  const [label] = labels;
  const isOne = labels.size === 1 && label !== undefined;
  const [first] = rows;
  const others = rows.length > 1 ? ` and ${rows.length - 1} more` : '';
  return composeMail(site, {
    subject: `${isOne ? label : 'News'}: ${shorten(first?.description ?? '', 40)}${others}`,
    greeting: 'Hello,',
    paragraphs: [`The status of ${counted(rows.length, 'shipment')} has changed${isOne ? ` to ${label}` : ''}.`],
    facts: rows.map(({ trackingId, description, status, toPay, link: own }) => [
      `${description}${isOne ? '' : ` (${statusLabel(status)})`}${toPay > 0 ? `, ${formatMoney(toPay, site.currency)} to pay` : ''}`,
      formatInGroups(trackingId),
      own,
    ]),
    action: { label: 'Track shipments', link },
    also,
    closing:
      'You’re receiving this email because your address is on these shipments. Its links open the details, and let you choose your messages: don’t forward it.',
  });
}

export const arrivedMail = (site: Site, { place, when, ...about }: AboutShipment & { place: string; when: Date }) =>
  parcelMail(site, about, {
    what: `Arrived at ${shorten(place, 30)}`,
    paragraphs: [
      `It has arrived at ${place}${dueOf(about) && ` and ${dueOf(about)}`}: ${parcelOf(about)}.${about.promise?.isToCollect ? '' : ' We’ll write again when it is out for delivery.'}`,
    ],
    facts: [
      ['Place', place],
      ['Time', formatTime(site, when)],
    ],
  });

export const codReceiptMail = (
  site: Site,
  { method, amount, when, ...about }: AboutShipment & Payment & { when: Date },
) =>
  parcelMail(site, about, {
    what: 'Receipt',
    paragraphs: [`You paid for this shipment on delivery: ${about.description}.`],
    facts: [
      ['Amount', formatMoney(amount, site.currency)],
      ['Paid by', PAYMENT_LABELS[method]],
      ['Time', formatTime(site, when)],
    ],
  });

const REQUESTS: Partial<Record<FailureReason, string>> = {
  consignee_access_restricted: ' If there is a code or a bell, please tell us.',
  consignee_incorrect_address: ' Please check the address.',
  carrier_parcel_lost: ' We’ll write to you.',
};

type AboutAttempt = AboutShipment & {
  kind: 'delivery-attempted' | 'delivery-corrected';
  reason: FailureReason;
  when: Date;
  next?: ShownNextStep | undefined;
};

/** `Choose on its page: bring it back (€4.50), try again, deliver to another address.` */
function actsOf({ acts }: ShownNextStep, { currency }: Site): string {
  const named = acts.map(({ act, fee }) => {
    const price = fee ? ` (${formatMoney(fee, currency)})` : '';
    return `${ACT_LABELS[act].toLowerCase()}${price}`;
  });
  return `Choose on its page: ${named.join(', ')}.`;
}

export function deliveryAttemptMail(
  site: Site,
  { kind, reason, when, next: step, ...about }: AboutAttempt,
): MailContent {
  const isCorrection = kind === 'delivery-corrected';
  const isMissed = reason === 'consignee_not_home' && about.party === 'receiver';
  const attempted = isMissed ? 'We missed you' : `Not delivered (${REASON_LABELS[reason].toLowerCase()})`;
  const sentence = isCorrection
    ? `It hasn’t been delivered yet, as we told you by mistake: ${parcelOf(about)}.`
    : `We tried to deliver ${parcelOf(about)}, but couldn’t.`;
  const next = `${step?.says ?? ''}${REQUESTS[reason] ?? ''}`.trim();
  const more =
    !step || step.kind === 'again'
      ? `To agree on a day, open its page or write to ${site.support}.`
      : step.acts.length > 0
        ? actsOf(step, site)
        : `Questions? Write to ${site.support}.`;
  return parcelMail(site, about, {
    what: isCorrection ? 'Not delivered yet' : attempted,
    isUnnamed: true,
    paragraphs: [...(isCorrection ? [sentence, next] : [next, sentence]), more].filter(Boolean),
    facts: [
      ['Reason', REASON_LABELS[reason]],
      ['Time', formatTime(site, when)],
    ],
  });
}
