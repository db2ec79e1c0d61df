/** What holds whatever people do, and in whichever order. It knows no capability’s rules. */
import { expect } from 'vitest';
import { compareFees } from '../../server/stores/money/fees.ts';
import { compareStatements } from '../../server/stores/money/statements.ts';
import { compareCollected } from '../../server/stores/runs/collected-entries.ts';
import { compareBalances, compareFigures, compareShipmentCounts } from '../../server/stores/shipments/projections.ts';
import { listWhereabouts } from '../../server/stores/shipments/whereabouts.ts';
import { parcelNumbersIn } from '../../src/domain/runs/count-parcels.ts';
import { isInVan } from '../../src/domain/runs/task-status.ts';
import type { CourierRun } from '../../src/domain/runs/views.ts';
import type { Whereabouts } from '../../src/domain/whereabouts.ts';
import { shops } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { runOf, type World } from './world.ts';

/** How a parcel can go on from a place: by a report, or by one that is taken back. */
const NEXT: Record<string, readonly string[]> = {
  sender: ['collected', 'depot', 'van'],
  collected: ['depot', 'van', 'receiver'],
  depot: ['sender', 'collected', 'van', 'receiver'],
  van: ['depot', 'collected', 'receiver', 'missing'],
  // Its run may have closed before the courier took the delivery back.
  receiver: ['van', 'depot', 'collected', 'missing'],
  missing: ['depot', 'collected', 'van', 'receiver'],
};

const ENDED: readonly string[] = ['delivered', 'cancelled', 'failed'];

type Where = ReadonlyMap<string, Whereabouts[]>;

/** Reads all books: each answers one question wherever it is shown, and compares. */
export async function readBooks(world: World): Promise<void> {
  const { server, parcels } = world;
  const where = await listWhereabouts(
    server.services.db,
    parcels.map(({ id }) => id),
  );
  await readPlaces(world, where);
  for (const courier of world.couriers) {
    const run = await runOf(world, courier);
    if (run) comparePhone(world, where, { courier, run });
  }
  await comparePool(world, where);
  await comparePages(world);
  await readEndedRights(world);
}

/** Every parcel is in one place, and came there as things can move. */
async function readPlaces(world: World, where: Where): Promise<void> {
  const ids = world.parcels.map(({ id }) => id);
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
}

/** What a phone shows is in its van is there, and what it waits for is with its sender. */
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
      if (found?.place === 'depot') continue; // The desk has scanned it, and the phone has not been told to let go.
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

/** What the pool says is announced is with its sender, and only that. */
async function comparePool({ server, manager, parcels }: World, where: Where): Promise<void> {
  const { data } = (await server.call('runAdmin.pool', { page: {} }, { as: manager })).data;
  for (const { id, trackingId, announced = false, status } of data) {
    if (!parcels.some((parcel) => parcel.id === id) || status !== 'in-progress') continue;
    const isThere = (where.get(id) ?? []).some(({ place }) => place === 'sender');
    expect(announced, `${trackingId} is announced in the pool`).toBe(isThere);
  }
}

/** The desk’s page, the receiver’s page and the REST interface say the same of place and money. */
async function comparePages({ server, manager, parcels }: World): Promise<void> {
  const { ask } = shops(server);
  for (const { id, trackingId, shop } of parcels.slice(-4)) {
    const desk = (await server.call('shipmentAdmin.getShipment', { id }, { as: manager })).data;
    if (shop) {
      const { body } = await ask<Record<string, unknown>>(shop.key, `/v1/shipments/${id}`);
      const shown = desk.whereabouts?.map(({ parcels: numbers, place, since }) => ({ parcels: numbers, place, since }));
      expect(body.whereabouts, `where ${trackingId} is, at /v1`).toEqual(shown);
      expect([body.cod, body.status], `what is to pay for ${trackingId}, at /v1`).toEqual([desk.cod, desk.status]);
      const promise = body.promise as { to_pay: number; day: string | null } | undefined;
      const isOpen = !ENDED.includes(desk.status);
      expect(promise?.to_pay, `what is promised to be paid for ${trackingId}`).toBe(
        isOpen && !desk.paid ? (desk.cod ?? 0) : 0,
      );
    }
    const page = (await server.call('shipment.getShipmentByTrackingId', { trackingId })).data;
    expect(page.status, `the status of ${trackingId} on its page`).toBe(desk.status);
  }
}

/** A private code that was replaced opens nothing. */
async function readEndedRights({ server, endedCodes }: World): Promise<void> {
  for (const input of endedCodes) {
    const { outcome } = await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() });
    expect(outcome, `a replaced code of ${input.id}`).not.toBe('ok');
  }
}

/** What is kept beside the entries agrees with them. */
export async function readLedgers({ server: { services } }: World): Promise<void> {
  const { db } = services;
  const compared = {
    balances: await compareBalances(db),
    counts: await compareShipmentCounts(db),
    figures: await compareFigures(db),
    fees: await compareFees(db),
    statements: await compareStatements(db),
    collected: await compareCollected(db),
  };
  const wrong = Object.entries(compared).flatMap(([name, { examples }]) => examples.map((one) => [name, one]));
  expect(wrong).toEqual([]);
}
