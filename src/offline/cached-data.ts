import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { defineQuery, isIn } from '../api/define-query.ts';
import { followRead } from '../browser/with-timeout.ts';
import { ShipmentOverviewSchema } from '../domain/shipment.ts';
import { FETCHED_AT_HEADER, IMAGE_CACHE, PUBLIC_VIEW, TRACKING_CACHE } from '../pwa/messages.ts';
import { isPersisted } from '../pwa/persistence.ts';
import { postToRegisteredWorker } from '../pwa/registered-worker.ts';
import { forgetStored, isNeededToday, readStored, type StoredQuery } from './stored-queries.ts';

export interface CachedQuery {
  hash: string;
  key: readonly unknown[];
  title: string;
  data: unknown;
  /** When the server sent it, by this device's clock. */
  updatedAt: number;
  bytes: number;
}

export interface CachedFiles {
  count: number;
  bytes: number;
  /** When the server sent the oldest; null if unknown. */
  updatedAt: number | null;
}

export interface CachedData {
  queries: readonly CachedQuery[];
  images: CachedFiles;
  responses: CachedFiles;
  isPersisted: boolean;
}

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
  title: stored.title ?? '',
  data: stored.state.data,
  updatedAt: stored.state.dataUpdatedAt,
  bytes: new Blob([JSON.stringify(stored)]).size,
});

export const cachedOnDeviceQuery = defineQuery({ name: 'kept-on-device', ask: readCachedData, staleTime: 0 });

/** Keeps the profile for the next offline start, a courier’s run and the outbox. */
export async function clearCachedData(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => isIn('person', queryKey), type: 'inactive' });
  const stored = await readStored();
  await forgetStored(stored.filter((query) => !isNeededToday(query)));
  await postToRegisteredWorker({ type: 'clear-caches' });
}

export interface RecentlyTracked {
  shipments: readonly CachedQuery[];
  images: CachedFiles;
  responses: CachedFiles;
}

async function readSeen(): Promise<RecentlyTracked> {
  const [responses, images] = await Promise.all([readFiles(TRACKING_CACHE), readFiles(IMAGE_CACHE)]);
  // Times are in whole seconds: the last stored comes first.
  const ofEveryone = responses.filter(({ address }) => address.endsWith(PUBLIC_VIEW)).toReversed();
  const shipments = await Promise.all(ofEveryone.map(seenShipment));
  return { shipments: shipments.flat(), images: sumOf(images), responses: sumOf(responses) };
}

/** A captive portal’s page has none. */
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

export const recentlyTrackedQuery = defineQuery({ name: 'seen-on-device', ask: readSeen, staleTime: 0 });

interface CachedFile {
  address: string;
  blob: Blob;
  /** 0 if unknown. */
  updatedAt: number;
}

const readFiles = (name: string): Promise<CachedFile[]> => followRead(readCache(name)).catch(() => []);

async function readCache(name: string): Promise<CachedFile[]> {
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
