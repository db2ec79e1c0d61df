import { trpc } from '../api/calls/trpc.ts';
import { defineQuery } from '../api/define-query.ts';
import type { Stamped } from '../api/stamped.ts';
import { applyFact, type ReportedFact } from '../domain/runs/apply-fact.ts';
import type { CourierRun } from '../domain/runs/views.ts';
import { COURIER_RUN } from '../offline/stored-queries.ts';
import { doneAt, type OutboxRow } from './outbox-row.ts';
import { fetchStamped } from './sent/sent.ts';

export const courierRunQuery = defineQuery<(CourierRun & Stamped) | null>({
  name: COURIER_RUN,
  title: 'My run',
  topic: 'runs',
  ask: () => fetchStamped(() => trpc.courier.getRun.query({ id: 'current' })),
});

/** Null if the row is a picture, or no courier's report. */
function factOf(row: OutboxRow): ReportedFact | null {
  const fact = { id: row.opId, occurredAt: doneAt(row) };
  switch (row.procedure) {
    case 'courier.load':
      return { ...fact, kind: 'load', taskIds: row.input.taskIds, parcels: row.input.parcels };
    case 'courier.return':
      return { ...fact, kind: 'return', taskIds: row.input.taskIds, parcels: row.input.parcels };
    case 'courier.start':
      return { ...fact, kind: 'start', runId: row.input.runId };
    case 'courier.close':
      return { ...fact, kind: 'close', runId: row.input.runId, cash: row.input.cash };
    case 'courier.visit':
      return { ...fact, kind: 'visit', outcomes: row.input.outcomes, payments: row.input.payments };
    case 'courier.collect':
      return { ...fact, ...row.input, kind: 'collect' };
    case 'courier.handIn':
      return { ...fact, ...row.input, kind: 'hand-in' };
    default:
      return null;
  }
}

export function withReports(run: CourierRun, rows: readonly OutboxRow[]): CourierRun {
  return rows
    .map(factOf)
    .filter((fact) => fact !== null)
    .reduce(applyFact, run);
}
