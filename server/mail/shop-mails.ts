import { formatDayOfWeek, formatTimeOfDay } from '../../src/domain/dates.ts';
import type { Pickup } from '../../src/domain/shop/pickup.ts';
import { WEBHOOK_EVENT_DAYS } from '../../src/domain/webhook.ts';
import { greeting } from './account-mails.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';

/** To a shop whose program no longer takes messages. */
export function webhookOffMail(
  site: Site,
  about: { name: string; host: string; problem: string; link: string },
): MailContent {
  return composeMail(site, {
    subject: 'Your webhook was turned off',
    greeting: greeting(about.name),
    paragraphs: [
      `We could not deliver messages to ${about.host}, and have stopped trying.`,
      about.problem,
      `Turn it back on once it works. For ${WEBHOOK_EVENT_DAYS} days you can have the events you missed sent again.`,
    ],
    action: { label: 'Open your webhooks', link: about.link },
  });
}

type AboutPickup = Omit<Pickup, 'id' | 'state' | 'created_at'> & { name: string; link: string };

/** To a shop that asked for a courier. */
export function pickupArrangedMail(site: Site, about: AboutPickup): MailContent {
  const { name, day, from, until, parcels, address, link } = about;
  const on = formatDayOfWeek(day);
  return composeMail(site, {
    subject: `Your pickup on ${on} is arranged`,
    greeting: greeting(name),
    paragraphs: [
      `A courier will come on ${on} between ${formatTimeOfDay(from)} and ${formatTimeOfDay(until)}. Please label your parcels before then.`,
    ],
    facts: [
      ['Address', address],
      ['Parcels', String(parcels)],
    ],
    action: { label: 'Print labels', link },
    closing: 'If you no longer need it, let us know.',
  });
}

/** To a shop that waits for a courier who can’t come. */
export function pickupDeclinedMail(site: Site, about: AboutPickup): MailContent {
  const { name, day, from, until, parcels, address, reason, link } = about;
  const on = formatDayOfWeek(day);
  return composeMail(site, {
    subject: `We can’t pick up your parcels on ${on}`,
    greeting: greeting(name),
    paragraphs: [
      `No courier will come on ${on} between ${formatTimeOfDay(from)} and ${formatTimeOfDay(until)}. We’re sorry.`,
    ],
    facts: [
      ['Reason', reason],
      ['Address', address],
      ['Parcels', String(parcels)],
    ],
    action: { label: 'Ask for another day', link },
  });
}
