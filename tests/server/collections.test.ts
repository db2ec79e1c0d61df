import { describe, expect, it, onTestFinished } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { makeRegularPickups } from '../../server/pickups/regular-days.ts';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { isShopOfReport } from '../../server/runs/proofs/read-proof.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { ManagedPickup, Pickup } from '../../src/domain/pickups/pickup.ts';
import { collections } from '../support/collections.ts';
import { fact } from '../support/courier-day.ts';
import type { Shop } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newShop, ask, newParcels, askFor, plan, stateOf, collecting, placeOf, collect, desk, receive, ...day } =
  await collections(server, manager);
const { newCourier, releasedRun, runOf, tell, loadAndStart, deskRun, statusOf, exceptionsOf } = day;
const TODAY = dayIn(server.environment.TIME_ZONE, new Date());

const changePickup = (id: string | undefined, changes: object, as: Shop) => {
  const pickup = { id, day: TODAY, from: '00:00', until: '23:59', parcels: 3, note: '' };
  return server.call('shipper.changePickup', { ...pickup, ...changes }, { as });
};
const pickupOf = async (shop: Shop, id: string) =>
  (await ask<{ data: Pickup[] }>(shop.key, '/v1/pickups')).body.data.find((one) => one.id === id);

describe('a collection', () => {
  it('goes into a run, onto the phone, and back to shop and desk', async () => {
    const { shop, parcels, pickup, courier, run } = await collecting();
    expect((await pickupOf(shop, pickup.id))?.state).toBe('arranged');
    const { collection, stop } = await placeOf(courier);
    expect(stop).toMatchObject({ sequence: 2, name: 'Harbour Books', address: 'Kaj 1, 411 04 Göteborg, Sweden' });
    expect(collection).toMatchObject({
      status: 'open',
      kind: 'pickup',
      party: 'Harbour Books',
      window: { from: '00:00', until: '23:59' },
      expected: 3,
      waiting: parcels.map(({ trackingId }) => ({ trackingId })),
      collected: [],
      left: [],
    });
    const selection = { runId: run.id };
    const sheet = async () => (await server.call('shipment.getPrintable', { selection }, asManager)).data.run;
    const row = { party: 'Harbour Books', expected: 3, window: { from: '00:00', until: '23:59' }, note: '' };
    expect((await sheet())?.stops).toMatchObject([
      { number: 1, parcels: [run.shipments[0]?.trackingId] },
      { number: 2, name: 'Harbour Books', parcels: [], collections: [row] },
    ]);
    const report = await collect(courier, parcels.slice(0, 1), { unlabelled: 1, givenBy: 'Ann' });
    expect((await sheet())?.stops).toHaveLength(1);
    expect((await placeOf(courier)).collection).toMatchObject({
      status: 'collected',
      unlabelled: 1,
      waiting: [],
      facts: [report.id],
      collected: [{ trackingId: parcels[0]?.trackingId }],
      left: [{ trackingId: parcels[1]?.trackingId, reason: 'not_there' }],
    });
    const seen = await deskRun(run.id);
    expect(seen.stops[1]?.collections).toMatchObject([
      { status: 'collected', collected: 1, unlabelled: 1, left: 1, expected: 3, givenBy: 'Ann' },
    ]);
    expect(seen.collections).toEqual({ open: 0, of: 1, parcels: 2 });
    expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
    expect((await pickupOf(shop, pickup.id))?.state).toBe('arranged');
    expect(await statusOf(parcels[0]?.id ?? '')).toEqual({ status: 'shipped' });
    expect(await statusOf(parcels[1]?.id ?? '')).toEqual({ status: 'in-progress' });
    const [entry] = await server.query(
      `select status, comment, address from activities where shipment_id = $1 and kind = 'status'`,
      [parcels[0]?.id],
    );
    expect(entry).toEqual({ status: 'shipped', comment: 'Collected', address: 'Göteborg' });
  });

  it('counts once however often its report is sent, and never with other content', async () => {
    const { parcels, courier } = await collecting();
    const report = await collect(courier, parcels);
    await server.query('delete from idempotency_keys');
    const sent = await Promise.all([1, 2].map(() => server.call('courier.collect', report, { as: courier })));
    expect(sent.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    const entries = await server.query(`select 1 from activities where comment = 'Collected' and shipment_id = $1`, [
      parcels[0]?.id,
    ]);
    expect(entries).toHaveLength(1);
    expect((await server.call('courier.collect', { ...report, note: 'x' }, { as: courier })).outcome).toBe('CONFLICT');
    const stranger = await newCourier();
    expect((await server.call('courier.collect', report, { as: stranger })).outcome).toBe('NOT_FOUND');
    expect((await server.call('courier.collect', { ...report, ...fact() }, { as: stranger })).outcome).toBe(
      'NOT_FOUND',
    );
  });

  it('needs no more queries for many parcels than for few', async () => {
    const statements = async (count: number) => {
      const { courier, parcels } = await collecting(count);
      const { stop, collection } = await placeOf(courier);
      const at = { stopId: stop?.id, collectionId: collection?.id };
      const made = await server.transactionsOf(() => collect(courier, parcels, { ...at, unlabelled: 9 }));
      return made.find((some) => some.some((one) => one.includes('"collect_reports"')))?.length ?? 0;
    };
    const few = await statements(2);
    expect(few).toBeGreaterThan(9);
    expect(await statements(12)).toBe(few);
  });

  it('leaves what belongs to others or has ended as it is, for the desk to see', async () => {
    const { courier, run, parcels, shop } = await collecting();
    const [others] = await newParcels(await newShop(), 1);
    const [cancelled] = await newParcels(shop, 1);
    await ask(shop.key, `/v1/shipments/${cancelled?.id}/cancel`, { method: 'POST' });
    const strange = [others, cancelled].flatMap((one) => one ?? []);
    await collect(courier, [...parcels, ...strange]);
    expect(await statusOf(others?.id ?? '')).toEqual({ status: 'in-progress' });
    expect(await statusOf(cancelled?.id ?? '')).toEqual({ status: 'cancelled' });
    const { exceptions } = await deskRun(run.id);
    expect(exceptions.map(({ kind, trackingId }) => [kind, trackingId]).toSorted()).toEqual(
      strange.map(({ trackingId }) => ['collected-by-surprise', trackingId]).toSorted(),
    );
  });

  it('is handed in at the depot, and what is not is missing when the run closes', async () => {
    const { courier, run, parcels } = await collecting(3);
    await collect(courier, parcels);
    await tell(courier, 'handIn', fact({ runId: run.id, trackingIds: [parcels[0]?.trackingId] }));
    const { collection } = await placeOf(courier);
    expect(collection?.collected.filter(({ handedIn }) => handedIn).map(({ trackingId }) => trackingId)).toEqual([
      parcels[0]?.trackingId,
    ]);
    await tell(courier, 'close', fact({ runId: run.id }));
    const missing = async () =>
      (await deskRun(run.id)).exceptions.flatMap(({ trackingId, resolved }) => (resolved ? [] : trackingId));
    expect((await missing()).filter((id) => parcels.some(({ trackingId }) => trackingId === id))).toHaveLength(2);
    await tell(courier, 'handIn', fact({ runId: run.id }));
    expect((await missing()).filter((id) => parcels.some(({ trackingId }) => trackingId === id))).toEqual([]);
  });

  it('has parcels without a label handed in, too, by the courier or by the desk’s Receive', async () => {
    const { courier, run, parcels, shop } = await collecting(3);
    await collect(courier, parcels.slice(0, 1), { unlabelled: 3 });
    const unlabelledIn = async () => (await placeOf(courier)).collection?.unlabelledIn;
    await tell(courier, 'handIn', fact({ runId: run.id, trackingIds: [parcels[0]?.trackingId] }));
    expect(await unlabelledIn()).toBeUndefined();
    await tell(courier, 'handIn', fact({ runId: run.id, unlabelled: 1 }));
    expect(await unlabelledIn()).toBe(1);
    await tell(courier, 'close', fact({ runId: run.id }));
    const open = async () => (await deskRun(run.id)).exceptions.filter(({ resolved, taskId }) => !resolved && !taskId);
    expect(await open()).toMatchObject([{ kind: 'missing-parcel', trackingId: null, stop: 'Harbour Books' }]);
    // Labelled at the depot, they are what waited there.
    for (const parcel of parcels.slice(1)) await receive(parcel);
    expect(await unlabelledIn()).toBe(3);
    expect(await open()).toEqual([]);
    const [another] = await newParcels(shop, 1);
    await receive(another);
    expect(await unlabelledIn()).toBe(3);
    expect((await deskRun(run.id)).stops[1]?.collections).toMatchObject([{ unlabelled: 3, unlabelledIn: 3 }]);
  });

  it('is in the van again once the desk undoes its Receive', async () => {
    const { courier, run, parcels } = await collecting(2);
    await collect(courier, parcels.slice(0, 1), { unlabelled: 1 });
    await tell(courier, 'close', fact({ runId: run.id }));
    const seen = async () => {
      const { collection } = await placeOf(courier);
      const open = (await deskRun(run.id)).exceptions.filter(({ resolved, taskId }) => !resolved && !taskId);
      return [collection?.collected[0]?.handedIn, collection?.unlabelledIn, open.map(({ kind }) => kind)];
    };
    const before = await seen();
    expect(before).toEqual([undefined, undefined, ['missing-parcel', 'missing-parcel']]);
    const received = [await receive(parcels[0]), await receive(parcels[1])];
    expect(await seen()).toEqual([true, 1, []]);
    for (const [place, undoes] of received.entries())
      await desk({ act: 'undo', undoes, trackingId: parcels[place]?.trackingId });
    expect(await seen()).toEqual(before);
  });

  it('that nobody came for has failed once its run is closed', async () => {
    const { courier, run, pickup, shop } = await collecting();
    await tell(courier, 'close', fact({ runId: run.id }));
    expect(await stateOf(pickup.id)).toEqual({ state: 'failed', reason: 'Nobody came' });
    expect(await pickupOf(shop, pickup.id)).toMatchObject({ state: 'declined', reason: 'Nobody came' });
    expect((await placeOf(courier)).collection).toMatchObject({ status: 'failed', reason: 'missed' });
  });
});

it('that is done or failed reads as arranged on a server of the release before', async () => {
  const { courier, parcels, pickup } = await collecting();
  const states = () => server.query('select state, outcome from pickups where id = $1', [pickup.id]);
  await collect(courier, [], { result: 'failed', reason: 'closed' });
  expect(await states()).toEqual([{ state: 'arranged', outcome: 'failed' }]);
  await collect(courier, parcels);
  expect(await states()).toEqual([{ state: 'arranged', outcome: 'done' }]);
});

describe('a collection that changes while its van is out', () => {
  it('moved while its courier scans, it is done in one state on all screens', async () => {
    const { courier, parcels, pickup } = await collecting();
    const { stop, collection } = await placeOf(courier);
    const [other] = [await newCourier()];
    const second = await releasedRun(other);
    expect((await plan(pickup.id, second.id)).outcome).toBe('ok');
    expect((await placeOf(courier)).collection?.status).toBe('moved');
    expect((await placeOf(other)).collection?.status).toBe('open');
    await collect(courier, parcels, { stopId: stop?.id, collectionId: collection?.id });
    expect((await placeOf(courier)).collection?.status).toBe('collected');
    expect((await placeOf(other)).collection?.status).toBe('moved');
    expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
    // The other courier comes for nothing.
    const place = await placeOf(other);
    await collect(other, [], { result: 'failed', reason: 'nothing_there', collectionId: place.collection?.id });
    expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
    expect((await placeOf(other)).collection?.status).toBe('moved');
  });

  it('two couriers with the same collection each keep what they took, once', async () => {
    const { courier, parcels, pickup, run } = await collecting(4);
    const first = await placeOf(courier);
    const other = await newCourier();
    const second = await releasedRun(other);
    await plan(pickup.id, second.id);
    const theirs = await placeOf(other);
    const at = (place: typeof first) => ({ stopId: place.stop?.id, collectionId: place.collection?.id });
    await Promise.all([collect(courier, parcels.slice(0, 2), at(first)), collect(other, parcels.slice(2), at(theirs))]);
    for (const { id } of parcels) expect(await statusOf(id)).toEqual({ status: 'shipped' });
    expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
    expect([(await deskRun(run.id)).collections?.parcels, (await deskRun(second.id)).collections?.parcels]).toEqual([
      2, 2,
    ]);
    // The same parcel cannot be in both vans.
    await collect(other, parcels.slice(0, 1), at(theirs));
    expect(await exceptionsOf(second.id)).toEqual(['collected-by-surprise']);
  });

  it('the shop cancels until the van is on its way, and what is taken all the same counts', async () => {
    const { courier, parcels, pickup, shop } = await collecting();
    const cancel = () =>
      ask<Pickup & { code?: string }>(shop.key, `/v1/pickups/${pickup.id}/cancel`, { method: 'POST' });
    expect((await cancel()).body.code).toBe('conflict');
    await server.query(`update runs set status = 'released' where courier_id = $1`, [courier.id]);
    const { stop, collection } = await placeOf(courier);
    expect((await cancel()).body.state).toBe('cancelled');
    expect((await placeOf(courier)).collection?.status).toBe('cancelled');
    await collect(courier, parcels, { stopId: stop?.id, collectionId: collection?.id });
    expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
    expect((await placeOf(courier)).collection?.status).toBe('collected');
    expect((await cancel()).body.code).toBe('conflict');
  });

  it('a parcel whose delivery is in the same run is out for delivery once it is collected', async () => {
    const shop = await newShop();
    const [parcel] = await newParcels(shop, 1);
    // Its hours would put its delivery first.
    await server.query(`update shipments set time_window = 'before 00:10' where id = $1`, [parcel?.id]);
    const pickup = await askFor(shop);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(pickup.id, run.id);
    const { version } = await deskRun(run.id);
    const added = { id: run.id, version, shipmentIds: [parcel?.id] };
    expect((await server.call('runAdmin.add', added, asManager)).outcome).toBe('ok');
    const task = async () => (await runOf(courier)).tasks.find(({ trackingId }) => trackingId === parcel?.trackingId);
    expect(await task()).toMatchObject({ status: 'assigned', collectAt: 2 });
    await server.query(`update pickups set from_time = '00:00', until_time = '23:59' where id = $1`, [pickup.id]);
    const { version: now, stops } = await deskRun(run.id);
    const { stopIds } = (await server.call('runAdmin.suggestOrder', { id: run.id, version: now }, asManager)).data;
    const numberOf = (isWanted: (stop: (typeof stops)[number]) => unknown) =>
      stopIds.indexOf(stops.find(isWanted)?.id ?? '');
    const delivery = numberOf(({ tasks }) => tasks.some(({ trackingId }) => trackingId === parcel?.trackingId));
    expect(numberOf(({ collections }) => collections)).toBeLessThan(delivery);
    const before = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: before.tasks.slice(0, 1).map(({ id }) => id) }));
    await tell(courier, 'start', fact({ runId: run.id }));
    await collect(courier, parcel ? [parcel] : []);
    expect(await task()).toMatchObject({ status: 'loaded' });
    expect((await task())?.collectAt).toBeUndefined();
    expect(await statusOf(parcel?.id ?? '')).toEqual({ status: 'delivery' });
    const entries = await server.query(
      'select comment from activities where shipment_id = $1 order by occurred_at, created_at, id',
      [parcel?.id],
    );
    expect(entries.map(({ comment }) => comment)).toEqual(['Label created', 'Collected', 'Out for delivery']);
  });
});

