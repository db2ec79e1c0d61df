import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LIMIT_MS = 15_000;

export async function repairAndReload(): Promise<void> {
  const repair = postToWorker({ type: 'repair' }).then(takeNewestVersion);
  await withTimeout(repair, undefined, LIMIT_MS).catch(() => undefined);
  location.reload();
}

async function takeNewestVersion(): Promise<void> {
  // biome-ignore lint/plugin/app: an app with a missing chunk is repaired without another chunk
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
