import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isAsBuilt, scannerFiles } from './built-files.ts';

const INTEGRITIES = new Map(scannerFiles.map(({ url, integrity }) => [new URL(url, location.origin).href, integrity]));
const integrityOf = (url: string) => INTEGRITIES.get(url) ?? '';

const onlyAsBuilt: WorkboxPlugin = {
  // Past the HTTP cache, which may hold a portal's page at this address. It is fetched once a version.
  requestWillFetch: async ({ request }) =>
    new Request(request, { integrity: integrityOf(request.url), cache: 'reload' }),
  // Earlier versions stored whatever came.
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && (await isAsBuilt(cachedResponse, integrityOf(request.url))) ? cachedResponse : null,
};

/**
 * What reads codes comes with the first scan on this device, and with no page before; from then on it is here without
 * network. Nobody's data: it stays when a person signs out.
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
