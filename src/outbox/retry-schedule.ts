/** When the queue is tried again. Uses `performance.now()`, since a person can set the clock. */
import type { ServerError } from '../api/calls/call-error.ts';
import type { Drained } from './outbox-drain.ts';

/** If another call gets a response, the next try comes this soon after the failure, then later. */
const MIN_EARLY_MS = 2_000;
const MAX_EARLY_MS = 60_000;
const MAX_WAIT_MS = 60_000;

/**
 * Milliseconds to wait after this many failures: doubles each time, spread by `chance` (0 to 1).
 */
export const backoff = (failures: number, chance: number) =>
  Math.min(1000 * 2 ** Math.max(0, failures - 1), MAX_WAIT_MS) * (0.75 + chance / 2);

/** Whether the server was unreachable, so that any later response is a reason to retry. */
const isSilence = ({ code }: ServerError): boolean =>
  code === null || code === 'SERVICE_UNAVAILABLE' || code === 'TIMEOUT';

export function createRetrySchedule(retry: () => void) {
  let failures = 0;
  let notBefore = 0;
  /** When a try last found the server unreachable; null if it did not, or a retry was moved up. */
  let missedAt: number | null = null;
  /** How many early tries in a row failed. */
  let earlyTries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Replaces the planned try. It ignores `notBefore`, since timers may fire a little early. */
  function retryIn(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(retry, wait);
  }

  return {
    retryIn,

    /** Whether the last try failed very recently and a timer runs for the next. */
    isWaiting: () => performance.now() < notBefore,

    skipWait(): void {
      notBefore = 0;
    },

    /** Moves the next try up, because the server has responded to another call. */
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

    /** Plans the next try after a drain; null if the device's storage failed. */
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
