import { CacheExpiration } from 'workbox-expiration';
import { IMAGE_CACHE, type PageMessage, TRACKING_CACHE, type WorkerMessage } from '../src/pwa/messages.ts';
import { repairFiles } from './app-shell.ts';
import { cacheCourierFiles } from './optional-files.ts';
import { raiseFence } from './sign-out-fence.ts';

declare const self: ServiceWorkerGlobalScope;

export function listenToPages(): void {
  self.addEventListener('message', (event) => {
    const message = event.data as PageMessage;
    switch (message.type) {
      case 'SKIP_WAITING':
        event.waitUntil(self.skipWaiting());
        break;
      case 'claim':
        event.waitUntil(self.clients.claim());
        break;
      case 'repair':
        event.waitUntil(
          repairFiles().then(() => event.ports[0]?.postMessage({ type: 'repaired' } satisfies WorkerMessage)),
        );
        break;
      case 'forget-person':
        event.waitUntil(
          forgetPerson().then(() => event.ports[0]?.postMessage({ type: 'forgotten' } satisfies WorkerMessage)),
        );
        break;
      case 'cache-courier':
        event.waitUntil(
          cacheCourierFiles().then((isComplete) =>
            event.ports[0]?.postMessage({ type: 'courier-cached', isComplete } satisfies WorkerMessage),
          ),
        );
        break;
    }
  });
}

/**
 * Removes the cached responses and images, and the address list that expiration keeps. Entries go
 * first: a cache that is still in use outlives its own deletion.
 */
async function forgetPerson(): Promise<void> {
  raiseFence();
  for (const name of [TRACKING_CACHE, IMAGE_CACHE]) {
    const cache = await caches.open(name);
    await Promise.all((await cache.keys()).map((request) => cache.delete(request)));
    await caches.delete(name);
    await new CacheExpiration(name, { maxEntries: 1 }).delete();
  }
}
