import { expect, it } from 'vitest';
import { courierDay, fact } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, tell, loadAndStart } = courierDay(server, manager);

/** A run of yesterday's whose parcels came back for these reasons, or did not come back. */
async function parcelsThatCameBack(reasons: Record<string, string | null>) {
  const courier = await newCourier();
  const parcels = Object.keys(reasons).map((description) => ({ description, shipTo: `${description} street` }));
  const { shipments } = await releasedRun(courier, parcels);
  const run = await loadAndStart(courier);
  for (const task of run.tasks) {
    const reason = reasons[task.description];
    if (!reason) continue;
    const outcomes = [{ taskId: task.id, result: 'failed', reason }];
    await tell(courier, 'visit', fact({ stopId: task.stopId, outcomes, proofs: [] }));
    await tell(courier, 'return', fact({ taskIds: [task.id] }));
  }
  await tell(courier, 'close', fact({ runId: run.id }));
  return shipments;
}

const newRun = async () => {
  const { id: courierId } = await newCourier();
  return { day: 'today', name: 'Next', courierId };
};

it('what a manager should decide on goes into no run unasked', async () => {
  const reasons = { Refused: 'consignee_refused', Lost: null, 'Not home': 'consignee_not_home' };
  const shipments = await parcelsThatCameBack(reasons);
  const shipmentIds = shipments.map(({ id }) => id);
  const before = await server.fingerprint();
  const input = { ...(await newRun()), shipmentIds };
  const refused = await server.call('runAdmin.create', input, asManager);
  const toDecide = [
    { id: shipments[0]?.id, trackingId: shipments[0]?.trackingId, why: 'Refused' },
    { id: shipments[1]?.id, trackingId: shipments[1]?.trackingId, why: 'Missing' },
  ];
  expect(refused.error).toMatchObject({
    message: '2 shipments need a decision first.',
    data: { code: 'CONFLICT', toDecide },
  });
  expect((await server.fingerprint()).runs).toBe(before.runs);

  const created = (await server.call('runAdmin.create', { ...input, shipmentIds: shipmentIds.slice(2) }, asManager))
    .data;
  const more = { ...created, shipmentIds };
  expect((await server.call('runAdmin.add', more, asManager)).error.data).toMatchObject({ toDecide });
  const despite = shipmentIds.slice(0, 1);
  expect((await server.call('runAdmin.add', { ...more, despite }, asManager)).error.data).toMatchObject({
    toDecide: toDecide.slice(1),
  });
  expect((await server.call('runAdmin.add', { ...more, despite: shipmentIds }, asManager)).outcome).toBe('ok');
  const { progress } = (await server.call('runAdmin.get', { id: created.id }, asManager)).data;
  expect(progress.tasks).toBe(3);
});

it('the 501st parcel is refused, with the room that is left', async () => {
  const { id } = await server.parcel();
  const planned = (await server.call('runAdmin.create', { ...(await newRun()), shipmentIds: [id] }, asManager)).data;
  await server.query(
    `insert into run_tasks (id, run_id, stop_id, shipment_id, status)
     select gen_random_uuid(), run_id, stop_id, shipment_id, 'cancelled' from run_tasks, generate_series(1, 498)
     where run_id = $1`,
    [planned.id],
  );
  const two = [(await server.parcel()).id, (await server.parcel()).id];
  const refused = await server.call('runAdmin.add', { ...planned, shipmentIds: two }, asManager);
  expect(refused.error.data.fieldErrors).toEqual({
    shipmentIds: ['A run takes 500 parcels. Next has room for 1 more.'],
  });
  expect((await server.call('runAdmin.add', { ...planned, shipmentIds: two.slice(1) }, asManager)).outcome).toBe('ok');
});
