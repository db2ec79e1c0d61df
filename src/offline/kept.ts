/** What this device keeps of the signed-in person, to be looked at and cleared. */
import type { PersistedQuery } from '@tanstack/query-persist-client-core';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { askWorker } from '../pwa/ask-worker.ts';
import { IMAGE_CACHE, TRACKING_CACHE } from '../pwa/messages.ts';
import { isPersisted } from './persistence.ts';
import { forgetStored, readStored } from './stored-queries.ts';

export interface KeptQuery {
  hash: string;
  /** The query's own key without the word that says where it is kept. */
  key: readonly unknown[];
  data: unknown;
  /** When the server said so, by this device's clock. */
  updatedAt: number;
  bytes: number;
}

export interface Kept {
  queries: readonly KeptQuery[];
  images: { count: number; bytes: number };
  /** What the worker keeps of tracked shipments. */
  answers: { count: number; bytes: number };
  isPersisted: boolean;
}

/** Reads all of it, sizes included. Needs no network. */
export async function readKept(): Promise<Kept> {
  const [stored, images, answers, persisted] = await Promise.all([
    readStored(),
    sizeOf(IMAGE_CACHE),
    sizeOf(TRACKING_CACHE),
    isPersisted(),
  ]);
  return { queries: stored.map(keptQuery), images, answers, isPersisted: persisted };
}

const keptQuery = (stored: PersistedQuery): KeptQuery => ({
  hash: stored.queryHash,
  key: stored.queryKey.slice(1),
  data: stored.state.data,
  updatedAt: stored.state.dataUpdatedAt,
  bytes: new Blob([JSON.stringify(stored)]).size,
});

/** As a query, so that a page may show it; it is kept nowhere itself. */
export const keptOnDeviceQuery = queryOptions({ queryKey: queryKeys.keptOnDevice, queryFn: readKept, staleTime: 0 });

/**
 * Clears it: answers, lists and images, also what this tab remembers and does not show. The profile stays, without which nobody would be signed in at the next start
 * without network, and so does what waits to be sent.
 */
export async function clearKept(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: ['mine'], type: 'inactive' });
  const stored = await readStored();
  await forgetStored(stored.filter(({ queryKey }) => queryKey[1] !== queryKeys.profile[1]));
  await askWorker({ type: 'forget-person' });
}

async function sizeOf(name: string): Promise<{ count: number; bytes: number }> {
  try {
    // Looking at a cache must not make one.
    if (!(await caches.has(name))) return { count: 0, bytes: 0 };
    const cache = await caches.open(name);
    const answers = await cache.matchAll();
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.blob()).size));
    return { count: answers.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return { count: 0, bytes: 0 };
  }
}
