import { OUTBOX_SYNC } from '../src/pwa/messages.ts';
import { broadcastToPages } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background Sync, which the compiler's library does not know. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

/**
 * Tells every open page that there is a connection again, so that it sends its outbox: only pages
 * have the token. They also send when they start, come to the front or go online.
 */
export function listenForOutboxSync(): void {
  self.addEventListener('sync', (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === OUTBOX_SYNC) waitUntil.call(event, broadcastToPages({ type: 'nudge' }));
  });
}
