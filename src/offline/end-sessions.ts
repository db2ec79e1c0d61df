import { serverErrorOf } from '../api/calls/server-error.ts';
import { trpc } from '../api/calls/trpc.ts';
import { readSessionsToEnd, recordSessionEnd } from './session-record.ts';

const LATER_MS = 30_000;

let isEnding = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Ends the sessions that were given up, in order; after a failure again by the clock, and with the network. */
export async function endSessions(): Promise<void> {
  clearTimeout(timer);
  if (isEnding) return;
  if (!navigator.onLine) return endSessionsLater();
  isEnding = true;
  try {
    for (const tokenHash of await readSessionsToEnd()) {
      await trpc.auth.logoutByHash.mutate({ tokenHash }).catch((error: unknown) => {
        if (serverErrorOf(error).code !== 'BAD_REQUEST') throw error; // an invalid hash is dropped
      });
      await recordSessionEnd(tokenHash);
    }
  } catch {
    // What is left is tried again.
  }
  isEnding = false;
  // Another may have been given up since.
  if ((await readSessionsToEnd()).length > 0) endSessionsLater();
}

/** Ends the sessions that were given up in half a minute, or as soon as there is a network. */
export function endSessionsLater(): void {
  clearTimeout(timer);
  timer = setTimeout(endSessions, LATER_MS);
  // Listening twice is listening once.
  addEventListener('online', endSessions);
}
