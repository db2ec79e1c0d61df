import { formatDayOfWeek, formatTimeOfDay, shortDayOf, wallClockIn } from '../../src/domain/dates.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { HOW_TO_PAY, type ParcelPromise } from '../../src/domain/promise.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { composeMail, type Letter, type MailContent, type Site, toOneLine } from './letter.ts';

export const formatInGroups = (code: string) => inGroupsOfFour(code).join(' ');

/** In the brand's zone: the reader's is unknown. */
export const zoneAt = ({ timeZone }: Pick<Site, 'timeZone'>, when: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'short' })
    .formatToParts(when)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** `20 Nov 2026, 06:40 AM UTC`. */
export function formatTime(site: Site, when: Date): string {
  const clock = wallClockIn(site.timeZone, when);
  const day = shortDayOf(clock.slice(0, 10));
  return `${day} ${clock.slice(0, 4)}, ${formatTimeOfDay(clock.slice(11, 16))} ${zoneAt(site, when)}`;
}

export interface AboutShipment {
  /** Who reads it, and the one at the other end. */
  party: Party;
  name: string;
  other: string;
  description: string;
  trackingId: string;
  /** Opens the details: with the reader's own code, if there is one. */
  link: string;
  /** What the mailbox was not told on the day. */
  also: readonly string[];
  /** Missing where it is not about a parcel that comes. */
  promise?: ParcelPromise;
}

type Stranger = Pick<AboutShipment, 'trackingId' | 'party' | 'link'>;

interface ParcelLetter extends Pick<Letter, 'facts' | 'headline'> {
  /** What happened: the subject begins with it. */
  what: string;
  /** Receivers know from whom it comes by the time that it is there. */
  isUnnamed?: boolean;
  /** The first says what it means for the reader, and until when. */
  paragraphs: string[];
  action?: string;
}

const MOST_OF_DESCRIPTION = 40;
const MOST_OF_NAME = 30;

/** Cuts a text at a word. */
export function shorten(text: string, most: number): string {
  const letters = Array.from(toOneLine(text));
  if (letters.length <= most) return letters.join('');
  const start = letters.slice(0, most + 1).join('');
  const end = start.lastIndexOf(' ');
  return `${end > 0 ? start.slice(0, end) : letters.slice(0, most).join('')}…`;
}

const otherOf = ({ party, other }: AboutShipment) => `${party === 'sender' ? 'to' : 'from'} ${other}`;
export const parcelOf = (about: AboutShipment) => `${about.description} ${otherOf(about)}`;

/** When it comes, after what has happened. */
export function dueOf({ promise }: Pick<AboutShipment, 'promise'>): string {
  if (promise?.isToCollect) return 'will be ready to collect at our depot';
  if (!promise?.day) return '';
  return `${promise.by === 'registered' ? 'should arrive by' : 'will be delivered on'} ${formatDayOfWeek(promise.day)}`;
}

/** For its receiver. */
function haveReady({ currency }: Site, { party, promise }: AboutShipment): string[] {
  if (party !== 'receiver' || !promise) return [];
  const { toPay, needsCode } = promise;
  const ready = [
    ...(toPay > 0 ? [`${formatMoney(toPay, currency)} to pay ${HOW_TO_PAY}`] : []),
    ...(needsCode ? ['the code on its page'] : []),
  ];
  return ready.length > 0 ? [`Please have ready: ${ready.join(', and ')}.`] : [];
}

/** On the same page, with the same code. */
function choicesOf(link: string): string {
  const url = new URL(link);
  url.search = '?view=messages';
  return url.href;
}

export function parcelMail(
  site: Site,
  about: AboutShipment,
  { what, headline = what, isUnnamed = false, paragraphs, facts = [], action = 'Track shipment' }: ParcelLetter,
): MailContent {
  const other = isUnnamed && about.party === 'receiver' ? '' : ` ${shorten(otherOf(about), MOST_OF_NAME)}`;
  return composeMail(site, {
    subject: `${what}: ${shorten(about.description, MOST_OF_DESCRIPTION)}${other}`,
    headline,
    greeting: `Hello ${about.name},`,
    paragraphs: paragraphs.toSpliced(1, 0, ...haveReady(site, about)),
    facts: [['Tracking ID', formatInGroups(about.trackingId)], ...facts],
    action: { label: action, link: about.link },
    also: about.also,
    closing: `You’re receiving this email because your address is on this shipment.${about.link.includes('#') ? ' Its link opens the details: don’t forward it.' : ''}`,
    choices: choicesOf(about.link),
  });
}

export type AboutCode = AboutShipment & { code: string };

/** Contains only that party's own private code. */
export function shipmentCreatedMail(site: Site, about: AboutCode): MailContent {
  const isSender = about.party === 'sender';
  const due = dueOf(about) && ` It ${dueOf(about)}.`;
  return codeMail(site, about, {
    what: isSender ? 'Registered' : 'Coming to you',
    paragraphs: [
      isSender
        ? `Your shipment to ${about.other} has been registered: ${about.description}.${due}`
        : `${about.other} is sending you a shipment: ${about.description}.${due}`,
    ],
  });
}

