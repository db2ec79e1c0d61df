/**
 * After a sign-out nothing of that person is stored any more: no response that was in flight, and
 * none for a page that hasn't noticed the sign-out yet and still has the person's token and grants.
 */
import type { WorkboxPlugin } from 'workbox-core';
import { CacheExpiration } from 'workbox-expiration';
import { IMAGE_CACHE, TRACKING_CACHE } from '../src/pwa/messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** How often this worker has cleared the caches since it started. */
let clearings = 0;

/** Removes cached responses and images, also those in flight. */
export async function clearCaches(): Promise<void> {
  clearings += 1;
  for (const name of [TRACKING_CACHE, IMAGE_CACHE]) await clear(name);
}

/**
 * Also removes the address list that expiration keeps. Entries go first: a cache that is still in
 * use outlives its own deletion.
 */
async function clear(name: string): Promise<void> {
  const cache = await caches.open(name);
  await Promise.all((await cache.keys()).map((request) => cache.delete(request)));
  await caches.delete(name);
  await new CacheExpiration(name, { maxEntries: 1 }).delete();
}

/** In Cache Storage, since a worker may be stopped before a page notices the sign-out. */
const PAGES_CACHE = 'pages-before-sign-out';
const PAGES_KEY = '/pages-before-sign-out';

/**
 * The ids of the pages that were open at the last sign-out, besides the one that signed out. They
 * reload once they notice it, and get new ids.
 */
let earlierPages: Promise<string[]> | undefined;

/** Someone signed out on this page, or is about to sign in. */
export async function forgetPerson(sender: string | undefined): Promise<void> {
  earlierPages = listPagesBesides(sender);
  await clearCaches();
  const cache = await caches.open(PAGES_CACHE);
  // Not `Response.json()`, which Safari 16.4 lacks.
  await cache.put(PAGES_KEY, new Response(JSON.stringify(await earlierPages)));
}

async function listPagesBesides(sender: string | undefined): Promise<string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.map(({ id }) => id).filter((id) => id !== sender);
}

async function readEarlierPages(): Promise<string[]> {
  const stored = await caches.match(PAGES_KEY, { cacheName: PAGES_CACHE });
  return stored ? stored.json() : [];
}

async function isFromEarlierPage(event: ExtendableEvent): Promise<boolean> {
  earlierPages ??= readEarlierPages();
  return event instanceof FetchEvent && (await earlierPages).includes(event.clientId);
}

/** Comes last, to remove what the other plugins have written. */
export const signOutFencePlugin: WorkboxPlugin = {
  async handlerWillStart({ state }) {
    if (state) state.clearings = clearings;
  },
  async cacheWillUpdate({ event, response, state }) {
    const isEarlier = await isFromEarlierPage(event);
    return !isEarlier && state?.clearings === clearings ? response : null;
  },
  /** Someone signed out while it was being read: expiration has written down its address. */
  async cachedResponseWillBeUsed({ cacheName, cachedResponse, state }) {
    if (cachedResponse && state?.clearings !== clearings) await clear(cacheName);
    return cachedResponse;
  },
  /** Someone signed out while it was being written. */
  async cacheDidUpdate({ cacheName, state }) {
    if (state?.clearings !== clearings) await clear(cacheName);
  },
};
