/** Receivers know where their parcel is on today's run, and when the courier may come. */
import { describe, expect, it } from 'vitest';
import { calibrateWindows } from '../../server/runs/tell-today.ts';
import type { Today } from '../../src/domain/shipment.ts';
import { courierDay, fact, NOT_HOME } from '../support/courier-day.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, runOf, tell, loadAndStart, visit } = courierDay(server, manager);

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const doors = (count: number) => Array.from({ length: count }, (_, index) => ({ shipTo: `Kungsgatan ${index + 1}` }));

async function grantFor(parcel: Parcel): Promise<Record<string, string>> {
  const input = { id: parcel.id, code: parcel.receiverCode };
  const { grant } = (await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() })).data;
  return { 'x-shipment-grant': grant };
}

async function todayOf(parcel: Parcel, options: { as?: Person; headers?: Record<string, string> } = {}) {
  const headers = options.as ? {} : (options.headers ?? (await grantFor(parcel)));
  const input = { trackingId: parcel.trackingId };
  const seen = (await server.call('shipment.getShipmentByTrackingId', input, { ...options, headers })).data;
  if (seen.access !== 'detailed') throw new Error('Not the details');
  return seen.today;
}

/** A run on its way, with its parcels in the order of their stops. */
async function underWay(stops: number) {
  const courier = await newCourier();
  const run = await releasedRun(courier, doors(stops));
  const { tasks } = await loadAndStart(courier);
  const parcels = tasks.map(({ trackingId }) => {
    const parcel = run.shipments.find((shipment) => shipment.trackingId === trackingId);
    if (!parcel) throw new Error('Not in the run');
    return parcel;
  });
  return { courier, run, tasks, parcels };
}

/** One every six minutes, the last one just now. */
async function visitFirst(
  count: number,
  { courier, tasks }: Pick<Awaited<ReturnType<typeof underWay>>, 'courier' | 'tasks'>,
) {
  for (const [index, task] of tasks.slice(0, count).entries()) {
    await visit(courier, task, undefined, { occurredAt: ago((count - 1 - index) * 6) });
  }
}

describe('a parcel on a run', () => {
  it('is on it from the release, and out for delivery from the start', async () => {
    const courier = await newCourier();
    const shipments = [await server.parcel(doors(1)[0]), await server.parcel({ shipTo: 'Storgatan 2' })];
    const [parcel] = shipments;
    if (!parcel) throw new Error('No parcel');
    const input = { day: 'today', name: 'North', courierId: courier.id, shipmentIds: shipments.map(({ id }) => id) };
    const planned = (await server.call('runAdmin.create', input, asManager)).data;
    expect(await todayOf(parcel)).toBeUndefined();
    await server.call('runAdmin.release', planned, asManager);
    const { day } = await runOf(courier);
    const onRun = { state: 'on-a-run', day, confirmedAt: expect.any(String) };
    expect(await todayOf(parcel)).toEqual(onRun);
    const atDesk = await server.call('shipmentAdmin.getShipment', { id: parcel.id }, asManager);
    expect(atDesk.data.today).toEqual(onRun);

    await loadAndStart(courier);
    const { tasks } = await runOf(courier);
    const before = tasks.findIndex(({ trackingId }) => trackingId === parcel.trackingId);
    expect(await todayOf(parcel)).toMatchObject({ state: 'out', day, stopsBefore: before });
    for (const task of tasks) await visit(courier, task, NOT_HOME);
    expect(await todayOf(parcel)).toEqual({ state: 'out', day, confirmedAt: expect.any(String) });
    await tell(courier, 'close', fact({ runId: planned.id }));
    expect(await todayOf(parcel)).toBeUndefined();
  });

  it('says so to its sender, its receiver and holders of a code, and to nobody else', async () => {
    const { parcels } = await underWay(2);
    const [, parcel] = parcels;
    if (!parcel) throw new Error('No parcel');
    const [sender, receiver] = [await server.signedIn(), await server.signedIn()];
    await server.query('update shipments set sender_id = $2, receiver_id = $3 where id = $1', [
      parcel.id,
      sender.id,
      receiver.id,
    ]);
    const out = expect.objectContaining({ state: 'out', stopsBefore: 1 });
    expect([
      await todayOf(parcel),
      await todayOf(parcel, { as: sender }),
      await todayOf(parcel, { as: receiver }),
    ]).toEqual([out, out, out]);

    const unverified = await server.signedIn({ verified: false });
    const other = await grantFor(await server.parcel());
    const strangers = [{}, { as: await server.signedIn() }, { as: unverified }, asManager, { headers: other }];
    for (const options of strangers) {
      const input = { trackingId: parcel.trackingId };
      const { body } = await server.call('shipment.getShipmentByTrackingId', input, options);
      expect(body).toContain('"access":"overview"');
      expect(body).not.toMatch(/today|stopsBefore|confirmedAt/);
    }
    const page = await server.request({ url: `/track/${parcel.trackingId}` });
    expect(page.body).not.toMatch(/stopsBefore|on-a-run/);
  });

  it('counts stops, not parcels, in the order that the desk gave them', async () => {
    const courier = await newCourier();
    const at = (shipTo: string) => ({ shipTo });
    const run = await releasedRun(courier, [at('Kungsgatan 1'), at('Kungsgatan 1'), at('Storgatan 9')]);
    const { stops } = await loadAndStart(courier);
    const last = run.shipments.find(({ trackingId }) =>
      stops.at(-1)?.tasks.some((task) => task.trackingId === trackingId),
    );
    if (!last) throw new Error('No parcel');
    expect(await todayOf(last)).toMatchObject({ stopsBefore: 1 });
    const { version } = (await server.call('runAdmin.get', { id: run.id }, asManager)).data;
    const stopIds = stops.map(({ id }) => id).reverse();
    await server.call('runAdmin.reorder', { id: run.id, version, stopIds }, asManager);
    expect(await todayOf(last)).toMatchObject({ stopsBefore: 0 });
  });
});

