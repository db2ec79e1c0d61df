/** Everyone who asks gets the same place of a parcel. */
import { describe, expect, it } from 'vitest';
import { listWhereabouts } from '../../server/shipments/store/whereabouts.ts';
import { sayWhere } from '../../src/domain/runs/say-where.ts';
import { collections } from '../support/collections.ts';
import { DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newShop, newParcels, askFor, plan, placeOf, collect, collecting, desk, receive, ...day } = await collections(
  server,
  manager,
);
const { newCourier, releasedRun, runOf, tell, loadAndStart, deskRun } = day;

const placesOf = async (id: string | undefined) =>
  ((await listWhereabouts(server.services.db, [id ?? ''])).get(id ?? '') ?? []).map(({ place }) => place);
const workOf = async (id: string | undefined) =>
  (await server.query<{ work: string | null }>('select work from shipments where id = $1', [id]))[0]?.work;
const taskOf = async (courier: Person, parcel: { trackingId: string } | undefined) =>
  (await runOf(courier)).tasks.find(({ trackingId }) => trackingId === parcel?.trackingId);
const addTo = async (runId: string, shipmentId: string | undefined, more: object = {}) => {
  const { version } = await deskRun(runId);
  return server.call('runAdmin.add', { id: runId, version, shipmentIds: [shipmentId], ...more }, asManager);
};

describe('a parcel', () => {
  it('is with its shop, at the depot, in a van and with its receiver, as it was reported', async () => {
    const shop = await newShop();
    const [parcel] = await newParcels(shop, 1);
    const { id, trackingId } = parcel ?? { id: '', trackingId: '' };
    const seen = [...(await placesOf(id))];
    const note = async () => {
      seen.push(...(await placesOf(id)));
    };
    const pickup = await askFor(shop);
    const first = await newCourier();
    const run = await releasedRun(first);
    await plan(pickup.id, run.id);
    await loadAndStart(first);
    await collect(first, [{ trackingId }]);
    await note();
    await tell(first, 'handIn', fact({ runId: run.id }));
    await note();
    const courier = await newCourier();
    const later = await releasedRun(courier);
    expect((await addTo(later.id, id)).outcome).toBe('ok');
    await loadAndStart(courier);
    await note();
    const task = await taskOf(courier, parcel);
    const visit = fact({ stopId: task?.stopId, outcomes: [{ taskId: task?.id, ...NOT_HOME }], proofs: [] });
    await tell(courier, 'visit', visit);
    await note();
    await tell(courier, 'return', fact({ taskIds: [task?.id] }));
    await note();
    const again = await newCourier();
    const last = await releasedRun(again);
    await addTo(last.id, id);
    await loadAndStart(again);
    const at = await taskOf(again, parcel);
    await tell(again, 'visit', fact({ stopId: at?.stopId, outcomes: [{ taskId: at?.id, ...DELIVERED }], proofs: [] }));
    await note();
    expect(seen).toEqual(['sender', 'collected', 'depot', 'van', 'van', 'depot', 'receiver']);
  });

  it('that was received is loaded by a van that also collects at its shop', async () => {
    const shop = await newShop();
    const [received, waiting] = await newParcels(shop, 2);
    await receive(received);
    const pickup = await askFor(shop);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(pickup.id, run.id);
    expect((await addTo(run.id, received?.id)).outcome).toBe('ok');
    expect(await taskOf(courier, received)).toMatchObject({ status: 'assigned' });
    expect((await taskOf(courier, received))?.collectAt).toBeUndefined();
    const { collection } = await placeOf(courier);
    expect(collection?.waiting.map(({ trackingId }) => trackingId)).toEqual([waiting?.trackingId]);
    const { tasks } = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: tasks.slice(0, 1).map(({ id }) => id) }));
    await tell(courier, 'start', fact({ runId: run.id }));
    expect(await taskOf(courier, received)).toMatchObject({ status: 'left' });
    expect(await workOf(received?.id)).toBe('left-out');
  });

  it('that nobody has brought is asked about, and was never left at the depot', async () => {
    const [parcel] = await newParcels(await newShop(), 1);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    const refused = await addTo(run.id, parcel?.id);
    expect(refused.error.data).toMatchObject({ toDecide: [{ id: parcel?.id, why: 'Still with its sender' }] });
    expect((await addTo(run.id, parcel?.id, { despite: [parcel?.id] })).outcome).toBe('ok');
    const { tasks } = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: tasks.slice(0, 1).map(({ id }) => id) }));
    await tell(courier, 'start', fact({ runId: run.id }));
    expect(await taskOf(courier, parcel)).toMatchObject({ status: 'left' });
    expect(await workOf(parcel?.id)).toBe('never-scanned');
    const { data } = await server.call('runAdmin.pool', { page: { arrival: 'announced' } }, asManager);
    expect(data.data.map(({ id }) => id)).toContain(parcel?.id);
  });

  it('scanned into a run has arrived, and is with its shop again once that is undone', async () => {
    const [parcel] = await newParcels(await newShop(), 1);
    const run = await releasedRun(await newCourier());
    const scanId = await desk({ trackingId: parcel?.trackingId, act: 'run', runId: run.id });
    expect(await placesOf(parcel?.id)).toEqual(['depot']);
    await desk({ trackingId: parcel?.trackingId, act: 'undo', undoes: scanId });
    expect([await placesOf(parcel?.id), await workOf(parcel?.id)]).toEqual([['sender'], 'never-scanned']);
  });

  it('received by mistake waits for its courier again', async () => {
    const { shop, parcels, courier } = await collecting(1);
    const scanId = await receive(parcels[0]);
    const waits = async () => (await placeOf(courier)).collection?.waiting.length;
    expect(await waits()).toBe(0);
    await desk({ trackingId: parcels[0]?.trackingId, act: 'undo', undoes: scanId });
    expect([await waits(), await workOf(parcels[0]?.id)]).toEqual([1, 'never-scanned']);
    expect(shop.id).toBeTruthy();
  });
});