it.each([
  ['not all is there', { unlabelled: 1 }],
  ['nothing is there', { result: 'failed', reason: 'not_ready' }],
])('a parcel to be collected stays so if %s', async (_, came) => {
  const shop = await newShop();
  const [parcel] = await newParcels(shop, 1);
  const pickup = await askFor(shop);
  const courier = await newCourier();
  const run = await releasedRun(courier);
  await plan(pickup.id, run.id);
  const { version } = await deskRun(run.id);
  await server.call('runAdmin.add', { id: run.id, version, shipmentIds: [parcel?.id] }, asManager);
  const before = await runOf(courier);
  await tell(courier, 'load', fact({ taskIds: before.tasks.slice(0, 1).map(({ id }) => id) }));
  await tell(courier, 'start', fact({ runId: run.id }));
  await collect(courier, [], came);
  const { tasks } = await runOf(courier);
  expect(tasks.find(({ trackingId }) => trackingId === parcel?.trackingId)).toMatchObject({
    status: 'assigned',
    collectAt: 2,
  });
});

describe('the shop', () => {
  const own = async (shop: Shop, id: string) =>
    (await server.call('shipper.getPickups', {}, { as: shop })).data.data.find((one) => one.id === id);

  it('sees its courier come, and then what was taken, what was left and who gave it', async () => {
    const { shop, parcels, pickup, courier } = await collecting();
    const before = await own(shop, pickup.id);
    expect(before?.visit).toMatchObject({ state: 'on-the-way', stopsBefore: 1, collected: 0, expected: 3 });
    expect(before?.visit).not.toHaveProperty('run');
    await collect(courier, parcels.slice(0, 1), { unlabelled: 1, givenBy: 'Ann' });
    expect((await own(shop, pickup.id))?.visit).toMatchObject({
      state: 'done',
      collected: 2,
      unlabelled: 1,
      givenBy: 'Ann',
      at: expect.any(String),
      left: [{ trackingId: parcels[1]?.trackingId, reason: 'not_there' }],
      shipments: [parcels[0]?.id],
    });
    const { body } = await ask(shop.key, `/v1/pickups/${pickup.id}`);
    expect(body).toMatchObject({
      id: pickup.id,
      state: 'arranged',
      result: 'done',
      unlabelled: 1,
      collected: [{ tracking_id: parcels[0]?.trackingId, reference: '' }],
      left: [{ tracking_id: parcels[1]?.trackingId, reason: 'not_there' }],
    });
    expect((await ask((await newShop()).key, `/v1/pickups/${pickup.id}`)).status).toBe(404);
  });

  it('changes a pickup until its van is on the way; on another day it waits for the desk again', async () => {
    const shop = await newShop();
    const pickup = await askFor(shop);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(pickup.id, run.id);
    const change = (changes: object, as = shop) => changePickup(pickup.id, changes, as);
    expect((await change({ parcels: 9, note: 'Back door' })).outcome).toBe('ok');
    expect((await placeOf(courier)).collection).toMatchObject({ expected: 9, note: 'Back door', status: 'open' });
    expect((await change({ day: shiftDay(TODAY, 1) })).outcome).toBe('ok');
    expect(await stateOf(pickup.id)).toMatchObject({ state: 'pending' });
    expect((await placeOf(courier)).collection?.status).toBe('cancelled');
    await plan(pickup.id, run.id);
    await loadAndStart(courier);
    expect((await change({ parcels: 8 })).outcome).toBe('CONFLICT');
    expect((await change({}, await newShop())).outcome).toBe('NOT_FOUND');
  });
});

