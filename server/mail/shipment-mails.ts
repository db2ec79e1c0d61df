import { formatDayOfWeek, formatTimeOfDay, wallClockIn } from '../../src/domain/dates.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';

export const formatInGroups = (code: string) => inGroupsOfFour(code).join(' ');
/** In the brand's zone: the reader's is unknown. */
export function formatTime({ timeZone }: Site, when: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'short' }).formatToParts(when);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return `${wallClockIn(timeZone, when).slice(0, 16).replace('T', ' ')} ${zone}`;
}

export const shipmentSubject = (trackingId: string) => `Shipment ${formatInGroups(trackingId)}`;
export const ADDRESS_ON_SHIPMENT = 'You’re receiving this email because your address is on this shipment.';

export interface AboutShipment {
  name: string;
  description: string;
  trackingId: string;
  link: string;
}

interface AboutCode extends AboutShipment {
  party: Party;
  other: string;
  code: string;
}

/** Contains only that party's own private code. */
export function shipmentCreatedMail(site: Site, about: AboutCode): MailContent {
  return codeMail(site, about, {
    headline: 'Shipment created',
    code: 'Your private code unlocks the details. Don’t share it.',
  });
}

export function codeReplacedMail(site: Site, about: AboutCode): MailContent {
  return codeMail(site, about, {
    headline: 'Your private code',
    code: 'This private code unlocks the details. Don’t share it. If you had one before, it no longer works.',
  });
}

/** To who sends something back: with the label, or without a printer the code on the phone. */
export function returnCreatedMail(site: Site, about: AboutCode & { hasLabel: boolean }): MailContent {
  const code = 'Show the code on your phone to our courier or at our depot.';
  return codeMail(site, about, {
    headline: 'Return created',
    opening: `Your return to ${about.other} has been created: ${about.description}.`,
    how: about.hasLabel
      ? `Print the attached label and put it on the parcel. No printer? ${code}`
      : `You need no label. ${code}`,
    code: 'Your private code unlocks the details. Don’t share it.',
    action: 'Show the code',
  });
}

export function returnDeclinedMail(site: Site, about: AboutShipment & { other: string; reason: string }): MailContent {
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline: 'Return declined',
    greeting: `Hello ${about.name},`,
    paragraphs: [`${about.other} has declined the return of this shipment: ${about.description}.`],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ...(about.reason ? [['Reason', about.reason] satisfies [string, string]] : []),
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

/** `reason`: why nobody comes; null if someone does. */
export function returnCollectionMail(
  site: Site,
  about: AboutShipment & { day: string; from: string; until: string; reason: string | null },
): MailContent {
  const on = formatDayOfWeek(about.day);
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline: about.reason === null ? 'We collect your return on another day' : 'Nobody collects your return',
    greeting: `Hello ${about.name},`,
    paragraphs:
      about.reason === null
        ? [`A courier comes on ${on} between ${formatTimeOfDay(about.from)} and ${formatTimeOfDay(about.until)}.`]
        : [`No courier comes on ${on}. You can choose another day, or bring the parcel to our depot.`],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      ...(about.reason ? [['Reason', about.reason] satisfies [string, string]] : []),
    ],
    action: { label: 'Open your return', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}

interface CodeWords {
  headline: string;
  opening?: string;
  how?: string;
  code: string;
  action?: string;
}

function codeMail(site: Site, about: AboutCode, words: CodeWords): MailContent {
  const isSender = about.party === 'sender';
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline: words.headline,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      words.opening ??
        (isSender
          ? `Your shipment to ${about.other} has been registered: ${about.description}.`
          : `${about.other} is sending you a shipment: ${about.description}.`),
      ...(words.how ? [words.how] : []),
      `Anyone with the tracking ID can see its status. ${words.code}`,
    ],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      [isSender ? 'Sender code' : 'Receiver code', formatInGroups(about.code)],
    ],
    action: { label: words.action ?? 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}
