import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { belongsTo, cents, createdAt, id, newestFirst, timestamptz } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

export const bills = pgTable(
  'bills',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    shipmentId: belongsTo(() => shipments.id),
    amountCents: cents().notNull(),
    summary: text().notNull(),
    createdAt: createdAt(),
    paidAt: timestamptz(),
    /** What its payer paid too little, and the brand lets go. */
    shortCents: cents().notNull().default(sql`0`),
    deletedAt: timestamptz(),
  },
  (table) => [
    index('bills_of_shipment').on(table.shipmentId).where(sql`deleted_at is null`),
    index('bills_of_user')
      .on(table.userId, ...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('bills_open').on(table.userId).concurrently().where(sql`paid_at is null and deleted_at is null`),
    check('bills_amount', sql`amount_cents > 0`),
  ],
);
