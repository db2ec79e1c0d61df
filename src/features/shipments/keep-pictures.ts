import { readAccessToken } from '../../api/calls/access-token.ts';
import { idle } from '../../offline/idle.ts';
import { isAffordable } from '../../offline/online-status.ts';
import { fetchPicture } from './picture.ts';

/** Resolves when a service worker controls the page; on a first visit that takes a moment. */
function untilKept(): Promise<unknown> {
  const { serviceWorker } = navigator;
  if (serviceWorker?.controller) return Promise.resolve();
  return new Promise((resolve) => serviceWorker?.addEventListener('controllerchange', resolve, { once: true }));
}

/**
 * Caches a shipment's images at carousel size through the service worker, one at a time at idle
 * moments, until the person or the connection changes.
 */
export async function keepPictures(links: readonly string[]): Promise<void> {
  const token = readAccessToken();
  await untilKept();
  for (const link of links) {
    await idle();
    if (readAccessToken() !== token || !isAffordable()) return;
    await fetchPicture(link);
  }
}
