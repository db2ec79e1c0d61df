import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  COLLECTION_KINDS,
  COLLECTION_OUTCOMES,
  COLLECTION_STATES,
} from '../../../../../src/domain/pickups/collection.ts';
import { belongsTo, createdAt, id, isOneOf } from '../columns.ts';
import { users } from '../users.ts';

export const collectionRules = pgTable(
  'collection_rules',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    /** 1 is Monday. */
    weekdays: integer().array().notNull(),
    fromTime: text().notNull(),
    untilTime: text().notNull(),
    parcels: integer().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('collection_rules_of_user').on(table.userId, table.address),
    check('collection_rules_window', sql`from_time < until_time`),
  ],
);

export const pickups = pgTable(
  'pickups',
  {
    id: id(),
    /** This is the shop; a return goes back to it. */
    userId: belongsTo(() => users.id),
    kind: text({ enum: COLLECTION_KINDS }).notNull().default('pickup'),
    day: date({ mode: 'string' }).notNull(),
    /** In the brand's zone: `09:30`. */
    fromTime: text().notNull(),
    untilTime: text().notNull(),
    parcels: integer().notNull(),
    address: text().notNull(),
    /** The person at the door of a return; empty for a pickup. */
    name: text().notNull().default(''),
    phone: text().notNull().default(''),
    note: text().notNull().default(''),
    shipmentIds: uuid().array().notNull().default([]),
    ruleId: uuid().references(() => collectionRules.id, { onDelete: 'set null' }),
    /** Never `done` or `failed`, which servers of the release before refuse to read. */
    state: text({ enum: COLLECTION_STATES }).notNull().default('pending'),
    /** Instead of the state once a courier was there, or nobody came. */
    outcome: text({ enum: COLLECTION_OUTCOMES }),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('pickups_pending').on(table.userId, table.day, table.address).where(sql`state = 'pending'`),
    uniqueIndex('pickups_of_rule').on(table.ruleId, table.day),
    index('pickups_to_arrange').on(table.day, table.id).where(sql`state = 'pending'`),
    index('pickups_of_user').on(table.userId, table.day.desc(), table.id.desc()),
    index('pickups_age').on(table.day),
    check('pickups_kind', isOneOf('kind', COLLECTION_KINDS)),
    check('pickups_state', isOneOf('state', COLLECTION_STATES)),
    check('pickups_outcome', isOneOf('outcome', COLLECTION_OUTCOMES)),
    check('pickups_window', sql`from_time < until_time`),
    check('pickups_parcels', sql`parcels > 0`),
  ],
);