describe('a window', () => {
  const minutesUntil = (time: string | undefined) => (Date.parse(time ?? '') - Date.now()) / MINUTE;

  it('is shown from the fifth visit on', async () => {
    const day = await underWay(9);
    const last = day.parcels[8];
    if (!last) throw new Error('No parcel');
    await visitFirst(4, day);
    expect((await todayOf(last))?.from).toBeUndefined();
    await visit(day.courier, day.tasks[4], undefined, { occurredAt: ago(0) });
    const today: Today | undefined = await todayOf(last);
    expect(today?.stopsBefore).toBe(3);
    expect(minutesUntil(today?.from)).toBeLessThan(24);
    expect(minutesUntil(today?.to)).toBeGreaterThan(24);
    expect(minutesUntil(today?.to)).toBeLessThan(90);
    const { endsAt, stops } = (await server.call('runAdmin.get', { id: day.run.id }, asManager)).data;
    expect(minutesUntil(endsAt)).toBeGreaterThan(15);
    expect(minutesUntil(endsAt)).toBeLessThan(22);
    expect(stops.map(({ window }) => window?.from)).toEqual([...Array(5), ...Array(4).fill(expect.any(String))]);
    const { runs } = (await server.call('runAdmin.list', { day: 'today' }, asManager)).data;
    expect(runs.find(({ id }) => id === day.run.id)?.endsAt).toBe(endsAt);
  });

  it('is kept an hour before, with when the courier came', async () => {
    const day = await underWay(15);
    await visitFirst(5, day);
    const checks = () =>
      server.query<{ shipment_id: string; came: boolean; held: boolean }>(
        `select shipment_id, came_at is not null as came, came_at between shown_from and shown_to as held
         from eta_checks where run_id = $1 order by stops_before`,
        [day.run.id],
      );
    const kept = await checks();
    expect(kept.map(({ shipment_id }) => shipment_id)).toEqual(day.parcels.slice(11, 14).map(({ id }) => id));
    await visit(day.courier, day.tasks[12]);
    const [, came] = await checks();
    expect(came).toMatchObject({ came: true, held: false });
    expect((await checks()).filter((check) => check.came)).toHaveLength(1);
  });

  it('is not judged by a report that came later than the courier', async () => {
    const day = await underWay(15);
    await visitFirst(5, day);
    const judged = () =>
      server.query('select shipment_id from eta_checks where run_id = $1 order by stops_before', [day.run.id]);
    const before = await judged();
    await visit(day.courier, day.tasks[12], undefined, { occurredAt: ago(1) });
    const after = (await judged()).map(({ shipment_id }) => shipment_id);
    expect(after).not.toContain(day.parcels[12]?.id);
    expect(after).toEqual(expect.arrayContaining([before[0]?.shipment_id, before[2]?.shipment_id]));
  });

  it('is switched off while its record does not hold, and stops are still counted', async () => {
    const day = await underWay(9);
    const last = day.parcels[8];
    if (!last) throw new Error('No parcel');
    await visitFirst(5, day);
    const recordOf = async (late: string) => {
      await server.query('delete from eta_checks');
      await server.query(
        `insert into eta_checks (run_id, shipment_id, shown_at, shown_from, shown_to, last_visit, each, stops_before, came_at)
         select $1, gen.id, now(), now(), now(), now(), 360000, 9, now() + $2::interval
         from (select id from shipments order by id limit 60) gen`,
        [day.run.id, late],
      );
    };
    while ((await server.query('select id from shipments')).length < 60) await server.parcel();
    const record = async () => (await server.call('runAdmin.windows', undefined, asManager)).data;
    expect(await record()).toEqual({ share: null, checks: 0, isOn: true });
    await recordOf('5 hours');
    await calibrateWindows(server.services.db);
    expect(await record()).toEqual({ share: 0, checks: 60, isOn: false });
    expect(await todayOf(last)).toEqual({
      state: 'out',
      day: expect.any(String),
      stopsBefore: 3,
      confirmedAt: expect.any(String),
    });
    await recordOf('60 minutes');
    await calibrateWindows(server.services.db);
    expect(await record()).toEqual({ share: 1, checks: 60, isOn: true });
    expect((await todayOf(last))?.from).toBeDefined();
  });

  it('uses the pace of the courier’s earlier runs', async () => {
    const day = await underWay(6);
    await visitFirst(6, day);
    await tell(day.courier, 'close', fact({ runId: day.run.id }));
    const next = await releasedRun(day.courier, [{}]);
    await loadAndStart(day.courier);
    const [row] = await server.query<{ usual_pace: number }>('select usual_pace from runs where id = $1', [next.id]);
    expect(Math.round((row?.usual_pace ?? 0) / MINUTE)).toBe(6);
  });
});
