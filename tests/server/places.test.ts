/** Doors' places: learned only if the brand and the courier agree, given with shipments, asked of a geocoder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { askGeocoder } from '../../server/places/ask-geocoder.ts';
import { geocodeRun } from '../../server/places/geocode-run.ts';
import { deleteOldSamples, findPlaces } from '../../server/places/store/places.ts';
import { courierDay, DELIVERED, NOT_HOME, TO_MAILBOX } from '../support/courier-day.ts';
import { answerWith, nominatim, nothingFound, photon, startGeocoder } from '../support/geocoder.ts';
import { importShipments } from '../support/send-file.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { parcelInput, type TestServer } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const folder = await mkdtemp(join(tmpdir(), 'waybill-postcodes-'));
const POSTCODES_FILE = join(folder, 'postcodes.csv');
afterAll(() => rm(folder, { recursive: true }));
await writeFile(POSTCODES_FILE, 'postcode,lat,lng\n"413 99",57.6,11.9\n');

const learning = await testServer({ environment: { LEARN_PLACES: 'true', POSTCODES_FILE } });
const manager = await learning.signInAs('manager');
const HOME = { lat: 57.7, lng: 11.97, accuracy: 12 };
/** About 1.1 km north. */
const AWAY = { ...HOME, lat: 57.71 };
const AT_NEIGHBOUR = { result: 'delivered', method: 'neighbour' };
const HOUR_MS = 60 * 60 * 1000;

let doors = 0;
const newDoor = () => {
  doors += 1;
  return `Ekgatan ${doors}, ${String(50_000 + doors)} Borås`;
};

/** Delivers to a door, each time on a new run. */
async function deliver(
  server: TestServer,
  by: typeof manager,
  shipTo: string,
  at?: object,
  outcome = DELIVERED,
  more = {},
) {
  const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, by);
  const courier = await newCourier();
  await releasedRun(courier, [{ shipTo }]);
  const run = await loadAndStart(courier);
  await visit(courier, run.tasks[0], outcome, { ...(at && { at }), ...more });
  return { run, courier };
}

/** Where the server thinks that addresses are. */
async function placesOf({ services }: TestServer, ...addresses: string[]) {
  const stops = addresses.map((address) => ({ id: address, address }));
  const found = await findPlaces(services.db, stops, services);
  return addresses.map((address) => found.get(address) ?? null);
}

/** Everything that is known of doors. */
const everyPlace = ({ query }: TestServer) =>
  query('select places::text from places union all select place_samples::text from place_samples order by 1');

it('0 places are learned while the brand’s switch is off', async () => {
  const usual = await testServer();
  const { run } = await deliver(usual, await usual.signInAs('manager'), newDoor(), HOME);
  expect(run.learnsPlaces).toBeUndefined();
  expect(await everyPlace(usual)).toEqual([]);
});

it('0 places are learned of a courier who has not agreed, and whose phone sends no position', async () => {
  const before = await everyPlace(learning);
  const silent = await deliver(learning, manager, newDoor());
  expect(silent.run.learnsPlaces).toEqual({ days: 30 });
  expect(await everyPlace(learning)).toEqual(before);
});

it('a door is learned from a delivery at it, and found by any spelling', async () => {
  const shipTo = newDoor();
  await deliver(learning, manager, shipTo, HOME, TO_MAILBOX);
  const found = { lat: 57.7, lng: 11.97, source: 'courier' };
  expect(await placesOf(learning, shipTo, shipTo.toUpperCase().replace(', ', '\n'))).toMatchObject([found, found]);
});

it.each([
  ['a vague position', { ...HOME, accuracy: 51 }, DELIVERED],
  ['a neighbour', HOME, AT_NEIGHBOUR],
  ['a safe place', HOME, { result: 'delivered', method: 'safe-place' }],
  ['an attempt', HOME, NOT_HOME],
])('0 places are learned from %s', async (_what, at, outcome) => {
  const before = await everyPlace(learning);
  await deliver(learning, manager, newDoor(), at, outcome as typeof DELIVERED);
  expect(await everyPlace(learning)).toEqual(before);
});