it('a day on which a pickup waits takes no second one from another day', async () => {
  const shop = await newShop();
  const [today, later] = [await askFor(shop), await askFor(shop, { day: shiftDay(TODAY, 1) })];
  const change = (day: string) => changePickup(later.id, { day }, shop);
  expect((await change(TODAY)).outcome).toBe('CONFLICT');
  const run = await releasedRun(await newCourier());
  expect((await plan(later.id, run.id)).outcome).toBe('ok');
  expect([await stateOf(today.id), await stateOf(later.id)]).toMatchObject([
    { state: 'pending' },
    { state: 'arranged' },
  ]);
  await plan(later.id);
  await change(shiftDay(TODAY, 2));
  expect((await change(TODAY)).outcome).toBe('CONFLICT');
});

it('leaves its run when the account of its shop is deleted', async () => {
  const { shop, pickup, courier, run } = await collecting(0);
  const { stop, collection } = await placeOf(courier);
  const { version } = await deskRun(run.id);
  expect((await server.call('userAdmin.deleteUser', { id: shop.id }, asManager)).outcome).toBe('ok');
  expect(await server.query('select 1 from pickups where id = $1', [pickup.id])).toEqual([]);
  expect((await placeOf(courier)).collection?.status).toBe('cancelled');
  expect((await deskRun(run.id)).version).toBeGreaterThan(version);
  // The phone had it still open.
  const late = { stopId: stop?.id, collectionId: collection?.id, givenBy: 'Late Canary', note: 'Late canary' };
  await collect(courier, [], { unlabelled: 1, ...late });
  expect((await placeOf(courier)).collection).toMatchObject({ status: 'collected', unlabelled: 1 });
  expect(await server.everythingStored()).not.toMatch(/late canary/i);
});

