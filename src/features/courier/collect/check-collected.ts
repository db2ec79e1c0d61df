import { type CourierCollection, MAX_COLLECTED } from '../../../domain/collections/collection.ts';
import type { Collect } from '../../../domain/runs/facts.ts';
import { isInVan } from '../../../domain/runs/task-status.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { inGroupsOfFour, isTrackingId, normalizeTrackingId, TRACKING_ID_LENGTH } from '../../../domain/tracking-id.ts';
import type { ScanResult } from '../run/check-number.ts';
import { findParcel, stopOf } from '../run/run-view.ts';

/** Says why a scanned parcel isn't counted; null if it is. */
export function refuseCollected(
  run: CourierRun,
  collection: CourierCollection,
  parcels: Collect['parcels'],
  trackingId: string,
): ScanResult | null {
  const isSame = (one: { trackingId: string }) => one.trackingId === trackingId;
  if (normalizeTrackingId(trackingId).length === TRACKING_ID_LENGTH && !isTrackingId(trackingId))
    return { signal: 'bad', word: 'Not a tracking ID', text: 'Check it, or count the parcel as one without a label.' };
  if ([...parcels, ...collection.collected].some(isSame))
    return { signal: 'again', word: 'Already scanned', text: 'A shipment of several parcels counts once.' };
  if (parcels.length >= MAX_COLLECTED)
    return { signal: 'bad', word: 'Finish these first', text: `A report takes ${MAX_COLLECTED}. Then collect more.` };
  const elsewhere = run.stops.find(({ collections = [] }) =>
    collections.some(({ collected }) => collected.some(isSame)),
  );
  if (elsewhere)
    return { signal: 'bad', word: 'Already in your van', text: `Collected at stop ${elsewhere.sequence}.` };
  const task = findParcel(run, trackingId);
  return task && isInVan(task)
    ? { signal: 'bad', word: 'Already in your van', text: `For stop ${stopOf(run, task)?.sequence}.` }
    : null;
}

/** The shop may have brought it to the depot. */
export function isLoaded(run: CourierRun, trackingId: string): boolean {
  const task = findParcel(run, trackingId);
  return task !== undefined && isInVan(task);
}

/** What is not on the list is kept, and said. */
export function describeCollected({ waiting }: CourierCollection, trackingId: string, count: string): ScanResult {
  const known = waiting.find((one) => one.trackingId === trackingId);
  const name = known?.reference || inGroupsOfFour(trackingId).join(' ');
  return known || waiting.length === 0
    ? { signal: 'good', word: count, text: name }
    : {
        signal: 'again',
        word: 'Not on the list',
        text: `${name} counts too: ${count}. The desk will check it.`,
      };
}