it('nothing is learned from a correction, which may come from anywhere', async () => {
  const shipTo = newDoor();
  const { visit } = courierDay(learning, manager);
  const { run, courier } = await deliver(learning, manager, shipTo, undefined, AT_NEIGHBOUR as typeof DELIVERED);
  const [wrong] = await learning.query<{ id: string }>(
    `select id from courier_facts where kind = 'visit' and run_id = $1`,
    [run.id],
  );
  await visit(courier, run.tasks[0], { ...DELIVERED, supersedes: wrong?.id }, { at: HOME });
  expect(await placesOf(learning, shipTo)).toEqual([null]);
});

it('a sample far away waits until another visit agrees', async () => {
  const shipTo = newDoor();
  const ago = (hours: number) => ({ occurredAt: new Date(Date.now() - hours * HOUR_MS).toISOString() });
  await deliver(learning, manager, shipTo, HOME, DELIVERED, ago(5));
  await deliver(learning, manager, shipTo, AWAY, DELIVERED, ago(3));
  expect(await placesOf(learning, shipTo)).toMatchObject([{ lat: HOME.lat }]);
  await deliver(learning, manager, shipTo, { ...AWAY, lat: 57.7104 }, DELIVERED, ago(1));
  expect((await placesOf(learning, shipTo))[0]?.lat).toBeCloseTo(57.7102);
});

it('positions are erased after POSITION_DAYS, and places stay', async () => {
  const shipTo = newDoor();
  await deliver(learning, manager, shipTo, HOME);
  await learning.query(`update place_samples set taken_at = taken_at - interval '29 days'`);
  const { environment, db } = learning.services;
  await deleteOldSamples(db, environment.POSITION_DAYS);
  expect(await learning.query('select 1 from place_samples')).not.toEqual([]);
  await learning.query(`update place_samples set taken_at = taken_at - interval '2 days'`);
  await deleteOldSamples(db, environment.POSITION_DAYS);
  expect(await learning.query('select 1 from place_samples')).toEqual([]);
  expect(await placesOf(learning, shipTo)).toMatchObject([{ source: 'courier' }]);
});

it('a manager has a door forgotten, and nobody else', async () => {
  const shipTo = newDoor();
  const { run, courier } = await deliver(learning, manager, shipTo, HOME);
  const stopId = run.tasks[0]?.stopId;
  const stops = async () => (await learning.call('runAdmin.get', { id: run.id }, { as: manager })).data.stops;
  expect((await stops())[0]?.isPlaceLearned).toBe(true);
  expect((await learning.call('runAdmin.forgetPlace', { id: stopId }, { as: courier })).outcome).not.toBe('ok');
  expect((await learning.call('runAdmin.forgetPlace', { id: stopId }, { as: manager })).outcome).toBe('ok');
  expect(await placesOf(learning, shipTo)).toEqual([null]);
  expect((await stops())[0]?.isPlaceLearned).toBeUndefined();
});

it('a stolen table shows no address, and means nothing under another secret', async () => {
  const shipTo = newDoor();
  await deliver(learning, manager, shipTo, HOME);
  const rows = await learning.query<{ text: string }>(
    'select places::text as text from places union all select place_samples::text from place_samples',
  );
  const stolen = rows.map(({ text }) => text).join('\n');
  expect(stolen).not.toMatch(/ekgatan|borås|5000\d/i);
  const keyOf = (server: TestServer) => server.services.secrets.hashPlace('door', 'ekgatan').toString('hex');
  const other = await testServer({ environment: { SECRET_KEY: 'another secret of thirty-two bytes or more' } });
  expect(keyOf(other)).not.toBe(keyOf(learning));
});

