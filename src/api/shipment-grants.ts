import { localStore } from '../browser/web-storage.ts';
import type { Grant } from '../domain/shipment.ts';
import { serverTimePassed } from './calls/server-clock.ts';

/** For an hour on this device: who opens the link again without a network sees it again. */
const KEY = 'grants';
const MAX_GRANTS = 20;

function readAll(): Record<string, Grant> {
  try {
    return Object(JSON.parse(localStore.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

// The device's clock may be ahead.
const isOver = (grant: Grant | undefined) => !(Date.parse(grant?.expiresAt ?? '') > (serverTimePassed() ?? 0));

export function storeGrant(trackingId: string, grant: Grant): void {
  const { [trackingId]: _, ...others } = readAll();
  const kept = Object.entries(others).filter(([, one]) => !isOver(one));
  localStore.setItem(KEY, JSON.stringify(Object.fromEntries([...kept.slice(1 - MAX_GRANTS), [trackingId, grant]])));
}

export function readGrant(trackingId: string): string | null {
  const { [trackingId]: kept, ...others } = readAll();
  if (!kept) return null;
  if (!isOver(kept)) return kept.grant;
  localStore.setItem(KEY, JSON.stringify(others));
  return null;
}

export const forgetGrants = (): void => localStore.removeItem(KEY);