it('takes who gave it and its note along with the account of its shop', async () => {
  const { shop, parcels, courier } = await collecting(1);
  await collect(courier, parcels, { givenBy: 'Given Canary', note: 'Note canary' });
  expect((await server.call('userAdmin.deleteUser', { id: shop.id }, asManager)).outcome).toBe('ok');
  expect(await server.everythingStored()).not.toMatch(/(given|note) canary/i);
});

it('counts an unknown code as without a label once its run is long over', async () => {
  const { parcels, courier, run } = await collecting(1);
  const { id } = await collect(courier, [...parcels, { trackingId: 'CANARY-7' }], {
    unlabelled: 1,
    givenBy: 'Old Ann',
  });
  await tell(courier, 'close', fact({ runId: run.id }));
  const age = async (days: number) => {
    await server.query(`update runs set closed_at = now() - $2 * interval '1 day' where id = $1`, [run.id, days]);
    await server.query(`update visit_words set created_at = now() - $2 * interval '1 day' where visit_id = $1`, [
      ...[id, days],
    ]);
    await tidyProofs(server.services);
    return (await deskRun(run.id)).stops.flatMap(({ collections }) => collections ?? []);
  };
  expect(await age(179)).toMatchObject([{ collected: 2, unlabelled: 1, givenBy: 'Old Ann' }]);
  expect(await age(181)).toMatchObject([{ collected: 1, unlabelled: 2, givenBy: '' }]);
  const stored = await server.query(
    `select (select count(*)::int from collected_parcels where tracking_id = 'CANARY-7')
      + (select count(*)::int from run_exceptions where tracking_id = 'CANARY-7') as count`,
  );
  expect(stored).toEqual([{ count: 0 }]);
});

