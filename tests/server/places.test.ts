/** Where doors are: learned only if the brand and the courier agree, asked of a geocoder only if the brand names one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { askGeocoder } from '../../server/operations/places/ask-geocoder.ts';
import { geocodeRun } from '../../server/operations/places/geocode-run.ts';
import { deleteOldSamples, findPlaces } from '../../server/stores/runs/places.ts';
import { courierDay, DELIVERED, NOT_HOME, TO_MAILBOX } from '../support/courier-day.ts';
import { answerWith, nominatim, nothingFound, photon, startGeocoder } from '../support/geocoder.ts';
import type { TestServer } from '../support/test-server.ts';
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

/** Delivers to a door, each time on a run of its own. */
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

it('nothing is learned without the brand’s switch, nor from a phone that says nothing', async () => {
  const usual = await testServer();
  const { run } = await deliver(usual, await usual.signInAs('manager'), newDoor(), HOME);
  expect(run.learnsPlaces).toBeUndefined();
  expect(await usual.query('select 1 from places')).toEqual([]);
  const before = await learning.query('select 1 from places');
  const silent = await deliver(learning, manager, newDoor());
  expect(silent.run.learnsPlaces).toEqual({ days: 30 });
  expect(await learning.query('select 1 from places')).toEqual(before);
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
  ['an attempt', HOME, NOT_HOME],
])('nothing is learned from %s', async (_what, at, outcome) => {
  const shipTo = newDoor();
  await deliver(learning, manager, shipTo, at, outcome as typeof DELIVERED);
  expect(await placesOf(learning, shipTo)).toEqual([null]);
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
    data: { runId: run.id },
  });
  geocoder.answer = (response, address) => (address === known ? photon(57.72, 12.94) : nothingFound)(response);
  await geocodeRun(server.services, run.id);
  expect(geocoder.asked).toEqual([known, unknown]);
  expect(geocoder.userAgent()).toContain('Waybill');
  expect(await placesOf(server, known)).toMatchObject([{ lat: 57.72, lng: 12.94, source: 'geocoder' }]);
  await geocodeRun(server.services, run.id);
  expect(geocoder.asked).toHaveLength(2);
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
  await expect(askGeocoder(server.environment, 'Ekgatan 1', 20)).rejects.toThrow('did not answer');
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
