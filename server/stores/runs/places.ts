import { and, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { addressParts } from '../../../src/domain/runs/address-parts.ts';
import { foldAddress } from '../../../src/domain/runs/group-stops.ts';
import { decidePlace, metresBetween, type Place, type Point } from '../../../src/domain/runs/places.ts';
import type { Secrets } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { places } from '../../database/tables/places.ts';
import { groupRows } from '../group-rows.ts';
import type { StopRow } from './run-tasks.ts';

export type PlaceRow = typeof places.$inferSelect;

export type PlaceKeys = Pick<PlaceRow, 'key' | 'streetKey' | 'postcodeKey' | 'house'>;

/** The operator's file of postcodes. */
export interface Postcodes {
  /** Where a folded postcode is; null if the file does not have it. */
  find(postcode: string): Point | null;
}

export interface PlaceKnowledge {
  secrets: Pick<Secrets, 'hashPlace'>;
  postcodes: Postcodes | null;
}

/** Returns the keys under which an address, its street and its postcode are stored. */
export function placeKeysOf({ hashPlace }: PlaceKnowledge['secrets'], address: string): PlaceKeys {
  const { postcode, street, house } = addressParts(address);
  return {
    key: hashPlace('door', foldAddress(address)),
    streetKey: street ? hashPlace('street', street) : null,
    postcodeKey: postcode ? hashPlace('postcode', postcode) : null,
    house,
  };
}

const LEAST_POSTCODE_RADIUS = 200;

const hex = (key: Buffer | null) => key?.toString('hex') ?? '';
const isKey = (key: Buffer | null) => key !== null;

/** Finds where stops are, by their ids; those of unknown places are not in it. */
export async function findPlaces(
  executor: Executor,
  stops: readonly Pick<StopRow, 'id' | 'address'>[],
  { secrets, postcodes }: PlaceKnowledge,
): Promise<Map<string, Place>> {
  const wanted = stops
    .filter(({ address }) => address !== '')
    .map(({ id, address }) => ({ id, postcode: addressParts(address).postcode, ...placeKeysOf(secrets, address) }));
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(({ key }) => key);
  const streetKeys = wanted.map(({ streetKey }) => streetKey).filter(isKey);
  const rows = await executor
    .select()
    .from(places)
    .where(or(inArray(places.key, keys), inArray(places.streetKey, streetKeys)));
  const known = rows.flatMap(({ lat, lng, ...row }) => (lat === null || lng === null ? [] : [{ ...row, lat, lng }]));
  const doors = new Map(known.map((row) => [hex(row.key), row]));
  const streets = groupRows(known, ({ streetKey }) => hex(streetKey));
  const means = await meanOfPostcodes(executor, wanted.map(({ postcodeKey }) => postcodeKey).filter(isKey));
  const found = new Map<string, Place>();
  for (const { id, key, streetKey, postcodeKey, postcode, house } of wanted) {
    const door = doors.get(hex(key)) ?? null;
    const place = decidePlace(house, {
      learned: door?.source === 'courier' ? pick(door) : null,
      file: postcode ? (postcodes?.find(postcode) ?? null) : null,
      geocoded: door?.source === 'geocoder' ? pick(door) : null,
      street: streetKey ? (streets.get(hex(streetKey)) ?? []) : [],
      postcode: means.get(hex(postcodeKey)) ?? null,
    });
    if (place) found.set(id, place);
  }
  return found;
}

const pick = ({ lat, lng, radius }: Point & { radius: number }) => ({ lat, lng, radius });

async function meanOfPostcodes(executor: Executor, keys: readonly Buffer[]) {
  const { postcodeKey, lat, lng } = places;
  const rows = await executor
    .select({
      key: postcodeKey,
      lat: sql<number>`avg(${lat})`,
      lng: sql<number>`avg(${lng})`,
      south: sql<number>`min(${lat})`,
      west: sql<number>`min(${lng})`,
      north: sql<number>`max(${lat})`,
      east: sql<number>`max(${lng})`,
    })
    .from(places)
    .where(and(inArray(postcodeKey, [...keys]), isNotNull(lat)))
    .groupBy(postcodeKey);
  return new Map(
    rows.map(({ key, south, west, north, east, ...mean }) => {
      const across = metresBetween({ lat: south, lng: west }, { lat: north, lng: east });
      return [hex(key), { ...mean, radius: Math.max(LEAST_POSTCODE_RADIUS, Math.round(across / 2)) }];
    }),
  );
}
