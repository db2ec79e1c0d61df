/** What a device does to a page: its network comes and goes. */
import { expect, onTestFinished } from 'vitest';
import { readStored } from '../../src/offline/stored-queries.ts';

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

/** Waits until the device has stored what this query has got, and who is signed in. */
export async function untilStored(query: string, text: string): Promise<void> {
  const isStored = async (name: string, words: string) =>
    (await readStored()).some(
      ({ queryKey, state }) => queryKey[1] === name && JSON.stringify(state.data).includes(words),
    );
  await expect.poll(() => isStored(query, text)).toBe(true);
  await expect.poll(() => isStored('profile', '')).toBe(true);
}
