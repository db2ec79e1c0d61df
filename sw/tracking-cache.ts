/**
 * The key has a hash of the token, so that nobody sees another person's view; `Vary` alone is not
 * enough.
 */
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { GRANT_LIFE } from '../src/domain/grant.ts';
import { FETCHED_AT_HEADER, PUBLIC_VIEW, TRACKING_CACHE } from '../src/pwa/messages.ts';
import { expireAfter } from './expiry.ts';
import { LOOK_UP } from './server-calls.ts';
import { signOutFencePlugin } from './sign-out-fence.ts';
import { STORED_AT_HEADER, timestampPlugin } from './timestamp-plugin.ts';
import { serverOnlyPlugin } from './tracking-check.ts';

const NETWORK_SECONDS = 3;

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

const CLOCK_TOLERANCE_MS = 60_000;

/** Both times are of this device's clock, so it need not be right. */
function isWithinGrant({ headers }: Response): boolean {
  const storedAt = headers.get(STORED_AT_HEADER) ?? '';
  const age = Date.now() - Date.parse(storedAt);
  return -CLOCK_TOLERANCE_MS <= age && age < GRANT_LIFE;
}

const keyByView: WorkboxPlugin = {
  // The key holds no header, and so no token.
  cacheKeyWillBeUsed: async ({ request }) => `${request.url}&${await viewOf(request)}`,

  async cachedResponseWillBeUsed({ cachedResponse, request }) {
    return cachedResponse && (!isGrantView(request.url) || isWithinGrant(cachedResponse)) ? cachedResponse : null;
  },
};

let strategy: NetworkFirst;

export function cacheTrackedShipments(): void {
  strategy = new NetworkFirst({
    cacheName: TRACKING_CACHE,
    networkTimeoutSeconds: NETWORK_SECONDS,
    // The HTTP cache may hold a portal's page.
    fetchOptions: { cache: 'no-store' },
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      keyByView,
      serverOnlyPlugin,
      timestampPlugin,
      ...expireAfter({ entries: 50, days: 30 }),
      signOutFencePlugin,
    ],
  });
  registerRoute(({ url }) => url.origin === LOOK_UP.origin && url.pathname === LOOK_UP.pathname, strategy);
}

/** Later, the browser shows its own text. */
const PUSH_NETWORK_MS = 8_000;

/** A fresh response is already stored when this returns. */
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
