/** The courier sees parcels, not tasks. All functions are pure. */

import { triesAgain } from '../../../domain/next-step.ts';
import type { CourierCollection } from '../../../domain/pickups/collection.ts';
import { apartIn, parcelNumbersIn } from '../../../domain/runs/count-parcels.ts';
import { isNamed, type Parcel, parcelsOf } from '../../../domain/runs/parcels.ts';
import { isAwaited, isGivenAway, isInVan, isOpenTask, type TaskStatus } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop } from '../../../domain/runs/views.ts';
import { collectedIn } from './collections.ts';

/**
 * `attempted`: the rest may be tried again. `awaited`: its parcels are collected first. `gone`:
 * nothing is for this stop.
 */
export type StopState =
  | 'open'
  | 'attempted'
  | 'awaited'
  | 'delivered'
  | 'partly'
  | 'returned'
  | 'missing'
  | 'collected'
  | 'uncollected'
  | 'gone';

export type StopWithParcels = CourierStop & { parcels: readonly Parcel[] };

type StopWork = Pick<StopWithParcels, 'parcels' | 'collections'>;

export const openCollections = ({ collections = [] }: Pick<CourierStop, 'collections'>): CourierCollection[] =>
  collections.filter(({ status }) => status === 'open');

export function stopsWithParcels(run: CourierRun): StopWithParcels[] {
  const byStop = new Map<string, Parcel[]>(run.stops.map(({ id }) => [id, []]));
  for (const parcel of parcelsOf(run)) byStop.get(parcel.stopId)?.push(parcel);
  return run.stops.map((stop) => ({ ...stop, parcels: byStop.get(stop.id) ?? [] }));
}

export const parcelsAt = (run: CourierRun, stopId: string): Parcel[] =>
  parcelsOf(run).filter((parcel) => parcel.stopId === stopId);

export const parcelsElsewhere = (run: CourierRun, stopId: string): Parcel[] =>
  parcelsOf(run).filter((parcel) => parcel.stopId !== stopId && parcel.tasks.some((task) => task.stopId === stopId));

export const openParcels = (parcels: readonly Parcel[]): Parcel[] => parcels.filter(({ status }) => isOpenTask(status));

const hasFailed = ({ outcomes }: Parcel) => outcomes.at(-1)?.result === 'failed';

const isGone = ({ status }: Parcel) => isGivenAway(status) || status === 'left';

export function stopState(stop: StopWork): StopState {
  const open = openParcels(stop.parcels);
  const isTried = (parcel: Parcel) => hasFailed(parcel) || isAwaited(parcel);
  if (openCollections(stop).length > 0 || !open.every(isTried)) return 'open';
  if (open.some(isAwaited)) return 'awaited';
  const statuses = stop.parcels.flatMap((parcel) => (isGone(parcel) ? [] : parcel.status));
  if (statuses.length === 0) return collectionState(stop);
  if (statuses.every((status) => status === 'delivered')) return 'delivered';
  if (statuses.includes('delivered')) return 'partly';
  if (open.length > 0) return 'attempted';
  return statuses.includes('missing') ? 'missing' : 'returned';
}

function collectionState({ collections = [] }: StopWork): StopState {
  if (collections.some(({ status }) => status === 'collected')) return 'collected';
  return collections.some(({ status }) => status === 'failed') ? 'uncollected' : 'gone';
}

/** It wraps around; null if none is left. */
export function nextStop(run: CourierRun, afterId?: string): CourierStop | null {
  const stops = stopsWithParcels(run);
  const place = stops.findIndex(({ id }) => id === afterId) + 1;
  const inOrder = [...stops.slice(place), ...stops.slice(0, place)];
  return inOrder.find((stop) => stop.id !== afterId && stopState(stop) === 'open') ?? null;
}

export const isFinished = (stop: StopWork): boolean =>
  openParcels(stop.parcels).length === 0 && openCollections(stop).length === 0;

export const lastFailure = (parcels: readonly Parcel[]): Parcel['outcomes'][number] | undefined =>
  openParcels(parcels)
    .flatMap(({ outcomes }) => outcomes.at(-1) ?? [])
    .filter(({ result }) => result === 'failed')
    .toSorted((one, other) => one.occurredAt.localeCompare(other.occurredAt))
    .at(-1);

