import { describe, expect, it } from 'vitest';
import { formatOccurrence } from '../../src/domain/dates.ts';
import { needsDecision } from '../../src/domain/next-step.ts';
import { canBeInRun } from '../../src/domain/runs/manage.ts';
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-status.ts';
import { backdate } from '../support/backdate.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const acts = courierDay(server, manager);
const { newCourier, releasedRun, tell, loadAndStart, visit } = acts;
const { runOf, statusOf, mailsAbout, exceptionsOf, deskRun, shipmentOf } = acts;

describe('a day', () => {
  it('goes from the pool to the close, and everyone sees it', async () => {
    const courier = await newCourier();
    const door = { shipTo: 'Storgatan 2, Oslo', receiverPhone: '+47 22 33 44 55' };
    const run = await releasedRun(courier, [door, { ...door, shipTo: 'STORGATAN 2,  Oslo' }, {}]);
    const [first, second, third] = run.shipments;
    const seen = await runOf(courier);
    expect(seen.stops.map(({ tasks }) => tasks.length)).toEqual([2, 1]);
    const [a, b, c] = seen.tasks;
    await tell(courier, 'load', fact({ taskIds: [a?.id, b?.id, c?.id] }));
    await tell(courier, 'start', fact({ runId: seen.id }));
    expect(await statusOf(first?.id ?? '')).toEqual({ status: 'delivery' });
    expect(await mailsAbout(first?.id ?? '', 'status-changed')).toHaveLength(2);

    const outcomes = [a, b].map((task) => ({ taskId: task?.id, ...DELIVERED }));
    await tell(courier, 'visit', fact({ stopId: a?.stopId, outcomes, recipient: 'Elin', proofs: [] }));
    await visit(courier, c, NOT_HOME);
    expect(await statusOf(third?.id ?? '')).toEqual({ status: 'delivery' });
    expect(await mailsAbout(third?.id ?? '', 'delivery-attempted')).toHaveLength(2);
    await tell(courier, 'return', fact({ taskIds: [c?.id] }));
    await tell(courier, 'close', fact({ runId: seen.id }));

    const statuses = await Promise.all(run.shipments.map(({ id }) => statusOf(id)));
    expect(statuses).toEqual([{ status: 'delivered' }, { status: 'delivered' }, { status: 'held' }]);
    // Out for delivery, then attempted: that it is back says nothing new.
    expect(await mailsAbout(third?.id ?? '', 'status-changed')).toHaveLength(2);
    const details = await deskRun(seen.id);
    expect(details.status).toBe('closed');
    expect(details.progress).toMatchObject({ delivered: 2, returned: 1, open: 0, exceptions: 0 });
    const managed = await shipmentOf(second?.id);
    expect(managed.activity.map(({ comment }) => comment)).toEqual([
      'Label created',
      'Loaded for delivery',
      'Out for delivery',
      'Delivered to the recipient',
    ]);
    expect(managed.visits).toMatchObject([{ result: 'delivered', recipient: 'Elin', corrected: false }]);
  });

  it('leaves what was not loaded behind, in the pool, and finds what is missing at the close', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}]);
    const run = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: [run.tasks[0]?.id] }));
    await tell(courier, 'start', fact({ runId: id }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['loaded', 'left']);
    expect((await deskRun(id)).progress).toMatchObject({ stops: 1, tasks: 1, open: 1, left: 1 });
    const pool = (await server.call('runAdmin.pool', { page: {} }, asManager)).data;
    expect(pool.data.map((one) => one.id)).toContain(shipments[1]?.id);
    expect(pool.data.map((one) => one.id)).not.toContain(shipments[0]?.id);
    // What comes back into the run is one parcel, not two.
    const { version } = await deskRun(id);
    await server.call('runAdmin.add', { id, version, shipmentIds: [shipments[1]?.id] }, asManager);
    const { progress } = await deskRun(id);
    expect(progress).toMatchObject({ stops: 1, tasks: 2, open: 2, loaded: 1 });
    await tell(courier, 'close', fact({ runId: id }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['missing', 'left', 'left']);
    expect(await exceptionsOf(id)).toEqual(['missing-parcel']);
  });
});

it.each(SHIPMENT_STATUSES)('a shipment that is %s is in the pool if it can be in a run', async (status) => {
  const [courier, { id }] = [await newCourier(), await server.parcel()];
  await server.call('shipmentAdmin.updateShipment', { id, status }, asManager);
  const { data } = (await server.call('runAdmin.pool', { page: {} }, asManager)).data;
  const input = { day: 'today', name: 'Next', courierId: courier.id, shipmentIds: [id], despite: [id] };
  const { outcome } = await server.call('runAdmin.create', input, asManager);
  expect(data.some((row) => row.id === id)).toBe(outcome === 'ok');
  expect(outcome === 'ok').toBe(canBeInRun({ status }));
});

