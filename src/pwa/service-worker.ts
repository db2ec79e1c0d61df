import { Workbox } from 'workbox-window';
import type { PageMessage } from './messages.ts';
import { SERVICE_WORKER_URL, trustedWorkerUrl } from './trusted-workers.ts';

const LOOK_AGAIN_MS = 15 * 60_000;

export interface AppWorker {
  /** Calls back when the very first worker of this device has begun to keep what goes by. */
  onFirstControl(listener: () => void): void;
  /** Calls back when a new version waits to take over. */
  onWaiting(listener: () => void): void;
  /** Calls back when no worker could be set up at all, and so nothing opens without network. */
  onFailure(listener: () => void): void;
  /** Lets the waiting version take over; every tab then reloads itself. */
  takeOver(): void;
}

let registered: AppWorker | null = null;

/**
 * Registers the service worker, once for a page however often it is asked; null where there is none. A page is reloaded
 * when another version takes over.
 */
export function registerWorker(): AppWorker | null {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return null;
  registered ??= register();
  return registered;
}

function register(): AppWorker {
  const workbox = new Workbox(trustedWorkerUrl(SERVICE_WORKER_URL));
  let isControlled = navigator.serviceWorker.controller !== null;
  const firstControl: (() => void)[] = [];
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes nothing over: what is on the screen came from the same version.
    if (isControlled) location.reload();
    else for (const listener of firstControl) listener();
    isControlled = true;
  });
  void navigator.serviceWorker.ready.then(({ active }) => {
    if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'claim' } satisfies PageMessage);
  });
  const failed: (() => void)[] = [];
  const fail = () => {
    for (const listener of failed) listener();
  };
  let isInstalled = false;
  workbox.addEventListener('installed', () => {
    isInstalled = true;
  });
  const setUp = async () => {
    const registration = await workbox.register();
    if (!registration) return;
    // One that cannot be installed is thrown away; an earlier one then goes on.
    workbox.addEventListener('redundant', () => !isInstalled && !registration.active && fail());
    lookForUpdates(registration);
  };
  void setUp().catch(() => navigator.onLine && fail());
  return {
    onFirstControl: (listener) => void firstControl.push(listener),
    onWaiting: (listener) => workbox.addEventListener('waiting', listener),
    onFailure: (listener) => void failed.push(listener),
    takeOver: () => workbox.messageSkipWaiting(),
  };
}

/**
 * Browsers look for a new version when a page is loaded, which an installed app may not be for days. So it is looked for
 * when the page comes to the front, too.
 */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < LOOK_AGAIN_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
