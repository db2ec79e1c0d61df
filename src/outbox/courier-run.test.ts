import { expect, it } from 'vitest';
import { sampleCollection, sampleRun, sampleStop, sampleTask } from '../../tests/support/sample-run.ts';
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

it('shows what was collected and handed in, and nothing on a run stored without collections', () => {
  const at = visit.occurredAt;
  const parcels = [{ trackingId: 'W1', at, by: 'scan' }];
  const report = { collectionId: 'collection', result: 'collected', parcels, unlabelled: 0, left: [] };
  const rows = [
    { ...visit, opId: 'collect', procedure: 'courier.collect', input: { runId: 'run', ...report } },
    { ...visit, opId: 'hand-in', procedure: 'courier.handIn', input: { runId: 'run' } },
  ] as unknown as OutboxRow[];
  const collecting = { ...run, stops: [sampleStop([], { collections: [sampleCollection()] })] };
  const once = withReports(collecting, rows);
  expect(once.stops[0]?.collections?.[0]).toMatchObject({
    status: 'collected',
    facts: ['collect'],
    collected: [{ trackingId: 'W1', at, handedIn: true }],
  });
  expect(withReports(once, rows)).toEqual(once);
  expect(withReports(run, rows)).toEqual(run);
});