describe('the shop', () => {
  const mailsTo = (shop: Shop) =>
    server.query<{ id: string }>(`select id from mails where kind = 'pickup-incomplete' and receiver = $1`, [
      shop.email,
    ]);

  it('gets one email a day, only if something was left or nobody took anything', async () => {
    const { shop, parcels, courier, run } = await collecting();
    await plan((await askFor(shop, { address: { line1: 'Kaj 7', city: 'Göteborg', country: 'SE' } })).id, run.id);
    const full = await collecting(1);
    await server.query('update pickups set parcels = 1 where id = $1', [full.pickup.id]);
    await collect(full.courier, full.parcels);
    expect(await mailsTo(full.shop)).toEqual([]);
    const stop = (await runOf(courier)).stops.find(({ collections }) => collections?.[0]?.expected === 3);
    await collect(courier, parcels.slice(0, 1), { stopId: stop?.id, collectionId: stop?.collections?.[0]?.id });
    await tell(courier, 'close', fact({ runId: run.id }));
    const mails = await mailsTo(shop);
    expect(mails).toHaveLength(1);
    const { next } = (await server.call('mail.getMail', { id: mails[0]?.id }, asManager)).data;
    expect(next?.text).toContain(`${parcels[1]?.trackingId}`);
    expect(next?.text).toContain('Nobody came');
  });

  it('has programs that read of a collected parcel, and of a pickup that is done or failed', async () => {
    const { shop, parcels, courier } = await collecting(1);
    await server.query(
      `insert into webhook_endpoints (id, user_id, url, events, secret)
        values (gen_random_uuid(), $1, 'https://shop.example/hook', $2, '\\x00')`,
      [shop.id, ['shipment.collected', 'pickup.done', 'pickup.failed']],
    );
    await collect(courier, parcels);
    const events = await server.query<{ type: string; status: string }>(
      `select payload ->> 'type' as type, payload -> 'data' ->> 'status' as status from webhook_messages m
        join webhook_events e on e.id = m.event_id where e.user_id = $1 order by 1`,
      [shop.id],
    );
    expect(events).toEqual([
      { type: 'pickup.done', status: 'done' },
      { type: 'shipment.collected', status: 'shipped' },
    ]);
  });

  it('has a parcel of a draft collected by its order’s number, and joined once it is confirmed', async () => {
    const { shop, courier, run } = await collecting(1);
    await collect(courier, [{ trackingId: 'SO-77' }]);
    const open = async () => (await deskRun(run.id)).exceptions.filter(({ resolved }) => !resolved);
    expect(await open()).toMatchObject([{ kind: 'collected-unknown', trackingId: 'SO-77' }]);
    const [made] = await newParcels(shop, 1, { reference: 'SO-77' });
    expect(await statusOf(made?.id ?? '')).toEqual({ status: 'shipped' });
    expect(await open()).toEqual([]);
    expect((await placeOf(courier)).collection?.collected).toMatchObject([{ trackingId: made?.trackingId }]);
    const [others] = await newParcels(await newShop(), 1, { reference: 'SO-77' });
    expect(await statusOf(others?.id ?? '')).toEqual({ status: 'in-progress' });
  });

  it('chooses regular days, whose pickups are made once each, and takes one off', async () => {
    const shop = await newShop();
    const save = (weekdays: number[], more: object = {}) =>
      server.call(
        'shipper.savePickupDays',
        { weekdays, from: '16:00', until: '17:00', parcels: 8, ...more },
        { as: shop },
      );
    expect((await save([1])).outcome).toBe('BAD_REQUEST');
    await server.query(`update users set address = 'Magasinsgatan 3', city = 'Göteborg' where id = $1`, [shop.id]);
    expect((await save([1, 2, 3, 4, 5, 6, 7])).outcome).toBe('ok');
    const own = async () => (await server.call('shipper.getPickups', {}, { as: shop })).data;
    expect((await own()).data).toHaveLength(14);
    expect((await own()).days).toEqual({ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '16:00', until: '17:00', parcels: 8 });
    const dayOff = (await own()).data.find(({ day }) => day === shiftDay(TODAY, 2));
    await server.call('shipper.cancelPickup', { id: dayOff?.id }, { as: shop });
    const moved = (await own()).data.find(({ day }) => day === shiftDay(TODAY, 3));
    await changePickup(moved?.id, { day: shiftDay(TODAY, 30) }, shop);
    for (const _ of ['once', 'again']) await makeRegularPickups(server.services);
    const days = (await own()).data.map(({ day }) => day);
    expect(days).toHaveLength(13);
    expect(days).not.toContain(shiftDay(TODAY, 2));
    expect(days).not.toContain(shiftDay(TODAY, 3));
    // Saved again, days that are planned or off are not filled again.
    const planned = (await own()).data.find(({ day }) => day === shiftDay(TODAY, 1));
    await server.call('pickupAdmin.arrange', { id: planned?.id }, asManager);
    expect((await save([1, 2, 3, 4, 5, 6, 7], { parcels: 9 })).outcome).toBe('ok');
    expect((await own()).data.map(({ day }) => day)).toEqual(days);
    expect((await own()).days?.parcels).toBe(9);
    await server.query('delete from pickups where user_id = $1 and day = $2', [shop.id, shiftDay(TODAY, 5)]);
    await server.query(`update users set roles = '{}' where id = $1`, [shop.id]);
    await makeRegularPickups(server.services);
    await server.query(`update users set roles = '{shipper}' where id = $1`, [shop.id]);
    expect((await own()).data.map(({ day }) => day)).not.toContain(shiftDay(TODAY, 5));
    await server.query('delete from pickups where id = $1', [planned?.id]);
    expect((await save([])).outcome).toBe('ok');
    expect((await own()).data.map(({ day }) => day)).toEqual([shiftDay(TODAY, 30)]);
    expect((await own()).days).toBeUndefined();
  });
});

