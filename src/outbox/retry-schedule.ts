/** People set clocks, but not `performance.now()`. */
import type { ServerError } from '../api/calls/call-error.ts';
import type { Drained } from './outbox-drain.ts';

/** After a failure, if another call succeeds. */
const MIN_EARLY_MS = 2_000;
const MAX_EARLY_MS = 60_000;
const MAX_WAIT_MS = 60_000;

/** Milliseconds to wait; `chance` is from 0 to 1. */
export const backoff = (failures: number, chance: number) =>
  Math.min(1000 * 2 ** Math.max(0, failures - 1), MAX_WAIT_MS) * (0.75 + chance / 2);

const isSilence = ({ code }: ServerError): boolean =>
  code === null || code === 'SERVICE_UNAVAILABLE' || code === 'TIMEOUT';

export function createRetrySchedule(retry: () => void) {
  let failures = 0;
  let notBefore = 0;
  let missedAt: number | null = null;
  let earlyTries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Ignores `notBefore`: timers may fire early. */
  function retryIn(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(retry, wait);
  }

  return {
    retryIn,

    isWaiting: () => performance.now() < notBefore,

    skipWait(): void {
      notBefore = 0;
    },

    bringForward(): void {
      if (missedAt === null) return;
      const due = missedAt + Math.min(MIN_EARLY_MS * 2 ** earlyTries, MAX_EARLY_MS);
      if (due >= notBefore) return;
      retryIn(Math.max(0, due - performance.now()));
      missedAt = null;
      earlyTries += 1;
    },

    start(): void {
      missedAt = null;
    },

    /** Null if the storage failed. */
    end(drained: Drained | null): void {
      failures = drained?.rest === 'empty' ? 0 : failures + 1;
      if (drained?.problem && isSilence(drained.problem)) missedAt = performance.now();
      if (drained && (drained.done > 0 || !drained.problem)) earlyTries = 0;
      clearTimeout(timer);
      // A wait without a timer would never end.
      notBefore = 0;
      if (failures === 0) return;
      const wait = backoff(failures, Math.random());
      notBefore = performance.now() + wait;
      retryIn(wait);
    },

    reset(): void {
      clearTimeout(timer);
      failures = notBefore = earlyTries = 0;
      missedAt = null;
    },
  };
}
