import { sessionStore } from '../browser/web-storage.ts';
import type { Grant } from '../domain/shipment.ts';
import { serverTimePassed } from './calls/server-clock.ts';

/** Grants of the detailed view, per tracking ID, in session storage: gone with the tab. */
const key = (trackingId: string) => `grant:${trackingId}`;

export function storeGrant(trackingId: string, grant: Grant): void {
  sessionStore.setItem(key(trackingId), JSON.stringify(grant));
}

/** The grant that still opens this shipment, or null. An expired one is forgotten. */
export function readGrant(trackingId: string): string | null {
  const kept = sessionStore.getItem(key(trackingId));
  if (!kept) return null;
  try {
    const { grant, expiresAt } = JSON.parse(kept) as Grant;
    // By the server's clock: on a device whose clock is ahead, every grant would look expired.
    if (new Date(expiresAt).getTime() > (serverTimePassed() ?? 0)) return grant;
  } catch {
    // Damaged: the code opens the shipment again.
  }
  sessionStore.removeItem(key(trackingId));
  return null;
}
