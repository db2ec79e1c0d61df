import { formatDayOfWeek, formatTimeOfDay } from '../../../src/domain/dates.ts';
import { paths } from '../../../src/domain/paths.ts';
import { WEBHOOK_EVENT_DAYS } from '../../../src/domain/webhook.ts';
import { findPickup } from '../../stores/shops/pickups.ts';
import type { Dependencies, Drafts } from './draft-parts.ts';
import { noticeMail } from './owner-mails.ts';

async function findDecided(
  { db }: Dependencies,
  { userId, pickupId }: { userId: string; pickupId: string },
  state: 'arranged' | 'declined',
) {
  const pickup = await findPickup(db, userId, pickupId);
  if (pickup?.state !== state) return null;
  const { day, fromTime, untilTime, reason, address, parcels } = pickup;
  const facts: [string, string][] = [
    ['Address', address],
    ['Parcels', String(parcels)],
  ];
  const hours = `between ${formatTimeOfDay(fromTime)} and ${formatTimeOfDay(untilTime)}`;
  return { on: formatDayOfWeek(day), hours, reason, facts };
}

export const SHOP_MAILS: Drafts<'webhook-off' | 'pickup-arranged' | 'pickup-declined'> = {
  'webhook-off': noticeMail(({ about: { host, problem }, link }) => ({
    subject: 'Your webhook was turned off',
    paragraphs: [
      `We could not deliver messages to ${host}, and have stopped trying.`,
      problem,
      `Turn it back on once it works. For ${WEBHOOK_EVENT_DAYS} days you can have the events you missed sent again.`,
    ],
    action: { label: 'Open your webhooks', link: link(paths.developerKeys) },
  })),

  'pickup-arranged': noticeMail(async ({ dependencies, about, link }) => {
    const pickup = await findDecided(dependencies, about, 'arranged');
    return (
      pickup && {
        subject: `Your pickup on ${pickup.on} is arranged`,
        paragraphs: [`A courier will come on ${pickup.on} ${pickup.hours}. Please label your parcels before then.`],
        facts: pickup.facts,
        action: { label: 'Print labels', link: link(paths.shippingLabels()) },
        closing: 'If you no longer need it, let us know.',
      }
    );
  }),

  'pickup-declined': noticeMail(async ({ dependencies, about, link }) => {
    const pickup = await findDecided(dependencies, about, 'declined');
    return (
      pickup && {
        subject: `We can’t pick up your parcels on ${pickup.on}`,
        paragraphs: [`No courier will come on ${pickup.on} ${pickup.hours}. We’re sorry.`],
        facts: [['Reason', pickup.reason], ...pickup.facts],
        action: { label: 'Ask for another day', link: link(paths.shippingLabels()) },
      }
    );
  }),
};
