import { formatChoice } from '../../../src/domain/choices.ts';
import { PAYMENT_LABELS, type Payment } from '../../../src/domain/cod.ts';
import { dayIn, formatTimeOfDay, wallClockIn } from '../../../src/domain/dates.ts';
import type { DeliveryMethod, FailureReason } from '../../../src/domain/delivery.ts';
import { counted } from '../../../src/domain/figures.ts';
import { formatMoney } from '../../../src/domain/money.ts';
import { ACT_LABELS, type ShownNextStep, sayNextStep } from '../../../src/domain/next-step.ts';
import type { ParcelPromise } from '../../../src/domain/promise.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../../src/domain/reasons.ts';
import { type ShipmentStatus, statusLabel } from '../../../src/domain/shipment-status.ts';
import { composeMail, type Fact, type MailContent, type Site } from './letter.ts';
import {
  type AboutShipment,
  byCount,
  dueOf,
  formatTime,
  type ParcelLetter,
  type ParcelRow,
  parcelOf,
  rowOf,
  shorten,
  zoneAt,
} from './shipment-mails.ts';

type AboutStatus = AboutShipment & {
  status: ShipmentStatus;
  when: Date;
  method: DeliveryMethod;
  /** Name who took it, or where it was left. */
  handed?: Fact[];
  next?: ShownNextStep | undefined;
};

function windowOf(site: Site, { window }: Partial<ParcelPromise> = {}): string {
  const time = (when: string) => formatTimeOfDay(wallClockIn(site.timeZone, new Date(when)).slice(11));
  return window ? ` between ${time(window.from)} and ${time(window.to)} ${zoneAt(site, new Date(window.from))}` : '';
}

const stopsOf = ({ stopsBefore }: Partial<ParcelPromise> = {}): string =>
  stopsBefore === undefined
    ? ''
    : stopsBefore === 0
      ? ' Yours is the next stop.'
      : ` Stops before yours: ${stopsBefore}.`;

const placeOf = ({ place }: Partial<ParcelPromise> = {}): string =>
  place ? ` As agreed: ${formatChoice(place)}.` : '';

const RECEIVED: Record<DeliveryMethod, string> = {
  ...METHOD_LABELS,
  'other-person': 'to someone at your address',
  mailbox: 'to your mailbox',
  neighbour: 'to your neighbour',
};

const yours = (about: AboutShipment, one: string, many: string) =>
  byCount(about, `Your parcel ${one}`, `Your parcels ${many}`);

const afterDelivery = (about: AboutStatus, write: string) =>
  about.method === 'neighbour'
    ? ` Please collect ${byCount(about, 'it', 'them')} there.`
    : ` Can’t find ${byCount(about, 'it', 'them')}? Please ${write}.`;

/** Begins the subject, and has the first sentences. */
function meaningOf(site: Site, about: AboutStatus): { what: string; sentence: string } {
  const { status, party, method, promise, other } = about;
  const parcel = parcelOf(about);
  const isReceiver = party === 'receiver';
  const due = dueOf(about) && ` and ${dueOf(about)}`;
  const write = `write to ${site.support}`;
  switch (status) {
    case 'in-progress':
      return { what: 'In progress', sentence: `${yours(about, 'is', 'are')} being prepared${due}: ${parcel}.` };
    case 'shipped':
      return {
        what: 'Shipped',
        sentence: `${yours(about, 'is on its way', 'are on their way')}${due}: ${parcel}.`,
      };
    case 'delivery': {
      const isToday = dayIn(site.timeZone, about.when) === dayIn(site.timeZone, new Date());
      const comes = isToday ? `comes today${windowOf(site, promise)}` : 'is on the way';
      return {
        what: isToday ? 'Out for delivery today' : 'Out for delivery',
        sentence: isReceiver
          ? `Your courier ${comes} with ${byCount(about, `your parcel: ${parcel}`, parcel)}.${stopsOf(promise)}${placeOf(promise)} Can’t be there? ${promise?.changeableUntil ? `Open ${byCount(about, 'its page', 'their pages')}, or ${write}` : `Please ${write}`}.`
          : `Our courier is on the way to ${other}${isToday ? ' today' : ''}: ${about.description}.`,
      };
    }
    case 'held': {
      const { next } = about;
      const isToDecide = next?.kind === 'sender' || next?.kind === 'desk';
      const then = due
        ? `${due}: ${parcel}.`
        : ` until ${byCount(about, 'it', 'they')} can be delivered: ${parcel}. To agree on a day, ${write}.`;
      return {
        what: promise?.isToCollect ? 'Collection at our depot' : 'Held in our warehouse',
        sentence: `${yours(about, 'is', 'are')} held in our warehouse${isToDecide ? `: ${parcel}. ${saysOf(next, about)}` : then}`,
      };
    }
    case 'delivered': {
      const to = method === 'recipient' ? '' : ` ${isReceiver ? RECEIVED[method] : METHOD_LABELS[method]}`;
      return {
        what: `Delivered${to}`,
        sentence: `${yours(about, 'was', 'were')} delivered${to}: ${parcel}.${isReceiver ? afterDelivery(about, write) : ''}`,
      };
    }
    case 'cancelled':
      return {
        what: 'Cancelled',
        sentence: `${yours(about, 'was', 'were')} cancelled and will be returned to the sender: ${parcel}.`,
      };
    case 'failed': {
      const next = about.next
        ? `${saysOf(about.next, about)} Questions? Please ${write}.`
        : `To agree on what to do, ${write}.`;
      return {
        what: 'Couldn’t be delivered',
        sentence: `${yours(about, 'couldn’t', 'couldn’t')} be delivered: ${parcel}. ${next}`,
      };
    }
  }
}

