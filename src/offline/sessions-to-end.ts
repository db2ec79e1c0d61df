/**
 * Sessions signed out while the server was unreachable, to be ended once it is back. Only the hash
 * of each token is kept, which opens nothing and identifies nobody.
 */
import { localStore } from '../browser/web-storage.ts';

const KEY = 'sessions-to-end';

export const readSessionsToEnd = (): string[] => localStore.getItem(KEY)?.split(' ') ?? [];

export function writeSessionsToEnd(hashes: readonly string[]): void {
  if (hashes.length > 0) localStore.setItem(KEY, hashes.join(' '));
  else localStore.removeItem(KEY);
}
