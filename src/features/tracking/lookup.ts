import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureReasonOf, serverErrorOf } from '../../api/calls/call-error.ts';
import { refetchDelay } from '../../api/query-client.ts';
import { useOnline } from '../../browser/online-status.ts';
import { notFoundText } from './not-found-text.ts';
import { isNotFound, trackedShipmentQuery } from './queries.ts';

/** Specification section 9. */
export const MIN_LOOKUP_MS = 2000;

export type Lookup =
  | { state: 'none' | 'looking' }
  | { state: 'found'; trackingId: string }
  | { state: 'failed'; message: string; canRetry: boolean; isRetrying: boolean };

/** Retries without showing progress while the server doesn't respond, and when the network is back. */
export function useLookup(typed: string | null): Lookup & { retry(): void } {
  const client = useQueryClient();
  const isOnline = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [quietTry, setQuietTry] = useState(0);
  const [outcome, setOutcome] = useState<{ typed: string; attempt: number; lookUp: Lookup } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the network comes or goes
  useEffect(() => {
    if (!typed) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const minimumWait = new Promise((resolve) => setTimeout(resolve, MIN_LOOKUP_MS));
    Promise.allSettled([client.fetchQuery(trackedShipmentQuery(typed)), minimumWait]).then(([answer]) => {
      if (!isCurrent) return;
      setOutcome({ typed, attempt, lookUp: lookupOf(typed, answer) });
      const delay = answer.status === 'rejected' && refetchDelay(failureReasonOf(answer.reason));
      if (delay) timer = setTimeout(setQuietTry, delay, quietTry + 1);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, typed, attempt, quietTry, isOnline]);

  const known: Lookup = outcome?.typed === typed ? outcome.lookUp : { state: 'looking' };
  const isRetrying = outcome?.attempt !== attempt;
  const lookUp: Lookup = !typed ? { state: 'none' } : known.state === 'failed' ? { ...known, isRetrying } : known;
  return { ...lookUp, retry: () => setAttempt(attempt + 1) };
}

function lookupOf(typed: string, answer: PromiseSettledResult<{ trackingId: string }>): Lookup {
  if (answer.status === 'fulfilled') return { state: 'found', trackingId: answer.value.trackingId };
  const isMissing = isNotFound(answer.reason);
  const message = isMissing ? notFoundText(typed) : serverErrorOf(answer.reason).message;
  return { state: 'failed', message, canRetry: !isMissing, isRetrying: false };
}
