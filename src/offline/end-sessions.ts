import { hashOf } from '../api/calls/hash-of.ts';
import { serverErrorOf } from '../api/calls/server-error.ts';
import { trpc } from '../api/calls/trpc.ts';
import { readSessionsToEnd, writeSessionsToEnd } from './sessions-to-end.ts';

const TRY_AGAIN_MS = 30_000;

/** Queues a session to end. Without a secure origin there is no hash, so the session expires. */
export async function queueSessionEnd(token: string): Promise<void> {
  const hash = await hashOf(token).catch(() => null);
  if (hash === null) return;
  writeSessionsToEnd([...new Set([...readSessionsToEnd(), hash])]);
  tryAgainLater();
}

let isEnding = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Ends the queued sessions in order; after a failure again by the clock, and with the network. */
export async function endSessions(): Promise<void> {
  clearTimeout(timer);
  if (isEnding) return;
  if (!navigator.onLine) return tryAgainLater();
  isEnding = true;
  try {
    for (const tokenHash of readSessionsToEnd()) {
      await trpc.auth.logoutByHash.mutate({ tokenHash }).catch((error: unknown) => {
        if (serverErrorOf(error).code !== 'BAD_REQUEST') throw error; // an invalid hash is dropped
      });
      writeSessionsToEnd(readSessionsToEnd().filter((other) => other !== tokenHash));
    }
  } catch {
    // What is left is tried again.
  }
  isEnding = false;
  // Another may have been queued since.
  if (readSessionsToEnd().length > 0) tryAgainLater();
}

function tryAgainLater(): void {
  clearTimeout(timer);
  timer = setTimeout(endSessions, TRY_AGAIN_MS);
  // Listening twice is listening once.
  addEventListener('online', endSessions);
}
