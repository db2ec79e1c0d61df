import { OUTBOX_SYNC } from './messages.ts';

interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register(name: string): Promise<void> };
}

export async function requestOutboxSync(): Promise<void> {
  try {
    const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(OUTBOX_SYNC);
  } catch {
    // The page also retries by itself.
  }
}
