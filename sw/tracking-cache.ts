/**
 * Last-seen answers about tracked shipments. An answer is kept under its address, the person who asked (a hash of the
 * token) and the kind of view, so that nobody is shown what another one was told; `Vary` alone is not trusted with that.
 */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { GRANT_LIFE } from '../src/domain/grant.ts';
import { paths } from '../src/domain/paths.ts';
import { FETCHED_AT_HEADER, PUBLIC_VIEW, TRACKING_CACHE } from '../src/pwa/messages.ts';
import { expireAfter } from './expiry.ts';
import { serverAddress } from './server-address.ts';
import { signOutFencePlugin } from './sign-out-fence.ts';
import { timestampPlugin } from './timestamp-plugin.ts';
import { serverOnlyPlugin } from './tracking-check.ts';

const LOOK_UP = serverAddress(`${paths.trpc}/shipment.getShipmentByTrackingId`);
const NETWORK_SECONDS = 3;

/** Whose answer it is, and how it was opened, as a part of the key it is kept under. */
async function viewOf(request: Request): Promise<string> {
  const grant = request.headers.get('x-shipment-grant');
  const token = request.headers.get('authorization');
  if (!grant && !token) return PUBLIC_VIEW;
  return `person=${token ? await shortHash(token) : 'nobody'}&grant=${grant ? await shortHash(grant) : 'none'}`;
}

async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isGrantView = (url: string) => !url.endsWith('&grant=none');

const perView: WorkboxPlugin = {
  // A request by address only: no header of it, and so no token, is stored.
  cacheKeyWillBeUsed: async ({ request }) => `${request.url}&${await viewOf(request)}`,

  /** What a grant opened is shown for as long as a grant lives, also without network. */
  async cachedResponseWillBeUsed({ cachedResponse, request }) {
    if (!cachedResponse || !isGrantView(request.url)) return cachedResponse;
    const fetchedAt = new Date(cachedResponse.headers.get(FETCHED_AT_HEADER) ?? 0).getTime();
    return Date.now() - fetchedAt < GRANT_LIFE ? cachedResponse : null;
  },
};

let strategy: NetworkFirst;

export function cacheTrackedShipments(): void {
  strategy = new NetworkFirst({
    cacheName: TRACKING_CACHE,
    networkTimeoutSeconds: NETWORK_SECONDS,
    // Past the HTTP cache, which may hold a portal's page at this address.
    fetchOptions: { cache: 'no-store' },
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      signOutFencePlugin,
      perView,
      serverOnlyPlugin,
      timestampPlugin,
      ...expireAfter({ entries: 50, days: 30 }),
    ],
  });
  registerRoute(({ url }) => url.origin === LOOK_UP.origin && url.pathname === LOOK_UP.pathname, strategy);
}

/** Where a push message is not shown in time the browser shows words of its own: a silent network is not waited for longer. */
const PUSH_NETWORK_MS = 8_000;

/**
 * Asks for a shipment as somebody without a session, at the address at which pages ask. What the server answers is kept by
 * the time it is handed out; what was kept is handed out while the network is still being tried.
 */
export async function lookUpAsVisitor(event: ExtendableEvent, trackingId: string): Promise<Response> {
  const request = new Request(`${LOOK_UP}?input=${encodeURIComponent(JSON.stringify({ trackingId }))}`, {
    signal: AbortSignal.timeout(PUSH_NETWORK_MS),
  });
  const [response, done] = strategy.handleAll({ event, request });
  const isOver = done.catch(() => undefined);
  event.waitUntil(isOver);
  const answer = (await response).clone();
  if (!answer.headers.has(FETCHED_AT_HEADER)) await isOver;
  return answer;
}
