import { createSignal } from '../browser/create-signal.ts';
import { localStore, sessionStore } from '../browser/web-storage.ts';

interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export type InstallMethod = 'prompt' | 'by-hand' | 'none';

const QUIET_FOR_MS = 28 * 24 * 60 * 60 * 1000;
const QUIET_UNTIL = 'install-quiet-until';
const OPENINGS = 'openings';

let offer: InstallEvent | null = null;
let isDone = false;
const changed = createSignal();

function onOffer(event: Event): void {
  event.preventDefault();
  offer = event as InstallEvent;
  changed.notify();
}

function onInstalled(): void {
  offer = null;
  isDone = true;
  changed.notify();
}

/** Call at startup: the event fires once, possibly before the first render. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', onOffer);
  addEventListener('appinstalled', onInstalled);
  countOpening();
}

export function isInstalled(): boolean {
  return isDone || matchMedia('(display-mode: standalone)').matches || standaloneOnIos() === true;
}

/** Only iOS; false in a tab. */
const standaloneOnIos = () => (navigator as Navigator & { standalone?: boolean }).standalone;

function currentMethod(): InstallMethod {
  if (isInstalled()) return 'none';
  if (offer) return 'prompt';
  return standaloneOnIos() === false ? 'by-hand' : 'none';
}

export function useInstallMethod(): InstallMethod {
  return changed.use(currentMethod, 'none');
}

export function useInstallOffer(): InstallMethod {
  return changed.use(() => (mayOffer() ? currentMethod() : 'none'), 'none');
}

export async function install(): Promise<void> {
  const asked = offer;
  offer = null; // it works only once
  changed.notify();
  const answer = await asked?.prompt().catch(() => null);
  if (answer?.outcome === 'dismissed') snoozeInstallOffer();
}

export function snoozeInstallOffer(): void {
  localStore.setItem(QUIET_UNTIL, String(Date.now() + QUIET_FOR_MS));
  changed.notify();
}

function mayOffer(): boolean {
  const quietFor = Number(localStore.getItem(QUIET_UNTIL) ?? 0) - Date.now();
  return openings() > 1 && !(quietFor > 0 && quietFor <= QUIET_FOR_MS);
}

const openings = () => Number(localStore.getItem(OPENINGS) ?? 0);

function countOpening(): void {
  if (sessionStore.getItem(OPENINGS) !== null) return;
  sessionStore.setItem(OPENINGS, '1');
  localStore.setItem(OPENINGS, String(openings() + 1));
}
