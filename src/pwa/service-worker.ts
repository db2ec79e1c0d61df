// The package's main file is ES5, half as long again.
import { Workbox } from 'workbox-window/Workbox.js';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LOOK_AGAIN_MS = 15 * 60_000;
/** Wait before registering, so that the worker does not compete with the page for files. */
const SETTLED_MS = 4_000;
/**
 * Chromium may start the old version again while it is stopping it, any number of times; the new one
 * then waits until it is asked again.
 */
const ASK_AGAIN_MS = 3_000;

export interface WorkerEvents {
  /** This device's first worker has started to cache. */
  onFirstControl(): void;
  /** A new version is waiting to activate. */
  onWaiting(): void;
  /** No worker could be registered, so nothing works offline. */
  onFailure(): void;
  /** Another version is active: reload this page. */
  onTakenOver(): void;
}

/** The page frame's listeners, replaced when it renders again. */
let events: WorkerEvents;
let takeOver: (() => void) | undefined;

/**
 * Registers the service worker once per page; null if not supported.
 * @returns a function that activates the waiting version in every tab.
 */
export function registerWorker(listeners: WorkerEvents): (() => void) | null {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null;
  events = listeners;
  takeOver ??= register();
  return takeOver;
}

/** Asks a worker that is ready to control this page. */
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
    // Also follow an installation that another tab or the browser started.
    if (before && registration?.installing === before) registration.dispatchEvent(new Event('updatefound'));
  };
  workbox.addEventListener('controlling', () => {
    clearInterval(asking);
    if (!serviceWorker.controller) {
      // The browser, or a person, has removed it: that is no new version.
      isControlled = false;
      setUp().then(claim, () => undefined);
      return;
    }
    // The first worker replaces nothing: the page on the screen has the same version.
    if (isControlled) events.onTakenOver();
    else events.onFirstControl();
    isControlled = true;
    hasWorked = true;
  });
  workbox.addEventListener('waiting', async () => {
    // The first version also passes through here; it only waits if another is active.
    const known = await serviceWorker.getRegistration();
    if (known?.waiting && known.active) events.onWaiting();
  });
  workbox.addEventListener('redundant', () => {
    // A failed installation is discarded: keep the earlier version and follow the next one.
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

/**
 * Also checks for a new version when the page comes to the front: browsers check on page loads, and
 * an installed app may stay open for days.
 */
function lookForUpdates(workbox: Workbox): void {
  // By the clock, which goes on while the device sleeps. It may have been set back since.
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Math.abs(Date.now() - lookedAt) < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    workbox.update().catch(() => undefined);
  });
}
