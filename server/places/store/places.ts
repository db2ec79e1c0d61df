import { and, lt, or, sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import { parseAddress } from '../../../src/domain/places/parse-address.ts';
import {
  ABOUT_RADIUS,
  decidePlace,
  GIVEN_RADIUS,
  metresBetween,
  type Place,
  type Point,
} from '../../../src/domain/places/places.ts';
import type { Postcodes } from '../../base/config/postcodes.ts';
import type { Executor } from '../../base/database/client.ts';
import { placeSamples, places } from '../../base/database/tables/places.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { StopRow } from '../../runs/store/run-tasks.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';

export type PlaceRow = typeof places.$inferSelect;

export type PlaceKeys = Pick<PlaceRow, 'key' | 'streetKey' | 'postcodeKey' | 'house'>;

/** Part of the services. */
export interface PlaceKnowledge {
  secrets: Pick<Secrets, 'hashPlace'>;
  postcodes: Postcodes | null;
}

export function placeKeysOf({ hashPlace }: PlaceKnowledge['secrets'], address: string): PlaceKeys {
  const { folded, postcode, area, town, street, number } = parseAddress(address);
  const where = area || town;
  return {
    key: hashPlace('door', folded),
    streetKey: street && where ? hashPlace('street', `${where}\n${street}`) : null,
    postcodeKey: postcode ? hashPlace('postcode', postcode) : null,
    house: number,
  };
}

/** The geocoder was asked for what a shop wrote, which may name any postcode. */
const TRUSTED_SOURCES: PlaceRow['source'][] = ['courier', 'given'];

export type StopToPlace = Pick<StopRow, 'id' | 'address'> & { given?: Point | null };

/** Finds where the shop says that this door is. Null if others' parcels go there, too: it must not move those. */
export function pointGivenByShop(parcels: readonly Pick<ShipmentRow, 'senderId' | 'location'>[]): Point | null {
  const [first] = parcels;
  const location = parcels.findLast((parcel) => parcel.location)?.location;
  if (!first?.senderId || !location || parcels.some(({ senderId }) => senderId !== first.senderId)) return null;
  return { lat: location.latitude, lng: location.longitude };
}

export const hex = (key: Buffer | null) => key?.toString('hex') ?? '';
const isKey = (key: Buffer | null) => key !== null;

export async function findPlaces(
  executor: Executor,
  stops: readonly StopToPlace[],
  { secrets, postcodes }: PlaceKnowledge,
): Promise<Map<string, Place>> {
  const wanted = stops
    .filter(({ address }) => address !== '')
    .map(({ id, address, given }) => ({ id, address, given, ...placeKeysOf(secrets, address) }));
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(({ key }) => key);
  const streetKeys = wanted.map(({ streetKey }) => streetKey).filter(isKey);
  const rows = await executor
    .select()
    .from(places)
    .where(or(anyOf(places.key, keys), anyOf(places.streetKey, streetKeys)));
  const known = rows.flatMap(({ lat, lng, ...row }) => (lat === null || lng === null ? [] : [{ ...row, lat, lng }]));
  const doors = new Map(known.map((row) => [hex(row.key), row]));
  const streets = groupRows(
    known.filter(({ source }) => TRUSTED_SOURCES.includes(source)),
    ({ streetKey }) => hex(streetKey),
  );
  const middles = await middleOfPostcodes(executor, wanted.map(({ postcodeKey }) => postcodeKey).filter(isKey));
  const found = new Map<string, Place>();
  for (const { id, address, given, key, streetKey, postcodeKey, house } of wanted) {
    const door = doors.get(hex(key)) ?? null;
    const place = decidePlace(house, {
      learned: door?.source === 'courier' ? pick(door) : null,
      given: door?.source === 'given' ? pick(door) : given ? { ...given, radius: GIVEN_RADIUS } : null,
      file: postcodes?.findFor(address) ?? null,
      geocoded: door?.source === 'geocoder' ? pick(door) : null,
      street: streetKey ? (streets.get(hex(streetKey)) ?? []) : [],
      postcode: middles.get(hex(postcodeKey)) ?? null,
    });
    if (place) found.set(id, place);
  }
  return found;
}

const pick = ({ lat, lng, radius }: Point & { radius: number }) => ({ lat, lng, radius });

async function middleOfPostcodes(executor: Executor, keys: readonly Buffer[]) {
  const { postcodeKey, lat, lng } = places;
  const rows = await executor
    .select({
      key: postcodeKey,
      lat: sql<number>`percentile_cont(0.5) within group (order by ${lat})`,
      lng: sql<number>`percentile_cont(0.5) within group (order by ${lng})`,
      south: sql<number>`min(${lat})`,
      west: sql<number>`min(${lng})`,
      north: sql<number>`max(${lat})`,
      east: sql<number>`max(${lng})`,
    })
    .from(places)
    .where(and(anyOf(postcodeKey, keys), anyOf(places.source, TRUSTED_SOURCES)))
    .groupBy(postcodeKey);
  return new Map(
    rows.map(({ key, south, west, north, east, ...middle }) => {
      const across = metresBetween({ lat: south, lng: west }, { lat: north, lng: east });
      return [hex(key), { ...middle, radius: Math.max(ABOUT_RADIUS, Math.round(across / 2)) }];
    }),
  );
}

export const deleteOldSamples = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(executor, placeSamples, lt(placeSamples.takenAt, sql`now() - ${days} * interval '1 day'`));
