/** What couriers’ phones show and report: late, twice, without a network, and with wrong clocks. */
import { randomUUID } from 'node:crypto';
import { parcelNumbersIn } from '../../../src/domain/runs/count-parcels.ts';
import type { CourierRun } from '../../../src/domain/runs/views.ts';
import type { Person } from '../../support/test-server.ts';
import { type Act, attempt, pickOf, type Report, runOf, type World } from '../world.ts';

const HOUR_MS = 3_600_000;
const NOT_DELIVERED = [
  'consignee_not_home',
  'consignee_refused',
  'couldnt_pay',
  'consignee_incorrect_address',
  'carrier_damaged_parcel',
  'carrier_parcel_lost',
];

type Kind = 'load' | 'start' | 'visit' | 'return' | 'close' | 'collect' | 'handIn';

async function send(world: World, report: Report): Promise<void> {
  const { as, name, input } = report;
  if (await attempt(world, name, input, { as })) world.facts.push(report);
}

/** Sends a report of a phone, or keeps it until there is a network. It may be sent again. */
async function report(world: World, as: Person, kind: Kind, input: object): Promise<void> {
  const fact = { as, name: `courier.${kind}` as const, input: { id: randomUUID(), runVersion: 1, ...input } };
  const offline = world.offline.get(as.id);
  if (offline) offline.unsent.push(fact);
  else await send(world, fact);
}

const tasksIn = ({ stops }: CourierRun) =>
  stops.flatMap((stop) => stop.tasks.map((task) => ({ ...task, stopId: stop.id })));

/** Does it with what a courier’s phone shows, if it shows a run. */
const onPhone =
  (act: (world: World, phone: { courier: Person; run: CourierRun; drawn: number }) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const courier = pickOf(world.couriers, which);
    if (!courier) return;
    const offline = world.offline.get(courier.id);
    const run = offline ? offline.run : await runOf(world, courier);
    if (run) await act(world, { courier, run, drawn: drawn });
  };

/** When a phone says that something was, if its clock is hours off, or it says nothing. */
const timeOn = (drawn: number) =>
  drawn % 4 === 0 ? { occurredAt: new Date(Date.now() + ((drawn % 7) - 4) * HOUR_MS).toISOString() } : {};

export const COURIER_ACTS: Record<string, Act> = {
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
    await report(world, courier, 'visit', { stopId: task.stopId, outcomes, ...timeOn(drawn), ...more });
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
  async 'a phone sends a report again'(world, which) {
    const one = pickOf(world.facts, which);
    if (!one) return;
    await world.server.query('delete from idempotency_keys');
    await attempt(world, one.name, one.input, { as: one.as });
  },
  async 'a phone loses its network'(world, which) {
    const courier = pickOf(world.couriers, which);
    if (!courier || world.offline.has(courier.id)) return;
    world.offline.set(courier.id, { run: await runOf(world, courier), unsent: [] });
  },
  async 'a phone finds a network'(world, which) {
    const courier = pickOf(world.couriers, which);
    const { unsent = [] } = world.offline.get(courier?.id ?? '') ?? {};
    world.offline.delete(courier?.id ?? '');
    for (const one of unsent) await send(world, one);
  },
};
