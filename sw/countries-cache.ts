import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isCountryList } from '../src/domain/country.ts';
import { paths } from '../src/domain/paths.ts';
import { serverAddress } from './server-address.ts';

/** What says that something is down, or is no list, must not be taken for the list for a whole day. */
const onlyLists: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => {
    const list: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    return isCountryList(list) ? response : null;
  },
};

const COUNTRIES = serverAddress(paths.countries).href;
const DAY_SECONDS = 24 * 60 * 60;

/** The countries list, for a day. Nobody's data: it stays when a person signs out. */
export function keepCountries(): void {
  registerRoute(
    ({ url }) => url.href === COUNTRIES,
    new CacheFirst({
      cacheName: 'countries',
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        onlyLists,
        new ExpirationPlugin({ maxEntries: 1, maxAgeSeconds: DAY_SECONDS }),
      ],
    }),
  );
}
