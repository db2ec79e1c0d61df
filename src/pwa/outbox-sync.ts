import { OUTBOX_SYNC } from './messages.ts';

/** Background Sync, which not every browser has. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register(name: string): Promise<void> };
}

/** Asks the browser for an event when the network is back. It may be late, or never come. */
export async function requestOutboxSync(): Promise<void> {
  try {
    const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(OUTBOX_SYNC);
  } catch {
    // Forbidden by the person or the browser: the page also retries by itself.
  }
}
