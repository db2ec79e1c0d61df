import { expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { migrateDatabase } from '../../server/base/database/migrate.ts';
import { buildOnlineIndexes } from '../../server/base/database/online-indexes.ts';
import { FAILURE_REASONS } from '../../src/domain/delivery.ts';
import { needsDecision } from '../../src/domain/next-step.ts';
import { SHIPMENT_WORK, type ShipmentWork, type UserWork } from '../../src/domain/work.ts';
import { courierDay, fact, NOT_HOME } from '../support/courier-day.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

/** The last migration before shipments had work. */
const BEFORE_WORK = 1795697902473;

const server = await testServer();
const manager = await server.signInAs('manager');
const as = manager;
const { newCourier, releasedRun, runOf, tell, visit } = courierDay(server, manager);

const getWork = async () => (await server.call('deskAdmin.getWork', undefined, { as })).data;
const workOf = async (kind: string) => (await getWork()).work.find((row) => row.kind === kind);
const listWork = async (work: ShipmentWork) =>
  (await server.call('shipmentAdmin.getShipments', { page: { page: 1, work } }, { as })).data;
const idsOf = async (work: ShipmentWork) => (await listWork(work)).data.map(({ id }) => id);
const setStatus = (id: string, status: string) => server.call('shipmentAdmin.updateShipment', { id, status }, { as });
/** Checks the stored work, and its counters. */
const differences = async (more: object = {}) =>
  (await checkRecords(server.services, { wait: true, margin: 0, ...more }))?.differences.filter(
    ({ kind }) => kind === 'counters',
  );

it('follows what couriers report, as the gate before a run does', async () => {
  const bo = await newCourier();
  const parcels = [...FAILURE_REASONS, 'missing', 'left'].map((description) => ({ description }));
  const { shipments } = await releasedRun(bo, parcels);
  const run = await runOf(bo);
  const taskOf = (description: string) => run.tasks.find((task) => task.description === description);
  const loaded = run.tasks.filter(({ description }) => description !== 'left').map(({ id }) => id);
  await tell(bo, 'load', fact({ taskIds: loaded }));
  await tell(bo, 'start', fact({ runId: run.id }));
  for (const reason of FAILURE_REASONS)
    await visit(bo, taskOf(reason), { result: 'failed', reason }, { cameraFailed: true });
  const tried = shipments.map(({ id }) => id).slice(0, FAILURE_REASONS.length);
  // What is in the van is no work yet.
  for (const kind of ['decide', 'try-again'] as const) expect(await idsOf(kind)).toEqual([]);
  await tell(bo, 'return', fact({ taskIds: loaded.filter((id) => id !== taskOf('missing')?.id) }));
  await tell(bo, 'close', fact({ runId: run.id }));

  const pool = (await server.call('runAdmin.pool', { page: {} }, { as })).data.data;
  const toDecide = pool.filter(needsDecision).map(({ id }) => id);
  const [missing, left] = [shipments.at(-2)?.id, shipments.at(-1)?.id];
  expect([...(await idsOf('decide')), ...(await idsOf('missing'))].toSorted()).toEqual(toDecide.toSorted());
  expect(await idsOf('missing')).toEqual([missing]);
  expect(await idsOf('left-out')).toEqual([left]);
  expect((await idsOf('try-again')).toSorted()).toEqual(tried.filter((id) => !toDecide.includes(id)).toSorted());
  for (const kind of SHIPMENT_WORK) expect((await workOf(kind))?.count ?? 0).toBe((await listWork(kind)).total);
  expect(await workOf('decide')).toMatchObject({ oldest: expect.stringMatching(/Z$/) });
  expect(await differences()).toEqual([]);
});

it('is done by a decision, by another run, or by deleting', async () => {
  const bo = await newCourier();
  const { shipments } = await releasedRun(bo, [{}, {}, {}, {}]);
  const [delivered, again, deleted, failed] = shipments.map(({ id }) => id);
  const run = await runOf(bo);
  const taskIds = run.tasks.map(({ id }) => id);
  await tell(bo, 'load', fact({ taskIds }));
  for (const task of run.tasks) await visit(bo, task, NOT_HOME);
  await tell(bo, 'return', fact({ taskIds }));
  const all = [delivered, again, deleted, failed];
  const open = async () => (await idsOf('try-again')).filter((id) => all.includes(id));
  expect((await open()).toSorted()).toEqual(all.toSorted());

  await setStatus(delivered ?? '', 'delivered');
  const next = { day: 'today', name: 'Next', courierId: bo.id, shipmentIds: [again] };
  const planned = (await server.call('runAdmin.create', next, { as })).data;
  await server.call('shipmentAdmin.deleteShipment', { id: deleted }, { as });
  await setStatus(failed ?? '', 'failed');
  expect(await open()).toEqual([]);
  expect(await idsOf('decide')).toContain(failed);
  // Taken out of the run, it is work again.
  await server.call('runAdmin.move', planned, { as });
  expect(await open()).toEqual([again]);
  expect(await differences()).toEqual([]);
});

it('has what came back without a try', async () => {
  const bo = await newCourier();
  const { shipments } = await releasedRun(bo, [{}]);
  const run = await runOf(bo);
  const taskIds = run.tasks.map(({ id }) => id);
  await tell(bo, 'load', fact({ taskIds }));
  await tell(bo, 'start', fact({ runId: run.id }));
  await tell(bo, 'return', fact({ taskIds }));
  expect(await idsOf('left-out')).toContain(shipments[0]?.id);
  expect(await differences()).toEqual([]);
});

it('has a shipment that nobody has scanned for a day, until someone does', async () => {
  const [old, recent, scanned] = [await server.parcel(), await server.parcel(), await server.parcel()];
  for (const { id } of [old, scanned])
    await server.query("update shipments set created_at = now() - interval '3 days' where id = $1", [id]);
  const location = { id: scanned.id, address: 'Hamburg', comment: '' };
  await server.call('shipmentAdmin.updateShipmentActivity', location, { as });
  const { data, total } = await listWork('never-scanned');
  expect([data.map(({ id, work }) => [id, work]), total]).toEqual([[[old.id, 'never-scanned']], 1]);
  expect(await workOf('never-scanned')).toMatchObject({ count: 1 });
  const page = { page: 1, work: 'never-scanned', q: recent.trackingId };
  expect((await server.call('shipmentAdmin.getShipments', { page }, { as })).data.total).toBe(0);
  const file = await server.request({
    url: '/api/shipments.csv?work=never-scanned',
    headers: { authorization: `Bearer ${manager.token}` },
  });
  expect(file.body.trim().split('\r\n')).toEqual([expect.any(String), expect.stringContaining(old.trackingId)]);
  await setStatus(old.id, 'held');
  expect(await workOf('never-scanned')).toBeUndefined();
});

it('names people who wait, and leads to them', async () => {
  const unverified = await server.person({ verified: false });
  const listUsers = async (work: UserWork) =>
    (await server.call('userAdmin.getUsers', { page: { page: 1, work } }, { as })).data;
  expect((await listUsers('unverified')).data.map(({ id }) => id)).toContain(unverified.id);
  expect((await workOf('unverified'))?.count).toBe((await listUsers('unverified')).total);
  expect(await workOf('withdrawals')).toBeUndefined();
  const waiting = await server.person();
  await server.query(
    `insert into transactions (id, user_id, type, amount_cents, status, summary)
     values (gen_random_uuid(), $1, 'withdrawal', 100, 'pending', '')`,
    [waiting.id],
  );
  expect(await workOf('withdrawals')).toMatchObject({ count: 1, oldest: expect.any(String) });
  expect((await listUsers('withdrawals')).data).toMatchObject([{ id: waiting.id, amount: 1 }]);
  const [found] = (await server.call('userAdmin.getUsers', { page: { q: waiting.email } }, { as })).data.data;
  expect(found).not.toHaveProperty('amount');
});

it('that was changed past its triggers is found, and repaired on request', async () => {
  const { id } = await server.parcel();
  await server.query("update shipments set work = 'missing' where id = $1", [id]);
  expect(await differences()).toEqual([{ kind: 'counters', count: 1, examples: [expect.stringContaining(id)] }]);
  expect(await differences({ rebuild: true })).toEqual([]);
  expect(await idsOf('missing')).not.toContain(id);
});

it('counts the shipments of the last days by their status', async () => {
  const { days } = await getWork();
  const today = new Date().toISOString().slice(0, 10);
  const [row] = await server.query(
    "select count(*)::int as total from shipments where deleted_at is null and created_at::date = $1 and status = 'failed'",
    [today],
  );
  const counts = days.find(({ day }) => day === today)?.counts;
  expect(counts?.find(({ status }) => status === 'failed')).toEqual({ status: 'failed', count: row?.total });
});

it('of shipments of an earlier version is filled in while the server runs', async () => {
  const database = await testDatabase({ empty: true });
  await migrateDatabase(database.url, { to: BEFORE_WORK });
  await database.query(
    `insert into shipments (id, tracking_id, status, description, service, dimensions, weight, value_cents, fee_cents,
       payer, ship_to, ship_date, sender_name, sender_email, sender_phone, sender_code, receiver_name, receiver_email,
       receiver_phone, receiver_code)
     select gen_random_uuid(), 'X' || n, case n % 2 when 0 then 'failed' else 'delivered' end, '', 'Package', '', '', 0, 0,
       'both', '', now(), '', '', '', '', '', '', '', '' from generate_series(1, 1_202) n`,
  );
  await migrateDatabase(database.url);
  const counts = () => database.query("select sum(count)::int as count from shipment_counts where relation = 'decide'");
  expect(await counts()).toEqual([{ count: null }]);
  const log = { info: () => undefined, error: expect.unreachable };
  const start = () => buildOnlineIndexes(database.url, log, { signal: new AbortController().signal });
  await start();
  expect(await counts()).toEqual([{ count: 601 }]);
  await database.query("update shipments set work = null where status = 'failed'");
  await start();
  expect(await counts()).toEqual([{ count: 0 }]);
});
