/** Puts right what this app is loaded from, where a part of it cannot be loaded. */
import { postToWorker } from './ask-worker.ts';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LIMIT_MS = 15_000;

/** Repairs the app as far as the network lets it, then loads the page again. Never fails. */
export async function repairAndReload(): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, LIMIT_MS));
  const repair = postToWorker({ type: 'repair' }, LIMIT_MS).then(takeNewestVersion);
  await Promise.race([limit, repair]).catch(() => undefined);
  location.reload();
}

/** Sets a worker up where there is none, whose files are the right ones, or lets a newer version take over. */
async function takeNewestVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.register(
    trustedWorkerUrl(SERVICE_WORKER_URL) as unknown as string,
  );
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return;
  await new Promise<void>((resolve) => {
    const follow = () => {
      if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
      else if (worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker.addEventListener('statechange', follow);
    follow();
  });
}
