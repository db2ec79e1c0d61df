/** What the desk does: scans, runs, responses, and whom it lets in. */
import { randomUUID } from 'node:crypto';
import { shiftDay } from '../../../src/domain/day.ts';
import { NEXT_ACTS } from '../../../src/domain/next-step.ts';
import { backdate } from '../../support/backdate.ts';
import type { Person } from '../../support/test-server.ts';
import { type Act, ask, attempt, endRights, type MadeParcel, pickOf, today, type World } from '../world.ts';

const courierOf = (world: World, which: number): Person => pickOf(world.couriers, which) ?? world.manager;

async function scan(world: World, parcel: MadeParcel | undefined, input: object, as = world.manager): Promise<void> {
  if (!parcel) return;
  const scanId = randomUUID();
  const { trackingId } = parcel;
  await ask(world, 'deskAdmin.scan', { scans: [{ scanId, trackingId, ...input }] }, { as });
  world.scans.push({ scanId, trackingId });
}

/** Does something with a run, in the version that the desk sees. */
const withRun =
  (act: (world: World, run: { id: string; version: number }, drawn: number) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const id = pickOf(world.runs, which);
    if (!id) return;
    const { version } = (await world.server.call('runAdmin.get', { id }, { as: world.manager })).data;
    await act(world, { id, version }, drawn);
  };

const withParcel =
  (act: (world: World, parcel: MadeParcel, drawn: number) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const parcel = pickOf(world.parcels, which);
    if (parcel) await act(world, parcel, drawn);
  };

