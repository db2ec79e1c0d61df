import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

export const IMAGE_CACHE = 'images';

/** Shipment images. Only what came with CORS: an opaque answer would cost some 7 MB of quota each. */
export function keepImages(): void {
  registerRoute(
    ({ request, url }) => request.destination === 'image' && url.pathname.startsWith('/v1_1/'),
    new CacheFirst({
      cacheName: IMAGE_CACHE,
      fetchOptions: { mode: 'cors', credentials: 'omit' },
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
      ],
    }),
  );
}
