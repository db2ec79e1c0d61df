/** A day's parcels as a proposal for several couriers, and the runs that come of it. */
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { placeKeysOf } from '../../server/places/store/places.ts';
import { auditSentence } from '../../src/domain/audit.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { Point } from '../../src/domain/places/places.ts';
import type { RunPlan } from '../../src/domain/routing/plan.ts';
import { courierDay } from '../support/courier-day.ts';
import { shops, v1Pickup } from '../support/shop.ts';
import { parcelInput } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** Another script in the place of the search, or the real one. */
const finder = vi.hoisted(() => ({ script: '' }));
vi.mock(import('../../server/base/config/paths.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    get ROUTE_FINDER() {
      return finder.script || original.ROUTE_FINDER;
    },
  };
});

const DEPOT = { lat: 57.7, lng: 11.97 };
const server = await testServer({ environment: { DEPOT: '57.7,11.97' } });
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newShop, ask } = shops(server);
const { newCourier, releasedRun, deskRun } = courierDay(server, manager);

/** So many kilometres north of the depot. */
const north = (km: number): Point => ({ lat: DEPOT.lat + km / 111.195, lng: DEPOT.lng });

async function learn(address: string, { lat, lng }: Point): Promise<void> {
  const { key, streetKey, postcodeKey, house } = placeKeysOf(server.services.secrets, address);
  await server.query(
    `insert into places (key, street_key, postcode_key, house, lat, lng, radius, source)
     values ($1, $2, $3, $4, $5, $6, 20, 'courier')`,
    [key, streetKey, postcodeKey, house, lat, lng],
  );
}

const doorAt = (km: number, part = '') =>
  `${km < 0 ? 'South' : 'North'} ${Math.abs(km)}${part}, 411 0${Math.abs(km)} Gothenburg`;

/** Parcels on both sides of the depot, whose places couriers have taught. */
async function parcelsAt(...places: number[]) {
  const parcels = [];
  for (const km of places) {
    parcels.push(await server.parcel({ shipTo: doorAt(km), receiverPhone: `+46 31 555 01 ${parcels.length + 10}` }));
  }
  return parcels.map(({ id }) => id);
}

for (const km of [1, 2, 3, -1, -2, -3]) await learn(doorAt(km), north(km));

const plan = (input: object) => server.call('runAdmin.plan', { day: 'today', selection: 'pool', ...input }, asManager);

/** What a proposal would make: the shipments of each courier, in order. */
const runsOf = ({ tours, doors }: RunPlan) =>
  tours.map(({ courier, doorIds }, index) => ({
    name: `Run ${index + 1}`,
    courierId: courier.id,
    shipmentIds: doorIds.flatMap((id) => doors.find((door) => door.id === id)?.shipmentIds ?? []),
  }));

async function proposalFor(couriers: readonly { id: string }[], ids: string[], limits = {}) {
  const courierIds = couriers.map(({ id }) => id);
  return (await plan({ courierIds, selection: { ids }, ...limits })).data;
}

const twoCouriers = async () => [await newCourier(), await newCourier()] as const;

it('both sides of the depot go to two couriers, and nothing is stored', async () => {
  const [one, other] = await twoCouriers();
  const ids = await parcelsAt(1, -1, 2, -2, 3, -3);
  const before = await server.fingerprint();
  const proposal = await proposalFor([one, other], ids);
  expect(await server.fingerprint()).toEqual(before);
  expect(proposal).toMatchObject({ depot: DEPOT, left: [], notPlanned: [], placed: 6 });
  const sides = runsOf(proposal).map(({ shipmentIds }) => shipmentIds.map((id) => ids.indexOf(id) % 2));
  expect(sides.map((side) => new Set(side).size)).toEqual([1, 1]);
  for (const { km, minutes } of proposal.tours) {
    expect(km).toBeCloseTo(7.8, 1);
    expect(minutes).toBeCloseTo(3 * 3 + (7.8 * 60) / 25, 0);
  }
});

