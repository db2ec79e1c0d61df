import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { isCountryList } from '../src/domain/country.ts';
import { paths } from '../src/domain/paths.ts';
import { onlyIf, readJson } from './content-checks.ts';
import { serverAddress } from './server-calls.ts';
import { timestampPlugin } from './timestamp-plugin.ts';

const COUNTRIES = serverAddress(paths.countries).href;
const NETWORK_SECONDS = 3;

const isTheList = async (response: Response) => response.ok && isCountryList(await readJson(response));

export function cacheCountries(): void {
  registerRoute(
    ({ url }) => url.href === COUNTRIES,
    new NetworkFirst({
      cacheName: 'countries',
      fetchOptions: { cache: 'no-store' },
      networkTimeoutSeconds: NETWORK_SECONDS,
      plugins: [
        onlyIf(isTheList),
        {
          // Anything else counts as no answer, so that the stored list is used.
          async fetchDidSucceed({ response }) {
            if (await isTheList(response.clone())) return response;
            throw new TypeError('The countries service sent an unexpected response');
          },
        },
        timestampPlugin,
      ],
    }),
  );
}
