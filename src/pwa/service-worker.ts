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
  const listeners = {
    firstControl: new Set<() => void>(),
    waiting: new Set<() => void>(),
    failure: new Set<() => void>(),
    takenOver: new Set<() => void>(),
  };
  const tell = (kind: keyof typeof listeners) => {
    for (const listener of listeners[kind]) listener();
  };
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes nothing over: what is on the screen came from the same version.
    tell(isControlled ? 'takenOver' : 'firstControl');
    isControlled = true;
  });
  void serviceWorker.ready.then(({ active }) => {
    if (!serviceWorker.controller) active?.postMessage({ type: 'claim' } satisfies PageMessage);
  });
  const tellStarted = () => serviceWorker.controller?.postMessage({ type: 'started' } satisfies PageMessage);
  setTimeout(tellStarted, SETTLED_MS);
  const registering = serviceWorker.register(trustedWorkerUrl(SERVICE_WORKER_URL) as unknown as string);
  const setUp = async () => {
    const registration = await registering;
    followInstalling(registration, tell);
    registration.addEventListener('updatefound', () => followInstalling(registration, tell));
    // The very first version passes through here too, on its way to work: only beside another one it waits.
    if (registration.waiting && registration.active) tell('waiting');
    lookForUpdates(registration);
  };
  void setUp().catch(() => navigator.onLine && tell('failure'));
  return {
    onFirstControl: (listener) => void listeners.firstControl.add(listener),
    onWaiting: (listener) => void listeners.waiting.add(listener),
    onFailure: (listener) => void listeners.failure.add(listener),
    takeOver: () =>
      void registering.then(({ waiting }) => waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage)),
    onTakenOver: (listener) => void listeners.takenOver.add(listener),
  };
}

/** Says what becomes of a version that is being installed. One that cannot be is thrown away; an earlier one then goes on. */
function followInstalling(registration: ServiceWorkerRegistration, tell: (kind: 'waiting' | 'failure') => void): void {
  const worker = registration.installing;
  let isInstalled = false;
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') {
      isInstalled = true;
      // Beside an earlier version it waits until it is let.
      if (registration.active) tell('waiting');
    } else if (worker.state === 'redundant' && !isInstalled && !registration.active) tell('failure');
  });
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
