import { wallClockIn } from '../../src/domain/dates.ts';
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

function codeMail(site: Site, about: AboutCode, words: { headline: string; code: string }): MailContent {
  const isSender = about.party === 'sender';
  return composeMail(site, {
    subject: shipmentSubject(about.trackingId),
    headline: words.headline,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      isSender
        ? `Your shipment to ${about.other} has been registered: ${about.description}.`
        : `${about.other} is sending you a shipment: ${about.description}.`,
      `Anyone with the tracking ID can see its status. ${words.code}`,
    ],
    facts: [
      ['Tracking ID', formatInGroups(about.trackingId)],
      [isSender ? 'Sender code' : 'Receiver code', formatInGroups(about.code)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: ADDRESS_ON_SHIPMENT,
  });
}
