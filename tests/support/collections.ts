import { expect } from 'vitest';
import { dayIn } from '../../src/domain/dates.ts';
import type { Pickup } from '../../src/domain/pickups/pickup.ts';
import { courierDay, fact } from './courier-day.ts';
import { type Shop, shops, v1Parcel, v1Pickup } from './shop.ts';
import type { Person, TestServer } from './test-server.ts';

export async function collections(server: TestServer, manager: Person) {
  const ofShops = shops(server);
  const { newShop, ask } = ofShops;
  await ofShops.newRate();
  const asManager = { as: manager };
  const day = courierDay(server, manager);
  const { newCourier, releasedRun, runOf, tell, loadAndStart } = day;
  // It may become another day while the tests run.
  const today = () => dayIn(server.environment.TIME_ZONE, new Date());

  async function newParcels(shop: Shop, count: number, details: object = {}) {
    const made: { id: string; trackingId: string }[] = [];
    for (let at = 0; at < count; at += 1) {
      const { body } = await ask<{ id: string; tracking_id: string }>(shop.key, '/v1/shipments', {
        method: 'POST',
        payload: v1Parcel(details),
      });
      made.push({ id: body.id, trackingId: body.tracking_id });
    }
    return made;
  }

  const askFor = async (shop: Shop, details: object = {}) =>
    (
      await ask<Pickup>(shop.key, '/v1/pickups', {
        method: 'POST',
        payload: v1Pickup({ day: today(), from: '00:00', until: '23:59', parcels: 3, ...details }),
      })
    ).body;
  const plan = (id: string, runId?: string) => server.call('pickupAdmin.plan', { id, runId }, asManager);
  const stateOf = async (id: string) =>
    (await server.query('select coalesce(outcome, state) as state, reason from pickups where id = $1', [id]))[0];

  /** A started run of a courier with one delivery, and a pickup of this shop in it. */
  async function collecting(count = 2, courier?: Person) {
    const shop = await newShop();
    const parcels = await newParcels(shop, count);
    const pickup = await askFor(shop);
    const driver = courier ?? (await newCourier());
    const run = await releasedRun(driver);
    expect((await plan(pickup.id, run.id)).outcome).toBe('ok');
    await loadAndStart(driver);
    return { shop, parcels, pickup, courier: driver, run };
  }

  async function placeOf(courier: Person) {
    const { stops, ...run } = await runOf(courier);
    const stop = stops.find(({ collections }) => collections);
    const collection = stop?.collections?.at(-1);
    return { run, stop, collection };
  }

  const now = () => new Date().toISOString();
  const scans = (parcels: readonly { trackingId: string }[]) =>
    parcels.map(({ trackingId }) => ({ trackingId, at: now(), by: 'scan' }));

  async function collect(courier: Person, parcels: readonly { trackingId: string }[], more: object = {}) {
    const { stop, collection } = await placeOf(courier);
    const report = fact({
      stopId: stop?.id,
      collectionId: collection?.id,
      result: 'collected',
      unlabelled: 0,
      left: [],
      proofs: [],
      parcels: scans(parcels),
      occurredAt: now(),
      ...more,
    });
    await tell(courier, 'collect', report);
    return report;
  }

  async function desk(scan: object): Promise<string> {
    const scanId = crypto.randomUUID();
    const { data } = await server.call('deskAdmin.scan', { scans: [{ scanId, ...scan }] }, asManager);
    expect(data.results[0]?.outcome, JSON.stringify(data)).toBe('done');
    return scanId;
  }
  const receive = (parcel: { trackingId: string } | undefined) =>
    desk({ trackingId: parcel?.trackingId, act: 'receive', address: 'Depot' });

  return { ...ofShops, ...day, newParcels, askFor, plan, stateOf, collecting, placeOf, collect, desk, receive };
}
