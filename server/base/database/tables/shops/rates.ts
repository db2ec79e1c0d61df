import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id } from '../columns.ts';
import { users } from '../users.ts';

export const rates = pgTable(
  'rates',
  {
    id: id(),
    /** Null for the brand's. */
    userId: uuid().references(() => users.id),
    maxGrams: integer().notNull(),
    /** Null for everywhere. */
    country: text(),
    /** How its postcodes begin. */
    postcode: text().notNull().default(''),
    feeCents: cents().notNull(),
    /** What a return from this zone costs. Null if none are possible. */
    returnFeeCents: cents(),
    /** For cash on delivery, once for a shipment. */
    codFeeCents: cents(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('rates_zone').on(table.userId, table.country, table.postcode, table.maxGrams).nullsNotDistinct(),
    check('rates_fee', sql`fee_cents >= 0`),
    check('rates_return_fee', sql`return_fee_cents >= 0`),
    check('rates_cod_fee', sql`cod_fee_cents >= 0`),
    check('rates_weight', sql`max_grams > 0`),
    check('rates_postcode', sql`postcode = '' or country is not null`),
  ],
);
