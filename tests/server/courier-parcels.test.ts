/** A parcel that leaves a run and comes back has two tasks there: reports about either are about the parcel. */
import { describe, expect, it } from 'vitest';
import { courierDay, fact, NOT_HOME, TO_MAILBOX } from '../support/courier-day.ts';
import { lockRow } from '../support/row-locks.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, runOf, tell, loadAndStart, statusOf, exceptionsOf, deskRun, shipmentOf, visit } =
  courierDay(server, manager);

const versionOf = async (id: string) => (await deskRun(id)).version;

/** Moves a parcel out of a run, and back into it. */
async function moveAwayAndBack(runId: string, taskId: string | undefined, shipmentId: string | undefined) {
  const other = await newCourier();
  const move = { id: runId, version: await versionOf(runId), taskIds: [taskId], courierId: other.id };
  expect((await server.call('runAdmin.move', move, asManager)).outcome).toBe('ok');
  const { id: otherRunId } = await runOf(other);
  const back = { id: otherRunId, version: await versionOf(otherRunId) };
  expect((await server.call('runAdmin.move', back, asManager)).outcome).toBe('ok');
  const add = { id: runId, version: await versionOf(runId), shipmentIds: [shipmentId] };
  expect((await server.call('runAdmin.add', add, asManager)).outcome).toBe('ok');
}

/** A door with two parcels, of which the first has left the run and come back: its tasks, and the other's. */
async function doorOfTwo() {
  const courier = await newCourier();
  const { id, shipments } = await releasedRun(courier, [{}, {}]);
  const { tasks, stops } = await runOf(courier);
  const old = tasks.find(({ trackingId }) => trackingId === shipments[0]?.trackingId);
  const another = tasks.find(({ trackingId }) => trackingId === shipments[1]?.trackingId);
  await moveAwayAndBack(id, old?.id, shipments[0]?.id);
  const current = (await tasksOf(courier, old?.trackingId)).find((task) => task.id !== old?.id);
  const ids = { old: old?.id, current: current?.id, another: another?.id };
  expect(Object.values(ids)).not.toContain(undefined);
  return { courier, runId: id, stopId: stops[0]?.id, shipments, ...ids };
}

const tasksOf = async (courier: Person, trackingId: string | undefined) =>
  (await runOf(courier)).tasks.filter((task) => task.trackingId === trackingId);

const entriesOf = async (id: string | undefined) => (await shipmentOf(id)).activity.map(({ comment }) => comment);

const photo = { kind: 'photo', type: 'image/jpeg', size: 9 };