it('unknown doors are placed by their street, their postcode and the file', async () => {
  const at = (lat: number) => ({ ...HOME, lat });
  await deliver(learning, manager, 'Bokvägen 2, 431 99 Mölndal', at(57.65));
  await deliver(learning, manager, 'Bokvägen 6, 431 99 Mölndal', at(57.652));
  const found = await placesOf(
    learning,
    'Bokvägen 4, 431 99 Mölndal',
    'Bokvägen 90, 431 99 Mölndal',
    'Almvägen 1, 431 99 Mölndal',
    'Storgatan 1, 413 99 Göteborg',
    'Storgatan 1, 999 99 Nowhere',
    '',
  );
  expect(found).toMatchObject([
    { lat: expect.closeTo(57.651), source: 'street-line' },
    { lat: expect.closeTo(57.651), source: 'street' },
    { lat: expect.closeTo(57.651), source: 'postcode' },
    { lat: 57.6, lng: 11.9, source: 'file' },
    ...[null, null],
  ]);
});

it('a place comes from the courier, then from the shipment, then from the file', async () => {
  const shipTo = 'Ekgatan 1, 413 99 Göteborg';
  const sourceOf = async () => (await placesOf(learning, shipTo))[0]?.source;
  expect(await sourceOf()).toBe('file');
  await learning.parcel({ shipTo, location: { latitude: 57.61, longitude: 11.91 } });
  expect(await placesOf(learning, shipTo.toUpperCase())).toMatchObject([{ lat: 57.61, lng: 11.91, source: 'given' }]);
  await deliver(learning, manager, shipTo, HOME);
  expect(await sourceOf()).toBe('courier');
  await learning.parcel({ shipTo, location: { latitude: 57.62, longitude: 11.92 } });
  expect(await placesOf(learning, shipTo)).toMatchObject([{ lat: HOME.lat, source: 'courier' }]);
});

it('a place given in a file is its door’s, and its neighbours’ come from it', async () => {
  const [first, last] = ['Lönngatan 2, 500 90 Borås', 'Lönngatan 6, 500 90 Borås'];
  const file = shipmentFile([
    parcelInput({ shipTo: first, location: { latitude: 57.7, longitude: 12.9 } }),
    parcelInput({ shipTo: last, location: { latitude: 57.702, longitude: 12.9 } }),
    parcelInput({ shipTo: last, location: { latitude: 57.704, longitude: 12.9 } }),
    parcelInput({ shipTo: 'Lönngatan 4, 500 90 Borås' }),
  ]);
  await importShipments(learning, file, manager);
  expect(await placesOf(learning, first, last, 'Lönngatan 4, 500 90 Borås')).toMatchObject([
    { lat: 57.7, source: 'given' },
    { lat: 57.704, source: 'given' },
    { lat: expect.closeTo(57.702), source: 'street-line' },
  ]);
});

