import { type CourierCollection, MAX_COLLECTED } from '../../../domain/pickups/collection.ts';
import type { Collect } from '../../../domain/runs/facts.ts';
import { isInVan } from '../../../domain/runs/task-status.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { inGroupsOfFour, isTrackingId, normalizeTrackingId, TRACKING_ID_LENGTH } from '../../../domain/tracking-id.ts';
import type { ScannedLabel, ScanResult } from '../run/check-number.ts';
import { findParcel, stopOf } from '../run/run-view.ts';

/** Null if it is counted. */
export function refuseCollected(
  run: CourierRun,
  collection: CourierCollection,
  parcels: Collect['parcels'],
  { trackingId, parcel: number }: ScannedLabel,
): ScanResult | null {
  const isSame = (one: { trackingId: string }) => one.trackingId === trackingId;
  if (normalizeTrackingId(trackingId).length === TRACKING_ID_LENGTH && !isTrackingId(trackingId))
    return { signal: 'bad', word: 'Not a tracking ID', text: 'Check it, or count the parcel as one without a label.' };
  const counted = numbersTaken(collection, parcels, trackingId);
  if (counted && (counted === 'all' || (number !== 'all' && counted.includes(number ?? 1))))
    return { signal: 'again', word: 'Already scanned' };
  const known = collection.waiting.find(isSame);
  if (known?.parcels && typeof number === 'number' && number > known.parcels)
    return { signal: 'bad', word: `Only ${known.parcels} parcels`, text: 'Ask the desk.' };
  if (parcels.length >= MAX_COLLECTED)
    return { signal: 'bad', word: 'Finish these first', text: `A report takes ${MAX_COLLECTED}. Then collect more.` };
  const elsewhere = run.stops.find(({ collections = [] }) =>
    collections.some((one) => one.id !== collection.id && one.collected.some(isSame)),
  );
  if (elsewhere)
    return { signal: 'bad', word: 'Already in your van', text: `Collected at stop ${elsewhere.sequence}.` };
  const task = findParcel(run, trackingId);
  return task && isInVan(task)
    ? { signal: 'bad', word: 'Already in your van', text: `For stop ${stopOf(run, task)?.sequence}.` }
    : null;
}

/** Returns `all` for a parcel that nobody knows to be several, null for none. */
function numbersTaken(
  collection: CourierCollection,
  parcels: Collect['parcels'],
  trackingId: string,
): readonly number[] | 'all' | null {
  const now = parcels.find((one) => one.trackingId === trackingId);
  const before = collection.collected.find((one) => one.trackingId === trackingId);
  if (!now && !before) return null;
  if ((now && !now.pieces) || (before && !before.numbers)) return 'all';
  return [...(before?.numbers ?? []), ...(now?.pieces ?? [])];
}

export function withLabel(
  collection: CourierCollection,
  parcels: Collect['parcels'],
  { label: { trackingId, parcel: number }, at, by }: { label: ScannedLabel; at: string; by: 'scan' | 'typed' },
): Collect['parcels'] {
  const there = collection.waiting.find((one) => one.trackingId === trackingId)?.numbers;
  const before = parcels.find((one) => one.trackingId === trackingId);
  const isOneOfSeveral = typeof number === 'number' && (there !== undefined || number > 1 || before !== undefined);
  const pieces = isOneOfSeveral ? [...(before?.pieces ?? []), number] : there;
  const next = { trackingId, at, by, ...(pieces && { pieces }) };
  return before
    ? parcels.map((one) => (one === before ? { ...one, ...(pieces && { pieces }) } : one))
    : [...parcels, next];
}

/** Returns `1 of 3` if several parcels of the shipment are there. */
export function describePart(
  { waiting }: Pick<CourierCollection, 'waiting'>,
  parcels: Collect['parcels'],
  trackingId: string,
): { text: string; count: number; isPart: boolean } | undefined {
  const count = waiting.find((one) => one.trackingId === trackingId)?.numbers?.length ?? 1;
  if (count === 1) return undefined;
  const scanned = parcels.find((one) => one.trackingId === trackingId)?.pieces?.length ?? 0;
  return { text: `${scanned} of ${count}`, count, isPart: scanned > 0 && scanned < count };
}

export const countScanned = (parcels: Collect['parcels'], unlabelled: number): number =>
  parcels.reduce((sum, { pieces }) => sum + (pieces?.length ?? 1), unlabelled);

/** The shop may have brought it to the depot. */
export function isLoaded(run: CourierRun, trackingId: string): boolean {
  const task = findParcel(run, trackingId);
  return task !== undefined && isInVan(task);
}

/** A parcel that is not on the list is kept, and named. */
export function describeCollected(
  { waiting }: Pick<CourierCollection, 'waiting'>,
  parcels: Collect['parcels'],
  { trackingId, count }: { trackingId: string; count: string },
): ScanResult {
  const known = waiting.find((one) => one.trackingId === trackingId);
  const part = describePart({ waiting }, parcels, trackingId);
  const name = [known?.reference || inGroupsOfFour(trackingId).join(' '), part?.text].filter(Boolean).join(', ');
  return known || waiting.length === 0
    ? {
        signal: 'good',
        word: count,
        text: name,
        ...(part?.isPart && { rest: { trackingId, count: part.count } }),
      }
    : {
        signal: 'again',
        word: 'Not on the list',
        text: `${name} counts too: ${count}. The desk will check it.`,
      };
}
