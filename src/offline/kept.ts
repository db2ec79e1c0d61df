/** What this device stores for the signed-in person, or for a visitor. */
import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { defineQuery, isIn } from '../api/define-query.ts';
import { ShipmentOverviewSchema } from '../domain/shipment.ts';
import { askWorker } from '../pwa/ask-worker.ts';
import { EVERYONES_VIEW, FETCHED_AT_HEADER, IMAGE_CACHE, TRACKING_CACHE } from '../pwa/messages.ts';
import { isPersisted } from './persistence.ts';
import { forgetStored, isProfile, readStored, type StoredQuery } from './stored-queries.ts';

export interface KeptQuery {
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
export interface KeptFiles {
  count: number;
  bytes: number;
  /** When the server gave the oldest of them; null where it is not known. */
  updatedAt: number | null;
}

export interface Kept {
  queries: readonly KeptQuery[];
  images: KeptFiles;
  /** What the worker keeps of tracked shipments. */
  answers: KeptFiles;
  isPersisted: boolean;
}

/** Reads all of it, sizes included. Needs no network. */
export async function readKept(): Promise<Kept> {
  const [stored, images, answers, persisted] = await Promise.all([
    readStored(),
    readFiles(IMAGE_CACHE).then(sumOf),
    readFiles(TRACKING_CACHE).then(sumOf),
    isPersisted(),
  ]);
  return { queries: stored.map(keptQuery), images, answers, isPersisted: persisted };
}

const keptQuery = (stored: StoredQuery): KeptQuery => ({
  hash: stored.queryHash,
  key: stored.queryKey.slice(1),
  title: stored.title ?? null,
  data: stored.state.data,
  updatedAt: stored.state.dataUpdatedAt,
  bytes: new Blob([JSON.stringify(stored)]).size,
});

export const keptOnDeviceQuery = defineQuery({
  name: 'kept-on-device',
  store: 'nowhere',
  ask: readKept,
  staleTime: 0,
});

/**
 * Deletes it, and what this tab has in memory and does not show. The profile stays, so that the person is still signed in at
 * the next start offline, and so does the outbox.
 */
export async function clearKept(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => isIn('person', queryKey), type: 'inactive' });
  const stored = await readStored();
  await forgetStored(stored.filter((query) => !isProfile(query)));
  await askWorker({ type: 'forget-person' });
}

/** What this device keeps of shipments that a visitor has looked up. */
export interface Seen {
  /** What everyone may see of each. */
  shipments: readonly KeptQuery[];
  images: KeptFiles;
  answers: KeptFiles;
}

/** Reads it, in the shape of queries. Needs no network. */
async function readSeen(): Promise<Seen> {
  const [answers, images] = await Promise.all([readFiles(TRACKING_CACHE), readFiles(IMAGE_CACHE)]);
  const ofEveryone = answers.filter(({ address }) => address.endsWith(EVERYONES_VIEW));
  const shipments = await Promise.all(ofEveryone.map(seenShipment));
  return { shipments: shipments.flat(), images: sumOf(images), answers: sumOf(answers) };
}

/** None where the answer was no shipment: a page of the network one was in, say. */
async function seenShipment({ address, blob, updatedAt }: KeptFile): Promise<KeptQuery[]> {
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

export const seenOnDeviceQuery = defineQuery({
  name: 'seen-on-device',
  store: 'nowhere',
  ask: readSeen,
  staleTime: 0,
});

interface KeptFile {
  address: string;
  blob: Blob;
  /** 0 for one of a version that did not note it yet. */
  updatedAt: number;
}

async function readFiles(name: string): Promise<KeptFile[]> {
  try {
    // Looking at a cache must not make one.
    if (!(await caches.has(name))) return [];
    const cache = await caches.open(name);
    const files = (await cache.keys()).map(async (request): Promise<KeptFile[]> => {
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

function sumOf(files: readonly KeptFile[]): KeptFiles {
  const known = files.flatMap(({ updatedAt }) => updatedAt || []);
  return {
    count: files.length,
    bytes: files.reduce((sum, { blob }) => sum + blob.size, 0),
    updatedAt: known.length > 0 ? Math.min(...known) : null,
  };
}
