/**
 * After a sign-out nothing of that person is stored: no response in flight, and none for pages that
 * have not noticed it.
 */
import type { WorkboxPlugin } from 'workbox-core';
import { CacheExpiration } from 'workbox-expiration';
import { IMAGE_CACHE, TRACKING_CACHE } from '../src/pwa/messages.ts';

declare const self: ServiceWorkerGlobalScope;

let clearings = 0;

export async function clearCaches(): Promise<void> {
  clearings += 1;
  for (const name of [TRACKING_CACHE, IMAGE_CACHE]) await clear(name);
}

// Entries go first: a cache in use outlives its own deletion. Expiration has its own list.
async function clear(name: string): Promise<void> {
  const cache = await caches.open(name);
  await Promise.all((await cache.keys()).map((request) => cache.delete(request)));
  await caches.delete(name);
  await new CacheExpiration(name, { maxEntries: 1 }).delete();
}

// In Cache Storage, since the worker may be stopped.
const PAGES_CACHE = 'pages-before-sign-out';
const PAGES_KEY = '/pages-before-sign-out';

/** Pages get new ids when they reload. */
let earlierPages: Promise<string[]> | undefined;

export async function forgetPerson(sender: string | undefined): Promise<void> {
  earlierPages = listPagesBesides(sender);
  await clearCaches();
  const cache = await caches.open(PAGES_CACHE);
  // Safari 16.4 lacks `Response.json()`.
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

/** Must be last, to remove what others have written. */
export const signOutFencePlugin: WorkboxPlugin = {
  async handlerWillStart({ state }) {
    if (state) state.clearings = clearings;
  },
  async cacheWillUpdate({ event, response, state }) {
    const isEarlier = await isFromEarlierPage(event);
    return !isEarlier && state?.clearings === clearings ? response : null;
  },
  // Someone signed out during the read, and the expiration plugin has stored the address.
  async cachedResponseWillBeUsed({ cacheName, cachedResponse, state }) {
    if (cachedResponse && state?.clearings !== clearings) await clear(cacheName);
    return cachedResponse;
  },
  async cacheDidUpdate({ cacheName, state }) {
    if (state?.clearings !== clearings) await clear(cacheName);
  },
};
