/**
 * Sessions that were signed out on this device while the server could not be reached. It keeps only the hash of each token, which
 * opens nothing and says nothing about the person, and ends them as soon as the server can be reached.
 */
import { hashOf } from '../api/calls/hash-of.ts';
import { serverErrorOf } from '../api/calls/server-error.ts';
import { onServerResponse } from '../api/calls/server-responses.ts';
import { trpc } from '../api/calls/trpc.ts';
import { localStore } from '../browser/web-storage.ts';

const KEY = 'sessions-to-end';

const readHashes = (): string[] => localStore.getItem(KEY)?.split(' ') ?? [];

function writeHashes(hashes: readonly string[]): void {
  if (hashes.length > 0) localStore.setItem(KEY, hashes.join(' '));
  else localStore.removeItem(KEY);
}

/** Notes a session that is to be ended. Without a secure origin there is no hash: then the session runs out by itself. */
export async function queueSessionEnd(token: string): Promise<void> {
  const hash = await hashOf(token).catch(() => null);
  if (hash === null) return;
  writeHashes([...new Set([...readHashes(), hash])]);
}

let isEnding = false;

/** Ends what was noted, one after the other; whatever was not done is tried again later. */
async function endSessions(): Promise<void> {
  if (isEnding || !navigator.onLine) return;
  isEnding = true;
  try {
    for (const tokenHash of readHashes()) {
      await trpc.auth.logoutByHash.mutate({ tokenHash }).catch((error: unknown) => {
        if (serverErrorOf(error).code !== 'BAD_REQUEST') throw error; // else it is no hash, and never will be
      });
      writeHashes(readHashes().filter((other) => other !== tokenHash));
    }
  } catch {
    // Tried again when the network is back, or when the server has answered anything else.
  } finally {
    isEnding = false;
  }
}

/** Ends what is to be ended now, and whenever there is a network again. */
export function endSessionsWhenPossible(): void {
  void endSessions();
  addEventListener('online', () => void endSessions());
  onServerResponse(() => void endSessions());
}
