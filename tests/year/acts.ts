/** What people do, in any order. None of these knows a rule: who tries what can’t be done is told so. */
import { randomUUID } from 'node:crypto';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { parcelNumbersIn } from '../../src/domain/runs/count-parcels.ts';
import type { CourierRun } from '../../src/domain/runs/views.ts';
import { backdate } from '../support/backdate.ts';
import { shops, v1Parcel, v1Pickup } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { attempt, type MadeParcel, pickOf, runOf, type World } from './world.ts';

type Act = (world: World, drawn: number) => Promise<void>;

const today = ({ server }: World) => dayIn(server.environment.TIME_ZONE, new Date());
const NOT_DELIVERED = ['consignee_not_home', 'consignee_refused', 'couldnt_pay', 'consignee_incorrect_address'];
const TIMES = { from: '00:00', until: '23:59' };

/** An answer of the REST interface, which fails only with a sentence. */
async function askV1(world: World, key: string, url: string, payload?: object) {
  const answer = await shops(world.server).ask<Record<string, string>>(
    key,
    url,
    payload && { method: 'POST', payload },
  );
  world.log.push(`${url} ${JSON.stringify(payload)}: ${answer.status}`);
  if (answer.status >= 500) throw new Error(`${url}: ${answer.text}`);
  return answer;
}

const courierOf = (world: World, drawn: number): Person => pickOf(world.couriers, drawn) ?? world.manager;

/** Sends a report of a phone, and keeps it: it may be sent again. */
async function report(
  world: World,
  as: Person,
  kind: 'load' | 'start' | 'visit' | 'return' | 'close' | 'collect' | 'handIn',
  input: object,
) {
  const fact = { id: randomUUID(), runVersion: 1, ...input };
  const name = `courier.${kind}` as const;
  if (await attempt(world, name, fact, { as })) world.facts.push({ as, name, input: fact });
}

const tasksIn = ({ stops }: CourierRun) =>
  stops.flatMap((stop) => stop.tasks.map((task) => ({ ...task, stopId: stop.id })));

/** Does it with what a courier’s phone shows, if it shows a run. */
const onPhone =
  (act: (world: World, phone: { courier: Person; run: CourierRun; drawn: number }) => Promise<void>): Act =>
  async (world, drawn) => {
    const courier = courierOf(world, drawn);
    const run = await runOf(world, courier);
    if (run) await act(world, { courier, run, drawn: Math.floor(drawn / world.couriers.length) });
  };

const codesOf = async ({ server, manager }: World, { id }: MadeParcel) =>
  (await server.call('shipmentAdmin.showCodes', { id }, { as: manager })).data;

/** Lets the receiver of a parcel act with the private code that an email brought. */
const asReceiver =
  (act: (world: World, parcel: MadeParcel, headers: Record<string, string>, drawn: number) => Promise<void>): Act =>
  async (world, drawn) => {
    const parcel = pickOf(world.parcels, drawn);
    if (!parcel) return;
    const { receiverCode: code } = await codesOf(world, parcel);
    const input = { id: parcel.id, code };
    const { data } = await world.server.call('shipment.verifyShipmentCode', input, {
      address: world.server.newAddress(),
    });
    await act(world, parcel, { 'x-shipment-grant': data.grant }, Math.floor(drawn / world.parcels.length));
  };

async function scan(world: World, parcel: MadeParcel | undefined, input: object): Promise<void> {
  if (!parcel) return;
  const scanId = randomUUID();
  const { trackingId } = parcel;
  await attempt(world, 'deskAdmin.scan', { scans: [{ scanId, trackingId, ...input }] }, { as: world.manager });
  world.scans.push({ scanId, trackingId });
}