describe('one of three parcels', () => {
  const collected = (trackingId: string | undefined, pieces: number[]) => [
    { trackingId, at: new Date().toISOString(), by: 'scan', pieces },
  ];

  it('that was collected leaves the two others with the shop, which is notified', async () => {
    const shop = await newShop();
    const [parcel] = await newParcels(shop, 1, { parcels: 3 });
    const pickup = await askFor(shop);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(pickup.id, run.id);
    await loadAndStart(courier);
    expect((await placeOf(courier)).collection?.waiting).toMatchObject([{ parcels: 3, numbers: [1, 2, 3] }]);
    await collect(courier, [], { parcels: collected(parcel?.trackingId, [2]) });
    expect(await placesOf(parcel?.id)).toEqual(['sender', 'collected', 'sender']);
    const left = { trackingId: parcel?.trackingId, reason: 'not_there', numbers: [1, 3] };
    expect((await placeOf(courier)).collection).toMatchObject({ collected: [{ numbers: [2] }], left: [left] });
    const [entry] = await server.query(`select comment from activities where shipment_id = $1 and kind = 'status'`, [
      parcel?.id,
    ]);
    expect(entry).toEqual({ comment: 'Collected 1 of 3 parcels' });
    const [mail] = await server.query<{ id: string }>(
      `select id from mails where kind = 'pickup-incomplete' and receiver = $1`,
      [shop.email],
    );
    const sent = (await server.call('mail.getMail', { id: mail?.id }, asManager)).data;
    expect(sent.next?.text).toContain(`${parcel?.trackingId}, parcels 1, 3`);
    const page = { trackingId: parcel?.trackingId ?? '' };
    const seenBy = async (as?: Person) =>
      (await server.call('shipment.getShipmentByTrackingId', page, { as })).data as { places?: string[] };
    const places = ['Parcels 1, 3: Still with its sender', 'Parcel 2: Collected, in a van'];
    expect((await seenBy(shop)).places).toEqual(places);
    expect(await seenBy()).not.toHaveProperty('places');

    await tell(courier, 'handIn', fact({ runId: run.id }));
    await receive(parcel && { trackingId: parcel.trackingId });
    const second = await askFor(shop);
    const next = await newCourier();
    const later = await releasedRun(next);
    await plan(second.id, later.id);
    await loadAndStart(next);
    expect((await placeOf(next)).collection?.waiting).toMatchObject([{ numbers: [1, 3] }]);
    await collect(next, [], { parcels: collected(parcel?.trackingId, [1, 3]) });
    expect(await placesOf(parcel?.id)).toEqual(['collected', 'depot', 'collected']);
    expect((await deskRun(later.id)).exceptions).toEqual([]);
  });

  it('is loaded for its door only with the others', async () => {
    const shop = await newShop();
    const [parcel] = await newParcels(shop, 1, { parcels: 3 });
    const pickup = await askFor(shop);
    const courier = await newCourier();
    const run = await releasedRun(courier);
    await plan(pickup.id, run.id);
    await addTo(run.id, parcel?.id);
    const { tasks } = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: tasks.slice(0, 1).map(({ id }) => id) }));
    await tell(courier, 'start', fact({ runId: run.id }));
    await collect(courier, [], { parcels: collected(parcel?.trackingId, [1]) });
    expect(await taskOf(courier, parcel)).toMatchObject({ status: 'assigned' });
    await collect(courier, [], { parcels: collected(parcel?.trackingId, [2, 3]) });
    expect(await taskOf(courier, parcel)).toMatchObject({ status: 'loaded' });
    expect(await placesOf(parcel?.id)).toEqual(['van', 'van', 'van']);
    const { collection } = await placeOf(courier);
    expect(collection?.collected.every(({ handedIn }) => handedIn)).toBe(true);
  });
});

it.each([
  [{ place: 'sender', run: null, note: '', isReturn: false }, 'Still with its sender'],
  [{ place: 'depot', run: null, note: 'Shelf B3', isReturn: false }, 'With us: Shelf B3'],
  [
    { place: 'van', run: { id: '', name: 'North', courier: 'Bo' }, note: '', isReturn: false },
    'Out in the van of Bo, North',
  ],
  [{ place: 'receiver', run: null, note: 'neighbour', isReturn: false }, 'Delivered to a neighbour'],
  [{ place: 'receiver', run: null, note: 'recipient', isReturn: true }, 'Back at its sender'],
] as const)('%j is said as %s', (where, said) => {
  expect(sayWhere(where)).toBe(said);
});