export function statusChangedLetter(site: Site, about: AboutStatus): ParcelLetter {
  const { what, sentence } = meaningOf(site, about);
  return {
    what,
    isUnnamed: about.status === 'delivered',
    paragraphs: [sentence],
    facts: [['Time', formatTime(site, about.when)], ...(about.handed ?? [])],
  };
}

/** Written to the person who asked for it. */
export function twoStopsLetter(site: Site, about: AboutShipment & { stopsBefore: number }): ParcelLetter {
  const what = ['Yours is the next stop', 'One stop away'][about.stopsBefore];
  return {
    what: what ?? 'Two stops away',
    paragraphs: [
      `Your courier comes soon${windowOf(site, about.promise)} with ${byCount(about, `your parcel: ${parcelOf(about)}`, parcelOf(about))}.${stopsOf(about.promise)}${placeOf(about.promise)}`,
    ],
  };
}

export function codeMismatchLetter(site: Site, about: AboutShipment): ParcelLetter {
  return {
    what: 'Handed over with a wrong code',
    paragraphs: [
      `Our courier has delivered ${parcelOf(about)}, but the code that they got at the door isn’t the receiver’s.`,
      `If you know that the receiver has it, all is well. If not, write to ${site.support}: we ask the courier, too.`,
    ],
  };
}

export type SummaryRow = ParcelRow & { status: ShipmentStatus };

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
    facts: rows.map((row) => rowOf(site, isOne ? row : { ...row, what: statusLabel(row.status) })),
    action: { label: 'Track shipments', link },
    also,
    closing:
      'You’re receiving this email because your address is on these shipments. Its links open the details, and let you choose your messages: don’t forward it.',
  });
}

export function arrivedLetter(site: Site, about: AboutShipment & { place: string; when: Date }): ParcelLetter {
  const { place, when, promise } = about;
  const again = ` We’ll write again when ${byCount(about, 'it is', 'they are')} out for delivery.`;
  return {
    what: `Arrived at ${shorten(place, 30)}`,
    paragraphs: [
      `${yours(about, 'has', 'have')} arrived at ${place}${dueOf(about) && ` and ${dueOf(about)}`}: ${parcelOf(about)}.${promise?.isToCollect ? '' : again}`,
    ],
    facts: [
      ['Place', place],
      ['Time', formatTime(site, when)],
    ],
  };
}

export const deliveryProofLetter = (about: AboutShipment & { hasFile: boolean }): ParcelLetter => ({
  what: 'Proof of delivery',
  paragraphs: [
    `Your parcel was delivered: ${parcelOf(about)}.`,
    about.hasFile ? 'The attached file says when and how, with its pictures.' : 'Its page says when and how.',
  ],
  action: 'See the delivery',
});

export function codReceiptLetter(
  site: Site,
  { method, amount, when, ...about }: AboutShipment & Payment & { when: Date },
): ParcelLetter {
  const paid = formatMoney(amount, site.currency);
  return {
    what: 'Receipt',
    paragraphs: [`You paid on delivery for ${byCount(about, `your parcel: ${parcelOf(about)}`, parcelOf(about))}.`],
    facts: [
      ...(about.isMany ? [] : [['Amount', paid] satisfies Fact]),
      ['Paid by', PAYMENT_LABELS[method]],
      ['Time', formatTime(site, when)],
    ],
    ofEach: paid,
    sum: amount,
  };
}

const saysOf = (next: ShownNextStep, { party, isMany }: AboutShipment) =>
  isMany ? sayNextStep(next, party, isMany) : next.says;

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
function actsOf({ acts }: ShownNextStep, { currency }: Site, about: AboutShipment): string {
  const named = acts.map(({ act, fee }) => {
    const price = fee ? ` (${formatMoney(fee, currency)})` : '';
    return `${ACT_LABELS[act].toLowerCase()}${price}`;
  });
  return `Choose on ${byCount(about, 'its page', 'their pages')}: ${named.join(', ')}.`;
}

export function deliveryAttemptLetter(
  site: Site,
  { kind, reason, when, next: step, ...about }: AboutAttempt,
): ParcelLetter {
  const isCorrection = kind === 'delivery-corrected';
  const isRefused = reason === 'consignee_refused';
  const isMissed = reason === 'consignee_not_home' && about.party === 'receiver';
  const attempted = isMissed ? 'We missed you' : `Not delivered (${REASON_LABELS[reason].toLowerCase()})`;
  const sentence = isCorrection
    ? `${yours(about, 'hasn’t', 'haven’t')} been delivered yet, as we told you by mistake: ${parcelOf(about)}.`
    : isRefused
      ? `${yours(about, 'was', 'were')} refused at the door: ${parcelOf(about)}.`
      : `We tried to deliver ${parcelOf(about)}, but couldn’t.`;
  const next = `${step ? saysOf(step, about) : ''}${REQUESTS[reason] ?? ''}`.trim();
  const more =
    !step || step.kind === 'again'
      ? `To agree on a day, open ${byCount(about, 'its page', 'their pages')} or write to ${site.support}.`
      : step.acts.length > 0
        ? actsOf(step, site, about)
        : `Questions? Write to ${site.support}.`;
  return {
    what: isCorrection ? 'Not delivered yet' : attempted,
    isUnnamed: true,
    // Someone who turned it away knows that it won’t be here; others read first when it will.
    paragraphs: [...(isCorrection || isRefused ? [sentence, next] : [next, sentence]), more].filter(Boolean),
    facts: [
      ['Reason', REASON_LABELS[reason]],
      ['Time', formatTime(site, when)],
    ],
  };
}
