import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 2;

let last: Promise<unknown> = Promise.resolve();

/**
 * Long work on this thread awaits it after each small step.
 * Decision 0021.
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