/** `again` begins with the longest ago. The parcels of `back` only come back. */
export function triedStops(run: CourierRun): { again: StopWithParcels[]; back: StopWithParcels[] } {
  const lastTry = ({ parcels }: StopWithParcels) => lastFailure(parcels)?.occurredAt ?? '';
  const canRetry = ({ outcomes }: Parcel) => triesAgain(outcomes.at(-1)?.reason ?? null);
  const tried = stopsWithParcels(run)
    .filter((stop) => !isFinished(stop) && !['open', 'awaited'].includes(stopState(stop)))
    .toSorted((one, other) => lastTry(one).localeCompare(lastTry(other)));
  const again = tried.filter(({ parcels }) => openParcels(parcels).some(canRetry));
  return { again, back: tried.filter((stop) => !again.includes(stop)) };
}

export const nextToVisit = (run: CourierRun, afterId?: string): CourierStop | null =>
  nextStop(run, afterId) ?? triedStops(run).again.find(({ id }) => id !== afterId) ?? null;

/** The printed run sheet counts the same: a shipment may consist of several. */
export const countParcels = (parcels: readonly Pick<Parcel, 'parcels'>[]): number =>
  parcels.reduce((sum, { parcels: count = 1 }) => sum + count, 0);

export const ofSeveral = ({ parcels = 1 }: Pick<Parcel, 'parcels'>): string =>
  parcels > 1 ? `, ${parcels} parcels` : '';

const countScanned = (parcels: readonly Parcel[], which: 'loadedParcels' | 'returnedParcels'): number =>
  parcels.reduce((sum, parcel) => sum + parcelNumbersIn(parcel[which]).length, 0);

export const countToLoad = (unloaded: readonly Parcel[]): number =>
  countParcels(unloaded) - countScanned(unloaded, 'loadedParcels');

const countIn = (bits = 0): number => parcelNumbersIn(bits).length;

/** It counts parcels of a shipment that was not loaded whole, too. */
const countInVan = (parcel: Parcel): number =>
  isInVan(parcel) ? (parcel.parcels ?? 1) - countIn(parcel.returnedParcels) : countIn(apartIn(parcel));

export const countToReturn = (inVan: readonly Parcel[]): number =>
  inVan.reduce((sum, parcel) => sum + countInVan(parcel), 0);

/** It leaves out parcels that were moved away, were cancelled, or are collected on the way. */
export const loadableParcels = (run: CourierRun): Parcel[] =>
  parcelsOf(run).filter((parcel) => !isGivenAway(parcel.status) && !isAwaited(parcel));

/** It leaves out those left at the depot, too. The managers’ board counts the same. */
export const parcelsOnRun = (run: CourierRun): Parcel[] => parcelsOf(run).filter((parcel) => !isGone(parcel));

export const isUnloaded = ({ status }: Parcel): boolean => status === 'assigned' || status === 'left';

/** After the start they were left at the depot, or added since. */
export const unloadedParcels = (run: CourierRun): Parcel[] => loadableParcels(run).filter(isUnloaded);

export const findParcel = (run: CourierRun, trackingId: string): Parcel | undefined =>
  parcelsOf(run).find((parcel) => parcel.trackingId === trackingId);

export const stopOf = ({ stops }: CourierRun, { stopId }: Parcel): CourierStop | undefined =>
  stops.find(({ id }) => id === stopId);

export const parcelsToReturn = (run: CourierRun): Parcel[] =>
  parcelsOf(run).filter((parcel) => (isOpenTask(parcel.status) && !isAwaited(parcel)) || countInVan(parcel) > 0);

export const parcelsInVan = (run: CourierRun): Parcel[] => parcelsOf(run).filter((parcel) => countInVan(parcel) > 0);

export const recalledParcels = (run: CourierRun): Parcel[] =>
  parcelsOf(run).filter((parcel) => isGivenAway(parcel.status) && isInVan(parcel));

const countAs =
  (wanted: TaskStatus, scanned?: 'loadedParcels' | 'returnedParcels') =>
  ({ status, parcels = 1, ...bits }: Parcel): number =>
    status === wanted ? parcels - (scanned ? countIn(bits[scanned]) : 0) : 0;

