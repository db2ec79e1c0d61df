/** The courier's run on this device: as the server last sent it, and with what has not been sent. */
import type { QueryClient } from '@tanstack/react-query';
import { trpc } from '../api/calls/trpc.ts';
import { defineQuery } from '../api/define-query.ts';
import { withTimeout } from '../browser/with-timeout.ts';
import { applyFact, type ReportedFact } from '../domain/runs/apply-fact.ts';
import type { CourierRun } from '../domain/runs/views.ts';
import { COURIER_RUN, storeQuery } from '../offline/stored-queries.ts';
import { doneAt, type OutboxRow } from './outbox-row.ts';

export const courierRunQuery = defineQuery<CourierRun | null>({
  name: COURIER_RUN,
  store: 'person',
  title: 'My run',
  topic: 'runs',
  ask: () => trpc.courier.getRun.query({ id: 'current' }),
});

/** What a row reports; null if it is no courier's report, or a picture. */
function factOf(row: OutboxRow): ReportedFact | null {
  const fact = { id: row.opId, occurredAt: doneAt(row) };
  switch (row.procedure) {
    case 'courier.load':
      return { ...fact, kind: 'load', taskIds: row.input.taskIds };
    case 'courier.return':
      return { ...fact, kind: 'return', taskIds: row.input.taskIds };
    case 'courier.start':
      return { ...fact, kind: 'start', runId: row.input.runId };
    case 'courier.close':
      return { ...fact, kind: 'close', runId: row.input.runId };
    case 'courier.visit':
      return { ...fact, kind: 'visit', outcomes: row.input.outcomes };
    default:
      return null;
  }
}

/** The run with everything that this device has not sent. */
export function withUnsent(run: CourierRun, rows: readonly OutboxRow[]): CourierRun {
  return rows
    .map(factOf)
    .filter((fact) => fact !== null)
    .reduce(applyFact, run);
}

/** As long as a call may take. A hidden page tries a failed one again only once it is shown. */
const LOADS_WITHIN_MS = 15_000;

/**
 * Adds a report to the stored run before its row is removed: without a network the server's new
 * answer may be hours away.
 */
export async function keepSentFact(client: QueryClient, row: OutboxRow): Promise<void> {
  const fact = factOf(row);
  if (!fact) return;
  const { queryKey } = courierRunQuery;
  // Until this is done, no other tab can send anything.
  if (!(await withTimeout(client.ensureQueryData(courierRunQuery), null, LOADS_WITHIN_MS))) return;
  // An answer on its way may be from before the report; the outbox asks again when it has sent all.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (run) => run && applyFact(run, fact));
  // Another page that blocks the store must not hold up the rows that wait.
  await withTimeout(storeQuery(queryKey, client), undefined);
}
