// The package's main file is ES5, half as long again.
import { Workbox } from 'workbox-window/Workbox.js';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LOOK_AGAIN_MS = 15 * 60_000;
/** The worker then reads all its files: not while the page still reads its own. */
const SETTLED_MS = 4_000;

export interface WorkerEvents {
  /** The very first worker of this device has begun to keep what goes by. */
  onFirstControl(): void;
  /** A new version waits to take over. */
  onWaiting(): void;
  /** No worker could be set up at all, and so nothing opens without network. */
  onFailure(): void;
  /** Another version has taken over: this page is to be loaded anew. */
  onTakenOver(): void;
}

/** Who hears of it: the frame of the page, which may be drawn anew. */
let events: WorkerEvents;
let takeOver: (() => void) | undefined;

/**
 * Registers the service worker, once for a page however often it is asked; null where there is none.
 * @returns what lets the waiting version take over, for every tab.
 */
export function registerWorker(listeners: WorkerEvents): (() => void) | null {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null;
  events = listeners;
  takeOver ??= register();
  return takeOver;
}

function register(): () => void {
  const { serviceWorker } = navigator;
  const workbox = new Workbox(trustedWorkerUrl(SERVICE_WORKER_URL));
  let registration: ServiceWorkerRegistration | undefined;
  let isControlled = serviceWorker.controller !== null;

  const setUp = async () => {
    const before = (await serviceWorker.getRegistration())?.installing;
    registration = await workbox.register({ immediate: true });
    // An installation that has begun before, for another tab or by the browser itself, is followed like one of our own.
    if (before && registration?.installing === before) registration.dispatchEvent(new Event('updatefound'));
  };
  workbox.addEventListener('controlling', () => {
    // The very first worker takes nothing over: what is on the screen came from the same version.
    if (isControlled) events.onTakenOver();
    else events.onFirstControl();
    isControlled = true;
  });
  workbox.addEventListener('waiting', async () => {
    // The very first version passes through here too, on its way to work: only beside another one it waits.
    const known = await serviceWorker.getRegistration();
    if (known?.waiting && known.active) events.onWaiting();
  });
  workbox.addEventListener('redundant', () => {
    // A version that cannot be installed is thrown away; an earlier one then goes on, and the next one is followed as well.
    if (registration?.active) setUp().catch(() => undefined);
    else if (!isControlled) events.onFailure();
  });
  setUp().catch(() => navigator.onLine && events.onFailure());
  lookForUpdates(workbox);

  void serviceWorker.ready.then(({ active }) => {
    if (!serviceWorker.controller) active?.postMessage({ type: 'claim' } satisfies PageMessage);
  });
  const tellStarted = () => serviceWorker.controller?.postMessage({ type: 'started' } satisfies PageMessage);
  setTimeout(tellStarted, SETTLED_MS);
  return () => workbox.messageSkipWaiting();
}

/**
 * Browsers look for a new version when a page is loaded, which an installed app may not be for days. So it is looked for
 * when the page comes to the front, too.
 */
function lookForUpdates(workbox: Workbox): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    workbox.update().catch(() => undefined);
  });
}
