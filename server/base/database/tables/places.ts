import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, id, isOneOf, timestamptz } from './columns.ts';

/** `given`: by the desk, with a shipment. `unknown`: the geocoder does not know it. */
export const STORED_PLACE_SOURCES = ['courier', 'given', 'geocoder', 'unknown'] as const;

/** Keyed hashes keep addresses out of copies. */
export const places = pgTable(
  'places',
  {
    key: bytea().primaryKey(),
    streetKey: bytea(),
    postcodeKey: bytea(),
    house: integer(),
    /** Degrees; null if unknown. */
    lat: doublePrecision(),
    lng: doublePrecision(),
    /** Metres. */
    radius: integer().notNull(),
    source: text({ enum: STORED_PLACE_SOURCES }).notNull(),
    samples: integer().notNull().default(0),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index('places_of_street').on(table.streetKey),
    index('places_of_postcode').on(table.postcodeKey),
    check('places_source', isOneOf('source', STORED_PLACE_SOURCES)),
    check('places_known', sql`(source = 'unknown') = (lat is null) and (lat is null) = (lng is null)`),
  ],
);

export const placeSamples = pgTable(
  'place_samples',
  {
    id: id(),
    placeKey: bytea()
      .notNull()
      .references(() => places.key, { onDelete: 'cascade' }),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    /** Too far away to count until a second one agrees. */
    waits: boolean().notNull(),
    takenAt: timestamptz().notNull(),
  },
  (table) => [
    index('place_samples_of_place').on(table.placeKey, table.takenAt),
    index('place_samples_age').on(table.takenAt),
  ],
);

/** Encrypted keys that hash places and erased addresses. They outlive SECRET_KEY: hashes can't be made again. */
export const hashKeys = pgTable(
  'hash_keys',
  {
    only: boolean().primaryKey().default(true),
    sealed: bytea().notNull(),
  },
  () => [check('hash_keys_one', sql`"only"`)],
);