export const ACTS: Record<string, Act> = {
  async 'a shop orders'(world, drawn) {
    const shop = pickOf(world.shops, drawn);
    if (!shop) return;
    const count = 1 + (drawn % 3);
    const cod = drawn % 4 === 0 ? { cod: 20 } : {};
    const { body, status } = await askV1(world, shop.key, '/v1/shipments', v1Parcel({ parcels: count, ...cod }));
    if (status === 201) world.parcels.push({ id: String(body.id), trackingId: String(body.tracking_id), count, shop });
  },
  async 'the desk makes one'(world, drawn) {
    const count = 1 + (drawn % 2);
    const { id, trackingId } = await world.server.parcel({ parcels: count, receiverEmail: `r${drawn}@example.com` });
    world.parcels.push({ id, trackingId, count, shop: null });
  },
  async 'a shop asks for a courier'(world, drawn) {
    const shop = pickOf(world.shops, drawn);
    if (!shop) return;
    const pickup = v1Pickup({ day: today(world), ...TIMES, parcels: 1 + (drawn % 3) });
    const { body, status } = await askV1(world, shop.key, '/v1/pickups', pickup);
    if (status === 201) world.pickups.push(String(body.id));
  },
  async 'a shop cancels'(world, drawn) {
    const parcel = pickOf(world.parcels, drawn);
    if (parcel?.shop) await askV1(world, parcel.shop.key, `/v1/shipments/${parcel.id}/cancel`, {});
  },
  async 'the desk receives'(world, drawn) {
    await scan(world, pickOf(world.parcels, drawn), { act: 'receive', address: `Shelf ${drawn % 3}` });
  },
  async 'the desk takes a scan back'(world, drawn) {
    const one = pickOf(world.scans, drawn);
    const parcel = world.parcels.find(({ trackingId }) => trackingId === one?.trackingId);
    await scan(world, parcel, { act: 'undo', undoes: one?.scanId });
  },
  async 'the desk scans into a run'(world, drawn) {
    await scan(world, pickOf(world.parcels, drawn), {
      act: 'run',
      runId: pickOf(world.runs, drawn),
      despite: drawn % 2 === 0,
    });
  },
  async 'the desk makes a run'(world, drawn) {
    const courier = courierOf(world, drawn);
    const input = { day: 'today', name: `Run ${world.runs.length + 1}`, courierId: courier.id, shipmentIds: [] };
    const { data } = await world.server.call('runAdmin.create', input, { as: world.manager });
    world.runs.push(data.id);
  },
  async 'the desk fills a run'(world, drawn) {
    const id = pickOf(world.runs, drawn);
    if (!id) return;
    const pool = (await world.server.call('runAdmin.pool', { page: {} }, { as: world.manager })).data;
    const own = pool.data.filter((one) => world.parcels.some((parcel) => parcel.id === one.id));
    const { version } = (await world.server.call('runAdmin.get', { id }, { as: world.manager })).data;
    const shipmentIds = own.slice(0, 3).map((one) => one.id);
    const despite = drawn % 3 === 0 ? shipmentIds : [];
    if (shipmentIds.length > 0)
      await attempt(world, 'runAdmin.add', { id, version, shipmentIds, despite }, { as: world.manager });
    const waiting = pool.collections?.find((one) => world.pickups.includes(one.id));
    if (waiting) await attempt(world, 'pickupAdmin.plan', { id: waiting.id, runId: id }, { as: world.manager });
  },
  async 'the desk releases a run'(world, drawn) {
    const id = pickOf(world.runs, drawn);
    if (!id) return;
    const { version } = (await world.server.call('runAdmin.get', { id }, { as: world.manager })).data;
    if (await attempt(world, 'runAdmin.release', { id, version }, { as: world.manager }))
      await backdate(world.server, id);
  },
  async 'the desk moves a run'(world, drawn) {
    const id = pickOf(world.runs, drawn);
    if (!id) return;
    const { version } = (await world.server.call('runAdmin.get', { id }, { as: world.manager })).data;
    const courierId = drawn % 2 === 0 ? courierOf(world, drawn).id : undefined;
    await attempt(world, 'runAdmin.move', { id, version, ...(courierId && { courierId }) }, { as: world.manager });
  },
  async 'the desk counts cash'(world, drawn) {
    const runId = pickOf(world.runs, drawn);
    if (!runId) return;
    const { cash } = (await world.server.call('runAdmin.get', { id: runId }, { as: world.manager })).data;
    const seen = cash?.open;
    if (seen) await attempt(world, 'runAdmin.countCash', { runId, seen, ...seen }, { as: world.manager });
  },
  'a courier loads': onPhone(async (world, { courier, run, drawn }) => {
    const tasks = tasksIn(run).filter(({ status }) => status === 'assigned');
    const some = drawn % 2 === 0 ? tasks : tasks.slice(0, 1);
    if (some.length > 0) await report(world, courier, 'load', { taskIds: some.map(({ id }) => id) });
  }),
  'a courier loads one of several': onPhone(async (world, { courier, run, drawn }) => {
    const task = pickOf(
      tasksIn(run).filter(({ parcels = 1 }) => parcels > 1),
      drawn,
    );
    if (task)
      await report(world, courier, 'load', { taskIds: [task.id], parcels: [1 + (drawn % (task.parcels ?? 1))] });
  }),
  'a courier starts': onPhone(async (world, { courier, run }) => {
    await report(world, courier, 'start', { runId: run.id });
  }),
  'a courier visits': onPhone(async (world, { courier, run, drawn }) => {
    const task = pickOf(
      tasksIn(run).filter(({ status }) => status === 'loaded'),
      drawn,
    );
    if (!task) return;
    const isDelivered = drawn % 3 !== 0;
    const outcome = isDelivered
      ? { result: 'delivered', method: drawn % 2 === 0 ? 'recipient' : 'neighbour' }
      : { result: 'failed', reason: pickOf(NOT_DELIVERED, drawn) };
    const payments = isDelivered && task.cod ? [{ taskId: task.id, method: 'cash', amount: task.cod }] : [];
    const outcomes = [{ taskId: task.id, ...outcome }];
    const more = { ...(payments.length > 0 && { payments }), proofs: [], recipient: 'Kim' };
    await report(world, courier, 'visit', { stopId: task.stopId, outcomes, ...more });
  }),
  'a courier corrects a delivery': onPhone(async (world, { courier, run, drawn }) => {
    const task = pickOf(
      tasksIn(run).filter(({ status }) => status === 'delivered'),
      drawn,
    );
    const last = task?.outcomes.at(-1);
    if (!task || !last) return;
    const outcome = { taskId: task.id, result: 'failed', reason: 'consignee_not_home', supersedes: last.visitId };
    await report(world, courier, 'visit', { stopId: task.stopId, outcomes: [outcome], proofs: [] });
  }),
  'a courier collects': onPhone(async (world, { courier, run, drawn }) => {
    const doors = run.stops.flatMap(({ id, collections = [] }) => collections.map((one) => ({ ...one, stopId: id })));
    const door = pickOf(
      doors.filter(({ status }) => status === 'open' || status === 'collected'),
      drawn,
    );
    if (!door) return;
    const at = new Date().toISOString();
    const taken = door.waiting.slice(0, 1 + (drawn % 3));
    const parcels = taken.map(({ trackingId, numbers }) => {
      const pieces = drawn % 2 === 0 ? numbers?.slice(0, 1) : numbers;
      return { trackingId, at, by: 'scan', ...(pieces && { pieces }) };
    });
    const result = parcels.length > 0 ? { result: 'collected' } : { result: 'failed', reason: 'nothing_there' };
    const input = {
      stopId: door.stopId,
      collectionId: door.id,
      parcels,
      ...result,
      unlabelled: 0,
      left: [],
      proofs: [],
    };
    await report(world, courier, 'collect', input);
  }),
  'a courier hands in': onPhone(async (world, { courier, run }) => {
    await report(world, courier, 'handIn', { runId: run.id });
  }),
  'a courier brings back': onPhone(async (world, { courier, run, drawn }) => {
    const task = pickOf(
      tasksIn(run).filter(({ status, loadedParcels = 0 }) => status === 'loaded' || loadedParcels !== 0),
      drawn,
    );
    if (!task) return;
    const numbers = parcelNumbersIn(task.loadedParcels);
    const parcels = (task.parcels ?? 1) > 1 && drawn % 2 === 0 ? { parcels: numbers.slice(0, 1) } : {};
    await report(world, courier, 'return', { taskIds: [task.id], ...(parcels.parcels?.length === 0 ? {} : parcels) });
  }),
  'a courier closes': onPhone(async (world, { courier, run }) => {
    const cash = run.cash?.collected;
    await report(world, courier, 'close', { runId: run.id, ...(cash && { cash }) });
  }),
  async 'a phone sends a report again'(world, drawn) {
    const one = pickOf(world.facts, drawn);
    if (!one) return;
    await world.server.query('delete from idempotency_keys');
    await attempt(world, one.name, one.input, { as: one.as });
  },
  'a receiver chooses': asReceiver(async (world, { id }, headers, drawn) => {
    const day = shiftDay(today(world), 1 + (drawn % 5));
    const choices = [
      { kind: 'day', day },
      { kind: 'hold' },
      { kind: 'note', text: 'Knock' },
      { kind: 'neighbour', text: 'No. 7' },
    ];
    await attempt(world, 'choice.make', { id, choiceId: randomUUID(), ...pickOf(choices, drawn) }, { headers });
  }),
  'a receiver disputes': asReceiver(async (world, parcel, headers) => {
    const { receiverCode: code } = await codesOf(world, parcel);
    const isDone = await attempt(world, 'choice.dispute', { id: parcel.id }, { headers });
    const { receiverCode: now } = await codesOf(world, parcel);
    if (isDone && now !== code) world.endedCodes.push({ id: parcel.id, code });
  }),
};
