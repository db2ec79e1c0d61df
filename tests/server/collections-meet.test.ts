/** Collections meet other changes of runs, doors, accounts and drafts. */
import { describe, expect, it } from 'vitest';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { collections } from '../support/collections.ts';
import { fact } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newShop, newParcels, askFor, plan, stateOf, collecting, placeOf, collect, receive, ...day } = await collections(
  server,
  manager,
);
const { newCourier, releasedRun, runOf, tell, deskRun, statusOf, loadAndStart } = day;
const TODAY = dayIn(server.environment.TIME_ZONE, new Date());

const openExceptions = async (id: string) =>
  (await deskRun(id)).exceptions.filter(({ resolved, taskId }) => !resolved && !taskId).map(({ kind }) => kind);
const waitsInPool = async (id: string) =>
  (await server.call('runAdmin.pool', { page: {} }, asManager)).data.collections?.some((one) => one.id === id) ?? false;
const moveRun = async (id: string, courierId: string) => {
  const { version } = await deskRun(id);
  expect((await server.call('runAdmin.move', { id, version, courierId }, asManager)).outcome).toBe('ok');
};

describe('a pickup in a run', () => {
  it('waits again once it is taken out of its run, where only a courier who saw it reads so', async () => {
    const pickup = await askFor(await newShop());
    const courier = await newCourier();
    const [parcel] = await newParcels(await newShop(), 1);
    const shipmentIds = [parcel?.id ?? ''];
    const input = { day: 'today', name: 'Early', courierId: courier.id, shipmentIds, despite: shipmentIds };
    const { id } = (await server.call('runAdmin.create', input, asManager)).data;
    const doors = async () => (await deskRun(id)).stops.map((stop) => stop.collections?.map(({ status }) => status));
    await plan(pickup.id, id);
    expect([await waitsInPool(pickup.id), await doors()]).toEqual([false, [undefined, ['open']]]);
    await plan(pickup.id);
    expect([await waitsInPool(pickup.id), await doors()]).toEqual([true, [undefined]]);
    await plan(pickup.id, id);
    const { version } = await deskRun(id);
    expect((await server.call('runAdmin.release', { id, version }, asManager)).outcome).toBe('ok');
    await plan(pickup.id);
    expect([await waitsInPool(pickup.id), await doors()]).toEqual([true, [undefined, ['cancelled']]]);
    expect((await runOf(courier)).stops.map(({ collections }) => collections?.[0]?.status)).toEqual([
      undefined,
      'cancelled',
    ]);
  });

  it('goes along when its run is merged into another, on that run’s day', async () => {
    const pickup = await askFor(await newShop(), { day: shiftDay(TODAY, 1) });
    const tomorrow = await releasedRun(await newCourier());
    await server.query('update runs set day = $2 where id = $1', [tomorrow.id, shiftDay(TODAY, 1)]);
    await plan(pickup.id, tomorrow.id);
    const { courier, run } = await collecting(1);
    await moveRun(tomorrow.id, courier.id);
    const kept = (await deskRun(run.id)).stops.flatMap((stop) => stop.collections ?? []);
    expect(kept.map(({ status }) => status)).toEqual(['open', 'open']);
    expect(await server.query('select day::text from pickups where id = $1', [pickup.id])).toEqual([{ day: TODAY }]);
  });

  it('is unknown to the courier of a planned run that was merged into another', async () => {
    const pickup = await askFor(await newShop());
    const [one, other] = [await newCourier(), await newCourier()];
    const input = { day: 'today', name: 'Early', courierId: one.id, shipmentIds: [(await server.parcel()).id] };
    const run = (await server.call('runAdmin.create', input, asManager)).data;
    await plan(pickup.id, run.id);
    await moveRun(run.id, other.id);
    expect((await deskRun(run.id)).stops).toEqual([]);
    expect(await server.query('select status from run_collections where collection_id = $1', [pickup.id])).toEqual([
      { status: 'open' },
    ]);
  });

  it('moved at the moment in which it is collected ends as done in both runs', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { courier, parcels, pickup } = await collecting(2);
      const { stop, collection } = await placeOf(courier);
      const other = await newCourier();
      const second = await releasedRun(other);
      const at = { stopId: stop?.id, collectionId: collection?.id };
      await Promise.all([collect(courier, parcels, at), plan(pickup.id, second.id)]);
      expect(await stateOf(pickup.id)).toEqual({ state: 'done', reason: '' });
      expect((await placeOf(courier)).collection?.status).toBe('collected');
      expect((await placeOf(other)).collection?.status ?? 'moved').toBe('moved');
    }
  });
});

