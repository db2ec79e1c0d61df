/**
 * Sessions that were signed out on this device while the server could not be told. It keeps only the hash of each token, which
 * opens nothing and says nothing of the person, and tells the server as soon as it can be had.
 */
import { onServerAnswer } from '../api/server-answers.ts';
import { isDefinite } from '../api/server-error.ts';
import { trpc } from '../api/trpc.ts';
import { localStore } from '../api/web-storage.ts';

const KEY = 'sessions-to-end';

const readHashes = (): string[] => localStore.getItem(KEY)?.split(' ') ?? [];

function writeHashes(hashes: readonly string[]): void {
  if (hashes.length > 0) localStore.setItem(KEY, hashes.join(' '));
  else localStore.removeItem(KEY);
}

/** Notes a session that is to be ended. A page without a secure origin cannot: there the session ends by itself. */
export async function noteSessionToEnd(token: string): Promise<void> {
  const digest = await crypto.subtle?.digest('SHA-256', new TextEncoder().encode(token));
  if (!digest) return;
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  writeHashes([...new Set([...readHashes(), hash])]);
}

let isEnding = false;

/** Tells the server of what was noted, one after the other; what it did not answer is told another time. */
async function endSessions(): Promise<void> {
  if (isEnding || !navigator.onLine) return;
  isEnding = true;
  try {
    for (const tokenHash of readHashes()) {
      await trpc.auth.logoutByHash.mutate({ tokenHash }).catch((error: unknown) => {
        if (!isDefinite(error)) throw error;
      });
      writeHashes(readHashes().filter((other) => other !== tokenHash));
    }
  } catch {
    // The next occasion comes with the network, or with anything else that the server answers.
  } finally {
    isEnding = false;
  }
}

/** Ends what is to be ended now, and whenever there is a network again. */
export function endSessionsWhenPossible(): void {
  void endSessions();
  addEventListener('online', () => void endSessions());
  onServerAnswer(() => void endSessions());
}