it('parcels of one address stay together, also of several people', async () => {
  const shipTo = 'Tower 1, 411 09 Gothenburg';
  const parcels = [];
  for (const receiverPhone of ['+46 31 1', '+46 31 2', '+46 31 2']) {
    const address: string = parcels.length === 0 ? shipTo : shipTo.toUpperCase();
    parcels.push(await server.parcel({ shipTo: address, receiverPhone, parcels: parcels.length + 1 }));
  }
  const ids = parcels.map(({ id }) => id);
  const { doors, tours } = await proposalFor(await twoCouriers(), ids);
  expect(doors).toEqual([
    { id: '0', address: shipTo, stops: 2, shipmentIds: ids, parcels: 6, kilograms: expect.any(Number) },
  ]);
  expect(tours.map(({ doorIds }) => doorIds.length).toSorted()).toEqual([0, 1]);
});

it('what is not planned is counted with its reason', async () => {
  const courier = await newCourier();
  const ids = await parcelsAt(1, 2, 3, -1, -2, -3);
  const { shipments } = await releasedRun(await newCourier());
  await server.query("update shipments set status = 'delivered' where id = $1", [ids[0]]);
  await server.query("update shipments set status = 'failed' where id = $1", [ids[1]]);
  await server.query('update shipments set deleted_at = now() where id = $1', [ids[2]]);
  const all = [...ids, ...shipments.map(({ id }) => id)];
  const proposal = await proposalFor([courier], all, { maxStops: 2 });
  expect(proposal.notPlanned).toEqual([
    { reason: 'to-decide', count: 1 },
    { reason: 'in-run', count: shipments.length },
    { reason: 'ended', count: 1 },
    { reason: 'deleted', count: 1 },
  ]);
  expect(proposal.tours.map(({ doorIds }) => doorIds.length)).toEqual([2]);
  expect(proposal.left).toEqual([{ doorId: expect.any(String), reason: 'stops' }]);
  const short = await proposalFor([courier], ids, { maxMinutes: 15 });
  expect(short.left.map(({ reason }) => reason)).toContain('minutes');
});

it('the whole pool can be planned, but only for couriers', async () => {
  const courier = await newCourier();
  const [id] = await parcelsAt(1);
  const proposal: RunPlan = (await plan({ courierIds: [courier.id, courier.id] })).data;
  expect(proposal.tours).toHaveLength(1);
  expect(proposal.doors.flatMap(({ shipmentIds }) => shipmentIds)).toContain(id);
  const { id: nobody } = await server.person();
  const refused = await plan({ courierIds: [courier.id, nobody] });
  expect(refused.error.data).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { courierIds: ['One of these people is no longer a courier. Choose again.'] },
  });
});

