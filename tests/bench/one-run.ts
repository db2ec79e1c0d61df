/** A run of one courier, as the desk releases it and the courier's phone reports from it. */
import { randomUUID } from 'node:crypto';
import type { CourierRun } from '../../src/domain/runs/views.ts';
import { callOnce, mutation, query } from './call.ts';

export type Tell = <Answer>(procedure: string, input: unknown) => Promise<Answer>;

/** Makes calls with this token. */
export const teller =
  (url: string, token: string): Tell =>
  (procedure, input) =>
    callOnce(url, mutation(procedure, input, { authorization: `Bearer ${token}` }));

/** For the caller, who is a manager and a courier: a stop for each parcel. */
export async function releaseRun(url: string, token: string, parcels: readonly object[]): Promise<void> {
  const tell = teller(url, token);
  const { id: courierId } = await callOnce<{ id: string }>(url, query('auth.profile', undefined, token));
  const shipmentIds: string[] = [];
  for (const parcel of parcels)
    shipmentIds.push((await tell<{ id: string }>('shipmentAdmin.createShipment', parcel)).id);
  await tell(
    'runAdmin.release',
    await tell('runAdmin.create', { day: 'today', name: 'Centre', courierId, shipmentIds }),
  );
}

export async function startRun(url: string, token: string): Promise<CourierRun> {
  const tell = teller(url, token);
  const run = await callOnce<CourierRun>(url, query('courier.getRun', { id: 'current' }, token));
  const taskIds = run.stops.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  await tell('courier.load', { id: randomUUID(), runVersion: run.version, taskIds });
  await tell('courier.start', { id: randomUUID(), runVersion: run.version, runId: run.id });
  return run;
}

/** Everything of a stop is delivered. */
export const visitOf = ({ version }: CourierRun, { id: stopId, tasks }: CourierRun['stops'][number]) => ({
  id: randomUUID(),
  runVersion: version,
  stopId,
  proofs: [],
  outcomes: tasks.map(({ id: taskId }) => ({ taskId, result: 'delivered', method: 'recipient' })),
});