it('a manager sees in the pool what came of the last try, and what needs a decision before the next', async () => {
  const courier = await newCourier();
  const { id, shipments } = await releasedRun(courier, [{}, { shipTo: 'A' }, { shipTo: 'B' }, { shipTo: 'C' }]);
  const runNow = async () => (await shipmentOf(shipments[0]?.id)).run;
  expect(await runNow()).toMatchObject({ id, courier: expect.any(String) });
  const [refused, home, lost, fresh] = (await loadAndStart(courier)).tasks;
  for (const [task, reason] of [
    [refused, 'consignee_not_home'],
    [refused, 'consignee_refused'],
    [home, 'consignee_not_home'],
  ] as const) {
    await visit(courier, task, { result: 'failed', reason });
  }
  await tell(courier, 'return', fact({ taskIds: [refused, home, fresh].map((task) => task?.id) }));
  await tell(courier, 'close', fact({ runId: id }));
  expect((await runOf(courier)).tasks.find((task) => task.id === lost?.id)?.status).toBe('missing');

  expect(await runNow()).toBeUndefined();
  const pool = await server.call('runAdmin.pool', { page: {} }, asManager);
  const lastOf = (one: { id: string } | undefined) => pool.data.data.find((row) => row.id === one?.id);
  const [asRefused, asHome, asLost, asFresh] = shipments.map(lastOf);
  expect(asRefused?.lastAttempt?.reason).toBe('consignee_refused');
  expect(asHome?.lastAttempt?.reason).toBe('consignee_not_home');
  expect(asLost).toMatchObject({ nextStep: { kind: 'desk', reason: 'Missing' } });
  expect(asFresh).not.toHaveProperty('lastAttempt');
  expect(asFresh).not.toHaveProperty('nextStep');
  const decisions = [asRefused, asHome, asLost, asFresh].map((row) => row && needsDecision(row));
  expect(decisions).toEqual([true, false, true, false]);
});

it('a second run that is started while another is active waits for its end', async () => {
  const courier = await newCourier();
  const first = await releasedRun(courier);
  await loadAndStart(courier);
  const second = await releasedRun(courier);
  const [task] = (await server.call('courier.getRun', { id: second.id }, { as: courier })).data?.stops[0]?.tasks ?? [];
  await tell(courier, 'load', fact({ taskIds: [task?.id] }));
  await tell(courier, 'start', fact({ runId: second.id }));
  expect((await runOf(courier)).id).toBe(first.id);
  expect(await exceptionsOf(second.id)).toEqual(['second-run']);
  expect(await statusOf(second.shipments[0]?.id ?? '')).toEqual({ status: 'delivery' });
  await tell(courier, 'close', fact({ runId: first.id }));
  const now = await runOf(courier);
  expect([now.id, now.status]).toEqual([second.id, 'active']);
});

describe('the time of a report', () => {
  it('of a clock that is off by three hours is a range, and an exception says so', async () => {
    const courier = await newCourier();
    const run = await releasedRun(courier, [{}, {}]);
    const { tasks } = await loadAndStart(courier);
    // All before the phone was last heard.
    await server.query(`update activities set occurred_at = now() - interval '9 hours' where shipment_id = any($1)`, [
      run.shipments.map(({ id }) => id),
    ]);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const at = async (index: number, occurredAt: string) => {
      await visit(courier, tasks[index], DELIVERED, { occurredAt, notBefore: inHours(-2) });
    };
    await at(0, inHours(3));
    await at(1, inHours(-5));
    const { exceptions, stops, lastHeardAt } = await deskRun(run.id);
    expect(exceptions.map(({ kind }) => kind)).toEqual(['clock-uncertain', 'clock-uncertain']);
    const visits = stops.flatMap((stop) => stop.tasks.flatMap((task) => task.visits));
    expect(visits).toHaveLength(2);
    for (const visit of visits) {
      expect(Date.parse(visit.earliestAt ?? '')).toBeCloseTo(Date.parse(inHours(-2)), -5);
      expect(visit.occurredAt).toBe(visit.earliestAt);
      expect(formatOccurrence(visit)).toMatch(/\bbetween /i);
    }
    // When it was received is certain, whatever the phone says.
    expect(Math.abs(Date.parse(lastHeardAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('is its own past midnight and through the change to summer time, and the run stays that of its day', async () => {
    const courier = await newCourier();
    const day = '2026-03-28';
    const shipments = [await server.parcel(), await server.parcel({ shipTo: 'Kungsgatan 1' })];
    await server.query(
      `update activities set created_at = '2026-03-27', occurred_at = '2026-03-27' where shipment_id = any($1)`,
      [shipments.map(({ id }) => id)],
    );
    const plan = { day, name: 'Night', courierId: courier.id, shipmentIds: shipments.map(({ id }) => id) };
    const { id, version } = (await server.call('runAdmin.create', plan, asManager)).data;
    await server.call('runAdmin.release', { id, version }, asManager);
    await backdate(server, id, '1 year');
    const night = await runOf(courier);
    const [one, two] = night.tasks;
    expect((await deskRun(id)).lastHeardAt).toBeNull();
    const when = (occurredAt: string) => ({ occurredAt });
    await tell(courier, 'load', fact({ taskIds: [one?.id, two?.id], ...when('2026-03-28T22:30:00.000Z') }));
    await tell(courier, 'start', fact({ runId: id, ...when('2026-03-28T22:40:00.000Z') }));
    // Two minutes apart, although the clock on the wall says 01:59 and 03:01.
    const [before, after] = ['2026-03-29T00:59:00.000Z', '2026-03-29T01:01:00.000Z'];
    await visit(courier, one, DELIVERED, when(before));
    await visit(courier, two, DELIVERED, when(after));

    expect(await runOf(courier)).toMatchObject({ id, day, status: 'active' });
    const boardOf = async (on: string) =>
      (await server.call('runAdmin.list', { day: on }, asManager)).data.runs.map((run) => run.id);
    expect(await boardOf('today')).toContain(id);
    await tell(courier, 'close', fact({ runId: id, ...when('2026-03-29T02:00:00.000Z') }));
    expect(await boardOf('today')).not.toContain(id);
    expect(await boardOf(day)).toContain(id);
    const { stops, exceptions } = await deskRun(id);
    const times = stops.flatMap((stop) =>
      stop.tasks.flatMap((task) => task.visits.map(({ occurredAt }) => occurredAt)),
    );
    expect(times).toEqual([before, after]);
    expect(exceptions).toEqual([]);
  });
});