describe('where a shop says that a door is', async () => {
  const server = await testServer({ environment: { LEARN_PLACES: 'true' } });
  const desk = await server.signInAs('manager');
  const { newShop, newRate, ask } = shops(server);
  await newRate();
  const [shop, other] = [await newShop(), await newShop()];
  const { newCourier, deskRun } = courierDay(server, desk);
  const SAID = { latitude: 57.9, longitude: 12.1 };

  /** Orders of a shop, and what the desk sees of each in a run and in a plan. */
  async function order(by: typeof shop, line1: string, location?: object): Promise<string> {
    const address = { line1, city: 'Borås', postcode: '500 77', country: 'Sweden' };
    const payload = v1Parcel({ address, ...(location && { location }) });
    const { status, body } = await ask(by.key, '/v1/shipments', { method: 'POST', payload });
    expect(status).toBe(201);
    return String(body.id);
  }
  async function pointsOf(...shipmentIds: string[]) {
    const { id: courierId } = await newCourier();
    const planned = { day: 'today', courierIds: [courierId], selection: { ids: shipmentIds }, announced: true };
    const plan = await server.call('runAdmin.plan', planned, { as: desk });
    const run = { day: 'today', name: 'Points', courierId, shipmentIds, despite: shipmentIds };
    const { data } = await server.call('runAdmin.create', run, { as: desk });
    const seen = (await deskRun(data.id)).stops.map(({ at }) => at ?? null);
    expect(plan.data.doors.map(({ at }) => at ?? null)).toEqual(seen);
    return seen;
  }
  const said = { lat: SAID.latitude, lng: SAID.longitude };

  it('counts for its own parcels, and moves nobody else’s door, street or postcode', async () => {
    for (const house of [1, 2, 3, 5, 6]) await order(shop, `Falskgatan ${house}`, SAID);
    expect(await everyPlace(server)).toEqual([]);
    const [own, theirs] = [await order(shop, 'Falskgatan 9', SAID), await order(other, 'Falskgatan 1')];
    const [silent, neighbour] = [await order(shop, 'Falskgatan 1'), await order(other, 'Falskgatan 4')];
    expect(await pointsOf(own)).toEqual([said]);
    expect(await pointsOf(theirs)).toEqual([null]);
    expect(await pointsOf(silent, neighbour)).toEqual([null, null]);
  });

  it('does not count for a stop that others’ parcels share', async () => {
    expect(await pointsOf(await order(shop, 'Delgatan 1', SAID), await order(other, 'Delgatan 1'))).toEqual([null]);
  });

  it('never replaces what couriers learned or the desk gave', async () => {
    const shipTo = 'Kurirgatan 1\n500 77 Borås\nSweden';
    await deliver(server, desk, shipTo, HOME);
    const given = 'Deskgatan 1\n500 77 Borås\nSweden';
    await server.parcel({ shipTo: given, location: { latitude: 57.8, longitude: 12 } });
    const known = await everyPlace(server);
    const ids = [await order(shop, 'Kurirgatan 1', SAID), await order(shop, 'Deskgatan 1', SAID)];
    expect(await pointsOf(...ids)).toEqual([
      { lat: HOME.lat, lng: HOME.lng },
      { lat: 57.8, lng: 12 },
    ]);
    expect(await everyPlace(server)).toEqual(known);
  });

  it('ends with the address that it was said of', async () => {
    const id = await order(shop, 'Gamlagatan 1', SAID);
    const address = { line1: 'Nyagatan 1', city: 'Borås', postcode: '500 78', country: 'Sweden' };
    expect((await ask(shop.key, `/v1/shipments/${id}`, { method: 'PATCH', payload: { address } })).status).toBe(200);
    expect(await pointsOf(id)).toEqual([null]);
  });
});

it('a place is given to the address that an edit leaves, and audited once', async () => {
  const { changeInfo } = courierDay(learning, manager);
  const [before, after] = [newDoor(), newDoor()];
  const { id } = await learning.parcel({ shipTo: before, location: { latitude: 57.7, longitude: 12.9 } });
  await changeInfo(id, { deliveryDate: '2026-11-27T09:00:00.000Z', shipTo: after });
  expect(await placesOf(learning, before, after)).toMatchObject([{ source: 'given' }, null]);
  const given = { deliveryDate: '2026-11-27T09:00:00.000Z', location: { latitude: 57.71, longitude: 12.91 } };
  await changeInfo(id, given);
  await changeInfo(id, given);
  expect(await placesOf(learning, after)).toMatchObject([{ lat: 57.71, lng: 12.91, source: 'given' }]);
  const audited = await learning.query(`select 1 from audit_entries where entity_id = $1 and after ? 'place'`, [id]);
  expect(audited).toHaveLength(1);
});

it('a position that is none is refused with a sentence, and an old phone sends none', async () => {
  const { newCourier, releasedRun, loadAndStart } = courierDay(learning, manager);
  const courier = await newCourier();
  await releasedRun(courier, [{ shipTo: newDoor() }]);
  const [task] = (await loadAndStart(courier)).tasks;
  const outcomes = [{ taskId: task?.id, ...DELIVERED }];
  const report = { id: task?.id, runVersion: 2, stopId: task?.stopId, outcomes, proofs: [], at: { ...HOME, lat: 91 } };
  const refused = await learning.call('courier.visit', report, { as: courier });
  expect(refused.error.data).toMatchObject({ httpStatus: 400, fieldErrors: { 'at.lat': ['This is not a position.'] } });
});

