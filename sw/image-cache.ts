import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { IMAGE_CACHE, KEPT_IMAGES } from '../src/pwa/messages.ts';
import { keptUpTo } from './expiry.ts';
import { onlyThisPerson } from './person-fence.ts';
import { stamped } from './stamped.ts';

const fetchOptions: RequestInit = { mode: 'cors', credentials: 'omit' };

const saysImage = ({ headers }: Response) => headers.get('content-type')?.startsWith('image/') ?? false;

async function canBeDrawn(response: Response): Promise<boolean> {
  try {
    (await createImageBitmap(await response.blob())).close();
    return true;
  } catch {
    return false;
  }
}

const onlyImages: WorkboxPlugin = {
  // The HTTP cache may hold a portal's page at this address.
  fetchDidSucceed: async ({ request, response }) =>
    response.ok && !saysImage(response) ? fetch(request, { ...fetchOptions, cache: 'reload' }) : response,
  cacheWillUpdate: async ({ response }) => ((await canBeDrawn(response.clone())) ? response : null),
  // Earlier versions stored whatever came. Decoding it each time it is shown would cost too much.
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && saysImage(cachedResponse) ? cachedResponse : null,
};

/**
 * Shipment images, from whatever host keeps them: of all that is drawn only they are asked for with CORS, without which an
 * opaque answer would cost some 7 MB of quota each.
 */
export function keepImages(): void {
  registerRoute(
    ({ request }) => request.destination === 'image' && request.mode === 'cors',
    new CacheFirst({
      cacheName: IMAGE_CACHE,
      fetchOptions,
      plugins: [
        onlyThisPerson,
        new CacheableResponsePlugin({ statuses: [200] }),
        onlyImages,
        stamped,
        ...keptUpTo({ entries: KEPT_IMAGES, days: 30 }),
      ],
    }),
  );
}
