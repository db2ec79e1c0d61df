import { createSignal } from '../browser/create-signal.ts';
import { localStore } from '../browser/web-storage.ts';

/** Owns what someone chooses with a parcel’s code and without an account. */
export const GUEST = 'guest';
const KEY = 'guest-outbox';

const changed = createSignal();
let isNeeded = false;

/** Whether the outbox is open while nobody is signed in. */
export const useGuest = (): boolean => changed.use(() => isNeeded || localStore.getItem(KEY) !== null, false);

export function openForGuest(): void {
  isNeeded = true;
  changed.notify();
}

/** The app’s next start opens it while something waits. */
export function noteGuestRows(count: number): void {
  if (count > 0) localStore.setItem(KEY, String(count));
  else localStore.removeItem(KEY);
}