const EVERY_DAY = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '23:59', parcels: 8 };

async function regularShop() {
  const shop = await newShop();
  await server.query(
    `update users set address = 'Magasinsgatan 3', city = 'Göteborg', state = 'VG', nationality = 'Sweden' where id = $1`,
    [shop.id],
  );
  expect((await server.call('shipper.savePickupDays', EVERY_DAY, { as: shop })).outcome).toBe('ok');
  onTestFinished(async () => {
    await server.query('delete from collection_rules where user_id = $1', [shop.id]);
    await server.query(`update pickups set state = 'cancelled', outcome = null where user_id = $1`, [shop.id]);
  });
  return shop;
}

describe('a shop that moves', () => {
  const OLD = 'Magasinsgatan 3, Göteborg, VG, Sweden';
  const NEW = 'Linnégatan 9, Göteborg, VG, Sweden';
  async function move(shop: Shop, address = 'Linnégatan 9') {
    const home = { address, city: 'Göteborg', state: 'VG', nationality: 'Sweden' };
    const profile = { firstName: 'Ann', lastName: 'Lind', phone: '+46 31 555 0192', dob: '1984-02-29', ...home };
    const saved = await server.call('user.updateProfile', profile, { as: shop });
    expect(saved.outcome, saved.body).toBe('ok');
  }
  const addressesOf = async (shop: Shop) =>
    (
      await server.query<{ day: string; address: string }>(
        'select day::text, address from pickups where user_id = $1 order by day, address',
        [shop.id],
      )
    ).map(({ address }) => address);

  it('has its regular days follow, with what a run has already, and keeps what it asked for elsewhere', async () => {
    const shop = await regularShop();
    const elsewhere = await askFor(shop, { address: { line1: 'Kaj 7', city: 'Göteborg', country: 'SE' } });
    const [first, second] = await server.query<{ id: string }>(
      'select id from pickups where user_id = $1 and rule_id is not null order by day limit 2',
      [shop.id],
    );
    await server.query('update pickups set day = $2 where id = $1', [first?.id, TODAY]);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(first?.id ?? '', run.id);
    await loadAndStart(courier);
    await server.query(`update pickups set state = 'arranged', outcome = 'done' where id = $1`, [second?.id]);
    const { version } = await runOf(courier);
    await move(shop);
    expect(await stateOf(elsewhere.id)).toMatchObject({ state: 'pending' });
    const addresses = await addressesOf(shop);
    expect(addresses.filter((address) => address === OLD)).toHaveLength(1);
    expect(addresses.filter((address) => address === NEW)).toHaveLength(13);
    const { stop, run: seen } = await placeOf(courier);
    expect([stop?.address, seen.version > version]).toEqual([NEW, true]);
    await makeRegularPickups(server.services);
    await collect(courier, []);
    expect(await stateOf(first?.id ?? '')).toMatchObject({ state: 'done' });
    // Nothing follows twice, nor what a courier has visited.
    const after = await runOf(courier);
    await move(shop, 'Vasagatan 1');
    expect((await placeOf(courier)).stop?.address).toBe(NEW);
    expect((await runOf(courier)).version).toBe(after.version);
  });

  it('of before days followed has a courier at its new address from the next night on', async () => {
    const shop = await regularShop();
    await server.query(`update users set address = 'Linnégatan 9' where id = $1`, [shop.id]);
    await makeRegularPickups(server.services);
    expect(new Set(await addressesOf(shop))).toEqual(new Set([NEW]));
  });

  it('has one courier come where it has asked for another one at the new address already', async () => {
    const shop = await regularShop();
    const day = shiftDay(TODAY, 3);
    await askFor(shop, { day, address: { line1: 'Linnégatan 9', city: 'Göteborg, VG', country: 'SE' } });
    await move(shop);
    const rows = await server.query(
      'select address, state from pickups where user_id = $1 and day = $2 order by state',
      [shop.id, day],
    );
    expect(rows).toEqual([
      { address: OLD, state: 'cancelled' },
      { address: NEW, state: 'pending' },
    ]);
  });

  it('leaves the delivery of a parcel that shares its stop where it was', async () => {
    const shop = await regularShop();
    const courier = await newCourier();
    const run = await releasedRun(courier, [{ shipTo: OLD, receiverPhone: '+46 31 555 0777', receiverName: 'Ann' }]);
    const [pickup] = await server.query<{ id: string }>('select id from pickups where user_id = $1 limit 1', [shop.id]);
    await server.query(`update pickups set phone = '+46 31 555 0777' where id = $1`, [pickup?.id]);
    await plan(pickup?.id ?? '', run.id);
    const stops = async () => (await runOf(courier)).stops.map(({ address }) => address);
    expect(await stops()).toEqual([OLD]);
    const correct = (shipTo: string) =>
      day.changeInfo(run.shipments[0]?.id, { shipTo, deliveryDate: '2030-01-01T12:00:00.000Z' });
    await correct('Kaj 3, Göteborg');
    expect(await stops()).toEqual([OLD, 'Kaj 3, Göteborg']);
    await correct(OLD);
    await move(shop);
    expect((await stops()).filter((address) => address !== 'Kaj 3, Göteborg')).toEqual([OLD, NEW]);
  });
});

/** The desk’s pickups, all pages. */
async function everyPickup(of: typeof server, page = 1): Promise<ManagedPickup[]> {
  const { data } = (await of.call('pickupAdmin.list', { page }, asManager)).data;
  return data.length === 0 ? [] : [...data, ...(await everyPickup(of, page + 1))];
}

