/** What this device stores for the signed-in person, or for a visitor. */
import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { defineQuery, isIn } from '../api/define-query.ts';
import { ShipmentOverviewSchema } from '../domain/shipment.ts';
import { FETCHED_AT_HEADER, IMAGE_CACHE, PUBLIC_VIEW, TRACKING_CACHE } from '../pwa/messages.ts';
import { isPersisted } from '../pwa/persistence.ts';
import { postToRegisteredWorker } from '../pwa/registered-worker.ts';
import { withinLimit } from './database.ts';
import { forgetStored, isNeededToday, readStored, type StoredQuery } from './stored-queries.ts';

export interface CachedQuery {
  hash: string;
  /** The query's own key, without its first word. */
  key: readonly unknown[];
  /** The query's title; null if an older version stored it. */
  title: string | null;
  data: unknown;
  /** When the server sent it, by this device's clock. */
  updatedAt: number;
  bytes: number;
}

/** All files of one kind in the service worker's caches. */
export interface CachedFiles {
  count: number;
  bytes: number;
  /** When the server sent the oldest of them; null if unknown. */
  updatedAt: number | null;
}

export interface CachedData {
  queries: readonly CachedQuery[];
  images: CachedFiles;
  /** The service worker's copies of tracked shipments. */
  responses: CachedFiles;
  isPersisted: boolean;
}

/** Reads everything, sizes included. Works offline. */
export async function readCachedData(): Promise<CachedData> {
  const [stored, images, responses, persisted] = await Promise.all([
    readStored(),
    readFiles(IMAGE_CACHE).then(sumOf),
    readFiles(TRACKING_CACHE).then(sumOf),
    isPersisted(),
  ]);
  return { queries: stored.map(toCachedQuery), images, responses, isPersisted: persisted };
}

const toCachedQuery = (stored: StoredQuery): CachedQuery => ({
  hash: stored.queryHash,
  key: stored.queryKey.slice(1),
  title: stored.title ?? null,
  data: stored.state.data,
  updatedAt: stored.state.dataUpdatedAt,
  bytes: new Blob([JSON.stringify(stored)]).size,
});

export const cachedOnDeviceQuery = defineQuery({
  name: 'kept-on-device',
  store: 'nowhere',
  ask: readCachedData,
  staleTime: 0,
});

/**
 * Deletes it, along with what this tab has in memory but not on the screen. The profile stays, so
 * that the person is still signed in at the next offline start, and so do a courier's run and the
 * outbox.
 */
export async function clearCachedData(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => isIn('person', queryKey), type: 'inactive' });
  const stored = await readStored();
  await forgetStored(stored.filter((query) => !isNeededToday(query)));
  await postToRegisteredWorker({ type: 'clear-caches' });
}

/** Shipments that a visitor looked up on this device. */
export interface RecentlyTracked {
  /** The public view of each. */
  shipments: readonly CachedQuery[];
  images: CachedFiles;
  responses: CachedFiles;
}

/** Reads them in the shape of queries. Works offline. */
async function readSeen(): Promise<RecentlyTracked> {
  const [responses, images] = await Promise.all([readFiles(TRACKING_CACHE), readFiles(IMAGE_CACHE)]);
  // The server's time is in whole seconds: of the same second, the one stored last comes first.
  const ofEveryone = responses.filter(({ address }) => address.endsWith(PUBLIC_VIEW)).toReversed();
  const shipments = await Promise.all(ofEveryone.map(seenShipment));
  return { shipments: shipments.flat(), images: sumOf(images), responses: sumOf(responses) };
}

/** Empty if the response was no shipment but, say, a captive portal's page. */
async function seenShipment({ address, blob, updatedAt }: CachedFile): Promise<CachedQuery[]> {
  try {
    const { data } = JSON.parse(await blob.text()).result;
    if (!v.is(ShipmentOverviewSchema, data)) return [];
    return [
      { hash: address, key: ['tracked-shipment'], title: 'Tracked shipments', data, updatedAt, bytes: blob.size },
    ];
  } catch {
    return [];
  }
}

export const recentlyTrackedQuery = defineQuery({
  name: 'seen-on-device',
  store: 'nowhere',
  ask: readSeen,
  staleTime: 0,
});

interface CachedFile {
  address: string;
  blob: Blob;
  /** 0 if stored by a version that did not record it. */
  updatedAt: number;
}

/** Empty if there is no Cache Storage, or it takes too long. */
const readFiles = (name: string): Promise<CachedFile[]> => withinLimit(readCache(name)).catch(() => []);

async function readCache(name: string): Promise<CachedFile[]> {
  // `caches.open` would create a missing cache.
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const files = (await cache.keys()).map(async (request): Promise<CachedFile[]> => {
    const answer = await cache.match(request);
    if (!answer) return [];
    const updatedAt = Date.parse(answer.headers.get(FETCHED_AT_HEADER) ?? '') || 0;
    return [{ address: request.url, blob: await answer.blob(), updatedAt }];
  });
  return (await Promise.all(files)).flat();
}

function sumOf(files: readonly CachedFile[]): CachedFiles {
  const known = files.flatMap(({ updatedAt }) => updatedAt || []);
  return {
    count: files.length,
    bytes: files.reduce((sum, { blob }) => sum + blob.size, 0),
    updatedAt: known.length > 0 ? Math.min(...known) : null,
  };
}