it('the geocoder is asked once for each door of a run, in a job', async () => {
  const geocoder = await startGeocoder();
  onTestFinished(() => geocoder.close());
  const server = await testServer({ environment: { GEOCODER_URL: geocoder.url } });
  const by = await server.signInAs('manager');
  const { newCourier, releasedRun } = courierDay(server, by);
  const [known, unknown] = ['Ekgatan 1, 500 01 Borås', 'Ekgatan 2, 500 01 Borås'];
  const run = await releasedRun(await newCourier(), [{ shipTo: known }, { shipTo: unknown }, { shipTo: known }]);
  // Adding parcels only notes the job.
  expect(geocoder.asked).toEqual([]);
  expect(await server.query(`select data from pgboss.job where name = 'geocoder'`)).toContainEqual({
    data: { runId: run.id, requestId: expect.any(String) },
  });
  geocoder.answer = (response, address) => (address === known ? photon(57.72, 12.94) : nothingFound)(response);
  expect(await geocodeRun(server.services, run.id, { turn: { isOver: async () => true } })).toBe(false);
  expect(geocoder.asked).toEqual([known]);
  expect(await geocodeRun(server.services, run.id)).toBe(true);
  expect(geocoder.asked).toEqual([known, unknown]);
  expect(geocoder.userAgent()).toContain('Waybill');
  expect(await placesOf(server, known)).toMatchObject([{ lat: 57.72, lng: 12.94, source: 'geocoder' }]);
  await geocodeRun(server.services, run.id);
  expect(geocoder.asked).toHaveLength(2);
});

it('what the geocoder says of one door places no others: shops write what it is asked', async () => {
  const geocoder = await startGeocoder();
  onTestFinished(() => geocoder.close());
  const server = await testServer({ environment: { GEOCODER_URL: geocoder.url } });
  const { newCourier, releasedRun } = courierDay(server, await server.signInAs('manager'));
  const asked = ['Ekgatan 1, 500 01 Borås', 'Ekgatan 3, 500 01 Borås'];
  const { id } = await releasedRun(
    await newCourier(),
    asked.map((shipTo) => ({ shipTo })),
  );
  geocoder.answer = photon(48.85, 2.29);
  await geocodeRun(server.services, id);
  const found = await placesOf(server, ...asked, 'Ekgatan 2, 500 01 Borås', 'Almgatan 1, 500 01 Borås');
  expect(found.map((place) => place?.source)).toEqual(['geocoder', 'geocoder', undefined, undefined]);
});

it('the geocoder is asked for an edited address, and not for a place that was given', async () => {
  const geocoder = await startGeocoder();
  onTestFinished(() => geocoder.close());
  const server = await testServer({ environment: { GEOCODER_URL: geocoder.url } });
  const { newCourier, releasedRun, changeInfo } = courierDay(server, await server.signInAs('manager'));
  const [known, moved] = ['Ekgatan 1, 500 01 Borås', 'Ekgatan 9, 500 01 Borås'];
  const parcels = [
    { shipTo: known, location: { latitude: 57.72, longitude: 12.94 } },
    { shipTo: 'Ekgatan 2, 500 01 Borås' },
  ];
  const { id, shipments } = await releasedRun(await newCourier(), parcels);
  const jobs = () => server.query(`select 1 from pgboss.job where name = 'geocoder' and data->>'runId' = $1`, [id]);
  const before = await jobs();
  await changeInfo(shipments[1]?.id, { deliveryDate: '2026-11-27T09:00:00.000Z', shipTo: moved });
  expect(await jobs()).toHaveLength(before.length + 1);
  geocoder.answer = photon(57.73, 12.95);
  await geocodeRun(server.services, id);
  expect(geocoder.asked).toEqual([moved]);
  expect(await placesOf(server, known, moved)).toMatchObject([{ source: 'given' }, { lat: 57.73, source: 'geocoder' }]);
});

