import { readAccessToken } from '../../../api/calls/access-token.ts';
import { isAffordable } from '../../../browser/online-status.ts';
import { waitForIdle } from '../../../offline/idle.ts';
import { preloadImage } from './image-source.ts';

/** Takes a moment on a first visit. */
function workerControlsPage(): Promise<unknown> {
  const { serviceWorker } = navigator;
  if (serviceWorker?.controller) return Promise.resolve();
  return new Promise((resolve) => serviceWorker?.addEventListener('controllerchange', resolve, { once: true }));
}

/** Through the service worker, one at a time when idle, until the person or the connection changes. */
export async function cacheImages(links: readonly string[]): Promise<void> {
  const token = readAccessToken();
  await workerControlsPage();
  for (const link of links) {
    await waitForIdle();
    if (readAccessToken() !== token || !isAffordable()) return;
    await preloadImage(link);
  }
}
