import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, createdAt, id, isOneOf } from '../columns.ts';
import { shipments } from '../shipments.ts';

const RETURN_STATUSES = ['asked', 'declined', 'created'] as const;

export const returns = pgTable(
  'returns',
  {
    id: id(),
    /** The one that goes back. */
    shipmentId: belongsTo(() => shipments.id),
    returnId: uuid().references(() => shipments.id),
    status: text({ enum: RETURN_STATUSES }).notNull(),
    /** How many parcels a receiver has asked for; null for all that may go back. */
    parcels: integer(),
    reason: text().notNull().default(''),
    /** The receiver need not have an account. */
    idempotencyKey: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index('returns_of_shipment').on(table.shipmentId),
    uniqueIndex('returns_asked').on(table.shipmentId).where(sql`status = 'asked'`),
    uniqueIndex('returns_made').on(table.returnId).where(sql`return_id is not null`),
    check('returns_status', isOneOf('status', RETURN_STATUSES)),
    check('returns_created', sql`(status = 'created') = (return_id is not null)`),
  ],
);
