/**
 * Files that only some devices need, so they are not installed with the app: the scanner is cached
 * on the first scan, a courier's pages when a courier signs in. They are not personal and survive
 * sign-out.
 */
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { type BuiltFile, courierFiles, fetchBuiltFile, isAsBuilt, scannerFiles } from './built-files.ts';

const COURIER_CACHE = 'courier';

const addressOf = ({ url }: BuiltFile) => new URL(url, location.origin).href;

export function cacheOptionalFiles(): void {
  cacheOnUse('scanner', scannerFiles);
  cacheOnUse(COURIER_CACHE, courierFiles);
}

/** Caches each file when it is first fetched. */
function cacheOnUse(cacheName: string, files: readonly BuiltFile[]): void {
  const integrities = new Map(files.map((file) => [addressOf(file), file.integrity]));
  const integrityOf = (url: string) => integrities.get(url) ?? '';
  const onlyAsBuilt: WorkboxPlugin = {
    // Bypass the HTTP cache, which may hold a portal's page. Fetched once per version.
    requestWillFetch: async ({ request }) =>
      new Request(request, { integrity: integrityOf(request.url), cache: 'reload' }),
    // Earlier versions stored anything.
    cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
      cachedResponse && (await isAsBuilt(cachedResponse, integrityOf(request.url))) ? cachedResponse : null,
  };
  const expiration = new ExpirationPlugin({ maxEntries: 2 * files.length, purgeOnQuotaError: true });
  registerRoute(
    ({ url }) => integrities.has(url.href),
    new CacheFirst({ cacheName, plugins: [onlyAsBuilt, expiration] }),
  );
}

/**
 * Fetches the courier's pages of a new version where a courier used the old one: it may start
 * without a network.
 */
export async function updateCourierFiles(): Promise<void> {
  if (!(await caches.has(COURIER_CACHE))) return;
  const cache = await caches.open(COURIER_CACHE);
  for (const file of courierFiles) {
    const address = addressOf(file);
    if (!(await cache.match(address))) await cache.put(address, await fetchBuiltFile(address, file.integrity));
  }
}
