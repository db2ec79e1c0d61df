import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import type { DayRun } from '../../src/domain/reports/day-sheet.ts';
import { collections } from '../support/collections.ts';
import { DELIVERED, fact, NOT_HOME, photoOf } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, loadAndStart, visit, tell, collecting, collect, placeOf } = await collections(
  server,
  manager,
);
const TODAY = dayIn(server.environment.TIME_ZONE, new Date());
const REFUSED = { result: 'failed', reason: 'consignee_refused' };

const sheetOf = async (day = 'today', as = manager) => (await server.call('runAdmin.daySheet', { day }, { as })).data;
const rowOf = async (runId: string): Promise<DayRun | undefined> =>
  (await sheetOf()).runs.find(({ id }) => id === runId);
const at = (hours: number) => ({ occurredAt: new Date(Date.now() - hours * 3_600_000).toISOString() });

it('says what came of each parcel of a run, by what is in force', async () => {
  const courier = await newCourier();
  const parcels = [{ parcels: 2 }, {}, {}, {}, {}].map((one, place) => ({
    ...one,
    shipTo: `Kungsgatan ${place + 1}, 411 19 Gothenburg`,
  }));
  const run = await releasedRun(courier, parcels);
  expect(await rowOf(run.id)).toMatchObject({ status: 'released', parcels: 6, loaded: 0, firstVisit: null, stops: 0 });
  const { tasks } = await loadAndStart(courier);
  const [first, again, refused, corrected, missing] = run.shipments.map((shipment) =>
    tasks.find(({ trackingId }) => trackingId === shipment.trackingId),
  );
  await visit(courier, first, DELIVERED, { ...at(4), proofs: [photoOf(first, randomBytes(200))] });
  await visit(courier, again, NOT_HOME, at(3));
  await visit(courier, again, DELIVERED, at(1));
  await visit(courier, refused, REFUSED, at(2.5));
  const mistake = await visit(courier, corrected, NOT_HOME, at(2));
  await visit(courier, corrected, { ...DELIVERED, supersedes: mistake }, at(2));
  await visit(courier, missing, NOT_HOME, at(1.5));
  await tell(courier, 'return', fact({ taskIds: [refused?.id] }));
  await tell(courier, 'close', fact({ runId: run.id }));
  expect(await rowOf(run.id)).toMatchObject({
    status: 'closed',
    parcels: 6,
    loaded: 6,
    firstTry: 3,
    later: 1,
    failed: 2,
    returned: 1,
    missing: 1,
    reasons: [
      { reason: 'consignee_not_home', count: 1 },
      { reason: 'consignee_refused', count: 1 },
    ],
    stops: 5,
    photosMissing: 1,
  });
  const { firstVisit, lastVisit } = (await rowOf(run.id)) as DayRun;
  expect(Date.parse(lastVisit ?? '') - Date.parse(firstVisit ?? '')).toBeCloseTo(3 * 3_600_000, -4);
  const { undecided } = await sheetOf();
  expect(undecided.filter(({ kind }) => kind === 'missing-parcel')).toMatchObject([{ run: { id: run.id } }]);
  expect((await rowOf(run.id))?.exceptions).toBe(undecided.length);
});

it('counts a parcel that somebody had tried the day before as delivered later', async () => {
  const courier = await newCourier();
  const run = await releasedRun(courier);
  const [shipment] = run.shipments;
  const { tasks } = await loadAndStart(courier);
  await visit(courier, tasks[0], NOT_HOME, at(2));
  await tell(courier, 'return', fact({ taskIds: [tasks[0]?.id] }));
  await tell(courier, 'close', fact({ runId: run.id }));
  const other = await newCourier();
  const input = { day: 'today', name: 'Second try', courierId: other.id, shipmentIds: [shipment?.id] };
  const planned = (await server.call('runAdmin.create', input, asManager)).data;
  await server.call('runAdmin.release', planned, asManager);
  const second = await loadAndStart(other);
  await visit(other, second.tasks[0]);
  expect(await rowOf(second.id)).toMatchObject({ firstTry: 0, later: 1, failed: 0 });
  expect(await rowOf(run.id)).toMatchObject({ firstTry: 0, later: 0, failed: 1, returned: 1 });
});

it('counts what was collected, and its stop', async () => {
  const { run, parcels, courier } = await collecting(2);
  await collect(courier, parcels, { unlabelled: 1 });
  expect((await placeOf(courier)).collection?.status).toBe('collected');
  expect(await rowOf(run.id)).toMatchObject({ collected: 3, stops: 1, firstTry: 0 });
});

it('is open until the day is over and its runs are closed, and knows no other day', async () => {
  expect(await sheetOf()).toMatchObject({ day: TODAY, isOpen: true });
  const yesterday = shiftDay(TODAY, -1);
  expect(await sheetOf(yesterday)).toMatchObject({ day: yesterday, isOpen: false, runs: [], undecided: [] });
  expect((await server.call('runAdmin.daySheet', { day: '2026-02-30' }, asManager)).outcome).toBe('BAD_REQUEST');
});

it('is a file for those who may read it', async () => {
  const get = (token: string) =>
    server.app.inject({ url: filePaths.daySheet(TODAY), headers: { authorization: `Bearer ${token}` } });
  const { body, headers } = await get((await server.signedIn({ roles: ['dispatcher'] })).token);
  expect(headers['content-disposition']).toBe(`attachment; filename="day-sheet-${TODAY}.csv"`);
  const [head, ...rows] = body.trim().split('\r\n');
  expect(head).toContain('Run,Courier,Status,Parcels,Loaded,First try,Later,Failed');
  expect(rows).toHaveLength((await sheetOf()).runs.length);
  expect(body).toContain('"Nobody home 1, Refused 1"');
  for (const role of ['accountant', 'shipper'] as const)
    expect((await get((await server.signedIn({ roles: [role] })).token)).statusCode).toBe(403);
});
