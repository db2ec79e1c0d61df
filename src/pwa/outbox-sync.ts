import { OUTBOX_SYNC } from './messages.ts';

/** Background Sync, which not every browser has. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register(name: string): Promise<void> };
}

/** Asks the browser to say when there is a connection again. It may be late with that, or not do it at all. */
export async function requestOutboxSync(): Promise<void> {
  try {
    const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(OUTBOX_SYNC);
  } catch {
    // Forbidden by the person, or by the browser: the page's own occasions are enough.
  }
}
