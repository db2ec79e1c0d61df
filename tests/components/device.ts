import { onTestFinished, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { delayStorage } from '../support/delay-storage.ts';

let isOnline = true;

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

/** A device that saves data loads nothing ahead, and keeps nothing for later unasked. */
export function setDataSaver(saveData: boolean): void {
  setConnection({ saveData });
}

export function setConnection(connection: { saveData?: boolean; effectiveType?: string }): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
}

/**
 * It is full until the returned function is called or the test ends. The browser keeps its own
 * limit; databases write a little past it, and fail as on a full disk
 * (tests/thorough/device/full-disk.spec.ts).
 */
export async function fillDevice(): Promise<() => Promise<void>> {
  const setQuota = (quotaSize?: number) =>
    cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, ...(quotaSize && { quotaSize }) });
  await setQuota(1);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Connection is closing because of: IO error: FILE_ERROR_NO_SPACE', 'UnknownError');
  });
  const makeRoom = async () => {
    put.mockRestore();
    await setQuota();
  };
  onTestFinished(makeRoom);
  return makeRoom;
}

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

/**
 * The storage responds only after `ms`: what the page before had open is closed. Time passes as the
 * test lets it.
 */
export function restartWithLateStorage(ms: number): void {
  for (const type of ['pagehide', 'pageshow']) dispatchEvent(new Event(type));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(delayStorage(ms));
}
