/** What a run means for the person in the van: its parcels, not their tasks. Pure functions. */
import { isNamed, type Parcel, parcelsOf } from '../../../domain/runs/parcels.ts';
import { isGivenAway, isInVan, isOpenTask } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop } from '../../../domain/runs/views.ts';

/** `attempted`: what is left there could not be delivered; the courier may try again. `gone`: nothing is for this door. */
export type StopState = 'open' | 'attempted' | 'delivered' | 'partly' | 'returned' | 'missing' | 'gone';

/** The parcels that are at each stop now, by its id. */
export function parcelsByStop(run: CourierRun): Map<string, Parcel[]> {
  const byStop = new Map<string, Parcel[]>(run.stops.map(({ id }) => [id, []]));
  for (const parcel of parcelsOf(run)) byStop.get(parcel.stopId)?.push(parcel);
  return byStop;
}

/** The parcels that are at a stop now. */
export const parcelsAt = (run: CourierRun, stopId: string): Parcel[] =>
  parcelsOf(run).filter((parcel) => parcel.stopId === stopId);

/** Parcels that were at a stop, and are at another one now: its address was changed, or they came back to the run. */
export const parcelsElsewhere = (run: CourierRun, stopId: string): Parcel[] =>
  parcelsOf(run).filter((parcel) => parcel.stopId !== stopId && parcel.tasks.some((task) => task.stopId === stopId));

/** Parcels that are with this courier. */
export const openParcels = (parcels: readonly Parcel[]): Parcel[] => parcels.filter(({ status }) => isOpenTask(status));

const hasFailed = ({ outcomes }: Parcel) => outcomes.at(-1)?.result === 'failed';

const isGone = ({ status }: Parcel) => isGivenAway(status) || status === 'left';

/** What a stop is like for its courier, by its worst parcel. */
export function stopState(parcels: readonly Parcel[]): StopState {
  const open = openParcels(parcels);
  if (!open.every(hasFailed)) return 'open';
  const statuses = parcels.flatMap((parcel) => (isGone(parcel) ? [] : parcel.status));
  if (statuses.length === 0) return 'gone';
  if (statuses.every((status) => status === 'delivered')) return 'delivered';
  if (statuses.includes('delivered')) return 'partly';
  if (open.length > 0) return 'attempted';
  return statuses.includes('missing') ? 'missing' : 'returned';
}

/** The next stop to go to after this one, or from the first; null if none is left. */
export function nextStop(run: CourierRun, afterId?: string): CourierStop | null {
  const { stops } = run;
  const place = stops.findIndex(({ id }) => id === afterId) + 1;
  const inOrder = [...stops.slice(place), ...stops.slice(0, place)];
  const parcels = parcelsByStop(run);
  return inOrder.find(({ id }) => id !== afterId && stopState(parcels.get(id) ?? []) === 'open') ?? null;
}

/** Stops where everything is done: nothing that is there is still with this courier. */
export const isFinished = (parcels: readonly Parcel[]): boolean => openParcels(parcels).length === 0;

/** The stop to try again, once no other is left: the one whose last try is the longest ago; null if none is left. */
export function stopToRetry(run: CourierRun): CourierStop | null {
  if (nextStop(run)) return null;
  const parcels = parcelsByStop(run);
  const lastTry = ({ id }: CourierStop) =>
    openParcels(parcels.get(id) ?? []).reduce((last, { outcomes }) => {
      const at = outcomes.at(-1)?.occurredAt ?? '';
      return at > last ? at : last;
    }, '');
  const left = run.stops.filter(({ id }) => !isFinished(parcels.get(id) ?? []));
  const [first = null] = left.toSorted((one, other) => lastTry(one).localeCompare(lastTry(other)));
  return first;
}

/** Parcels that this courier may load: not those moved away or cancelled. The managers' board counts the same. */
export const loadableParcels = (run: CourierRun): Parcel[] =>
  parcelsOf(run).filter(({ status }) => !isGivenAway(status));

/** Parcels that could be loaded yet, also after the start: those left at the depot, or added since. */
export const unloadedParcels = (run: CourierRun): Parcel[] =>
  loadableParcels(run).filter(({ status }) => status === 'assigned' || status === 'left');

/** The parcel of a label. */
export const findParcel = (run: CourierRun, trackingId: string): Parcel | undefined =>
  parcelsOf(run).find((parcel) => parcel.trackingId === trackingId);

/** The stop that a parcel is at. */
export const stopOf = ({ stops }: CourierRun, { stopId }: Parcel): CourierStop | undefined =>
  stops.find(({ id }) => id === stopId);

