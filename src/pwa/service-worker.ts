// The main file is ES5, half as long again.
import { Workbox } from 'workbox-window/Workbox.js';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LOOK_AGAIN_MS = 15 * 60_000;
const SETTLED_MS = 4_000;
/** Chromium may restart the old version while stopping it. */
const ASK_AGAIN_MS = 3_000;

export interface WorkerEvents {
  onFirstControl(): void;
  onWaiting(): void;
  onFailure(): void;
  onTakenOver(): void;
}

let events: WorkerEvents;
let takeOver: (() => void) | undefined;

export function registerWorker(listeners: WorkerEvents): (() => void) | null {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null;
  events = listeners;
  takeOver ??= register();
  return takeOver;
}

async function claim(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'claim' } satisfies PageMessage);
}

function register(): () => void {
  const { serviceWorker } = navigator;
  const workbox = new Workbox(trustedWorkerUrl(SERVICE_WORKER_URL));
  let registration: ServiceWorkerRegistration | undefined;
  let isControlled = serviceWorker.controller !== null;
  let hasWorked = isControlled;
  let asking: ReturnType<typeof setInterval> | undefined;

  const setUp = async () => {
    const before = (await serviceWorker.getRegistration())?.installing;
    registration = await workbox.register({ immediate: true });
    // Another tab may have started it.
    if (before && registration?.installing === before) registration.dispatchEvent(new Event('updatefound'));
  };
  workbox.addEventListener('controlling', () => {
    clearInterval(asking);
    if (!serviceWorker.controller) {
      // The worker was removed: that is no new version.
      isControlled = false;
      setUp().then(claim, () => undefined);
      return;
    }
    if (isControlled) events.onTakenOver();
    else events.onFirstControl();
    isControlled = true;
    hasWorked = true;
  });
  workbox.addEventListener('waiting', async () => {
    const known = await serviceWorker.getRegistration();
    if (known?.waiting && known.active) events.onWaiting();
  });
  workbox.addEventListener('redundant', () => {
    // A failed installation is discarded: follow the next one.
    if (registration?.active) setUp().catch(() => undefined);
    else if (!hasWorked) events.onFailure();
  });
  setUp().catch(() => navigator.onLine && events.onFailure());
  lookForUpdates(workbox);

  void claim();
  const tellStarted = () => serviceWorker.controller?.postMessage({ type: 'started' } satisfies PageMessage);
  setTimeout(tellStarted, SETTLED_MS);
  return () => {
    workbox.messageSkipWaiting();
    clearInterval(asking);
    asking = setInterval(() => workbox.messageSkipWaiting(), ASK_AGAIN_MS);
  };
}

/** Browsers check on page loads, and an installed app may stay open for days. */
function lookForUpdates(workbox: Workbox): void {
  // Goes on during sleep, but may be set back.
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Math.abs(Date.now() - lookedAt) < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    workbox.update().catch(() => undefined);
  });
}
