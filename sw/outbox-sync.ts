import { OUTBOX_SYNC } from '../src/pwa/messages.ts';
import { broadcastToPages } from './pages.ts';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

export function listenForOutboxSync(): void {
  self.addEventListener('sync', (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === OUTBOX_SYNC) waitUntil.call(event, broadcastToPages({ type: 'nudge' }));
  });
}
