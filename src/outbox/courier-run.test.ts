import { focusManager, QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sampleRun, sampleTask } from '../../tests/support/sample-run.ts';
import type { CourierRun } from '../domain/runs/views.ts';
import { courierRunQuery, keepSentFact } from './courier-run.ts';
import type { OutboxRow } from './outbox-row.ts';

const run = sampleRun([sampleTask({ status: 'loaded' })], { status: 'active', startedAt: '2026-11-21T07:00:00.000Z' });

const visit = {
  procedure: 'courier.visit',
  opId: 'visit',
  occurredAt: '2026-11-21T08:00:00.000Z',
  notBefore: null,
  input: { runId: 'run', outcomes: [{ taskId: 'a', result: 'delivered', method: 'mailbox' }] },
} as unknown as OutboxRow;

it('keeps a visit that was just sent, whatever an answer from before it says', async () => {
  const client = new QueryClient();
  const { queryKey } = courierRunQuery;
  client.setQueryData(queryKey, run);
  const answer = Promise.withResolvers<CourierRun>();
  const refetched = client.fetchQuery({ ...courierRunQuery, queryFn: () => answer.promise });
  await keepSentFact(client, visit);
  answer.resolve(structuredClone(run));
  await refetched;
  expect(client.getQueryData(queryKey)?.stops[0]?.tasks[0]?.status).toBe('delivered');
});

it('does not hold up what is sent next in a hidden page that could not load the run', async () => {
  vi.useFakeTimers();
  focusManager.setFocused(false);
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  const client = new QueryClient();
  const failed = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  const shown = client.fetchQuery({ ...courierRunQuery, queryFn: failed, retry: 1 });
  shown.catch(() => undefined);
  const kept = keepSentFact(client, visit).then(() => 'done');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await Promise.race([kept, 'waiting'])).toBe('done');
  // The page still waits to be shown.
  expect(failed).toHaveBeenCalledTimes(1);
});
