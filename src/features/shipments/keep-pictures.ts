import { readAccessToken } from '../../api/calls/access-token.ts';
import { idle } from '../../offline/idle.ts';
import { isAffordable } from '../../offline/online-status.ts';
import { fetchPicture } from './picture.ts';

/** Resolves when a worker keeps what goes by; on the very first visit that takes a moment. */
function untilKept(): Promise<unknown> {
  const { serviceWorker } = navigator;
  if (serviceWorker?.controller) return Promise.resolve();
  return new Promise((resolve) => serviceWorker?.addEventListener('controllerchange', resolve, { once: true }));
}

/**
 * Has the service worker keep images of a shipment in the size of their carousel, also those that nobody has looked at: one
 * after the other at idle moments, for as long as the same person is there and their connection can be spared.
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