describe('several parties at one door', () => {
  /** Two shops at one address, in one run. */
  async function twoShops() {
    const shops = [await newShop(), await newShop()];
    const courier = await newCourier();
    const run = await releasedRun(courier);
    for (const shop of shops) await plan((await askFor(shop, { parcels: 1 })).id, run.id);
    const parcels = (await Promise.all(shops.map((shop) => newParcels(shop, 1)))).flat();
    await loadAndStart(courier);
    const stops = (await runOf(courier)).stops.filter(({ collections: some }) => some);
    const places = stops.flatMap(({ id: stopId, collections: some = [] }) =>
      some.map(({ id: collectionId, waiting }) => ({ stopId, collectionId, waiting })),
    );
    return { courier, run, parcels, places };
  }

  it('have a pickup each, and each its own parcels', async () => {
    const { courier, run, parcels, places } = await twoShops();
    expect(new Set(places.map(({ stopId }) => stopId)).size).toBe(1);
    for (const [index, { waiting, ...at }] of places.entries()) {
      expect(waiting.map(({ trackingId }) => trackingId)).toEqual([parcels[index]?.trackingId]);
      await collect(courier, parcels.slice(index, index + 1), at);
    }
    expect(await openExceptions(run.id)).toEqual([]);
    for (const parcel of parcels) expect(await statusOf(parcel.id)).toEqual({ status: 'shipped' });
  });

  it('the same door delivers to the shop and collects from it in one stop', async () => {
    const shop = await newShop();
    const parcels = await newParcels(shop, 1);
    const pickup = await askFor(shop, { parcels: 1 });
    const [{ address = '', phone = '' } = {}] = await server.query<{ address: string; phone: string }>(
      `select p.address, coalesce(s.sender_phone, u.phone, '') as phone from pickups p join users u on u.id = p.user_id
        left join shop_settings s on s.user_id = u.id where p.id = $1`,
      [pickup.id],
    );
    const courier = await newCourier();
    const run = await releasedRun(courier, [{ shipTo: address, receiverPhone: phone }]);
    await plan(pickup.id, run.id);
    const { tasks } = await loadAndStart(courier);
    const { stop } = await placeOf(courier);
    expect([stop?.id, (await runOf(courier)).stops.length]).toEqual([tasks[0]?.stopId, 1]);
    await collect(courier, parcels);
    await day.visit(courier, tasks[0]);
    await tell(courier, 'handIn', fact({ runId: run.id }));
    await tell(courier, 'close', fact({ runId: run.id }));
    expect(await openExceptions(run.id)).toEqual([]);
  });
});

it('what the desk receives while its courier closes the run is missing nowhere', async () => {
  const { courier, run, parcels } = await collecting(4);
  await collect(courier, parcels);
  const close = () => tell(courier, 'close', fact({ runId: run.id }));
  await Promise.all([receive(parcels[0]), close(), receive(parcels[1]), receive(parcels[2])]);
  expect(await openExceptions(run.id)).toEqual(['missing-parcel']);
  await receive(parcels[3]);
  expect(await openExceptions(run.id)).toEqual([]);
});

it('a shop that deletes its account with a regular day gets no courier any more', async () => {
  const { shop, courier, run, parcels } = await collecting(1);
  const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '16:00', until: '17:00', parcels: 8 };
  await server.query(`update users set address = 'Kaj 1', city = 'Göteborg', state = 'VG' where id = $1`, [shop.id]);
  expect((await server.call('shipper.savePickupDays', days, { as: shop })).outcome).toBe('ok');
  const [planned] = await server.query<{ id: string }>(
    'select id from pickups where user_id = $1 and rule_id is not null',
    [shop.id],
  );
  await plan(String(planned?.id), run.id);
  const gone = await server.call('userAdmin.deleteUser', { id: shop.id }, asManager);
  expect(gone.outcome, gone.body).toBe('ok');
  const left = await server.query(
    `select 1 from pickups where user_id = $1 union all select 1 from collection_rules where user_id = $1`,
    [shop.id],
  );
  expect(left).toEqual([]);
  const statuses = (await runOf(courier)).stops.flatMap(({ collections: some = [] }) =>
    some.map(({ status }) => status),
  );
  expect(statuses.filter((status) => status === 'open')).toEqual([]);
  // What its courier has taken all the same is kept and looked for.
  const { stop, collection } = await placeOf(courier);
  await collect(courier, parcels, { stopId: stop?.id, collectionId: collection?.id });
  expect((await placeOf(courier)).collection?.status).toBe('collected');
});

it('a draft that is deleted after its scan leaves its code for the desk', async () => {
  const { shop, courier, run } = await collecting(0);
  const fields = { reference: 'SO-77', receiverName: 'Elin Strand' };
  const draft = (await server.call('shipper.saveDraft', { fields }, { as: shop })).data;
  await collect(courier, [{ trackingId: 'SO-77' }]);
  expect((await server.call('shipper.deleteDrafts', { ids: [draft.id] }, { as: shop })).outcome).toBe('ok');
  expect(await openExceptions(run.id)).toEqual(['collected-unknown']);
  await tell(courier, 'close', fact({ runId: run.id }));
  expect(await openExceptions(run.id)).toEqual(['collected-unknown', 'missing-parcel']);
  await tell(courier, 'handIn', fact({ runId: run.id }));
  expect((await placeOf(courier)).collection?.collected).toMatchObject([{ trackingId: 'SO-77', handedIn: true }]);
});