it('nothing waits for a geocoder that hangs', async () => {
  const geocoder = await startGeocoder();
  geocoder.answer = () => undefined;
  onTestFinished(() => geocoder.close());
  const server = await testServer({ environment: { GEOCODER_URL: geocoder.url }, worker: true });
  const by = await server.signInAs('manager');
  const { newCourier, releasedRun, loadAndStart, visit, changeInfo, deskRun } = courierDay(server, by);
  const courier = await newCourier();
  const run = await releasedRun(courier, [{ shipTo: newDoor() }, { shipTo: newDoor() }]);
  await expect.poll(() => geocoder.asked.length).toBeGreaterThan(0);
  await changeInfo(run.shipments[1]?.id, { deliveryDate: '2026-11-27T09:00:00.000Z', shipTo: newDoor() });
  const { version } = await deskRun(run.id);
  const suggested = await server.call('runAdmin.suggestOrder', { id: run.id, version }, { as: by });
  expect(suggested.data.stopIds).toHaveLength(2);
  const { tasks } = await loadAndStart(courier);
  await visit(courier, tasks[0]);
  await releasedRun(await newCourier(), [{ shipTo: newDoor() }]);
});

it('a geocoder that fails stops its job, and nothing else', async () => {
  const geocoder = await startGeocoder();
  const server = await testServer({ environment: { GEOCODER_URL: geocoder.url } });
  const { newCourier, releasedRun } = courierDay(server, await server.signInAs('manager'));
  const run = await releasedRun(await newCourier(), [{ shipTo: newDoor() }]);
  const failures = [
    answerWith(503, 'busy'),
    answerWith(200, '<html>Sign in to this network</html>'),
    answerWith(200, '{"features":[{"geometry":null}]}'),
    answerWith(200, '[{"lat":"north","lon":"east"}]'),
    answerWith(200, `[${'"x",'.repeat(100_000)}"x"]`),
  ];
  for (const answer of failures) {
    geocoder.answer = answer;
    await expect(geocodeRun(server.services, run.id)).rejects.toThrow(/^The geocoder/);
  }
  geocoder.answer = () => undefined;
  const whenStopped = geocodeRun(server.services, run.id, { signal: AbortSignal.abort() });
  await expect(whenStopped).rejects.toThrow('did not answer');
  await expect(askGeocoder(server.environment, 'Ekgatan 1', { timeoutMs: 20 })).rejects.toThrow('did not answer');
  await geocoder.close();
  await expect(geocodeRun(server.services, run.id)).rejects.toThrow('did not answer');
  // Nothing was stored, so that it is asked again; and runs are filled as ever.
  expect(await server.query('select 1 from places')).toEqual([]);
  await releasedRun(await newCourier(), [{ shipTo: newDoor() }]);
});

it('the geocoder’s answer counts if it is a house or a street, not a town', async () => {
  const geocoder = await startGeocoder();
  onTestFinished(() => geocoder.close());
  const settings = { GEOCODER_URL: `${geocoder.url}?format=jsonv2`, SITE_NAME: '宅 Fjäll' };
  const { environment } = await testServer({ environment: settings });
  geocoder.answer = nominatim(57.72, 12.94);
  expect(await askGeocoder(environment, 'Ekgatan 1\n500 01 Borås')).toEqual({ lat: 57.72, lng: 12.94, radius: 30 });
  geocoder.answer = nominatim(57.72, 12.94, 0.05);
  expect(await askGeocoder(environment, 'Borås')).toBeNull();
  expect(geocoder.asked).toEqual(['Ekgatan 1, 500 01 Borås', 'Borås']);
  // A header has no other letters.
  expect(geocoder.userAgent()).toBe('Fjall (http://waybill.test)');
});
