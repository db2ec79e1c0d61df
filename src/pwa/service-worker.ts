import { Workbox } from 'workbox-window';

const WORKER_URL = '/service-worker.js';

/** The only scripts that may be started by address: the policy of the page admits no other (design: content policy). */
function trustedWorkerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('waybill', {
    createScriptURL(url) {
      if (url !== WORKER_URL) throw new TypeError('Not a worker of ours');
      return url;
    },
  });
  // A TrustedScriptURL where the browser knows them; workbox-window hands it on to register() as it is.
  return (policy?.createScriptURL(WORKER_URL) ?? WORKER_URL) as unknown as string;
}

export interface AppWorker {
  /** Calls back when the very first worker of this device has begun to keep what goes by. */
  onFirstControl(listener: () => void): void;
  /** Calls back when a new version waits to take over. */
  onWaiting(listener: () => void): void;
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
  const workbox = new Workbox(trustedWorkerUrl());
  let isControlled = navigator.serviceWorker.controller !== null;
  const firstControl: (() => void)[] = [];
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The very first worker takes nothing over: what is on the screen came from the same version.
    if (isControlled) location.reload();
    else for (const listener of firstControl) listener();
    isControlled = true;
  });
  void workbox.register().catch(() => undefined);
  return {
    onFirstControl: (listener) => void firstControl.push(listener),
    onWaiting: (listener) => workbox.addEventListener('waiting', listener),
    takeOver: () => workbox.messageSkipWaiting(),
  };
}
