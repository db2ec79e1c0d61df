import type { Grant } from '../domain/shipment.ts';

/** Grants of the detailed view, per tracking ID, in session storage: gone with the tab. */
const key = (trackingId: string) => `grant:${trackingId}`;

export function keepGrant(trackingId: string, grant: Grant): void {
  sessionStorage.setItem(key(trackingId), JSON.stringify(grant));
}

/** The grant that still opens this shipment, or null. An expired one is forgotten. */
export function readGrant(trackingId: string): string | null {
  const kept = sessionStorage.getItem(key(trackingId));
  if (!kept) return null;
  const { grant, expiresAt } = JSON.parse(kept) as Grant;
  if (new Date(expiresAt).getTime() > Date.now()) return grant;
  sessionStorage.removeItem(key(trackingId));
  return null;
}