it('all runs are created with their stops in order, once, and undone together', async () => {
  const couriers = await twoCouriers();
  const ids = await parcelsAt(3, 1, -3, 2, -1);
  const runs = runsOf(await proposalFor(couriers, ids));
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const input = { day, runs };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [created, again] = await Promise.all([
    server.call('runAdmin.createMany', input, { ...asManager, headers }),
    server.call('runAdmin.createMany', input, { ...asManager, headers }),
  ]);
  expect(again.data).toEqual(created.data);
  const list = (await server.call('runAdmin.list', { day }, asManager)).data.runs;
  expect(list.map(({ name, courier, status, progress }) => [name, courier.id, status, progress.tasks])).toEqual([
    ['Run 1', couriers[0]?.id, 'planned', runs[0]?.shipmentIds.length],
    ['Run 2', couriers[1]?.id, 'planned', runs[1]?.shipmentIds.length],
  ]);
  for (const [index, { id }] of created.data.entries()) {
    const { stops } = await deskRun(id);
    expect(stops.flatMap(({ tasks }) => tasks.map(({ shipmentId }) => shipmentId))).toEqual(runs[index]?.shipmentIds);
  }

  const undone = await server.call('runAdmin.cancelMany', { runs: created.data }, asManager);
  expect(undone.outcome).toBe('ok');
  const after = (await server.call('runAdmin.list', { day }, asManager)).data.runs;
  expect(after.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  const proposal = await proposalFor(couriers, ids);
  expect(proposal.notPlanned).toEqual([]);
});

it('a day’s pickups are planned between its parcels, into the runs, and again once those are undone', async () => {
  const shop = await newShop();
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const address = { line1: 'Road 2', city: 'Gothenburg', postcode: '411 02', country: 'Sweden' };
  const payload = v1Pickup({ day, address, from: '16:00', until: '17:00', parcels: 8 });
  const { body: pickup } = await ask(shop.key, '/v1/pickups', { method: 'POST', payload });
  const courier = await newCourier();
  const shipmentIds = await parcelsAt(1, 3);
  const propose = async (more: object = {}): Promise<RunPlan> =>
    (await plan({ day, courierIds: [courier.id], ...more })).data;
  const doorOf = ({ doors }: RunPlan) => doors.find(({ collection }) => collection);
  const inPool = async (page: object = {}) =>
    ((await server.call('runAdmin.pool', { page }, asManager)).data.collections ?? []).map(({ id }) => id);
  expect(await inPool()).toContain(pickup.id);
  expect(await inPool({ q: 'Road' })).toEqual([]);
  const proposal = await propose();
  expect(doorOf(proposal)).toMatchObject({
    shipmentIds: [],
    stops: 1,
    window: { from: 960, until: 1020 },
    collection: { id: pickup.id, party: 'Harbour Books', expected: 8 },
  });
  expect(proposal.tours[0]?.doorIds).toContain(pickup.id);
  expect(doorOf(await propose({ day: 'today' }))).toBeUndefined();

  const run = { name: 'Both ways', courierId: courier.id, shipmentIds, collections: [{ id: pickup.id, after: 1 }] };
  const runs = [{ name: 'Pickup', courierId: courier.id, shipmentIds: [], collections: run.collections }];
  const twice = await server.call('runAdmin.createMany', { day, runs: [run, ...runs] }, asManager);
  expect(twice.outcome).toBe('CONFLICT');
  const nothing = { ...run, shipmentIds: [], collections: [] };
  expect((await server.call('runAdmin.createMany', { day, runs: [nothing] }, asManager)).outcome).toBe('BAD_REQUEST');
  const created = (await server.call('runAdmin.createMany', { day, runs: [run] }, asManager)).data;
  const { stops, progress } = await deskRun(created[0]?.id ?? '');
  expect(stops.map(({ tasks, collections = [] }) => [tasks.length, collections.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(progress).toMatchObject({ stops: 3, tasks: 2 });
  const state = async () => (await server.query('select state from pickups where id = $1', [pickup.id]))[0]?.state;
  expect(await state()).toBe('arranged');
  expect(doorOf(await propose())).toBeUndefined();
  expect(await inPool()).not.toContain(pickup.id);
  expect((await server.call('runAdmin.createMany', { day, runs }, asManager)).outcome).toBe('CONFLICT');
  await server.call('runAdmin.cancelMany', { runs: created }, asManager);
  expect(await inPool()).toContain(pickup.id);
  expect(doorOf(await propose())?.collection?.id).toBe(pickup.id);
  const [only] = (await server.call('runAdmin.createMany', { day, runs }, asManager)).data;
  const selection = { runId: only?.id };
  const { run: sheet } = (await server.call('shipment.getPrintable', { selection }, asManager)).data;
  expect(sheet).toMatchObject({ name: 'Pickup', stops: [{ number: 1, parcels: [], collections: [{ expected: 8 }] }] });
  await server.call('runAdmin.cancelMany', { runs: [only] }, asManager);
  await server.query(`update pickups set outcome = 'done' where id = $1`, [pickup.id]);
  expect(doorOf(await propose())).toBeUndefined();
  const mails = await server.query(`select 1 from mails where kind = 'pickup-arranged' and receiver = $1`, [
    shop.email,
  ]);
  expect(mails).toHaveLength(1);
});

it('a shop’s announced parcels go with the van that collects them, and its door is one stop', async () => {
  const shop = await newShop();
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const address = { line1: 'North 3', city: 'Gothenburg', postcode: '411 03', country: 'Sweden' };
  const payload = v1Pickup({ day, address, from: '09:00', until: '10:00', parcels: 4 });
  const { body: pickup } = await ask(shop.key, '/v1/pickups', { method: 'POST', payload });
  const shipTo = `${doorAt(3)}, Sweden`;
  const own = await server.parcel({ shipTo, receiverPhone: '+46 31 555 01 99', timeWindow: 'before 09:30' });
  const direct = await server.parcel({ shipTo: doorAt(1), parcels: 2, weight: '3 kg' });
  await server.query('update shipments set sender_id = $2 where id = $1', [direct.id, shop.id]);
  await server.query('update activities set created_by = $2 where shipment_id = $1', [direct.id, shop.id]);
  const couriers = await twoCouriers();
  const courierIds = couriers.map(({ id }) => id);
  const proposal: RunPlan = (await plan({ day, courierIds, announced: true })).data;
  const doorOf = (shipmentId: string) => proposal.doors.find(({ shipmentIds }) => shipmentIds.includes(shipmentId));
  const [there, then] = [doorOf(own.id), doorOf(direct.id)];
  expect(there).toMatchObject({
    window: { from: 540, until: 570 },
    collection: { id: pickup.id, expected: 4, load: { pieces: 4, kilograms: 6 } },
    before: [then?.id],
  });
  expect(then?.direct).toEqual({ pieces: 2, kilograms: 6 });
  const [tour] = proposal.tours.filter(({ doorIds }) => doorIds.includes(there?.id ?? ''));
  const at = (door?: { id: string }) => tour?.doorIds.indexOf(door?.id ?? '') ?? -1;
  expect(at(then)).toBeGreaterThan(at(there));
  expect(proposal.doors.filter(({ collection }) => collection?.id === pickup.id)).toHaveLength(1);
  await server.call('shipper.cancelPickup', { id: pickup.id }, { as: shop });
  await server.query(`update shipments set status = 'cancelled' where id = $1`, [direct.id]);
});

it('what no van can reach is left out, and swapped coordinates are refused', async () => {
  const [near] = await parcelsAt(1);
  const abroad = await server.parcel({ shipTo: 'Rua 1, 4050-030 Porto, Portugal' });
  const others = [{ id: near ?? '' }];
  for (const house of [1, 2, 3]) others.push(await server.parcel({ shipTo: `Road ${house}, 411 24 X, Sweden` }));
  const ids = [abroad.id, ...others.map(({ id }) => id)];
  const proposal = await proposalFor([await newCourier()], ids);
  const porto = proposal.doors.find(({ shipmentIds }) => shipmentIds.includes(abroad.id))?.id;
  expect(proposal.left).toEqual([{ doorId: porto, reason: 'abroad' }]);
  expect(runsOf(proposal)[0]?.shipmentIds.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
  const swapped = parcelInput({ location: { latitude: 11.97, longitude: 57.71 } });
  const refused = await server.call('shipmentAdmin.createShipment', swapped, asManager);
  expect(refused.error.data).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { 'location.latitude': [expect.stringContaining('seem to be swapped')] },
  });
});

it('what its shop has only announced is planned on request, and counts as such', async () => {
  const shop = await server.signedIn({ roles: ['shipper'] });
  const [here] = await parcelsAt(1);
  const { id: announced, trackingId } = await server.parcel({ shipTo: doorAt(2) });
  await server.query('update shipments set sender_id = $2 where id = $1', [announced, shop.id]);
  await server.query('update activities set created_by = $2 where shipment_id = $1', [announced, shop.id]);
  const courier = await newCourier();
  const ids = [here ?? '', announced];
  const plannedOf = ({ doors }: RunPlan) => doors.flatMap(({ shipmentIds }) => shipmentIds);
  const proposal = await proposalFor([courier], ids);
  expect(plannedOf(proposal)).toEqual([here]);
  expect(proposal.notPlanned).toEqual([{ reason: 'announced', count: 1 }]);
  expect(plannedOf(await proposalFor([courier], ids, { announced: true })).toSorted()).toEqual(ids.toSorted());
  const ofPool = (await plan({ courierIds: [courier.id] })).data;
  expect(plannedOf(ofPool)).not.toContain(announced);
  expect(ofPool.notPlanned).toContainEqual({ reason: 'announced', count: 1 });

  const inPool = async (page: object) => (await server.call('runAdmin.pool', { page }, asManager)).data.data;
  const listed = async (arrival: string) =>
    (await server.call('shipmentAdmin.getShipments', { page: { page: 1, arrival, q: trackingId } }, asManager)).data;
  expect(await inPool({ arrival: 'announced' })).toMatchObject([{ id: announced, announced: true }]);
  expect((await inPool({ arrival: 'arrived' })).map(({ id }) => id)).not.toContain(announced);
  expect(await listed('announced')).toMatchObject({ data: [{ id: announced, announced: true }], total: 1 });
  expect((await listed('arrived')).total).toBe(0);
  const toCollect = async () =>
    (
      await server.call(
        'shipment.getShipments',
        { rel: 'sender', page: { page: 1, arrival: 'announced' } },
        { as: shop },
      )
    ).data;
  expect(await toCollect()).toMatchObject({ data: [{ id: announced, announced: true }], total: 1 });
  const location = { id: announced, address: 'Depot', comment: '' };
  await server.call('shipmentAdmin.updateShipmentActivity', location, asManager);
  expect((await toCollect()).total).toBe(0);
  const arrived = await listed('arrived');
  expect(arrived).toMatchObject({ data: [{ id: announced }], total: 1 });
  expect(arrived.data[0]).not.toHaveProperty('announced');
  expect((await proposalFor([courier], ids)).notPlanned).toEqual([]);
});

it('planned runs are released together, or none', async () => {
  const runs = runsOf(await proposalFor(await twoCouriers(), await parcelsAt(1, -1)));
  const created = (await server.call('runAdmin.createMany', { day: 'today', runs }, asManager)).data;
  const empty = { day: 'today', name: 'Empty', courierId: (await newCourier()).id };
  const withEmpty = [...created, (await server.call('runAdmin.create', empty, asManager)).data];
  const before = await server.fingerprint();
  const refused = await server.call('runAdmin.releaseMany', { runs: withEmpty }, asManager);
  expect(refused.error).toMatchObject({
    message: 'Add shipments or a collection before you release Empty.',
    data: { code: 'PRECONDITION_FAILED' },
  });
  expect(await server.fingerprint()).toEqual(before);
  const released = await server.call('runAdmin.releaseMany', { runs: created }, asManager);
  expect(released.data.map(({ id }) => id).toSorted()).toEqual(created.map(({ id }) => id).toSorted());
  for (const { id } of created) expect((await deskRun(id)).status).toBe('released');
  const again = await server.call('runAdmin.releaseMany', { runs: created }, asManager);
  expect(again.error.message).toMatch(/has changed since. Nothing was released/);
});

it('runs that somebody has released are not undone', async () => {
  const couriers = await twoCouriers();
  const runs = runsOf(await proposalFor(couriers, await parcelsAt(1, -1)));
  const created = (await server.call('runAdmin.createMany', { day: 'today', runs }, asManager)).data;
  await server.call('runAdmin.release', created[1] ?? {}, asManager);
  const query = { shipmentId: runs[0]?.shipmentIds[0], page: {} };
  const history = (await server.call('auditAdmin.getEntries', query, asManager)).data.data;
  expect(history.map(auditSentence)[0]).toMatch(/ added the shipment to a run$/);
  const before = await server.fingerprint();
  const refused = await server.call('runAdmin.cancelMany', { runs: created }, asManager);
  expect(refused.error).toMatchObject({
    message: 'Run 2 has changed since. Nothing was undone: cancel the runs one by one.',
    data: { code: 'CONFLICT' },
  });
  expect(await server.fingerprint()).toEqual(before);
});

it('a parcel that is already in a run keeps all others out, and is named', async () => {
  const couriers = await twoCouriers();
  const ids = await parcelsAt(1, -1, 2);
  const runs = runsOf(await proposalFor(couriers, ids));
  const taken = ids.slice(0, 1);
  const own = { day: 'today', name: 'Quick', courierId: (await newCourier()).id, shipmentIds: taken };
  await server.call('runAdmin.create', own, asManager);
  const before = await server.fingerprint();
  const refused = await server.call('runAdmin.createMany', { day: 'today', runs }, asManager);
  expect(refused.error.data).toMatchObject({
    code: 'CONFLICT',
    toDecide: [{ id: taken[0], why: 'In another run', isBarred: true }],
  });
  expect(await server.fingerprint()).toEqual(before);
});

it('two managers who plan the same parcels make them once', async () => {
  const couriers = await twoCouriers();
  const runs = runsOf(await proposalFor(couriers, await parcelsAt(1, -1, 2, -2, 3, -3)));
  const backwards = runs.toReversed().map((run) => ({ ...run, shipmentIds: run.shipmentIds.toReversed() }));
  const responses = await Promise.all(
    [runs, backwards].map((some) => server.call('runAdmin.createMany', { day: 'today', runs: some }, asManager)),
  );
  expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
});

it('a courier who lost the right is named, and nothing is created', async () => {
  const [one, other] = await twoCouriers();
  const ids = await parcelsAt(1, -1);
  const runs = runsOf(await proposalFor([one, other], ids));
  await server.query("update users set courier = false, first_name = 'Kaj', last_name = 'Lind' where id = $1", [
    other.id,
  ]);
  const before = await server.fingerprint();
  const refused = await server.call('runAdmin.createMany', { day: 'today', runs }, asManager);
  expect(refused.error.data.fieldErrors).toEqual({ runs: ['Kaj Lind is no longer a courier. Nothing was created.'] });
  const twice = runs.map((run) => ({ ...run, courierId: one.id, shipmentIds: ids }));
  const doubled = await server.call('runAdmin.createMany', { day: 'today', runs: twice }, asManager);
  expect(doubled.error.data.fieldErrors).toEqual({ runs: ['A shipment can be in one run only.'] });
  expect(await server.fingerprint()).toEqual(before);
});

it('a dispatcher has one search at a time, in a separate process, beside those of others', async () => {
  const folder = join(server.environment.DATA_DIR, 'searches');
  await mkdir(folder);
  const goesOn = join(folder, 'goes-on');
  finder.script = join(server.environment.DATA_DIR, 'waiting-finder.mjs');
  await writeFile(
    finder.script,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { setTimeout } from 'node:timers/promises';
     writeFileSync(${JSON.stringify(folder)} + '/' + process.pid, '');
     while (!existsSync(${JSON.stringify(goesOn)})) await setTimeout(20);
     process.stdout.write(JSON.stringify({ tours: [], left: [], placed: 0, of: 0 }));`,
  );
  const { id: courierId } = await newCourier();
  const input = { day: 'today', courierIds: [courierId], selection: { ids: await parcelsAt(1) } };
  const searchAs = (as: typeof manager) => server.call('runAdmin.plan', input, { as });
  const searches = Array.from({ length: 5 }, () => searchAs(manager));
  const other = searchAs(await server.signInAs('manager'));
  const lane = () => server.services.admission.load().find((one) => one.lane === 'plans');
  await until('one of each runs, and the rest waits', () => lane()?.running === 2 && lane()?.waiting === 4);
  await until('both have a process', () => readdirSync(folder).length === 2);
  expect((await server.call('runAdmin.list', { day: 'today' }, asManager)).outcome).toBe('ok');
  await writeFile(goesOn, '');
  const outcomes = (await Promise.all([...searches, other])).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['ok']));
  finder.script = '';
});

it('a plan keeps to couriers’ hours, areas and vans, and to the hours of parcels', async () => {
  const [early, late] = await twoCouriers();
  const none = { from: null, until: null, area: '', parcels: null, kilograms: null, litres: null };
  const limit = (id: string, limits: object) =>
    server.call('userAdmin.setCourierLimits', { id, ...none, ...limits }, asManager);
  await limit(early.id, { from: '07:00', until: '15:00', area: '411 01, 411 03' });
  await limit(late.id, { from: '10:00', area: '411', parcels: 2 });
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  const ids = await parcelsAt(1, 2, -1, -2, 3);
  await server.query(`update shipments set time_window = 'before 09:00' where id = $1`, [ids[4]]);
  await server.query(`update shipments set time_window = $2 where id = $1`, [ids[2], `not ${day}`]);
  const courierIds = [early.id, late.id];
  const proposal: RunPlan = (await plan({ day, courierIds, selection: { ids } })).data;
  const [first = [], second = []] = runsOf(proposal).map(({ shipmentIds }) => shipmentIds.map((id) => ids.indexOf(id)));
  // The one before 9 is north and for the early courier; what is in 411 02 has only the late one, whose van takes two.
  expect(first).toContain(4);
  expect(second.toSorted()).toEqual([1, 3]);
  expect(proposal.tours).toMatchObject([
    { startAt: 420, maxMinutes: 480 },
    { startAt: 600, room: { pieces: 2 } },
  ]);
  expect(proposal.tours.some((tour) => tour.late)).toBe(false);
  expect(proposal.notPlanned).toEqual([{ reason: 'other-day', count: 1 }]);
  await limit(late.id, { from: '10:00', area: '419' });
  const without = (await plan({ day, courierIds, selection: { ids } })).data as RunPlan;
  expect(without.left.map(({ reason }) => reason)).toEqual(['area', 'area']);
  const alone = (await plan({ day, courierIds: [(await newCourier()).id], selection: { ids: [ids[4]] } }))
    .data as RunPlan;
  expect(alone.tours[0]?.late).toBeUndefined();
  await limit(early.id, { from: '10:00' });
  const missed = (await plan({ day, courierIds: [early.id], selection: { ids: [ids[4]] } })).data as RunPlan;
  expect(missed.tours[0]?.late).toMatchObject([{ minutes: expect.any(Number) }]);
});

it('only managers set the usual day of couriers, and nothing else than asked', async () => {
  const courier = await newCourier();
  const limits = {
    id: courier.id,
    from: '08:00',
    until: '16:30',
    area: '411',
    parcels: 80,
    kilograms: 600,
    litres: null,
  };
  expect((await server.call('userAdmin.setCourierLimits', limits, { as: courier })).outcome).toBe('FORBIDDEN');
  const set = (more: object = {}) => server.call('userAdmin.setCourierLimits', { ...limits, ...more }, asManager);
  expect((await set()).outcome).toBe('ok');
  const read = async () => (await server.call('userAdmin.getUser', { id: courier.id }, asManager)).data.limits;
  const stored = { from: '08:00', until: '16:30', area: '411', parcels: 80, kilograms: 600 };
  expect(await read()).toEqual(stored);
  const before = await server.fingerprint();
  expect((await set()).outcome).toBe('ok');
  expect((await set({ until: '07:00' })).error.data.fieldErrors).toEqual({
    until: ['The end must be after the start.'],
  });
  const { jobs: _, ...after } = await server.fingerprint();
  expect(before).toMatchObject(after);
  expect(await read()).toEqual(stored);
});

it('hours that are over are about the next working day, not a reason that nobody has them in time', async () => {
  const today = dayIn('UTC', new Date());
  const [shut, open] = await parcelsAt(1, 2);
  await server.query(`update shipments set time_window = 'before 12:00' where id = $1`, [shut]);
  const courierIds = [(await newCourier()).id];
  const planFor = async (day: string): Promise<RunPlan> =>
    (await plan({ day, courierIds, selection: { ids: [shut, open] } })).data;
  const proposal = await planFor(shiftDay(today, -1));
  expect(proposal).toMatchObject({ nextDay: shiftDay(today, 1), notPlanned: [{ reason: 'other-day', count: 1 }] });
  expect(proposal.doors.map(({ shipmentIds }) => shipmentIds)).toEqual([[open]]);
  expect((await planFor(shiftDay(today, 1))).notPlanned).toEqual([]);
});