describe('a day that becomes a day off', () => {
  const OFF = shiftDay(TODAY, 3);
  const atNight = (services: typeof server.services) => makeRegularPickups(services);
  const declinedMails = (shop: Shop) =>
    server.query(`select id from mails where kind = 'pickup-declined' and receiver = $1`, [shop.email]);
  const onDay = (shop: Shop, ofRule: boolean) =>
    server.query<{ id: string; state: string }>(
      'select id, state from pickups where user_id = $1 and day = $2 and (rule_id is not null) = $3',
      [shop.id, OFF, ofRule],
    );

  it('has no regular pickup: several servers send its shop one message, and the desk decides on others', async () => {
    const later = await testServer({ database: server.database, environment: { DAYS_OFF: OFF } });
    const [shop, planned] = [await regularShop(), await regularShop()];
    const byHand = await askFor(shop, { day: OFF, address: { line1: 'Kaj 7', city: 'Göteborg', country: 'SE' } });
    const [kept] = await onDay(planned, true);
    const input = { day: OFF, name: 'Centre', courierId: (await newCourier()).id };
    const run = (await server.call('runAdmin.create', input, asManager)).data;
    expect((await plan(kept?.id ?? '', run.id)).outcome).toBe('ok');
    await Promise.all([atNight(later.services), atNight(later.services)]);
    await atNight(later.services);
    expect((await onDay(shop, true)).map(({ state }) => state)).toEqual(['declined']);
    expect(await declinedMails(shop)).toHaveLength(1);
    const [mail] = await declinedMails(shop);
    const { next } = (await later.call('mail.getMail', { id: mail?.id }, asManager)).data;
    expect(next?.text).toContain('No courier comes on this day.');
    expect(await onDay(planned, true)).toMatchObject([{ id: kept?.id, state: 'arranged' }]);
    expect(await declinedMails(planned)).toEqual([]);
    expect(await stateOf(byHand.id)).toMatchObject({ state: 'pending' });
    const listed = (await everyPickup(later)).filter(({ shop: of }) => of.id === shop.id);
    expect(listed.filter(({ isDayOff }) => isDayOff).map(({ id }) => id)).toEqual([byHand.id]);
    // The days before and after send no message.
    const own = (await later.call('shipper.getPickups', {}, { as: shop })).data.data;
    expect(own.filter(({ state }) => state === 'declined')).toHaveLength(1);
  });

  it('has no return collected: it moves to the next working day, and the person at the door gets a message', async () => {
    const later = await testServer({
      database: server.database,
      environment: { DAYS_OFF: `${OFF},${shiftDay(OFF, 1)}` },
    });
    const shop = await newShop();
    const parcels = await newParcels(shop, 2);
    const book = (id: string | undefined, day: string) =>
      server.query(
        `insert into pickups (id, user_id, kind, day, from_time, until_time, parcels, address, name, shipment_ids)
          values (gen_random_uuid(), $1, 'return', $2, '09:00', '12:00', 1, 'Storgatan 4', 'Maja', $3)`,
        [shop.id, day, [id]],
      );
    await book(parcels[0]?.id, OFF);
    await book(parcels[1]?.id, shiftDay(OFF, 2));
    for (const _ of [1, 2]) await atNight(later.services);
    const rows = await server.query(
      `select day::text, parcels, cardinality(shipment_ids) as of from pickups
        where user_id = $1 and kind = 'return' and state = 'pending'`,
      [shop.id],
    );
    expect(rows).toEqual([{ day: shiftDay(OFF, 2), parcels: 2, of: 2 }]);
    const told = await server.query(
      `select 1 from mails where kind = 'return-collection' and about->>'shipmentId' = $1`,
      [parcels[0]?.id],
    );
    expect(told).toHaveLength(1);
  });
});

it('a regular pickup that its shop has changed by hand stays when the days are saved again', async () => {
  const shop = await regularShop();
  const own = async () => (await server.call('shipper.getPickups', {}, { as: shop })).data.data;
  const on = (day: string) => async () => (await own()).filter((one) => one.day === day);
  const changed = on(shiftDay(TODAY, 2));
  const [pickup] = await changed();
  const hours = { day: shiftDay(TODAY, 2), from: '10:00', until: '11:00', parcels: 2, note: 'Back door' };
  expect((await changePickup(pickup?.id, hours, shop)).outcome).toBe('ok');
  const again = { ...EVERY_DAY, from: '15:00', until: '16:00' };
  expect((await server.call('shipper.savePickupDays', again, { as: shop })).outcome).toBe('ok');
  await makeRegularPickups(server.services);
  expect(await changed()).toMatchObject([hours]);
  expect(await on(shiftDay(TODAY, 3))()).toMatchObject([{ from: '15:00' }]);
});

describe('what is kept of a collection', () => {
  const photo = { kind: 'photo', type: 'image/jpeg', size: 9, sha256: 'ab'.repeat(32) };

  it('is shown with its pictures to the shop and the desk, and to no receiver', async () => {
    const { shop, parcels, courier, run, pickup } = await collecting(1);
    const { id } = await collect(courier, parcels, { proofs: [photo] });
    const pictures = [{ id, proofs: [{ sha256: photo.sha256, kind: 'photo', state: 'awaited' }] }];
    const own = (await server.call('shipper.getPickups', {}, { as: shop })).data.data.find(
      (one) => one.id === pickup.id,
    );
    expect(own?.visit).toMatchObject({ pictures });
    expect((await deskRun(run.id)).stops[1]?.collections).toMatchObject([{ pictures }]);
    const readers: [Person, string][] = [
      [shop, 'its shop'],
      [await newShop(), 'another'],
    ];
    await server.query(`update visit_proofs set storage_key = 'none', received_at = now() where visit_id = $1`, [id]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [parcels[0]?.id, readers[1]?.[0].id]);
    const may = await Promise.all(readers.map(([{ id: userId }]) => isShopOfReport(server.services.db, id, userId)));
    expect(may).toEqual([true, false]);
    expect(await server.query('select shipment_ids from visit_proofs where visit_id = $1', [id])).toEqual([
      { shipment_ids: [] },
    ]);
  });

  it('differs from its shipments’ entries only by a fault, which the hourly check names', async () => {
    const { parcels, courier } = await collecting(2);
    await collect(courier, parcels);
    const differences = async () =>
      ((await checkRecords(server.services, { whole: true, wait: true }))?.differences ?? []).filter(
        ({ kind }) => kind === 'parcels',
      );
    expect(await differences()).toEqual([]);
    const [parcel] = parcels;
    await server.query(`update activities set comment = 'Seen' where shipment_id = $1 and comment = 'Collected'`, [
      parcel?.id,
    ]);
    const example = `parcel ${parcel?.trackingId}: collected 0 times, in 1 vans is stored, collected 1 times, in 1 vans is right`;
    expect(await differences()).toEqual([{ kind: 'parcels', count: 1, examples: [example] }]);
    await server.query(`update activities set comment = 'Collected' where shipment_id = $1 and comment = 'Seen'`, [
      parcel?.id,
    ]);
  });
});

