import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { CACHES_OF_PAGES, type OptionalCache, type PagesOf } from '../src/pwa/messages.ts';
import { type BuiltFile, fetchBuiltFile, isAsBuilt, optionalFiles } from './built-files.ts';

const addressOf = ({ url }: BuiltFile) => new URL(url, location.origin).href;

export function cacheOptionalFiles(): void {
  for (const name of Object.keys(optionalFiles) as OptionalCache[]) cacheOnUse(name, optionalFiles[name]);
}

function cacheOnUse(cacheName: string, files: readonly BuiltFile[]): void {
  const integrities = new Map(files.map((file) => [addressOf(file), file.integrity]));
  const integrityOf = (url: string) => integrities.get(url) ?? '';
  const onlyAsBuilt: WorkboxPlugin = {
    requestWillFetch: async ({ request }) =>
      new Request(request, { integrity: integrityOf(request.url), cache: 'reload' }),
    cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
      cachedResponse && (await isAsBuilt(cachedResponse, integrityOf(request.url))) ? cachedResponse : null,
  };
  // They are kept on a full device: a courier could not go on without them.
  const expiration = new ExpirationPlugin({ maxEntries: 2 * files.length });
  registerRoute(
    ({ url }) => integrities.has(url.href),
    new CacheFirst({ cacheName, plugins: [onlyAsBuilt, expiration] }),
  );
}

export async function cachePagesOf(role: PagesOf): Promise<boolean> {
  const all = await Promise.all(CACHES_OF_PAGES[role].map((name) => keep(name, optionalFiles[name])));
  return all.every(Boolean);
}

async function keep(cacheName: string, files: readonly BuiltFile[]): Promise<boolean> {
  try {
    const cache = await caches.open(cacheName);
    for (const file of files) {
      const address = addressOf(file);
      const stored = await cache.match(address);
      const isGood = stored && (await isAsBuilt(stored, file.integrity));
      if (!isGood) await cache.put(address, await fetchBuiltFile(address, file.integrity));
    }
    return true;
  } catch {
    return false;
  }
}

/** @throws If a file cannot be fetched: a courier may start the new version offline. */
export async function updateCachedPages(): Promise<void> {
  for (const role of Object.keys(CACHES_OF_PAGES) as PagesOf[]) {
    if ((await caches.has(role)) && !(await cachePagesOf(role)))
      throw new Error(`Pages of ${role} could not be cached`);
  }
}
