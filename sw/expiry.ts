import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface Limits {
  entries: number;
  days: number;
  isGivenUp?: boolean;
}

/** Limits count and age, by the server's time when it responds: the device's may be wrong. */
export function expireAfter({ entries, days, isGivenUp = false }: Limits): WorkboxPlugin[] {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return [
    new ExpirationPlugin({ maxEntries: entries, purgeOnQuotaError: isGivenUp }),
    {
      async cacheDidUpdate({ cacheName, newResponse }) {
        const now = serverDate(newResponse);
        if (now === null || now - lookedAt < HOUR_MS) return;
        lookedAt = now;
        await forgetBefore(cacheName, now - days * DAY_MS);
      },
    },
  ];
}

/** In milliseconds; null if unknown. */
export function serverDate({ headers }: Response): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

async function forgetBefore(cacheName: string, earliest: number): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const date = kept ? serverDate(kept) : null;
    if (date !== null && date < earliest) await cache.delete(request);
  }
}
