import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { IMAGE_CACHE, MAX_CACHED_IMAGES } from '../src/pwa/messages.ts';
import { expireAfter } from './expiry.ts';
import { signOutFencePlugin } from './sign-out-fence.ts';
import { timestampPlugin } from './timestamp-plugin.ts';

const fetchOptions: RequestInit = { mode: 'cors', credentials: 'omit' };

const isImage = ({ headers }: Response) => headers.get('content-type')?.startsWith('image/') ?? false;

async function canBeDrawn(response: Response): Promise<boolean> {
  try {
    (await createImageBitmap(await response.blob())).close();
    return true;
  } catch {
    return false;
  }
}

const onlyImages: WorkboxPlugin = {
  // The HTTP cache may hold a portal's page.
  fetchDidSucceed: async ({ request, response }) =>
    response.ok && !isImage(response) ? fetch(request, { ...fetchOptions, cache: 'reload' }) : response,
  cacheWillUpdate: async ({ response }) => ((await canBeDrawn(response.clone())) ? response : null),
  // Decoding on every use would be too slow.
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse && isImage(cachedResponse) ? cachedResponse : null,
};

/** An opaque response costs 7 MB of quota. */
export function cacheImages(): void {
  registerRoute(
    ({ request }) => request.destination === 'image' && request.mode === 'cors',
    new CacheFirst({
      cacheName: IMAGE_CACHE,
      fetchOptions,
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        onlyImages,
        timestampPlugin,
        ...expireAfter({ entries: MAX_CACHED_IMAGES, days: 30, isGivenUp: true }),
        signOutFencePlugin,
      ],
    }),
  );
}
