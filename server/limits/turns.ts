import { setImmediate } from 'node:timers/promises';

/** How long work holds the thread at a time, in milliseconds: as long as a few look-ups take. */
const SLICE_MS = 2;

/** When the work that waits longest may go on. */
let last: Promise<unknown> = Promise.resolve();

/**
 * For work that takes long on this thread. Await what it returns after each small step: it lets
 * everyone else's calls go first when a slice of time is over. All such work of this process takes
 * turns, one slice for each round of the calls.
 * Docs: decision 0109.
 */
export function takeTurns(now: () => number = performance.now.bind(performance)): () => Promise<void> {
  let begun = now();
  return async () => {
    if (now() - begun < SLICE_MS) return;
    last = last.then(() => setImmediate());
    await last;
    begun = now();
  };
}
