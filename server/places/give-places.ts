import { sql } from 'drizzle-orm';
import { GIVEN_RADIUS, type Point } from '../../src/domain/places/places.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { Transaction } from '../base/database/client.ts';
import { places } from '../base/database/tables/places.ts';
import { forBatches } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { hex, type PlaceKeys, placeKeysOf } from './store/places.ts';

type Given = Pick<CreateShipment, 'shipTo' | 'location'>;

/** Stores places that the desk gave, the last for each door, and returns how many are new; what couriers taught stays. */
async function saveGiven(tx: Transaction, wanted: readonly (PlaceKeys & Point)[]): Promise<number> {
  const doors = new Map(wanted.map((place) => [hex(place.key), place]));
  if (doors.size === 0) return 0;
  // In one order, so that two files do not wait for each other.
  const sorted = [...doors.values()].sort((one, other) => Buffer.compare(one.key, other.key));
  const given = { radius: GIVEN_RADIUS, source: 'given' as const, updatedAt: new Date() };
  const saved = await forBatches(sorted, (some) =>
    tx
      .insert(places)
      .values(some.map((place) => ({ ...place, ...given })))
      .onConflictDoUpdate({
        target: places.key,
        set: { ...given, lat: sql`excluded.lat`, lng: sql`excluded.lng` },
        setWhere: sql`${places.source} <> 'courier' and (${places.lat}, ${places.lng}) is distinct from (excluded.lat, excluded.lng)`,
      })
      .returning({ key: places.key }),
  );
  return saved.length;
}

export async function givePlaces({ tx, services }: UnitOfWork, shipments: readonly Given[]): Promise<number> {
  return saveGiven(
    tx,
    shipments.flatMap(({ shipTo, location }) =>
      location ? [{ ...placeKeysOf(services.secrets, shipTo), lat: location.latitude, lng: location.longitude }] : [],
    ),
  );
}
