/** Each parcel is in one place, and everybody says the same. */
import { expect } from 'vitest';
import { listWhereabouts } from '../../../server/shipments/store/whereabouts.ts';
import { parcelNumbersIn } from '../../../src/domain/runs/count-parcels.ts';
import { isInVan } from '../../../src/domain/runs/task-status.ts';
import type { CourierRun } from '../../../src/domain/runs/views.ts';
import type { Whereabouts } from '../../../src/domain/whereabouts.ts';
import type { Person } from '../../support/test-server.ts';
import { runOf, type World } from '../world.ts';

/** A report, or its correction, moves a parcel. */
const NEXT: Record<string, readonly string[]> = {
  sender: ['collected', 'depot', 'van'],
  collected: ['depot', 'van', 'receiver'],
  depot: ['sender', 'collected', 'van', 'receiver'],
  van: ['depot', 'collected', 'receiver', 'missing'],
  // Its run may have closed before the courier took the delivery back.
  receiver: ['van', 'depot', 'collected', 'missing'],
  missing: ['depot', 'collected', 'van', 'receiver'],
};

type Where = ReadonlyMap<string, Whereabouts[]>;

export async function readPlaces(world: World): Promise<void> {
  const where = await followPlaces(world);
  for (const courier of world.couriers) {
    const run = await runOf(world, courier);
    if (run) comparePhone(world, where, { courier, run });
  }
  await comparePool(world, where);
  await readReturns(world);
  await readDoors(world);
}

export async function followPlaces(world: World): Promise<Where> {
  const ids = world.parcels.map(({ id }) => id);
  const where = await listWhereabouts(world.server.services.db, ids);
  const rows = await world.server.query<{ id: string; status: string }>(
    'select id, status from shipments where id = any($1)',
    [ids],
  );
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  for (const { id, trackingId, count } of world.parcels) {
    const places = (where.get(id) ?? []).map(({ place }) => place);
    expect(places, `${trackingId} has its places`).toHaveLength(count);
    const before = world.places.get(id);
    for (const [at, place] of places.entries()) {
      const was = before?.[at] ?? place;
      expect([was, ...(NEXT[was] ?? [])], `${trackingId}-${at + 1} went from ${was} to ${place}`).toContain(place);
      if (place === 'receiver') expect(statusOf.get(id), `${trackingId} is with its receiver`).toBe('delivered');
    }
    world.places.set(id, places);
  }
  return where;
}

/** Its van has what it shows, and the sender has what it waits for. */
function comparePhone(world: World, where: Where, { courier, run }: { courier: Person; run: CourierRun }): void {
  const idOf = new Map(world.parcels.map(({ id, trackingId }) => [trackingId, id]));
  const placeOf = (trackingId: string, number: number) =>
    (where.get(idOf.get(trackingId) ?? '') ?? []).find(({ parcel }) => parcel === number);
  const name = `${run.name} of ${courier.email}`;
  const tasks = run.stops.flatMap((stop) => stop.tasks);
  for (const { trackingId, parcels = 1, returnedParcels = 0, ...task } of tasks) {
    if (!idOf.has(trackingId)) continue;
    const numbers = Array.from({ length: parcels }, (_, at) => at + 1);
    const inVan = isInVan(task) ? numbers.filter((number) => !parcelNumbersIn(returnedParcels).includes(number)) : [];
    for (const number of inVan) {
      const found = placeOf(trackingId, number);
      if (found?.place === 'depot') continue; // the phone may not know of a scan at the desk
      expect([found?.place, found?.run?.id], `${trackingId}-${number} in ${name}`).toEqual(['van', run.id]);
    }
    if (task.collectAt !== undefined)
      expect(
        numbers.map((number) => placeOf(trackingId, number)?.place),
        `${trackingId} awaited by ${name}`,
      ).toContain('sender');
  }
  for (const { waiting } of run.stops.flatMap(({ collections = [] }) => collections))
    for (const { trackingId, numbers = [1] } of waiting)
      for (const number of numbers)
        expect(placeOf(trackingId, number)?.place, `${trackingId}-${number} waits for ${name}`).toBe('sender');
}

async function comparePool({ server, manager, parcels }: World, where: Where): Promise<void> {
  const { data } = (await server.call('runAdmin.pool', { page: {} }, { as: manager })).data;
  for (const { id, trackingId, announced = false, status } of data) {
    if (!parcels.some((parcel) => parcel.id === id) || status !== 'in-progress') continue;
    const isThere = (where.get(id) ?? []).some(({ place }) => place === 'sender');
    expect(announced, `${trackingId} is announced in the pool`).toBe(isThere);
  }
}

/** All returns together have no more than what there was. */
async function readReturns({ server, parcels }: World): Promise<void> {
  const rows = await server.query<{ id: string; back: number }>(
    `select r.shipment_id as id, sum(s.parcels)::int as back from returns r
       join shipments s on s.id = r.return_id and s.status <> 'cancelled' and s.deleted_at is null
     where r.shipment_id = any($1) group by 1`,
    [parcels.map(({ id }) => id)],
  );
  for (const { id, back } of rows) {
    const { count = 0, trackingId } = parcels.find((one) => one.id === id) ?? {};
    expect(back, `how many parcels of ${trackingId} go back`).toBeLessThanOrEqual(count);
  }
}

async function readDoors({ server, shops }: World): Promise<void> {
  const wrong = await server.query(
    `select p.day::text, p.address, u.address as profile from pickups p join users u on u.id = p.user_id
     where u.id = any($1) and p.rule_id is not null and p.state in ('pending', 'arranged')
       and strpos(p.address, u.address) = 0`,
    [shops.map(({ id }) => id)],
  );
  expect(wrong, 'pickups at another address').toEqual([]);
}