/** Parcels to scan before the run is closed: open ones, and others that are still in the van. */
export const parcelsToReturn = (run: CourierRun): Parcel[] =>
  parcelsOf(run).filter((parcel) => isOpenTask(parcel.status) || isInVan(parcel));

/** Parcels in the van that the desk took out of the run: the board counts the same. */
export const recalledParcels = (run: CourierRun): Parcel[] =>
  parcelsOf(run).filter((parcel) => isGivenAway(parcel.status) && isInVan(parcel));

const RESULTS: [label: string, isOf: (parcel: Parcel) => boolean][] = [
  ['delivered', ({ status }) => status === 'delivered'],
  ['returned', ({ status }) => status === 'returned'],
  ['missing', ({ status }) => status === 'missing'],
  ['still in the van', isInVan],
  ['never loaded', ({ status }) => status === 'assigned'],
  ['left at the depot', ({ status }) => status === 'left'],
];

/** How many parcels of a run are where, of the kinds that occur: `2 delivered`, `1 missing`. */
export function countResults(run: CourierRun): { label: string; count: number }[] {
  const parcels = parcelsOf(run);
  return RESULTS.map(([label, isOf]) => ({ label, count: parcels.filter(isOf).length })).filter(
    ({ count }) => count > 0,
  );
}

/** `Stop 3 of 12` counts all that the list shows: a stop keeps its number when the desk takes its parcels away. */
export const countStops = ({ stops }: CourierRun): number => stops.length;

/** Whether a visit can still be about this parcel: it is with this courier, or was delivered. */
const canVisit = ({ status }: Parcel) => isOpenTask(status) || status === 'delivered';

/** Parcels of a stop that a visit can be about: open ones, and delivered ones, which it then corrects. */
export const parcelsToVisit = (run: CourierRun, stopId: string): Parcel[] => parcelsAt(run, stopId).filter(canVisit);

/**
 * Parcels of a visit in hand as they are now, delivered ones last. Those that it began with stay even
 * if the desk moves or removes them: the courier may already have delivered them.
 */
export function parcelsOfVisit(begun: readonly Parcel[], run: CourierRun, stopId: string): Parcel[] {
  const kept = begun.map((parcel) => findParcel(run, parcel.trackingId) ?? parcel);
  const added = parcelsToVisit(run, stopId).filter(({ id }) => kept.every((parcel) => parcel.id !== id));
  const all = [...kept, ...added];
  const isDelivered = ({ status }: Parcel) => status === 'delivered';
  return [...all.filter((parcel) => !isDelivered(parcel)), ...all.filter(isDelivered)];
}

/** What the desk did to parcels of a visit in hand: `Box 1 is now with Cia.`; empty if nothing. */
export function describeChanges(begun: readonly Parcel[], begunRun: CourierRun, run: CourierRun): string[] {
  return begun.flatMap((before) => {
    const { description } = before;
    const parcel = findParcel(run, before.trackingId);
    if (parcel && canVisit(parcel)) {
      const stop = stopOf(run, parcel);
      const isSameDoor = parcel.stopId === before.stopId || stop?.address === stopOf(begunRun, before)?.address;
      return isSameDoor ? [] : [`${description} is now for stop ${stop?.sequence}.`];
    }
    if (parcel?.status === 'moved') return [`${description} is now with ${parcel.movedTo ?? 'someone else'}.`];
    if (parcel?.status === 'cancelled') return [`${description} was cancelled.`];
    return [`${description} is no longer on your run.`];
  });
}

/**
 * The parcels that a visit begins with; `begun`: the ids of those that it began with before its page
 * ended behind the camera app. What the desk has taken away since is still in hand, what it added is not.
 */
export const parcelsInHand = (run: CourierRun, stopId: string, begun: readonly string[] | undefined): Parcel[] =>
  begun ? parcelsOf(run).filter((parcel) => isNamed(parcel, begun)) : parcelsToVisit(run, stopId);

/** Those of a visit's parcels that it is about unless the courier chooses: what is not delivered yet. */
export function usualParcels(parcels: readonly Parcel[]): readonly Parcel[] {
  const undelivered = parcels.filter(({ status }) => status !== 'delivered');
  return undelivered.length > 0 ? undelivered : parcels;
}

/** Who these parcels of a stop are for: people at one address may share a phone, and so a stop. */
export const receiversOf = (stop: CourierStop, parcels: readonly Parcel[]): string[] => [
  ...new Set(parcels.length > 0 ? parcels.map(({ receiver }) => receiver || stop.name) : [stop.name]),
];

/** The visit that a new outcome of this parcel replaces, if it has been delivered. */
export const supersededBy = ({ status, outcomes }: Parcel): { supersedes?: string } => {
  const last = outcomes.at(-1);
  return status === 'delivered' && last ? { supersedes: last.visitId } : {};
};
