import { formatDayOfWeek, formatTimeOfDay, shortDayOf, wallClockIn } from '../../../src/domain/dates.ts';
import { counted } from '../../../src/domain/figures.ts';
import { formatMoney } from '../../../src/domain/money.ts';
import { HOW_TO_PAY, type ParcelPromise } from '../../../src/domain/promise.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import { inGroupsOfFour } from '../../../src/domain/tracking-id.ts';
import { composeMail, type Fact, type Letter, type MailContent, type Site, toOneLine } from './letter.ts';

export const formatInGroups = (code: string) => inGroupsOfFour(code).join(' ');

export const zoneAt = ({ timeZone }: Pick<Site, 'timeZone'>, when: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'short' })
    .formatToParts(when)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** `20 Nov 2026, 06:40 AM UTC`. */
export function formatTime(site: Pick<Site, 'timeZone'>, when: Date): string {
  const clock = wallClockIn(site.timeZone, when);
  const day = shortDayOf(clock.slice(0, 10));
  return `${day} ${clock.slice(0, 4)}, ${formatTimeOfDay(clock.slice(11, 16))} ${zoneAt(site, when)}`;
}

export interface AboutShipment {
  party: Party;
  name: string;
  other: string;
  description: string;
  trackingId: string;
  /** The link has the reader’s own code, if there is one. */
  link: string;
  /** What the mailbox was not told on the day. */
  also: readonly string[];
  /** Missing where it is not about a parcel that comes. */
  promise?: ParcelPromise;
  /** The same is true of several parcels for one door. */
  isMany?: boolean;
}

type Stranger = Pick<AboutShipment, 'trackingId' | 'party' | 'link'>;

