import { setImmediate } from 'node:timers/promises';
import { SHARED_QUEUES, turnsIn } from './shared-queues.ts';

const SLICE_MS = 2;

/**
 * Long work on this thread awaits it after each small step.
 * Decision 0021.
 */
export function takeTurns(now: () => number = performance.now.bind(performance)): () => Promise<void> {
  let begun = now();
  const inTurn = turnsIn(SHARED_QUEUES.slices);
  return async () => {
    if (now() - begun < SLICE_MS) return;
    await inTurn(() => setImmediate());
    begun = now();
  };
}