export const codeReplacedMail = (site: Site, about: AboutCode): MailContent =>
  codeMail(site, about, {
    what: 'Your private code',
    paragraphs: [`This code now opens the details of ${parcelOf(about)}. If you had one before, it no longer works.`],
  });

/** It may reach a stranger: it names nobody and opens nothing. */
export const contactChangedMail = (site: Site, { trackingId, party, link }: Stranger): MailContent =>
  composeMail(site, {
    subject: 'Contact details for a parcel were changed',
    headline: 'Contact details changed',
    greeting: 'Hello,',
    paragraphs: [
      `Someone at our desk changed how we reach the ${party} of this parcel. The links and codes that you got for it no longer work.`,
      `If you’re the ${party} and didn’t ask for this, write to ${site.support}.`,
    ],
    facts: [['Tracking ID', formatInGroups(trackingId)]],
    action: { label: 'Track shipment', link },
    closing: 'You’re receiving this email because this address was on the parcel until now.',
  });

/** To who sends something back: with the label, or without a printer the code on the phone. */
export function returnCreatedMail(site: Site, about: AboutCode & { hasLabel: boolean }): MailContent {
  const code = 'Show the code on your phone to our courier or at our depot.';
  return codeMail(site, about, {
    what: 'Return created',
    paragraphs: [
      `Your return to ${about.other} has been created: ${about.description}.`,
      about.hasLabel
        ? `Print the attached label and put it on the parcel. No printer? ${code}`
        : `You need no label. ${code}`,
    ],
    action: 'Show the code',
  });
}

function codeMail(site: Site, about: AboutCode, letter: ParcelLetter): MailContent {
  const code = 'Your private code unlocks the details. Don’t share it.';
  return parcelMail(site, about, {
    ...letter,
    paragraphs: [...letter.paragraphs, `Anyone with the tracking ID can see its status. ${code}`],
    facts: [[about.party === 'sender' ? 'Sender code' : 'Receiver code', formatInGroups(about.code)]],
  });
}

interface AboutChoice extends AboutShipment {
  by: string;
  choice: string;
  when: Date;
  disputeLink: string;
  /** The sender decides. */
  isToAgree: boolean;
}

export function choiceMadeMail(site: Site, about: AboutChoice): MailContent {
  const isYours = about.by === 'you';
  const asked = isYours ? 'You have asked' : `${about.by} has asked`;
  return parcelMail(site, about, {
    what: about.isToAgree ? `Do you agree? ${about.choice}` : about.choice,
    paragraphs: about.isToAgree
      ? [`${asked} for another address for: ${about.description}. We only deliver there if you agree. The fee stays.`]
      : [`${asked} us to do this with: ${about.description}.`],
    facts: [
      ['Asked', formatTime(site, about.when)],
      [isYours ? 'Not you?' : 'Not them?', 'Say so, and nothing of it counts', about.disputeLink],
    ],
    action: about.isToAgree ? 'Agree or decline' : 'Open the shipment',
  });
}

/** `why`: nothing changes. Without it, we do so. */
export const choiceAnsweredMail = (
  site: Site,
  { choice, why, ...about }: AboutShipment & { choice: string; why: string | null },
): MailContent =>
  parcelMail(site, about, {
    what: why === null ? `We’ll do so: ${choice}` : `Declined: ${choice}`,
    paragraphs: [
      why === null
        ? `You asked us to do this with: ${about.description}. We’ve taken it off the courier’s run.`
        : `You asked us to do this with: ${about.description}. ${why}`,
    ],
    action: 'Open the shipment',
  });

export const returnDeclinedMail = (site: Site, about: AboutShipment & { reason: string }): MailContent =>
  parcelMail(site, about, {
    what: 'Return declined',
    paragraphs: [`${about.other} has declined the return of this shipment: ${about.description}.`],
    facts: about.reason ? [['Reason', about.reason]] : [],
  });

/** `reason`: why nobody comes; null if someone does. */
export function returnCollectionMail(
  site: Site,
  about: AboutShipment & { day: string; from: string; until: string; reason: string | null },
): MailContent {
  const on = formatDayOfWeek(about.day);
  const isComing = about.reason === null;
  return parcelMail(site, about, {
    what: isComing ? 'We collect your return on another day' : 'Nobody collects your return',
    paragraphs: [
      isComing
        ? `A courier comes on ${on} between ${formatTimeOfDay(about.from)} and ${formatTimeOfDay(about.until)} ${zoneAt(site, new Date(`${about.day}T12:00:00Z`))}.`
        : `No courier comes on ${on}. You can choose another day, or bring the parcel to our depot.`,
    ],
    facts: about.reason ? [['Reason', about.reason]] : [],
    action: 'Open your return',
  });
}
