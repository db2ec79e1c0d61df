import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isAsBuilt, scannerFiles } from './built-files.ts';

const INTEGRITIES = new Map(scannerFiles.map(({ url, integrity }) => [new URL(url, location.origin).href, integrity]));
const integrityOf = (url: string) => INTEGRITIES.get(url) ?? '';

const onlyAsBuilt: WorkboxPlugin = {
  // Bypass the HTTP cache, which may hold a portal's page. Fetched once per version.
  requestWillFetch: async ({ request }) =>
    new Request(request, { integrity: integrityOf(request.url), cache: 'reload' }),
  // Earlier versions stored anything.
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && (await isAsBuilt(cachedResponse, integrityOf(request.url))) ? cachedResponse : null,
};

/**
 * Caches the code reader on the first scan, for offline use. It is not personal, so it survives
 * sign-out.
 */
export function cacheScanner(): void {
  registerRoute(
    ({ url }) => INTEGRITIES.has(url.href),
    new CacheFirst({
      cacheName: 'scanner',
      plugins: [onlyAsBuilt, new ExpirationPlugin({ maxEntries: 2, purgeOnQuotaError: true })],
    }),
  );
}
