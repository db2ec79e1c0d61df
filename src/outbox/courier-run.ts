import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { trpc } from '../api/calls/trpc.ts';
import { defineQuery } from '../api/define-query.ts';
import type { Stamped } from '../api/stamped.ts';
import { applyFact, type ReportedFact } from '../domain/runs/apply-fact.ts';
import type { CourierRun } from '../domain/runs/views.ts';
import { COURIER_RUN, readStoredData } from '../offline/stored-queries.ts';
import { doneAt, type OutboxRow } from './outbox-row.ts';
import { fetchStamped } from './sent/sent.ts';

export const courierRunQuery = defineQuery<(CourierRun & Stamped) | null>({
  name: COURIER_RUN,
  title: 'My run',
  topic: 'runs',
  async ask({ client, queryKey }) {
    const have = await readHave(queryKey);
    const run = await fetchStamped(() => trpc.courier.getRun.query({ id: 'current', ...(have && { have }) }));
    if (run?.heard !== undefined && run.heard < run.version) void refetchOnceStored(client, queryKey, run);
    return run;
  },
});

const STORED_WITHIN_MS = 1_000;
const TRIES = 5;

/** What this device has stored, if choices of receivers are in it; servers of before know none. */
async function readHave(queryKey: QueryKey) {
  const stored = (await readStoredData(queryKey)) as CourierRun | null | undefined;
  return stored?.heard === undefined ? undefined : { id: stored.id, version: stored.version };
}

/** Receivers wait to hear that their choice is on this phone. */
async function refetchOnceStored(client: QueryClient, queryKey: QueryKey, { id, version }: CourierRun): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, STORED_WITHIN_MS));
    const have = await readHave(queryKey);
    if (have?.id === id && have.version >= version) return client.refetchQueries({ queryKey, exact: true });
  }
}

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
