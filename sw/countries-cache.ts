import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isCountryList } from '../src/domain/country.ts';
import { paths } from '../src/domain/paths.ts';
import { onlyIf, readJson } from './content-checks.ts';
import { serverAddress } from './server-address.ts';

const COUNTRIES = serverAddress(paths.countries).href;
const DAY_SECONDS = 24 * 60 * 60;

/** The countries list, for a day. Nobody's data: it stays when a person signs out. */
export function keepCountries(): void {
  registerRoute(
    ({ url }) => url.href === COUNTRIES,
    new CacheFirst({
      cacheName: 'countries',
      // Past the HTTP cache, which may hold a portal's page at this address.
      fetchOptions: { cache: 'no-store' },
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        onlyIf(async (response) => isCountryList(await readJson(response))),
        new ExpirationPlugin({ maxEntries: 1, maxAgeSeconds: DAY_SECONDS }),
      ],
    }),
  );
}
