import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverErrorOf } from '../../api/calls/server-error.ts';
import { texts } from '../../domain/errors.ts';
import { isNotFound, trackedShipmentQuery } from './tracked-shipment-query.ts';

/** Minimum time a lookup shows progress (specification section 9). */
export const LOOK_UP_MINIMUM_MS = 2000;

export type LookUp =
  | { state: 'none' | 'looking' }
  | { state: 'found'; trackingId: string }
  | { state: 'failed'; message: string; mayRetry: boolean };

/** Looks up a shipment, showing progress for at least two seconds. */
export function useLookUp(typed: string | null): LookUp & { retry(): void } {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ typed: string; attempt: number; lookUp: LookUp } | null>(null);

  useEffect(() => {
    if (!typed) return;
    let isCurrent = true;
    const held = new Promise((resolve) => setTimeout(resolve, LOOK_UP_MINIMUM_MS));
    Promise.allSettled([client.fetchQuery(trackedShipmentQuery(typed)), held]).then(([answer]) => {
      if (isCurrent) setOutcome({ typed, attempt, lookUp: lookUpOf(answer) });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, typed, attempt]);

  const isSettled = outcome !== null && outcome.typed === typed && outcome.attempt === attempt;
  const lookUp: LookUp = !typed ? { state: 'none' } : isSettled ? outcome.lookUp : { state: 'looking' };
  return { ...lookUp, retry: () => setAttempt(attempt + 1) };
}

function lookUpOf(answer: PromiseSettledResult<{ trackingId: string }>): LookUp {
  if (answer.status === 'fulfilled') return { state: 'found', trackingId: answer.value.trackingId };
  if (isNotFound(answer.reason)) return { state: 'failed', message: texts.shipmentNotFound, mayRetry: false };
  return { state: 'failed', message: serverErrorOf(answer.reason).message, mayRetry: true };
}
