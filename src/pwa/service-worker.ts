import { Workbox } from 'workbox-window';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LOOK_AGAIN_MS = 15 * 60_000;
/** The worker then reads all its files: not while the page still reads its own. */
const SETTLED_MS = 4_000;

export interface AppWorker {
  /** Calls back when the very first worker of this device has begun to keep what goes by. */
  onFirstControl(listener: () => void): void;
  /** Calls back when a new version waits to take over. */
  onWaiting(listener: () => void): void;
  /** Calls back when no worker could be set up at all, and so nothing opens without network. */
  onFailure(listener: () => void): void;
  /** Lets the waiting version take over, for every tab. */
  takeOver(): void;
  /** Calls back when another version has taken over: this page is to be loaded anew. */
  onTakenOver(listener: () => void): void;
}

let registered: AppWorker | null = null;

/** Registers the service worker, once for a page however often it is asked; null where there is none. */
export function registerWorker(): AppWorker | null {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null;
  registered ??= register();
  return registered;
}

function register(): AppWorker {
  const { serviceWorker } = navigator;
  const workbox = new Workbox(trustedWorkerUrl(SERVICE_WORKER_URL));
  const own = new EventTarget();
  const on = (kind: string) => (listener: () => void) => own.addEventListener(kind, listener);
  const tell = (kind: string) => own.dispatchEvent(new Event(kind));

  let isControlled = serviceWorker.controller !== null;
  workbox.addEventListener('controlling', () => {
    // The very first worker takes nothing over: what is on the screen came from the same version.
    tell(isControlled ? 'takenOver' : 'firstControl');
    isControlled = true;
  });
  let registration: ServiceWorkerRegistration | undefined;
  const setUp = async () => {
    const before = (await serviceWorker.getRegistration())?.installing;
    registration = await workbox.register({ immediate: true });
    // An installation that has begun before, for another tab or by the browser itself, is followed like one of our own.
    if (before && registration?.installing === before) registration.dispatchEvent(new Event('updatefound'));
  };
  workbox.addEventListener('redundant', () => {
    // A version that cannot be installed is thrown away; an earlier one then goes on, and the next one is followed as well.
    if (registration?.active) setUp().catch(() => undefined);
    else if (!isControlled) tell('failure');
  });
  setUp().catch(() => navigator.onLine && tell('failure'));
  lookForUpdates(() => workbox.update());

  void serviceWorker.ready.then(({ active }) => {
    if (!serviceWorker.controller) active?.postMessage({ type: 'claim' } satisfies PageMessage);
  });
  const tellStarted = () => serviceWorker.controller?.postMessage({ type: 'started' } satisfies PageMessage);
  setTimeout(tellStarted, SETTLED_MS);

  return {
    onFirstControl: on('firstControl'),
    onWaiting: (listener) => workbox.addEventListener('waiting', listener),
    onFailure: on('failure'),
    takeOver: () => workbox.messageSkipWaiting(),
    onTakenOver: on('takenOver'),
  };
}

/**
 * Browsers look for a new version when a page is loaded, which an installed app may not be for days. So it is looked for
 * when the page comes to the front, too.
 */
function lookForUpdates(look: () => Promise<void>): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    look().catch(() => undefined);
  });
}