export const DESK_ACTS: Record<string, Act> = {
  async 'the desk makes one'(world, _, drawn) {
    const count = 1 + (drawn % 2);
    const receiverEmail = `r.${randomUUID()}@example.com`;
    const { id, trackingId } = await world.server.parcel({ parcels: count, receiverEmail });
    world.parcels.push({ id, trackingId, count, shop: null });
  },
  async 'the desk receives'(world, which, drawn) {
    await scan(world, pickOf(world.parcels, which), { act: 'receive', address: `Shelf ${drawn % 3}` });
  },
  async 'the desk takes a scan back'(world, which) {
    const one = pickOf(world.scans, which);
    const parcel = world.parcels.find(({ trackingId }) => trackingId === one?.trackingId);
    await scan(world, parcel, { act: 'undo', undoes: one?.scanId });
  },
  async 'the desk scans into a run'(world, which, drawn) {
    const runId = pickOf(world.runs, which);
    const despite = drawn % 2 === 0;
    await scan(world, pickOf(world.parcels, which), { act: 'run', runId, despite });
  },
  async 'the desk gives a parcel to who shows a code'(world, which) {
    const shown = pickOf(
      world.bearers.filter(({ kind }) => kind === 'qr'),
      which,
    );
    const parcel = world.parcels.find(({ id }) => id === shown?.id);
    await scan(world, parcel, { act: 'hand-over', code: shown?.value });
  },
  async 'the desk makes a run'(world, which, drawn) {
    const courier = courierOf(world, which);
    const day = drawn % 5 === 4 ? shiftDay(today(world), 1) : 'today';
    const input = { day, name: `Run ${world.runs.length + 1}`, courierId: courier.id, shipmentIds: [] };
    const made = await ask(world, 'runAdmin.create', input, { as: world.manager });
    if (made.outcome === 'ok') world.runs.push(made.data.id);
  },
  'the desk fills a run': withRun(async (world, run, drawn) => {
    const shipmentIds: string[] = [];
    for (const { id, trackingId } of world.parcels.slice(-3)) {
      const found = await ask(world, 'runAdmin.pool', { page: { q: trackingId } }, { as: world.manager });
      if (found.data.data.some((one) => one.id === id)) shipmentIds.push(id);
    }
    const pool = (await world.server.call('runAdmin.pool', { page: {} }, { as: world.manager })).data;
    const despite = drawn % 3 === 0 ? shipmentIds : [];
    if (shipmentIds.length > 0)
      await attempt(world, 'runAdmin.add', { ...run, shipmentIds, despite }, { as: world.manager });
    const waiting = pool.collections?.find((one) => world.pickups.includes(one.id));
    if (waiting) await attempt(world, 'pickupAdmin.plan', { id: waiting.id, runId: run.id }, { as: world.manager });
  }),
  'the desk releases a run': withRun(async (world, run) => {
    if (await attempt(world, 'runAdmin.release', run, { as: world.manager })) await backdate(world.server, run.id);
  }),
  'the desk moves a run': withRun(async (world, run, drawn) => {
    const courierId = drawn % 2 === 0 ? courierOf(world, drawn).id : undefined;
    await attempt(world, 'runAdmin.move', { ...run, ...(courierId && { courierId }) }, { as: world.manager });
  }),
  'the desk closes or cancels a run': withRun(async (world, run, drawn) => {
    await attempt(world, drawn % 2 === 0 ? 'runAdmin.close' : 'runAdmin.cancel', run, { as: world.manager });
  }),
  async 'the desk declines a pickup'(world, which) {
    const id = pickOf(world.pickups, which);
    if (id) await attempt(world, 'pickupAdmin.decline', { id, reason: 'No van' }, { as: world.dispatcher });
  },
  async 'the desk looks after a problem'(world, which) {
    const open = await ask(world, 'runAdmin.exceptions', { shipmentId: 'all' }, { as: world.dispatcher });
    const one = pickOf(open.data, which);
    if (one) await attempt(world, 'runAdmin.resolve', { id: one.id, note: 'Seen' }, { as: world.dispatcher });
  },
  'the desk answers a wish': withParcel(async (world, { id }, drawn) => {
    const { choices } = (await world.server.call('shipmentAdmin.getShipment', { id }, { as: world.manager })).data;
    const waiting = choices?.made.find(({ state }) => state === 'waiting' || state === 'counted');
    const answer = { id, choiceId: waiting?.id, take: drawn % 2 === 0 };
    if (waiting) await attempt(world, 'choiceAdmin.answerWish', answer, { as: world.dispatcher });
  }),
  'the desk decides for a sender': withParcel(async (world, { id }, drawn) => {
    const act = pickOf(NEXT_ACTS, drawn);
    const day = shiftDay(today(world), 1 + (drawn % 3));
    const address = act === 'another-address' ? { address: 'Kungsgatan 5, 411 19 Göteborg' } : {};
    const input = { id, decisionId: randomUUID(), act, day, ...address };
    await attempt(world, 'choiceAdmin.decide', input, { as: world.dispatcher });
  }),
  'the desk opens or locks choices': withParcel(async (world, { id }, drawn) => {
    await attempt(world, 'choiceAdmin.lock', { id, locked: drawn % 3 === 0 }, { as: world.manager });
  }),
  'the desk corrects whom a parcel is for': withParcel(async (world, { id }, drawn) => {
    const as = drawn % 2 === 0 ? world.manager : world.dispatcher;
    const email = `corrected.${randomUUID()}@example.com`;
    const change = drawn % 3 === 0 ? { phone: `+46 70 777 ${1000 + (drawn % 9000)}` } : { email };
    const input = { id, party: 'receiver', ...change };
    if (await attempt(world, 'shipmentAdmin.correctParty', input, { as })) endRights(world, id, 'receiver');
  }),
  'a manager sends a code that waits': withParcel(async (world, { id }) => {
    const seen = (await world.server.call('shipmentAdmin.getShipment', { id }, { as: world.manager })).data;
    const input = { id, party: 'receiver', email: seen.receiverEmail, phone: seen.receiverPhone };
    await attempt(world, 'shipmentAdmin.sendCode', input, { as: world.manager });
  }),
  'the desk asks for a code at the door': withParcel(async (world, { id }, drawn) => {
    const code = drawn % 2 === 0 ? 'required' : 'off';
    const proof = { photo: 'off', signature: 'off', name: 'off', code };
    await attempt(world, 'shipmentAdmin.setProof', { id, proof }, { as: world.manager });
  }),
  'the desk deletes a shipment': withParcel(async (world, parcel, drawn) => {
    if (drawn % 4 !== 0) return;
    const isDone = await attempt(world, 'shipmentAdmin.deleteShipment', { id: parcel.id }, { as: world.manager });
    if (!isDone) return;
    endRights(world, parcel.id, 'receiver');
    endRights(world, parcel.id, 'sender');
    world.parcels = world.parcels.filter((one) => one !== parcel);
  }),
  async 'a courier leaves or comes back'(world, which, drawn) {
    const id = courierOf(world, which).id;
    const name = drawn % 4 < 2 ? 'userAdmin.reactivateUser' : 'userAdmin.deactivateUser';
    await attempt(world, name, { id }, { as: world.manager });
    for (const courier of world.couriers) courier.token = await world.server.newSession(courier);
  },
  async 'a colleague gets another role'(world, _, drawn) {
    const roles = drawn % 2 === 0 ? ['dispatcher'] : ['dispatcher', 'courier'];
    await attempt(world, 'userAdmin.setRoles', { id: world.dispatcher.id, roles }, { as: world.manager });
    world.dispatcher.token = await world.server.newSession(world.dispatcher);
  },
};
