import { setImmediate } from 'node:timers/promises';
import { noteProgress } from '../process/current-work.ts';
import { SHARED_QUEUES, turnsIn } from './shared-queues.ts';

const SLICE_MS = 2;
/** What others get between two slices, of a thread that they keep busy. */
const OTHERS_MS = 3 * SLICE_MS;
/** A thread with nothing else to do goes round faster. */
const IDLE_ROUND_MS = 0.2;

/**
 * Long work on this thread awaits it after each small step.
 * Decision 0021.
 */
export function takeTurns(now: () => number = performance.now.bind(performance)): () => Promise<void> {
  let begun = now();
  const inTurn = turnsIn(SHARED_QUEUES.slices);
  return async () => {
    if (now() - begun < SLICE_MS) return;
    noteProgress();
    await inTurn(async () => {
      const end = now() + OTHERS_MS;
      for (let round = now(), isBusy = true; isBusy && round < end; ) {
        await setImmediate();
        isBusy = now() - round > IDLE_ROUND_MS;
        round = now();
      }
    });
    begun = now();
  };
}
