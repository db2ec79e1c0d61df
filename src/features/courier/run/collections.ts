/** What a run collects, as its courier sees it. */

import { formatClock } from '../../../domain/dates.ts';
import { paths } from '../../../domain/paths.ts';
import { COLLECT_FAILURE_LABELS, type CourierCollection, ofExpected } from '../../../domain/pickups/collection.ts';
import { wasLoaded } from '../../../domain/runs/task-status.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { formatHours } from '../../../domain/time-window.ts';

const collectionsOf = ({ stops }: CourierRun) => stops.flatMap(({ collections = [] }) => collections);

export const findCollection = (run: CourierRun, id: string | null) => collectionsOf(run).find((one) => one.id === id);

export const collectPath = (stopId: string, collectionId: string, step?: 'photo' | 'nothing') =>
  paths.courierStop(stopId, { view: 'collect', of: collectionId, ...(step && { step }) });

export const countTaken = ({ collected, unlabelled }: CourierCollection) =>
  collected.reduce((sum, { numbers }) => sum + (numbers?.length ?? 1), unlabelled);

/** `toHandIn`: tracking IDs, beside `unlabelled`. What this run has loaded counts as a parcel of its stop. */
export function collectedIn(run: CourierRun) {
  const tasks = run.stops.flatMap((stop) => stop.tasks);
  const delivers = new Set(tasks.flatMap(({ status, trackingId }) => (wasLoaded(status) ? trackingId : [])));
  const all = collectionsOf(run);
  const parcels = all.flatMap(({ collected }) => collected.filter(({ trackingId }) => !delivers.has(trackingId)));
  const toHandIn = parcels.flatMap(({ trackingId, handedIn }) => (handedIn ? [] : trackingId));
  const ids = new Set(parcels.map(({ trackingId }) => trackingId));
  const count = parcels.length + all.reduce((sum, one) => sum + one.unlabelled, 0);
  const unlabelled = all.reduce((sum, one) => sum + one.unlabelled - (one.unlabelledIn ?? 0), 0);
  return { ids, all: count, handedIn: count - toHandIn.length - unlabelled, toHandIn, unlabelled };
}

export const collectTitle = ({ expected }: CourierCollection): string => `Collect${expected > 0 ? ` ${expected}` : ''}`;

/** `Collect 8, 16:00–17:00`, or what came of it. */
export function describeCollection(one: CourierCollection): string {
  const when = one.occurredAt ? ` at ${formatClock(one.occurredAt)}` : '';
  switch (one.status) {
    case 'open':
      return [collectTitle(one), one.window ? formatHours(one.window) : ''].filter(Boolean).join(', ');
    case 'collected':
      return `Collected ${ofExpected(countTaken(one), one.expected)}${when}`;
    case 'failed':
      return `Nothing collected${when}${one.reason ? `: ${COLLECT_FAILURE_LABELS[one.reason]}` : ''}`;
    case 'moved':
      return 'Someone else collects here';
    case 'cancelled':
      return 'Collection cancelled';
  }
}

/** What the desk did to a collection in hand. */
export function describeCollectionChange(begun: CourierCollection, now: CourierCollection | undefined): string[] {
  if (begun.status !== 'open' || now?.status === 'open') return [];
  if (now?.status === 'cancelled') return ['This collection was cancelled.'];
  return !now || now.status === 'moved' ? ['This collection is no longer on your run.'] : [];
}
