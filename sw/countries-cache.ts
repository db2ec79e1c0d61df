import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { paths } from '../src/domain/paths.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The countries list, for a day. Nobody's data: it stays when a person signs out. */
export function keepCountries(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === paths.countries,
    new CacheFirst({
      cacheName: 'countries',
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries: 1, maxAgeSeconds: DAY_SECONDS }),
      ],
    }),
  );
}
