import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { IMAGE_CACHE, KEPT_IMAGES } from '../src/pwa/messages.ts';
import { keptUpTo } from './expiry.ts';
import { onlyThisPerson } from './person-fence.ts';
import { stamped } from './stamped.ts';

/**
 * Shipment images, from whatever host keeps them: of all that is drawn only they are asked for with CORS, without which an
 * opaque answer would cost some 7 MB of quota each.
 */
export function keepImages(): void {
  registerRoute(
    ({ request }) => request.destination === 'image' && request.mode === 'cors',
    new CacheFirst({
      cacheName: IMAGE_CACHE,
      fetchOptions: { mode: 'cors', credentials: 'omit' },
      plugins: [
        onlyThisPerson,
        new CacheableResponsePlugin({ statuses: [200] }),
        stamped,
        ...keptUpTo({ entries: KEPT_IMAGES, days: 30 }),
      ],
    }),
  );
}
