import { expect, it } from 'vitest';
import { sampleRun, sampleTask } from '../../tests/support/sample-run.ts';
import { withReports } from './courier-run.ts';
import type { OutboxRow } from './outbox-row.ts';

const run = sampleRun([sampleTask({ status: 'loaded' })], { status: 'active', startedAt: '2026-11-21T07:00:00.000Z' });

const visit = {
  procedure: 'courier.visit',
  opId: 'visit',
  occurredAt: '2026-11-21T08:00:00.000Z',
  notBefore: null,
  input: { runId: 'run', outcomes: [{ taskId: 'a', result: 'delivered', method: 'mailbox' }] },
} as unknown as OutboxRow;

it('shows a visit once, whether the answer contains it or not', () => {
  const once = withReports(run, [visit]);
  expect(once.stops[0]?.tasks[0]).toMatchObject({ status: 'delivered', outcomes: [{ visitId: 'visit' }] });
  expect(withReports(once, [visit])).toEqual(once);
});
