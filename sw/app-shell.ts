import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

/** What is never a page of the app. Each is held against path and search, and a search may end like a file: with an address. */
const NOT_A_PAGE = [/^\/(?:api|v1_1|dev)\//, /^\/(?:healthz|readyz|metrics)(?:\?|$)/, /^[^?]*\.[a-z0-9]{2,5}(?:\?|$)/i];

/** Every chunk, style, font and icon of this version, and the same shell for every page. */
export function keepAppShell(): void {
  // The first page that is opened is kept for as well, not only the next one.
  clientsClaim();
  precacheAndRoute(self.__WB_MANIFEST);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/track.html'), { allowlist: [/^\/track(\?|$)/] }));
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/app.html'), { denylist: NOT_A_PAGE }));
}
