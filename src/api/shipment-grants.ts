import { localStore, sessionStore } from '../browser/web-storage.ts';
import type { Grant } from '../domain/shipment.ts';
import { serverTimePassed } from './calls/server-clock.ts';

/** In local storage, those of links (features/tracking/kept-grants.ts). */
export const KEPT_GRANTS = 'grants';

/** Gone with the tab. */
const key = (trackingId: string) => `grant:${trackingId}`;

export function storeGrant(trackingId: string, grant: Grant): void {
  sessionStore.setItem(key(trackingId), JSON.stringify(grant));
}

export function readGrant(trackingId: string): string | null {
  const kept = sessionStore.getItem(key(trackingId));
  if (!kept) return null;
  try {
    const { grant, expiresAt } = JSON.parse(kept) as Grant;
    // The device's clock may be ahead.
    if (new Date(expiresAt).getTime() > (serverTimePassed() ?? 0)) return grant;
  } catch {
    // Damaged.
  }
  sessionStore.removeItem(key(trackingId));
  return null;
}

export const forgetGrants = (): void => localStore.removeItem(KEPT_GRANTS);
