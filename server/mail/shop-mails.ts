import { and, asc, eq } from 'drizzle-orm';
import { formatDayOfWeek, formatTimeOfDay } from '../../src/domain/dates.ts';
import { paths } from '../../src/domain/paths.ts';
import { LEFT_PARCEL_LABELS, sayLeft } from '../../src/domain/pickups/collection.ts';
import { PICKUPS_AT_ONCE } from '../../src/domain/pickups/pickup.ts';
import { formatChange } from '../../src/domain/shops/draft.ts';
import { WEBHOOK_EVENT_DAYS } from '../../src/domain/webhook.ts';
import type { Executor } from '../base/database/client.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { summaryOf } from '../deliveries/describe-collections.ts';
import { getChangedOrders } from '../orders/changed-orders.ts';
import { listPlaced } from '../pickups/store/collections.ts';
import { findPickup, type PickupRow, pickupColumns } from '../pickups/store/pickups.ts';
import { listAskedReturns } from '../returns/store/returns.ts';
import type { Dependencies, Drafts } from './draft-parts.ts';
import { formatInGroups } from './letters/shipment-mails.ts';
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

const MAX_NAMED_ORDERS = 20;
const MAX_NAMED_PARCELS = 20;

function listPickupsOfDay(executor: Executor, userId: string, day: string): Promise<PickupRow[]> {
  return executor
    .select(pickupColumns)
    .from(pickups)
    .where(and(eq(pickups.userId, userId), eq(pickups.day, day), eq(pickups.kind, 'pickup')))
    .orderBy(asc(pickups.fromTime), asc(pickups.id))
    .limit(PICKUPS_AT_ONCE);
}

export const SHOP_MAILS: Drafts<
  'webhook-off' | 'pickup-arranged' | 'pickup-declined' | 'pickup-incomplete' | 'orders-changed' | 'return-asked'
> = {
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

  'return-asked': noticeMail(async ({ dependencies: { db }, about, link }) => {
    const asked = (await listAskedReturns(db, about.userId)).find(({ id }) => id === about.returnId);
    return (
      asked && {
        subject: `${asked.receiverName} wants to return a shipment`,
        paragraphs: [`${asked.receiverName} wants to send this back: ${asked.description}. Accept or decline it.`],
        facts: [
          ['Tracking ID', formatInGroups(asked.trackingId)],
          ...(asked.reference ? [['Reference', asked.reference] satisfies [string, string]] : []),
          ...(asked.parcels ? [['Parcels', String(asked.parcels)] satisfies [string, string]] : []),
        ],
        action: { label: 'Answer', link: link(paths.home) },
      }
    );
  }),

  'pickup-incomplete': noticeMail(async ({ dependencies: { db }, about: { userId, day }, link }) => {
    const rows = await listPickupsOfDay(db, userId, day);
    const failed = rows.filter(({ state }) => state === 'failed');
    const left = (await listPlaced(db, { collectionIds: rows.map(({ id }) => id) })).flatMap(
      ({ reports }) => summaryOf(reports).left,
    );
    if (failed.length + left.length === 0) return null;
    const more = left.length - MAX_NAMED_PARCELS;
    return {
      subject: `Parcels we did not pick up on ${formatDayOfWeek(day)}`,
      paragraphs: [
        ...(failed.length > 0 ? ['Our courier took nothing.'] : []),
        ...(left.length > 0 ? ['These parcels are still with you.'] : []),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      facts: [
        ...failed.map(({ fromTime, untilTime, reason }): [string, string] => [
          `${formatTimeOfDay(fromTime)} to ${formatTimeOfDay(untilTime)}`,
          reason,
        ]),
        ...left
          .slice(0, MAX_NAMED_PARCELS)
          .map(({ trackingId, reason, numbers }): [string, string] => [
            sayLeft(trackingId, numbers),
            LEFT_PARCEL_LABELS[reason as keyof typeof LEFT_PARCEL_LABELS] ?? reason,
          ]),
      ],
      action: { label: 'Ask for another pickup', link: link(paths.shippingLabels()) },
    };
  }),

  'orders-changed': noticeMail(async ({ dependencies, about, link }) => {
    const orders = await getChangedOrders(dependencies.db, about.userId);
    const more = orders.length - MAX_NAMED_ORDERS;
    if (orders.length === 0) return null;
    return {
      subject: orders.length === 1 ? 'An order has changed' : `${orders.length} orders have changed`,
      paragraphs: [
        'Your shop says something else of these orders than what is here. Until you choose, nothing changes.',
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      facts: orders
        .slice(0, MAX_NAMED_ORDERS)
        .map((order) => [order.reference || order.shipment?.trackingId || 'Order', formatChange(order)]),
      action: { label: 'See what has changed', link: link(paths.drafts()) },
    };
  }),
};
