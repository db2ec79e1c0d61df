import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { isCountryList } from '../src/domain/country.ts';
import { paths } from '../src/domain/paths.ts';
import { serverAddress } from './server-address.ts';

/** What says that something is down, or is no list, must not be taken for the list. */
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
const NETWORK_SECONDS = 3;

/**
 * The last countries list, however old, for when there is no newer one; pages ask once a day. Nobody's data: it stays when a
 * person signs out.
 */
export function keepCountries(): void {
  registerRoute(
    ({ url }) => url.href === COUNTRIES,
    new NetworkFirst({
      cacheName: 'countries',
      networkTimeoutSeconds: NETWORK_SECONDS,
      plugins: [new CacheableResponsePlugin({ statuses: [200] }), onlyLists],
    }),
  );
}
