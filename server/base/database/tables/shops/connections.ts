import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { CONNECTION_KINDS, ORDER_OUTCOMES, type UsualParcel } from '../../../../../src/domain/shops/connection.ts';
import { belongsTo, bytea, createdAt, id, isOneOf, timestamptz } from '../columns.ts';
import { users } from '../users.ts';

/** Shops elsewhere whose orders become drafts. */
export const shopConnections = pgTable(
  'shop_connections',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    kind: text({ enum: CONNECTION_KINDS }).notNull(),
    /** Encrypted, as orders are checked with it. Null until it is known. */
    secret: bytea(),
    parcel: jsonb().$type<UsualParcel>().notNull().default({}),
    /** States of orders that we don't take by ourselves, in the shop's words, latest first. */
    seenStates: jsonb().$type<string[]>().notNull().default([]),
    /** Those that the shop counts as to be sent. */
    acceptedStates: jsonb().$type<string[]>().notNull().default([]),
    orderAt: timestamptz(),
    orderReference: text().notNull().default(''),
    orderOutcome: text({ enum: ORDER_OUTCOMES }),
    problemAt: timestamptz(),
    problem: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('shop_connections_of_user').on(table.userId),
    check('shop_connections_kind', isOneOf('kind', CONNECTION_KINDS)),
  ],
);