describe('a report that names both tasks of a parcel', () => {
  it.each([
    ['load', 'Loaded for delivery', 'loaded'],
    ['return', 'Back at the depot', 'returned'],
  ] as const)('as a %s counts once for the parcel', async (kind, comment, status) => {
    const { courier, old, current, another, shipments } = await doorOfTwo();
    const report = fact({ taskIds: [old, current, another, old] });
    await tell(courier, kind, report);
    await tell(courier, kind, report);
    for (const { id, trackingId } of shipments) {
      const { status: now } = (await tasksOf(courier, trackingId)).at(-1) ?? {};
      expect([now, (await entriesOf(id)).filter((entry) => entry === comment)]).toEqual([status, [comment]]);
    }
  });

  it.each([
    ['delivered', { result: 'delivered', method: 'mailbox' }, 'Delivered to the mailbox'],
    ['failed', { result: 'failed', reason: 'consignee_not_home' }, 'Delivery attempted: Nobody home'],
  ])('as a visit that %s counts once, with its proof', async (result, outcome, comment) => {
    const { courier, runId, stopId, old, current, another, shipments } = await doorOfTwo();
    const taskIds = [another, current, old];
    const proofs = [{ ...photo, sha256: 'ab'.repeat(32), taskIds }];
    await tell(courier, 'visit', fact({ stopId, outcomes: taskIds.map((taskId) => ({ taskId, ...outcome })), proofs }));
    for (const { id } of shipments) {
      expect((await entriesOf(id)).filter((entry) => entry === comment)).toHaveLength(1);
      const { visits } = await shipmentOf(id);
      expect(visits).toMatchObject([{ result, corrected: false, proofs: [{ sha256: 'ab'.repeat(32) }] }]);
    }
    const [proof] = await server.query<{ shipment_ids: string[] }>('select shipment_ids from visit_proofs');
    expect(proof?.shipment_ids.toSorted()).toEqual(shipments.map(({ id }) => id).toSorted());
    await server.query('delete from visit_proofs');
    expect(await exceptionsOf(runId)).toEqual([]);
    const { progress } = await deskRun(runId);
    expect(progress).toMatchObject({ tasks: 2, delivered: result === 'delivered' ? 2 : 0 });
  });

  it('corrects the delivery of either, once', async () => {
    const { courier, stopId, old, current, shipments } = await doorOfTwo();
    const mistake = await visit(courier, { id: old, stopId }, TO_MAILBOX);
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    const wrong = { result: 'failed', reason: 'carrier_sorting_error' };
    const outcomes = [
      { taskId: old, ...wrong, supersedes: mistake },
      { taskId: current, ...wrong },
    ];
    await tell(courier, 'visit', fact({ stopId, outcomes, proofs: [] }));
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'in-progress' });
    const { visits } = await shipmentOf(shipments[0]?.id);
    expect(visits?.map(({ result, corrected }) => [result, corrected])).toEqual([
      ['delivered', true],
      ['failed', false],
    ]);
  });

  it('is refused, and changes nothing, if it says two things about the parcel', async () => {
    const { courier, stopId, old, current, shipments } = await doorOfTwo();
    const outcomes = [
      { taskId: old, ...TO_MAILBOX },
      { taskId: current, ...NOT_HOME },
    ];
    const report = fact({ stopId, outcomes, proofs: [] });
    const refused = await server.call('courier.visit', report, { as: courier });
    expect(refused.outcome).toBe('BAD_REQUEST');
    expect(refused.body).toContain('Outcomes say different things about the same parcel.');
    expect(await entriesOf(shipments[0]?.id)).toEqual(['Label created']);
    await tell(courier, 'visit', { ...report, outcomes: outcomes.slice(0, 1) });
  });
});

describe('a phone that knows only the task from before', () => {
  it('delivers the parcel, and nothing of it is left', async () => {
    const { courier, runId, stopId, old, current, shipments } = await doorOfTwo();
    await visit(courier, { id: old, stopId }, TO_MAILBOX);
    const tasks = await tasksOf(courier, shipments[0]?.trackingId);
    expect(tasks.map(({ id, status }) => [id, status])).toEqual([
      [old, 'moved'],
      [current, 'delivered'],
    ]);
    expect(await exceptionsOf(runId)).toEqual([]);
  });

  it('delivers what was left at the depot by mistake', async () => {
    const { courier, runId, stopId, old, current, another, shipments } = await doorOfTwo();
    await tell(courier, 'load', fact({ taskIds: [another] }));
    await tell(courier, 'start', fact({ runId }));
    await visit(courier, { id: old, stopId }, TO_MAILBOX);
    const tasks = await tasksOf(courier, shipments[0]?.trackingId);
    expect(tasks.find(({ id }) => id === current)?.status).toBe('delivered');
    const { progress } = await deskRun(runId);
    expect(progress).toMatchObject({ tasks: 2, delivered: 1 });
  });

  it('brought it back before it came into the run again, where it stays', async () => {
    const { courier, old, current, shipments } = await doorOfTwo();
    const occurredAt = new Date(Date.now() - 3_600_000).toISOString();
    await tell(courier, 'return', fact({ taskIds: [old], occurredAt }));
    const tasks = await tasksOf(courier, shipments[0]?.trackingId);
    expect(tasks.find(({ id }) => id === current)?.status).toBe('assigned');
  });
});