it('a draft whose number two couriers scanned is collected once, and the desk looks for the other', async () => {
  const { shop, courier, run, pickup } = await collecting(0);
  const first = await placeOf(courier);
  const other = await newCourier();
  const second = await releasedRun(other);
  await plan(pickup.id, second.id);
  await collect(courier, [{ trackingId: 'SO-9' }], { stopId: first.stop?.id, collectionId: first.collection?.id });
  await collect(other, [{ trackingId: 'SO-9' }]);
  const [made] = await newParcels(shop, 1, { reference: 'SO-9' });
  const entries = await server.query(`select 1 from activities where shipment_id = $1 and comment = 'Collected'`, [
    made?.id,
  ]);
  expect(entries).toHaveLength(1);
  const open = async (id: string) =>
    (await deskRun(id)).exceptions.flatMap(({ kind, resolved }) => (resolved ? [] : kind));
  expect([await open(run.id), await open(second.id)]).toEqual([[], ['collected-by-surprise']]);
});

describe('the desk', () => {
  it('makes a pickup for a shop that calls, plans it, and takes it back', async () => {
    const shop = await newShop();
    const asked = { email: shop.email, day: TODAY, from: '00:00', until: '23:59', parcels: 4, note: 'Ring twice' };
    expect((await server.call('pickupAdmin.create', asked, asManager)).outcome).toBe('BAD_REQUEST');
    const made = await server.call('pickupAdmin.create', { ...asked, address: 'Kaj 9, 411 04 Göteborg' }, asManager);
    const { id } = made.data;
    expect((await pickupOf(shop, id))?.state).toBe('pending');
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(id, run.id);
    const listed = (await everyPickup(server)).find((one) => one.id === id);
    expect(listed).toMatchObject({
      state: 'arranged',
      note: 'Ring twice',
      visit: { state: 'planned', run: { id: run.id, name: 'Centre' } },
    });
    const decline = { id, reason: 'The van broke down.' };
    expect((await server.call('pickupAdmin.decline', decline, asManager)).outcome).toBe('ok');
    expect((await placeOf(courier)).collection?.status).toBe('cancelled');
    expect((await plan(id, run.id)).outcome).toBe('CONFLICT');
    expect((await server.call('pickupAdmin.create', { ...asked, email: manager.email }, asManager)).outcome).toBe(
      'BAD_REQUEST',
    );
  });

  it('has what was asked, what failed and what came by surprise on its worklist', async () => {
    const counts = async (): Promise<Record<string, number>> => {
      const { work } = (await server.call('deskAdmin.getWork', undefined, asManager)).data;
      return Object.fromEntries(work.map(({ kind, count }) => [kind, count]));
    };
    const before = await counts();
    const { courier, run, pickup } = await collecting();
    const [others] = await newParcels(await newShop(), 1);
    await collect(courier, others ? [others] : [], { result: 'failed', reason: 'closed' });
    const after = await counts();
    const more = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0);
    expect([more('failed-pickups'), more('surprises'), more('pickups')]).toEqual([1, 1, 0]);
    expect((await plan(pickup.id, run.id)).outcome).toBe('ok');
    await plan(pickup.id);
    const last = await counts();
    expect([(last['failed-pickups'] ?? 0) - (before['failed-pickups'] ?? 0), last.pickups]).toEqual([
      0,
      (before.pickups ?? 0) + 1,
    ]);
  });

  it('takes in by scan what a courier collected, and nobody looks for it any more', async () => {
    const { courier, run, parcels } = await collecting(1);
    await collect(courier, parcels);
    await tell(courier, 'close', fact({ runId: run.id }));
    const open = async () => (await deskRun(run.id)).exceptions.filter(({ resolved }) => !resolved);
    expect((await open()).map(({ trackingId }) => trackingId)).toContain(parcels[0]?.trackingId);
    const [parcel] = parcels;
    await receive(parcel);
    expect((await open()).map(({ trackingId }) => trackingId)).not.toContain(parcel?.trackingId);
    expect((await placeOf(courier)).collection?.collected).toMatchObject([{ handedIn: true }]);
  });

  it('moves a whole run with its collections to another courier', async () => {
    const { courier, run, pickup, parcels } = await collecting();
    const other = await newCourier();
    const { version } = await deskRun(run.id);
    await server.call('runAdmin.move', { id: run.id, version, courierId: other.id }, asManager);
    expect((await placeOf(courier)).collection?.status).toBe('moved');
    expect((await placeOf(other)).collection).toMatchObject({ status: 'open', party: 'Harbour Books' });
    await collect(other, parcels);
    expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
  });
});