export interface ParcelLetter extends Pick<Letter, 'facts' | 'headline'> {
  /** What happened: the subject begins with it. */
  what: string;
  /** Receivers know from whom it comes by the time that it is there. */
  isUnnamed?: boolean;
  paragraphs: string[];
  action?: string;
  ofEach?: string;
  /** What adds up where it is about several, in the currency’s unit. */
  sum?: number;
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
/** `one` is what is said of a single parcel. */
export const byCount = ({ isMany }: Pick<AboutShipment, 'isMany'>, one: string, many: string): string =>
  isMany ? many : one;

/** When it comes, after what has happened. */
export function dueOf({ promise }: Pick<AboutShipment, 'promise'>): string {
  if (promise?.isToCollect) return 'will be ready to collect at our depot';
  if (!promise?.day) return '';
  return `${promise.by === 'registered' ? 'should arrive by' : 'will be delivered on'} ${formatDayOfWeek(promise.day)}`;
}

/** For its receiver. */
function haveReady({ currency }: Site, about: AboutShipment): string[] {
  const { party, promise } = about;
  if (party !== 'receiver' || !promise) return [];
  const { toPay, needsCode } = promise;
  const ready = [
    ...(toPay > 0 ? [`${formatMoney(toPay, currency)} to pay ${HOW_TO_PAY}`] : []),
    ...(needsCode ? [byCount(about, 'the code on its page', 'the codes on their pages')] : []),
  ];
  return ready.length > 0 ? [`Please have ready: ${ready.join(', and ')}.`] : [];
}

/** Opens the same page with the same code. */
function choicesOf(link: string): string {
  const url = new URL(link);
  url.search = '?view=messages';
  return url.href;
}

export function parcelMail(
  site: Site,
  about: AboutShipment,
  { what, headline = what, isUnnamed = false, paragraphs, facts = [], action = 'Track shipment' }: ParcelLetter,
  shared?: readonly ParcelRow[],
): MailContent {
  const other = isUnnamed && about.party === 'receiver' ? '' : ` ${shorten(otherOf(about), MOST_OF_NAME)}`;
  const rows = shared?.map((row) => rowOf(site, row)) ?? [['Tracking ID', formatInGroups(about.trackingId)]];
  return composeMail(site, {
    subject: `${what}: ${shorten(about.description, MOST_OF_DESCRIPTION)}${other}`,
    headline,
    greeting: `Hello ${about.name},`,
    paragraphs: paragraphs.toSpliced(1, 0, ...haveReady(site, about)),
    facts: shared ? [...facts, ...rows] : [...rows, ...facts],
    ...(!shared && { action: { label: action, link: about.link } }),
    also: about.also,
    closing: closingOf(shared?.[0]?.link ?? about.link, shared !== undefined),
    choices: shared ? undefined : choicesOf(about.link),
  });
}

function closingOf(link: string, isMany: boolean): string {
  const opens = isMany
    ? ' Don’t forward it: its links open the details, and let you choose your messages.'
    : ' Don’t forward it: its link opens the details.';
  const these = isMany ? 'these shipments' : 'this shipment';
  return `You’re receiving this email because your email address is on ${these}.${link.includes('#') ? opens : ''}`;
}

export interface ParcelRow {
  trackingId: string;
  description: string;
  link: string;
  /** In what a reader has not been told before. */
  code?: string;
  /** What its reader pays. */
  toPay: number;
  what?: string;
}

export function rowOf(
  { currency }: Pick<Site, 'currency'>,
  { trackingId, description, link, code, toPay, what }: ParcelRow,
): Fact {
  const said = [what, toPay > 0 && `${formatMoney(toPay, currency)} to pay`].filter(Boolean).join(', ');
  const id = formatInGroups(trackingId);
  const row = said.includes('(') ? `${description}: ${said}` : `${description} (${said})`;
  return [said ? row : description, code ? `${id}, code ${formatInGroups(code)}` : id, link];
}

const MOST_OF_SUMMARY = 3;

/** `more` counts the parcels without a row. */
export function shopNewsMail(
  site: Site,
  {
    name,
    rows,
    more,
    link,
    also,
  }: {
    name: string;
    rows: readonly (ParcelRow & { what: string })[];
    more: number;
    link: string;
    also: readonly string[];
  },
): MailContent {
  const counts = new Map<string, number>();
  for (const { what } of rows) counts.set(what, (counts.get(what) ?? 0) + 1);
  const most = [...counts].sort(([, one], [, other]) => other - one);
  const named = most
    .slice(0, MOST_OF_SUMMARY)
    .map(([what, count]) => `${count} ${what.charAt(0).toLowerCase()}${what.slice(1)}`);
  const others = most.length > MOST_OF_SUMMARY ? ' and more' : '';
  // What is rare is what a shop looks for.
  const listed = rows.toSorted((one, other) => (counts.get(one.what) ?? 0) - (counts.get(other.what) ?? 0));
  return composeMail(site, {
    subject: `Your parcels: ${named.join(', ')}${others}`,
    headline: 'Your parcels',
    greeting: `Hello ${name},`,
    paragraphs: [
      `News of ${counted(rows.length + more, 'parcel')}: ${named.join(', ')}${others}.`,
      ...(more > 0 ? [`The newest ${rows.length} are below, and all on your page.`] : []),
    ],
    facts: listed.map(({ what, ...row }) => rowOf(site, most.length > 1 ? { ...row, what } : row)),
    action: { label: 'Open your shipments', link },
    also,
    closing:
      'You’re receiving this email because you ship with us. Choose on your profile how often it comes, and which news. Don’t forward it: its links open the details.',
  });
}

export type AboutCode = AboutShipment & { code: string };

/** Contains only that party's own private code. */
export function shipmentCreatedLetter(about: AboutCode): ParcelLetter {
  const isSender = about.party === 'sender';
  const due = dueOf(about) && ` ${byCount(about, 'It', 'They')} ${dueOf(about)}.`;
  return codeLetter(about, {
    what: isSender ? 'Registered' : 'Coming to you',
    paragraphs: [
      isSender
        ? `Your ${byCount(about, 'shipment to', 'shipments to')} ${about.other} ${byCount(about, 'has', 'have')} been registered: ${about.description}.${due}`
        : `${byCount(about, `${about.other} is sending you a shipment: ${about.description}`, `${parcelOf(about)} are coming to you`)}.${due}`,
    ],
  });
}

export const codeReplacedLetter = (about: AboutCode): ParcelLetter =>
  codeLetter(about, {
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

/** The sender of a return gets the label, or the code to show without a printer. */
export function returnCreatedLetter(about: AboutCode & { hasLabel: boolean }): ParcelLetter {
  const code = 'Show the code on your phone to our courier or at our depot.';
  return codeLetter(about, {
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

function codeLetter(about: AboutCode, letter: ParcelLetter): ParcelLetter {
  const code = byCount(
    about,
    'Your private code unlocks the details. Don’t share it.',
    'Your private codes unlock the details. Don’t share them.',
  );
  return {
    ...letter,
    paragraphs: [...letter.paragraphs, `Anyone with the tracking ID can see its status. ${code}`],
    facts: about.isMany
      ? []
      : [[about.party === 'sender' ? 'Sender code' : 'Receiver code', formatInGroups(about.code)]],
  };
}

interface AboutChoice extends AboutShipment {
  by: string;
  choice: string;
  when: Date;
  disputeLink: string;
  /** The sender decides. */
  isToAgree: boolean;
}

export function choiceMadeLetter(site: Site, about: AboutChoice): ParcelLetter {
  const isYours = about.by === 'you';
  const asked = isYours ? 'You have asked' : `${about.by} has asked`;
  return {
    what: about.isToAgree ? `Do you agree? ${about.choice}` : about.choice,
    paragraphs: about.isToAgree
      ? [`${asked} for another address for: ${about.description}. We only deliver there if you agree. The fee stays.`]
      : [`${asked} us to do this with: ${about.description}.`],
    facts: [
      ['Asked', formatTime(site, about.when)],
      [isYours ? 'Not you?' : 'Not them?', 'Say so, and nothing of it counts', about.disputeLink],
    ],
    action: about.isToAgree ? 'Agree or decline' : 'Open the shipment',
  };
}

/** `why`: nothing changes. Without it, we do so. */
export const choiceAnsweredLetter = ({
  choice,
  why,
  description,
}: AboutShipment & { choice: string; why: string | null }): ParcelLetter => ({
  what: why === null ? `We’ll do so: ${choice}` : `Declined: ${choice}`,
  paragraphs: [
    why === null
      ? `You asked us to do this with: ${description}. We’ve taken it off the courier’s run.`
      : `You asked us to do this with: ${description}. ${why}`,
  ],
  action: 'Open the shipment',
});

export const returnDeclinedLetter = ({
  other,
  description,
  reason,
}: AboutShipment & { reason: string }): ParcelLetter => ({
  what: 'Return declined',
  paragraphs: [`${other} has declined the return of this shipment: ${description}.`],
  facts: reason ? [['Reason', reason]] : [],
});

/** `reason`: why nobody comes; null if someone does. */
export function returnCollectionLetter(
  site: Site,
  about: AboutShipment & { day: string; from: string; until: string; reason: string | null },
): ParcelLetter {
  const on = formatDayOfWeek(about.day);
  const isComing = about.reason === null;
  return {
    what: isComing ? 'We collect your return on another day' : 'Nobody collects your return',
    paragraphs: [
      isComing
        ? `A courier comes on ${on} between ${formatTimeOfDay(about.from)} and ${formatTimeOfDay(about.until)} ${zoneAt(site, new Date(`${about.day}T12:00:00Z`))}.`
        : `No courier comes on ${on}. You can choose another day, or bring the parcel to our depot.`,
    ],
    facts: about.reason ? [['Reason', about.reason]] : [],
    action: 'Open your return',
  };
}
