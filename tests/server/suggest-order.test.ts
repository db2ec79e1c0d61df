import { expect, it } from 'vitest';
import { placeKeysOf } from '../../server/places/store/places.ts';
import type { Point } from '../../src/domain/places/places.ts';
import { toOrder } from '../../src/domain/routing/stops-to-order.ts';
import { courierDay, NOT_HOME } from '../support/courier-day.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const DEPOT = { lat: 57.7, lng: 11.97 };
const server = await testServer({ environment: { DEPOT: '57.7,11.97', RUNS_START: '08:30' } });
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, loadAndStart, visit, deskRun } = courierDay(server, manager);

/** So many kilometres north of the depot. */
const north = (km: number): Point => ({ lat: DEPOT.lat + km / 111.195, lng: DEPOT.lng });

/** Somebody delivered there once. */
async function learn(address: string, { lat, lng }: Point): Promise<void> {
  const { key, streetKey, postcodeKey, house } = placeKeysOf(server.services.secrets, address);
  await server.query(
    `insert into places (key, street_key, postcode_key, house, lat, lng, radius, source)
     values ($1, $2, $3, $4, $5, $6, 20, 'courier')`,
    [key, streetKey, postcodeKey, house, lat, lng],
  );
}

const suggest = (seen: { id: string; version: number }) =>
  server.call('runAdmin.suggestOrder', { id: seen.id, version: seen.version }, asManager);

/** The addresses of a run in this order of its stops. */
async function addressesOf(runId: string, stopIds: readonly string[]) {
  const { stops } = await deskRun(runId);
  return stopIds.map((id) => stops.find((stop) => stop.id === id)?.address);
}

it('stops go by postcode, street and number while no place is known', async () => {
  const [a, b, c] = ['A Road 9, 900 11 Umeå', 'A Road 10, 900 11 Umeå', 'B Road 1, 900 11 Umeå'];
  const run = await releasedRun(
    await newCourier(),
    [c, b, a].map((shipTo) => ({ shipTo })),
  );
  const { stopIds, ...found } = (await suggest(run)).data;
  expect(await addressesOf(run.id, stopIds)).toEqual([a, b, c]);
  expect(found).toEqual({ kmNow: null, kmThen: null, placed: 0, of: 3 });
});

it('known places give the shortest way from the depot and back', async () => {
  const [near, middle, far] = ['Near 1, 411 01 Gothenburg', 'Middle 1, 411 02 Gothenburg', 'Far 1, 411 03 Gothenburg'];
  await learn(near, north(1));
  await learn(middle, north(2));
  await learn(far, north(4));
  const unknown = 'Far 3, 411 03 Gothenburg X';
  const run = await releasedRun(
    await newCourier(),
    [far, near, unknown, middle].map((shipTo) => ({ shipTo })),
  );
  const before = await server.fingerprint();
  const { stopIds, ...found } = (await suggest(run)).data;
  expect(await server.fingerprint()).toEqual(before);
  expect(found).toMatchObject({ of: 4 });
  expect(found.kmNow).toBeGreaterThan(13);
  expect(found.kmThen).toBeCloseTo(10.4, 0);
  const reordered = await server.call('runAdmin.reorder', { id: run.id, version: run.version, stopIds }, asManager);
  expect((await suggest(reordered.data)).data).toMatchObject({ stopIds, kmNow: found.kmThen });
});

it('visited stops keep their numbers, and the rest begin where the van is', async () => {
  const doors = [1, 2, 3, 4].map((km) => ({ shipTo: `Line ${km}, 412 0${km} Gothenburg`, at: north(km) }));
  for (const { shipTo, at } of doors) await learn(shipTo, at);
  const [one, two, three, four] = doors.map(({ shipTo }) => shipTo);
  const courier = await newCourier();
  const { id } = await releasedRun(
    courier,
    [one, two, three, four].map((shipTo) => ({ shipTo })),
  );
  const run = await loadAndStart(courier);
  await visit(courier, run.tasks[2], NOT_HOME);
  const { version } = await deskRun(id);
  const { data } = await suggest({ id, version });
  expect(data).toMatchObject({ placed: 3, of: 3 });
  const order = await addressesOf(id, data.stopIds);
  expect(order[2]).toBe(three);
  expect([
    [four, two, three, one],
    [two, one, three, four],
  ]).toContainEqual(order);
});

it('nothing is suggested for what the manager no longer sees', async () => {
  const run = await releasedRun(await newCourier());
  expect((await suggest({ ...run, version: run.version + 1 })).outcome).toBe('CONFLICT');
  const cancelled = (await server.call('runAdmin.cancel', { id: run.id, version: run.version }, asManager)).data;
  const { error } = await suggest(cancelled);
  expect(error).toMatchObject({
    message: 'This run is cancelled and can no longer be changed.',
    data: { code: 'PRECONDITION_FAILED' },
  });
});

it('hours of parcels order a run, stand on its sheet, its labels and its courier’s phone, and days it cannot be are named', async () => {
  const courier = await newCourier();
  const [last, first] = ['Late 1, 411 05 Gothenburg', 'Early 1, 411 06 Gothenburg'];
  await learn(last, north(1));
  await learn(first, north(5));
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(day).getUTCDay()];
  const windows = ['after 17', 'before 9', `not ${weekday}`];
  const shipmentIds = [];
  for (const [index, timeWindow] of windows.entries()) {
    const input = parcelInput({ shipTo: index === 1 ? first : last, timeWindow });
    const { id } = (await server.call('shipmentAdmin.createShipment', input, asManager)).data;
    shipmentIds.push(id);
  }
  const input = { day, name: 'Hours', courierId: courier.id, shipmentIds };
  const run = (await server.call('runAdmin.create', input, asManager)).data;
  const { stops } = await deskRun(run.id);
  expect(stops).toMatchObject([
    { hours: { from: '17:00', until: '24:00' }, notToday: [expect.any(String)] },
    { hours: { from: '00:00', until: '09:00' } },
  ]);
  const { stopIds } = (await suggest(run)).data;
  expect(await addressesOf(run.id, stopIds)).toEqual([first, last]);
  const papers = (await server.call('shipment.getPrintable', { selection: { runId: run.id } }, asManager)).data;
  expect(papers.run?.stops.map(({ hours }) => hours)).toEqual(['after 17:00', 'before 09:00']);
  expect(papers.shipments.map(({ timeWindow }) => timeWindow).toSorted()).toEqual([
    'after 17:00',
    'before 09:00',
    `not ${weekday}`,
  ]);
  await server.call('runAdmin.release', { id: run.id, version: run.version }, asManager);
  const phone = (await server.call('courier.getRun', { id: run.id }, { as: courier })).data;
  expect(phone?.stops.map(({ deliver }) => deliver)).toEqual([
    { from: '17:00', until: '24:00' },
    { from: '00:00', until: '09:00' },
  ]);
});

it('a run leaves at its courier’s hour, or the brand’s', async () => {
  const courier = await newCourier();
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const run = (await server.call('runAdmin.create', { day, name: 'Early', courierId: courier.id }, asManager)).data;
  expect(await deskRun(run.id)).toMatchObject({ startAt: 510 });
  const none = { until: null, area: '', parcels: null, kilograms: null, litres: null };
  await server.call('userAdmin.setCourierLimits', { id: courier.id, from: '05:30', ...none }, asManager);
  const early = await deskRun(run.id);
  expect(early.startAt).toBe(330);
  expect(toOrder(early, 'UTC').options.startAt).toBe(330);
});