it('a run is closed although the desk adds a parcel again at the same moment', async () => {
  const courier = await newCourier();
  const { id, shipments } = await releasedRun(courier, [{}, {}]);
  const { tasks } = await loadAndStart(courier);
  const [first, second] = shipments.map((shipment) => shipment.id).toSorted();
  const recalled = tasks.find(
    ({ trackingId }) => trackingId === shipments.find((one) => one.id === second)?.trackingId,
  );
  const move = { id, version: await versionOf(id), taskIds: [recalled?.id] };
  expect((await server.call('runAdmin.move', move, asManager)).outcome).toBe('ok');
  // The close has read what is in the van, and waits for the first parcel.
  const row = await lockRow(server.database, first ?? '');
  const close = tell(courier, 'close', fact({ runId: id }));
  await row.waitForWaiters();
  const add = { id, version: await versionOf(id), shipmentIds: [second] };
  expect((await server.call('runAdmin.add', add, asManager)).outcome).toBe('ok');
  await row.release();
  await close;
  expect((await runOf(courier)).tasks.map(({ status }) => status).toSorted()).toEqual(['left', 'missing', 'moved']);
});

it('a manager sees a parcel that came back once, with all that happened to it', async () => {
  const courier = await newCourier();
  const { id, shipments } = await releasedRun(courier);
  const [old] = (await runOf(courier)).tasks;
  await visit(courier, old, NOT_HOME);
  // Its door has been visited, so it comes back to another stop.
  const [shipmentId] = shipments.map((shipment) => shipment.id);
  const { version } = await deskRun(id);
  const added = await server.parcel({ shipTo: 'Kungsgatan 1' });
  await server.call('runAdmin.add', { id, version, shipmentIds: [added.id] }, asManager);
  await moveAwayAndBack(id, old?.id, shipmentId);
  const { stops } = await deskRun(id);
  expect(stops.map(({ tasks }) => tasks.map((task) => [task.shipmentId, task.status, task.visits.length]))).toEqual([
    [],
    [[added.id, 'assigned', 0]],
    [[shipmentId, 'assigned', 1]],
  ]);
});

it('no courier corrects the delivery of another', async () => {
  const { courier, stopId, current, shipments } = await doorOfTwo();
  const { id: runId } = await runOf(courier);
  const thief = await newCourier();
  const move = { id: runId, version: await versionOf(runId), taskIds: [current], courierId: thief.id };
  await server.call('runAdmin.move', move, asManager);
  const delivery = await visit(courier, { id: current, stopId }, TO_MAILBOX);
  const [task] = (await runOf(thief)).tasks;
  await visit(thief, task, { ...NOT_HOME, supersedes: delivery });
  expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
  const { visits } = await shipmentOf(shipments[0]?.id);
  expect(visits?.map(({ corrected }) => corrected)).toEqual([false, false]);
});

