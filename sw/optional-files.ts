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
  // Not given up on a full device: without them a courier could not go on.
  const expiration = new ExpirationPlugin({ maxEntries: 2 * files.length });
  registerRoute(
    ({ url }) => integrities.has(url.href),
    new CacheFirst({ cacheName, plugins: [onlyAsBuilt, expiration] }),
  );
}

/**
 * Caches a courier's pages and the scanner, now rather than on first use.
 * @returns whether all of them are there, as they were built.
 */
export async function cacheCourierFiles(): Promise<boolean> {
  const all = await Promise.all([keep('scanner', scannerFiles), keep(COURIER_CACHE, courierFiles)]);
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

/**
 * Fetches the courier's files of a new version where a courier used the old one: it may start
 * without a network. @throws if one cannot be fetched: the old version stays.
 */
export async function updateCourierFiles(): Promise<void> {
  if (!(await caches.has(COURIER_CACHE))) return;
  if (!(await cacheCourierFiles())) throw new Error('The courier’s pages could not be cached');
}
