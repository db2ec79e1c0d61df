import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { courierDay, fact } from '../support/courier-day.ts';
import type { Person } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, runOf, tell, loadAndStart, deskRun } = courierDay(server, manager);

const { day: today } = (await server.call('runAdmin.list', { day: 'today' }, asManager)).data;
const [yesterday, tomorrow] = [shiftDay(today, -1), shiftDay(today, 1)];
const setDay = (id: string, day: string) => server.query('update runs set day = $2 where id = $1', [id, day]);

/** A released run of another day. */
async function releasedOn(day: string, courier: Person) {
  const run = await releasedRun(courier);
  await setDay(run.id, day);
  return run;
}

it('the board of today has what is left of other days, and every other day has its own runs only', async () => {
  const [one, other] = [await newCourier(), await newCourier()];
  const [active, released] = [await releasedRun(one), await releasedOn(yesterday, other)];
  await loadAndStart(one);
  await setDay(active.id, yesterday);
  const create = async (day: string) =>
    (await server.call('runAdmin.create', { day, name: 'Plan', courierId: one.id }, asManager)).data.id;
  const [forgotten, cancelled, next] = [await create(yesterday), await create(yesterday), await create(tomorrow)];
  await server.call('runAdmin.cancel', { id: cancelled, version: 1 }, asManager);
  const own = [active.id, released.id, forgotten, cancelled, next];
  const boardOf = async (day: string) =>
    (await server.call('runAdmin.list', { day }, asManager)).data.runs
      .map(({ id }) => id)
      .filter((id) => own.includes(id));
  expect(await boardOf('today')).toEqual([active.id, released.id, forgotten]);
  expect(await boardOf(today)).toEqual([active.id, released.id, forgotten]);
  expect(await boardOf(yesterday)).toEqual([active.id, released.id, forgotten, cancelled]);
  expect(await boardOf(tomorrow)).toEqual([next]);
  // Today’s parcels can go into any of these.
  const far = await create(shiftDay(today, 15));
  own.push(far);
  expect(await boardOf('coming')).toEqual([active.id, released.id, forgotten, next]);
});

