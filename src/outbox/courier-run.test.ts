import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { DEFAULT_PROOF_POLICY } from '../domain/runs/proof-policy.ts';
import type { CourierRun, CourierTask } from '../domain/runs/views.ts';
import { courierRunQuery, keepSentFact } from './courier-run.ts';
import type { OutboxRow } from './outbox-row.ts';

const task: CourierTask = {
  id: 'a',
  status: 'loaded',
  trackingId: 'W48207K159XQ',
  description: 'Box',
  service: 'Special Cargo',
  weight: '1 kg',
  dimensions: '10 x 10 cm',
  proof: DEFAULT_PROOF_POLICY,
  movedTo: null,
  outcomes: [],
};

const run: CourierRun = {
  id: 'run',
  name: 'Centre',
  day: '2026-11-21',
  status: 'active',
  version: 2,
  startedAt: '2026-11-21T07:00:00.000Z',
  closedAt: null,
  stops: [{ id: 'stop', sequence: 1, name: 'Elin', phone: '', address: '', tasks: [task] }],
};

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
