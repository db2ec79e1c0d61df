/** What this device stores for the signed-in person, or for a visitor. */
import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { defineQuery, isIn } from '../api/define-query.ts';
import { ShipmentOverviewSchema } from '../domain/shipment.ts';
import { postToWorker } from '../pwa/ask-worker.ts';
import { FETCHED_AT_HEADER, IMAGE_CACHE, PUBLIC_VIEW, TRACKING_CACHE } from '../pwa/messages.ts';
import { isPersisted } from './persistence.ts';
import { forgetStored, isProfile, readStored, type StoredQuery } from './stored-queries.ts';

export interface CachedQuery {
  hash: string;
  /** The query's own key without the word that says where it is kept. */
  key: readonly unknown[];
  /** What the query calls itself; null where an older version stored it. */
  title: string | null;
  data: unknown;
  /** When the server said so, by this device's clock. */
  updatedAt: number;
  bytes: number;
}

/** All files of one kind that the worker keeps. */
export interface CachedFiles {
  count: number;
  bytes: number;
  /** When the server gave the oldest of them; null where it is not known. */
  updatedAt: number | null;
}

export interface CachedData {
  queries: readonly CachedQuery[];
  images: CachedFiles;
  /** What the worker keeps of tracked shipments. */
  answers: CachedFiles;
  isPersisted: boolean;
}

/** Reads all of it, sizes included. Needs no network. */
export async function readCachedData(): Promise<CachedData> {
  const [stored, images, answers, persisted] = await Promise.all([
    readStored(),
    readFiles(IMAGE_CACHE).then(sumOf),
    readFiles(TRACKING_CACHE).then(sumOf),
    isPersisted(),
  ]);
  return { queries: stored.map(toCachedQuery), images, answers, isPersisted: persisted };
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
 * Deletes it, and what this tab has in memory and does not show. The profile stays, so that the person is still signed in at
 * the next start offline, and so does the outbox.
 */
export async function clearCachedData(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => isIn('person', queryKey), type: 'inactive' });
  const stored = await readStored();
  await forgetStored(stored.filter((query) => !isProfile(query)));
  await postToWorker({ type: 'forget-person' });
}

/** What this device keeps of shipments that a visitor has looked up. */
export interface RecentlyTracked {
  /** What everyone may see of each. */
  shipments: readonly CachedQuery[];
  images: CachedFiles;
  answers: CachedFiles;
}

/** Reads it, in the shape of queries. Needs no network. */
async function readSeen(): Promise<RecentlyTracked> {
  const [answers, images] = await Promise.all([readFiles(TRACKING_CACHE), readFiles(IMAGE_CACHE)]);
  const ofEveryone = answers.filter(({ address }) => address.endsWith(PUBLIC_VIEW));
  const shipments = await Promise.all(ofEveryone.map(seenShipment));
  return { shipments: shipments.flat(), images: sumOf(images), answers: sumOf(answers) };
}

/** None where the answer was no shipment: a page of the network one was in, say. */
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
  /** 0 for one of a version that did not note it yet. */
  updatedAt: number;
}

async function readFiles(name: string): Promise<CachedFile[]> {
  try {
    // Looking at a cache must not make one.
    if (!(await caches.has(name))) return [];
    const cache = await caches.open(name);
    const files = (await cache.keys()).map(async (request): Promise<CachedFile[]> => {
      const answer = await cache.match(request);
      if (!answer) return [];
      const updatedAt = Date.parse(answer.headers.get(FETCHED_AT_HEADER) ?? '') || 0;
      return [{ address: request.url, blob: await answer.blob(), updatedAt }];
    });
    return (await Promise.all(files)).flat();
  } catch {
    return [];
  }
}

function sumOf(files: readonly CachedFile[]): CachedFiles {
  const known = files.flatMap(({ updatedAt }) => updatedAt || []);
  return {
    count: files.length,
    bytes: files.reduce((sum, { blob }) => sum + blob.size, 0),
    updatedAt: known.length > 0 ? Math.min(...known) : null,
  };
}
