import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PICKUP_STATES } from '../../../../src/domain/shop/pickup.ts';
import { createdAt, id, isOneOf } from '../columns.ts';
import { users } from '../users.ts';

/** Where shops want a courier to come. */
export const pickups = pgTable(
  'pickups',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    day: date({ mode: 'string' }).notNull(),
    /** In the brand's zone: `09:30`. */
    fromTime: text().notNull(),
    untilTime: text().notNull(),
    parcels: integer().notNull(),
    address: text().notNull(),
    state: text({ enum: PICKUP_STATES }).notNull().default('pending'),
    /** Why nobody can come. */
    reason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('pickups_pending').on(table.userId, table.day, table.address).where(sql`state = 'pending'`),
    index('pickups_to_arrange').on(table.day, table.id).where(sql`state = 'pending'`),
    index('pickups_of_user').on(table.userId, table.day.desc(), table.id.desc()),
    index('pickups_age').on(table.day),
    check('pickups_state', isOneOf('state', PICKUP_STATES)),
    check('pickups_window', sql`from_time < until_time`),
    check('pickups_parcels', sql`parcels > 0`),
  ],
);
