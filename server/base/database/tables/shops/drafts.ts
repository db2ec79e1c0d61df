import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  DRAFT_SOURCES,
  type DraftFields,
  type DraftOrigin,
  type OrderAddress,
  type OrderNews,
} from '../../../../../src/domain/shops/draft.ts';
import type { Withheld } from '../../../../../src/domain/shops/order-state.ts';
import { belongsTo, createdAt, id, isOneOf, timestamptz } from '../columns.ts';
import { shipments } from '../shipments.ts';
import { users } from '../users.ts';
import { shopConnections } from './connections.ts';

/** They cost nothing until they are confirmed. */
export const drafts = pgTable(
  'drafts',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    source: text({ enum: DRAFT_SOURCES }).notNull(),
    /** What its source calls it, so that it comes once. */
    externalId: text(),
    /** These find the order when its shop deletes it. */
    connectionId: uuid().references(() => shopConnections.id, { onDelete: 'set null' }),
    orderId: text(),
    reference: text().notNull().default(''),
    /** Texts may be wrong. Null once the draft is a shipment or must not come back. */
    fields: jsonb().$type<DraftFields>(),
    /** The order is worth this in another currency than the brand’s. */
    foreignValue: text().notNull().default(''),
    origin: jsonb().$type<DraftOrigin>(),
    isValid: boolean().notNull(),
    /** A person has changed it: its source no longer does. */
    isEdited: boolean().notNull().default(false),
    withheld: jsonb().$type<Withheld>(),
    /** A person sends it all the same, as long as the reason stays. */
    isTaken: boolean().notNull().default(false),
    /** Older news comes too late. */
    sourceChangedAt: timestamptz(),
    /** The source last said that it goes here. */
    said: jsonb().$type<OrderAddress>(),
    /** The source has said this since a person changed or confirmed it. */
    news: jsonb().$type<OrderNews>(),
    newsAt: timestamptz(),
    version: integer().notNull().default(1),
    shipmentId: uuid().references(() => shipments.id),
    createdAt: createdAt(),
    changedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('drafts_external').on(table.userId, table.source, table.externalId),
    index('drafts_of_user')
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`shipment_id is null`),
    index('drafts_with_news').on(table.userId).concurrently().where(sql`news is not null`),
    index('drafts_age').on(table.changedAt),
    index('drafts_of_shipment').on(table.shipmentId),
    index('drafts_of_order').on(table.connectionId, table.orderId).concurrently(),
    check('drafts_source', isOneOf('source', DRAFT_SOURCES)),
    check('drafts_confirmed', sql`fields is null or shipment_id is null`),
  ],
);
