/** What a device does to a page: its network comes and goes. */
import { onTestFinished } from 'vitest';

let isOnline = true;

/** Takes the network away, or gives it back. */
export function setOnline(online: boolean): void {
  if (isOnline === online) return;
  isOnline = online;
  if (online) Reflect.deleteProperty(navigator, 'onLine');
  else {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    onTestFinished(() => setOnline(true));
  }
  dispatchEvent(new Event(online ? 'online' : 'offline'));
}

/** What the device says of its connection. Where data is saved, nothing is loaded ahead or kept for later unasked. */
export function setDataSaver(saveData: boolean): void {
  setConnection({ saveData });
}

export function setConnection(connection: { saveData?: boolean; effectiveType?: string }): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
}

/** Turns away from the page, or back to it. */
export function setHidden(hidden: boolean): void {
  if (hidden) {
    Object.defineProperties(document, {
      hidden: { configurable: true, get: () => true },
      visibilityState: { configurable: true, get: () => 'hidden' },
    });
    onTestFinished(() => setHidden(false));
  } else for (const name of ['hidden', 'visibilityState']) Reflect.deleteProperty(document, name);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