describe('the phone', () => {
  const move = (run: { id: string; version: number }, more: object = {}) =>
    server.call('runAdmin.move', { id: run.id, version: run.version, ...more }, asManager);
  const statusOf = async (id: string) => (await deskRun(id)).status;

  it('shows the run of today before one of yesterday, and what is left of yesterday before the run that ended', async () => {
    const courier = await newCourier();
    const old = await releasedOn(yesterday, courier);
    expect((await runOf(courier)).id).toBe(old.id);
    const next = await releasedOn(tomorrow, courier);
    expect((await runOf(courier)).id).toBe(old.id);
    const current = await releasedRun(courier);
    expect((await runOf(courier)).id).toBe(current.id);
    await server.call('runAdmin.cancel', { id: current.id, version: current.version }, asManager);
    expect((await runOf(courier)).id).toBe(old.id);
    // A run that has no parcels to deliver hides nothing.
    await server.call('shipmentAdmin.updateShipment', { id: old.shipments[0]?.id, status: 'cancelled' }, asManager);
    expect((await runOf(courier)).id).toBe(next.id);
    await server.call('shipmentAdmin.updateShipment', { id: next.shipments[0]?.id, status: 'cancelled' }, asManager);
    expect((await runOf(courier)).id).toBe(current.id);
  });

  it('keeps the run that is being loaded, past midnight and when the desk releases another', async () => {
    const courier = await newCourier();
    const before = await releasedRun(courier);
    await setDay(before.id, tomorrow);
    const inHand = await releasedRun(courier);
    await tell(courier, 'load', fact({ taskIds: (await runOf(courier)).tasks.map(({ id }) => id) }));
    await setDay(inHand.id, yesterday);
    await setDay(before.id, today);
    expect((await runOf(courier)).id).toBe(inHand.id);
    await tell(courier, 'start', fact({ runId: inHand.id }));
    await tell(courier, 'close', fact({ runId: inHand.id }));
    expect((await runOf(courier)).id).toBe(before.id);
  });

  it('shows what is moved after midnight out of a run of yesterday with the parcels of today', async () => {
    const [ill, other] = [await newCourier(), await newCourier()];
    const run = await releasedRun(ill);
    await loadAndStart(ill);
    await setDay(run.id, yesterday);
    await releasedOn(yesterday, other);
    const own = await releasedRun(other);
    await move(run, { courierId: other.id });
    const now = await runOf(other);
    expect([now.id, now.tasks.length]).toEqual([own.id, 2]);
  });

  it('shows what is moved after midnight to a courier who is still loading with what is being loaded', async () => {
    const [ill, other] = [await newCourier(), await newCourier()];
    const run = await releasedRun(ill);
    await loadAndStart(ill);
    const inHand = await releasedRun(other);
    await tell(other, 'load', fact({ taskIds: (await runOf(other)).tasks.map(({ id }) => id) }));
    for (const { id } of [run, inHand]) await setDay(id, yesterday);
    await releasedRun(other);
    await move(run, { courierId: other.id });
    const now = await runOf(other);
    expect([now.id, now.tasks.length]).toEqual([inHand.id, 2]);
  });

  it('loses a released run whose last parcel is moved: it is cancelled', async () => {
    const [ill, other] = [await newCourier(), await newCourier()];
    const run = await releasedRun(ill, [{}, {}]);
    const [first] = (await runOf(ill)).tasks;
    const after = (await move(run, { taskIds: [first?.id], courierId: other.id })).data;
    expect(await statusOf(run.id)).toBe('released');
    await move(after, { courierId: other.id });
    expect(await statusOf(run.id)).toBe('cancelled');
    expect((await runOf(other)).tasks).toHaveLength(2);
  });

  it('has an active run closed when its last parcel goes to another courier, and goes on with the one that waits', async () => {
    const [courier, other] = [await newCourier(), await newCourier()];
    const run = await releasedRun(courier);
    await loadAndStart(courier);
    const waiting = await releasedRun(courier);
    await tell(courier, 'start', fact({ runId: waiting.id }));
    await move(run, { courierId: other.id });
    expect(await statusOf(run.id)).toBe('closed');
    const now = await runOf(courier);
    expect([now.id, now.status]).toEqual([waiting.id, 'active']);
  });

  it('keeps an active run whose last parcel goes to the pool, until the box is back or missing', async () => {
    for (const isBack of [true, false]) {
      const courier = await newCourier();
      const run = await releasedRun(courier);
      const { tasks } = await loadAndStart(courier);
      await move(run);
      const now = await runOf(courier);
      expect([now.id, now.status]).toEqual([run.id, 'active']);
      expect(now.tasks).toMatchObject([{ status: 'moved', recalled: true }]);
      if (isBack) await tell(courier, 'return', fact({ taskIds: tasks.map(({ id }) => id) }));
      await tell(courier, 'close', fact({ runId: run.id }));
      expect(await statusOf(run.id)).toBe('closed');
      expect((await runOf(courier)).tasks).toMatchObject([{ status: isBack ? 'returned' : 'missing' }]);
    }
  });

  it('keeps an emptied run that is being loaded: it may have left already', async () => {
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await tell(courier, 'load', fact({ taskIds: (await runOf(courier)).tasks.map(({ id }) => id) }));
    await move(run);
    expect(await statusOf(run.id)).toBe('released');
    expect((await runOf(courier)).id).toBe(run.id);
  });

  it('never shows a plan, which stays when it is emptied', async () => {
    const courier = await newCourier();
    const { id: shipmentId } = await server.parcel();
    const input = { day: 'today', name: 'Plan', courierId: courier.id, shipmentIds: [shipmentId] };
    const plan = (await server.call('runAdmin.create', input, asManager)).data;
    await move(plan);
    expect(await statusOf(plan.id)).toBe('planned');
  });
});

/** A transaction of somebody else that locks what it names, and can change it before it ends. */
async function rival(text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query('begin');
  await client.query(text, values);
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return {
    /** Once something waits for it, or these calls did not. */
    hold: (calls: Promise<unknown>) =>
      Promise.race([
        calls,
        until('something waits for the lock', async () => (await server.query(waiting)).length > 0),
      ]),
    query: (more: string, params: unknown[]) => client.query(more, params),
    async end(how: 'commit' | 'rollback') {
      await client.query(how);
      await client.end();
    },
  };
}

describe('a run that waits', () => {
  const statusOf = async (id: string) => (await deskRun(id)).status;

  it('stays cancelled if the desk cancels it while the active one is being closed', async () => {
    const courier = await newCourier();
    const active = await releasedRun(courier);
    await loadAndStart(courier);
    const waiting = await releasedRun(courier);
    await tell(courier, 'start', fact({ runId: waiting.id }));
    const desk = await rival(`update runs set status = 'cancelled', closed_at = now() where id = $1`, [waiting.id]);
    const closing = tell(courier, 'close', fact({ runId: active.id }));
    await desk.hold(closing);
    await desk.end('commit');
    await closing;
    expect([await statusOf(active.id), await statusOf(waiting.id)]).toEqual(['closed', 'cancelled']);
  });

  it('becomes active if it is started while the active one is being closed', async () => {
    const courier = await newCourier();
    const active = await releasedRun(courier);
    await loadAndStart(courier);
    const next = await releasedRun(courier);
    const desk = await rival(`update runs set status = 'closed', closed_at = now() where id = $1`, [active.id]);
    const starting = tell(courier, 'start', fact({ runId: next.id }));
    await desk.hold(starting);
    await desk.end('commit');
    await starting;
    expect(await statusOf(next.id)).toBe('active');
  });
});

