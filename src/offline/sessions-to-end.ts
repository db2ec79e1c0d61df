/**
 * Sessions signed out while the server was unreachable, to be ended once it is back. Only the hash
 * of each token is kept, which opens nothing and identifies nobody.
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

/** Queues a session to end. Without a secure origin there is no hash, so the session expires. */
export async function queueSessionEnd(token: string): Promise<void> {
  const hash = await hashOf(token).catch(() => null);
  if (hash === null) return;
  writeHashes([...new Set([...readHashes(), hash])]);
}

let isEnding = false;

/** Ends the queued sessions in order; those that fail are retried later. */
async function endSessions(): Promise<void> {
  if (isEnding || !navigator.onLine) return;
  isEnding = true;
  try {
    for (const tokenHash of readHashes()) {
      await trpc.auth.logoutByHash.mutate({ tokenHash }).catch((error: unknown) => {
        if (serverErrorOf(error).code !== 'BAD_REQUEST') throw error; // an invalid hash is dropped
      });
      writeHashes(readHashes().filter((other) => other !== tokenHash));
    }
  } catch {
    // Retried when the network is back or the server responds to anything else.
  } finally {
    isEnding = false;
  }
}

/** Ends queued sessions now, and whenever the network returns. */
export function endSessionsWhenPossible(): void {
  void endSessions();
  addEventListener('online', () => void endSessions());
  onServerResponse(() => void endSessions());
}
