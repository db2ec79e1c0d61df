import { useSyncExternalStore } from 'react';
import { localStore, sessionStore } from '../browser/web-storage.ts';

/** Chromium's offer to install, which the compiler's library does not know. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this app gets onto the home screen: by a question of the browser, by hand on iOS, or not (any more). */
export type InstallMethod = 'prompt' | 'by-hand' | 'none';

const QUIET_FOR_MS = 28 * 24 * 60 * 60 * 1000;
const QUIET_UNTIL = 'install-quiet-until';
const OPENINGS = 'openings';

let offer: InstallEvent | null = null;
let isDone = false;
const listeners = new Set<() => void>();
const tellAll = () => {
  for (const listener of listeners) listener();
};

function onOffer(event: Event): void {
  // The browser's own banner would come at once; ours comes when somebody has seen what it is good for.
  event.preventDefault();
  offer = event as InstallEvent;
  tellAll();
}

function onInstalled(): void {
  offer = null;
  isDone = true;
  tellAll();
}

/** From the start: the browser makes its offer once, and that may be before anything is drawn. */
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

/** Only Safari on iOS has this; false in a tab. */
const standaloneOnIos = () => (navigator as Navigator & { standalone?: boolean }).standalone;

function wayNow(): InstallMethod {
  if (isInstalled()) return 'none';
  if (offer) return 'prompt';
  return standaloneOnIos() === false ? 'by-hand' : 'none';
}

/** How the app can be installed here and now. */
export function useInstallMethod(): InstallMethod {
  return useSyncExternalStore(subscribe, wayNow, () => 'none');
}

/** Asks the person, in the browser's own words. A no is remembered like one to our own question. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null; // each offer can be made once
  tellAll();
  const answer = await asked?.prompt().catch(() => null);
  if (answer?.outcome === 'dismissed') snoozeInstallOffer();
}

/** Not now: nothing is offered for four weeks. */
export function snoozeInstallOffer(): void {
  localStore.setItem(QUIET_UNTIL, String(Date.now() + QUIET_FOR_MS));
  tellAll();
}

/**
 * Whether this is a moment to offer it of our own accord: somebody has come back, and has not lately said no. (A clock that
 * was far ahead then must not keep it quiet for ever.)
 */
export function shouldOfferInstall(): boolean {
  const quietFor = Number(localStore.getItem(QUIET_UNTIL) ?? 0) - Date.now();
  return openings() > 1 && !(quietFor > 0 && quietFor <= QUIET_FOR_MS);
}

/** In how many tabs this app has been opened on this device. */
const openings = () => Number(localStore.getItem(OPENINGS) ?? 0);

/** Counts this tab, once. */
function countOpening(): void {
  if (sessionStore.getItem(OPENINGS) !== null) return;
  sessionStore.setItem(OPENINGS, '1');
  localStore.setItem(OPENINGS, String(openings() + 1));
}