describe('the door of a stop', () => {
  const doorsOf = (runId: string) =>
    server.query('select place, name, phone, address from run_stops where run_id = $1 order by sequence', [runId]);
  const erased = { place: '', name: '', phone: '', address: '' };

  it('is erased after the days of proofs, and with its shipment once the run has ended', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, { shipTo: 'Storgatan 2, Oslo' }]);
    await loadAndStart(courier);
    await server.call('shipmentAdmin.deleteShipment', { id: shipments[1]?.id }, asManager);
    const before = await doorsOf(id);
    await tidyProofs(server.services);
    expect(await doorsOf(id)).toEqual(before);
    await tell(courier, 'close', fact({ runId: id }));
    await tidyProofs(server.services);
    expect(await doorsOf(id)).toEqual([before[0], erased]);
    await server.query(`update runs set closed_at = now() - interval '181 days' where id = $1`, [id]);
    await tidyProofs(server.services);
    expect(await doorsOf(id)).toEqual([erased, erased]);
    const { stops } = await deskRun(id);
    expect(stops.map(({ name, tasks }) => [name, tasks.length])).toEqual([
      ['', 1],
      ['', 1],
    ]);
  });

  it('is not read by a courier who is a party, if the parcel was moved before the release', async () => {
    const [party, other] = [await newCourier(), await newCourier()];
    const [own, theirs] = [await server.parcel({ shipTo: 'Own Street 1' }), await server.parcel()];
    await server.query('update shipments set sender_id = $2 where id = $1', [own.id, party.id]);
    const input = { day: 'today', name: 'Plan', courierId: party.id, shipmentIds: [own.id, theirs.id] };
    const plan = (await server.call('runAdmin.create', input, asManager)).data;
    const { stops } = await deskRun(plan.id);
    const taskIds = stops.flatMap(({ tasks }) =>
      tasks.filter((task) => task.shipmentId === own.id).map(({ id }) => id),
    );
    const { data: after } = await server.call('runAdmin.move', { ...plan, taskIds, courierId: other.id }, asManager);
    await server.call('runAdmin.release', after, asManager);
    const seen = await server.call('courier.getRun', { id: 'current' }, { as: party });
    expect(seen.data?.stops.flatMap(({ tasks }) => tasks.map(({ trackingId }) => trackingId))).toEqual([
      theirs.trackingId,
    ]);
    expect(seen.body).not.toContain('Own Street');
    expect((await deskRun(plan.id)).exceptions).toEqual([]);
  });
});

describe('what locks several rows', () => {
  it('locks the shipments of an account in the order of their ids, whatever the order on disk', async () => {
    const person = await server.person();
    const parcels = [await server.parcel(), await server.parcel()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [low, high] = parcels.map(({ id }) => id);
    // The lower one is a receiver's, and was written last.
    await server.query('update shipments set sender_id = $2 where id = $1', [high, person.id]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [low, person.id]);
    const other = await rival('select 1 from shipments where id = $1 for update', [low]);
    const deletion = server.call('userAdmin.deleteUser', { id: person.id }, asManager);
    await other.hold(deletion);
    await other.query('select 1 from shipments where id = $1 for update nowait', [high]);
    await other.end('rollback');
    expect((await deletion).outcome).toBe('ok');
  });
});

it('the phone names the next run of today and what it loads, before the first is closed', async () => {
  const courier = await newCourier();
  const [first, second] = [await releasedRun(courier), await releasedRun(courier, [{}, { shipTo: 'Storgatan 2' }])];
  await loadAndStart(courier);
  const phone = async () => {
    const { id, next } = await runOf(courier);
    return { id, next: next?.parcels.map(({ trackingId }) => trackingId).toSorted() };
  };
  const loads = second.shipments.map(({ trackingId }) => trackingId).toSorted();
  expect(await phone()).toEqual({ id: first.id, next: loads });
  expect((await runOf(courier)).next?.name).toBe('Centre');
  // A run of another day, or of another courier, is nothing for today.
  await setDay(second.id, tomorrow);
  expect((await phone()).next).toBeUndefined();
  expect((await server.call('courier.getRun', { id: 'current' }, { as: await newCourier() })).data).toBeNull();
  await setDay(second.id, today);
  const [task] = (await runOf(courier)).tasks;
  await tell(courier, 'return', fact({ taskIds: [task?.id] }));
  await tell(courier, 'close', fact({ runId: first.id }));
  expect(await phone()).toEqual({ id: second.id, next: undefined });
});
