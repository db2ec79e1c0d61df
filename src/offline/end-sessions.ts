import { serverErrorOf } from '../api/calls/call-error.ts';
import { trpc } from '../api/calls/trpc.ts';
import { readSessionsToEnd, recordSessionEnd } from './session-record.ts';

const LATER_MS = 30_000;

let isEnding = false;
let timer: ReturnType<typeof setTimeout> | undefined;

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
    // Retried below.
  }
  isEnding = false;
  if ((await readSessionsToEnd()).length > 0) endSessionsLater();
}

export function endSessionsLater(): void {
  clearTimeout(timer);
  timer = setTimeout(endSessions, LATER_MS);
  addEventListener('online', endSessions);
}