const RESULTS: [label: string, countOf: (parcel: Parcel) => number][] = [
  ['delivered', countAs('delivered')],
  [
    'returned',
    (parcel) => countAs('returned')(parcel) || (parcel.status === 'delivered' ? 0 : countIn(parcel.returnedParcels)),
  ],
  ['missing', countAs('missing', 'returnedParcels')],
  ['still in the van', countInVan],
  ['never loaded', (parcel) => (isAwaited(parcel) ? 0 : countAs('assigned', 'loadedParcels')(parcel))],
  ['left at the depot', countAs('left', 'loadedParcels')],
];

export function countResults(run: CourierRun): { label: string; count: number }[] {
  const parcels = parcelsOf(run);
  const results = RESULTS.map(([label, countOf]) => ({
    label,
    count: parcels.reduce((sum, parcel) => sum + countOf(parcel), 0),
  }));
  const { all, handedIn } = collectedIn(run);
  return [...results, { label: 'collected', count: all }, { label: 'handed in', count: handedIn }].filter(
    ({ count }) => count > 0,
  );
}

/** A stop has no parcel after a start with part of the load, and doesn’t count. */
export function countVisits(run: CourierRun): { done: number; left: number } {
  const stops = stopsWithParcels(run).filter((stop) => stopState(stop) !== 'gone');
  const done = stops.filter(isFinished).length;
  return { done, left: stops.length - done };
}

const canVisit = (parcel: Parcel) => (isOpenTask(parcel.status) && !isAwaited(parcel)) || parcel.status === 'delivered';

/** A visit corrects delivered ones. */
export const parcelsToVisit = (run: CourierRun, stopId: string): Parcel[] => parcelsAt(run, stopId).filter(canVisit);

/** Delivered ones come last. What the desk removed stays: it may already have been handed over. */
export function parcelsOfVisit(begun: readonly Parcel[], run: CourierRun, stopId: string): Parcel[] {
  const kept = begun.map((parcel) => findParcel(run, parcel.trackingId) ?? parcel);
  const added = parcelsToVisit(run, stopId).filter(({ id }) => kept.every((parcel) => parcel.id !== id));
  const all = [...kept, ...added];
  const isDelivered = ({ status }: Parcel) => status === 'delivered';
  return [...all.filter((parcel) => !isDelivered(parcel)), ...all.filter(isDelivered)];
}

export function describeChanges(begun: readonly Parcel[], begunRun: CourierRun, run: CourierRun): string[] {
  return begun.flatMap((before) => {
    const { description } = before;
    const parcel = findParcel(run, before.trackingId);
    if (parcel && canVisit(parcel)) {
      const stop = stopOf(run, parcel);
      const isSameDoor = parcel.stopId === before.stopId || stop?.address === stopOf(begunRun, before)?.address;
      return isSameDoor ? [] : [`${description} is now for stop ${stop?.sequence}.`];
    }
    if (parcel?.movedTo) return [`${description} is now with ${parcel.movedTo}.`];
    if (parcel?.status === 'cancelled') return [`${description} was cancelled.`];
    return [`${description} is no longer on your run.`];
  });
}

/** @param begun tasks of a visit resumed after the camera app */
export const parcelsInHand = (run: CourierRun, stopId: string, begun: readonly string[] | undefined): Parcel[] =>
  begun ? parcelsOf(run).filter((parcel) => isNamed(parcel, begun)) : parcelsToVisit(run, stopId);

export function usualParcels(parcels: readonly Parcel[]): readonly Parcel[] {
  const undelivered = parcels.filter(({ status }) => status !== 'delivered');
  return undelivered.length > 0 ? undelivered : parcels;
}

/** People at one address may share a phone, and so a stop. */
export const receiversOf = (stop: CourierStop, parcels: readonly Parcel[]): string[] => [
  ...new Set(parcels.length > 0 ? parcels.map(({ receiver }) => receiver || stop.name) : [stop.name]),
];

export const supersededBy = ({ status, outcomes }: Parcel): { supersedes?: string } => {
  const last = outcomes.at(-1);
  return status === 'delivered' && last ? { supersedes: last.visitId } : {};
};