describe('a shipment of three parcels', () => {
  /** Its task as the phone reads it. */
  async function threeParcels() {
    const courier = await newCourier();
    const { id: runId, shipments } = await releasedRun(courier, [{ parcels: 3 }, {}]);
    const [shipment] = shipments;
    const task = async () => (await tasksOf(courier, shipment?.trackingId))[0];
    const report = async (kind: 'load' | 'return', parcels?: number[]) =>
      tell(courier, kind, fact({ taskIds: [(await task())?.id], ...(parcels && { parcels }) }));
    return { courier, runId, task, report, entries: () => entriesOf(shipment?.id) };
  }

  it('is loaded by its third parcel, whichever phones scan them, and however often', async () => {
    const { task, report, entries } = await threeParcels();
    expect(await task()).toMatchObject({ parcels: 3, loadedParcels: 0, status: 'assigned' });
    const phones = [report('load', [1]), report('load', [2]), report('load', [2]), report('load', [1])];
    await Promise.all(phones);
    expect(await task()).toMatchObject({ loadedParcels: 0b011, status: 'assigned' });
    await report('load', [2, 3]);
    await report('load', [3]);
    expect(await task()).toMatchObject({ loadedParcels: 0b111, status: 'loaded' });
    expect((await entries()).filter((comment) => comment === 'Loaded for delivery')).toHaveLength(1);
  });

  it('is loaded and returned whole by an older phone', async () => {
    const { task, report } = await threeParcels();
    await report('load', [2]);
    await report('load');
    expect(await task()).toMatchObject({ loadedParcels: 0b111, status: 'loaded' });
    await report('return', [1]);
    expect(await task()).toMatchObject({ returnedParcels: 0b001, status: 'loaded' });
    await report('return');
    expect((await task())?.status).toBe('returned');
  });

  it('stays at the depot if it is not complete at the start, and goes later', async () => {
    const { courier, runId, task, report } = await threeParcels();
    await report('load', [1, 2]);
    await tell(courier, 'start', fact({ runId }));
    expect((await task())?.status).toBe('left');
    await report('load', [3]);
    expect((await task())?.status).toBe('loaded');
  });

  it('counts as three on the desk’s board, as on the phone', async () => {
    const { courier, runId, report } = await threeParcels();
    const progress = async () => (await deskRun(runId)).progress;
    expect(await progress()).toMatchObject({ tasks: 4, open: 4, loaded: 0 });
    await report('load');
    expect(await progress()).toMatchObject({ tasks: 4, loaded: 3 });
    await tell(courier, 'start', fact({ runId }));
    expect(await progress()).toMatchObject({ tasks: 3, left: 1 });
    await report('return', [2]);
    expect(await progress()).toMatchObject({ tasks: 3, returned: 1 });
    const stops = (await deskRun(runId)).stops.flatMap(({ tasks }) => tasks.map(({ parcels }) => parcels));
    expect(stops.toSorted()).toEqual([3, undefined]);
  });

  it.each(['the courier', 'the desk'])(
    'left in part in the van is an exception once %s closes the run',
    async (who) => {
      const { courier, runId, task, report } = await threeParcels();
      await report('load', [1, 2]);
      await tell(courier, 'start', fact({ runId }));
      await report('return', [1]);
      expect((await deskRun(runId)).progress).toMatchObject({ left: 2, returned: 1 });
      if (who === 'the courier') await tell(courier, 'close', fact({ runId }));
      else await server.call('runAdmin.close', { id: runId, version: await versionOf(runId) }, asManager);
      const { exceptions } = await deskRun(runId);
      expect(exceptions.map(({ kind, taskId, parcels }) => [kind, taskId, parcels])).toEqual([
        ['parcels-apart', (await task())?.id, { numbers: [2], of: 3 }],
      ]);
      // All of it is back.
      await report('return');
      expect((await deskRun(runId)).exceptions.filter(({ resolved }) => !resolved)).toEqual([
        expect.objectContaining({ kind: 'after-close' }),
      ]);
    },
  );

  it('that is not back whole is missing, and the exception says which', async () => {
    const { courier, runId, report } = await threeParcels();
    await report('load');
    await tell(courier, 'start', fact({ runId }));
    await report('return', [1, 3]);
    await tell(courier, 'close', fact({ runId }));
    expect((await deskRun(runId)).exceptions).toMatchObject([
      { kind: 'missing-parcel', parcels: { numbers: [2], of: 3 } },
    ]);
  });

  it('has no fourth, and no twenty-first', async () => {
    const { courier, task, report } = await threeParcels();
    await report('load', [4]);
    expect(await task()).toMatchObject({ loadedParcels: 0, status: 'assigned' });
    for (const parcels of [[0], [21], [1.5], []]) {
      const wrong = fact({ taskIds: [(await task())?.id], parcels });
      expect((await server.call('courier.load', wrong, { as: courier })).outcome).toBe('BAD_REQUEST');
    }
  });
});
