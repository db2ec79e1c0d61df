import { useSyncExternalStore } from 'react';
import { localStore, sessionStore } from '../browser/web-storage.ts';

/** Chromium's install event, missing from TypeScript's library. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How to install the app: by a browser prompt, by hand on iOS, or not at all. */
export type InstallMethod = 'prompt' | 'by-hand' | 'none';

const QUIET_FOR_MS = 28 * 24 * 60 * 60 * 1000;
const QUIET_UNTIL = 'install-quiet-until';
const OPENINGS = 'openings';

let offer: InstallEvent | null = null;
let isDone = false;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

function onOffer(event: Event): void {
  // The browser's own banner would appear at once; ours waits for a good moment.
  event.preventDefault();
  offer = event as InstallEvent;
  notifyListeners();
}

function onInstalled(): void {
  offer = null;
  isDone = true;
  notifyListeners();
}

/** Call at startup: the event fires once, possibly before the first render. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', onOffer);
  addEventListener('appinstalled', onInstalled);
  countOpening();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this page runs as an installed app. */
export function isInstalled(): boolean {
  return isDone || matchMedia('(display-mode: standalone)').matches || standaloneOnIos() === true;
}

/** Safari on iOS only; false in a tab. */
const standaloneOnIos = () => (navigator as Navigator & { standalone?: boolean }).standalone;

function currentMethod(): InstallMethod {
  if (isInstalled()) return 'none';
  if (offer) return 'prompt';
  return standaloneOnIos() === false ? 'by-hand' : 'none';
}

/** How the app can be installed on this device right now. */
export function useInstallMethod(): InstallMethod {
  return useSyncExternalStore(subscribe, currentMethod, () => 'none');
}

/** The same, as long as it may be offered unprompted; otherwise `none`. */
export function useInstallOffer(): InstallMethod {
  return useSyncExternalStore(
    subscribe,
    () => (mayOffer() ? currentMethod() : 'none'),
    () => 'none',
  );
}

/** Shows the browser's prompt. Declining it counts as declining our own offer. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null; // an install event works only once
  notifyListeners();
  const answer = await asked?.prompt().catch(() => null);
  if (answer?.outcome === 'dismissed') snoozeInstallOffer();
}

/** Hides the offer for four weeks. */
export function snoozeInstallOffer(): void {
  localStore.setItem(QUIET_UNTIL, String(Date.now() + QUIET_FOR_MS));
  notifyListeners();
}

/**
 * Whether to offer an install unprompted: someone has come back and has not declined lately. (A
 * date in the future, from a wrong clock, does not count.)
 */
function mayOffer(): boolean {
  const quietFor = Number(localStore.getItem(QUIET_UNTIL) ?? 0) - Date.now();
  return openings() > 1 && !(quietFor > 0 && quietFor <= QUIET_FOR_MS);
}

/** How many tabs have opened this app on this device. */
const openings = () => Number(localStore.getItem(OPENINGS) ?? 0);

function countOpening(): void {
  if (sessionStore.getItem(OPENINGS) !== null) return;
  sessionStore.setItem(OPENINGS, '1');
  localStore.setItem(OPENINGS, String(openings() + 1));
}
