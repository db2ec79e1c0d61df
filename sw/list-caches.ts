import * as v from 'valibot';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { isCountryList } from '../src/domain/country.ts';
import { paths } from '../src/domain/paths.ts';
import { PublicKeysSchema } from '../src/domain/receipt.ts';
import { onlyIf, readJson } from './content-checks.ts';
import { serverAddress } from './server-calls.ts';
import { timestampPlugin } from './timestamp-plugin.ts';

const NETWORK_SECONDS = 3;

function cacheList(cacheName: string, path: string, isList: (content: unknown) => boolean): void {
  const address = serverAddress(path).href;
  const isTheList = async (response: Response) => response.ok && isList(await readJson(response));
  registerRoute(
    ({ url }) => url.href === address,
    new NetworkFirst({
      cacheName,
      fetchOptions: { cache: 'no-store' },
      networkTimeoutSeconds: NETWORK_SECONDS,
      plugins: [
        onlyIf(isTheList),
        {
          // Anything else counts as no answer, so that the stored list is used.
          async fetchDidSucceed({ response }) {
            if (await isTheList(response.clone())) return response;
            throw new TypeError('The server sent an unexpected response');
          },
        },
        timestampPlugin,
      ],
    }),
  );
}

/** What is the same for everyone. */
export function cacheLists(): void {
  cacheList('countries', paths.countries, isCountryList);
  cacheList('receipt-keys', paths.signingKeys, (content) => v.is(PublicKeysSchema, content));
}
