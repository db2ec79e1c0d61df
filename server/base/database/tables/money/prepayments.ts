import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, cents, createdAt, id } from '../columns.ts';
import { shipments } from '../shipments.ts';
import { transactions } from '../transactions.ts';
import { users } from '../users.ts';
import { bankEntries } from './banking.ts';

/** Append-only: cash on delivery that receivers pay to the bank before the courier comes; refunds are below zero. */
export const prepayments = pgTable(
  'prepayments',
  {
    id: id(),
    shipmentId: belongsTo(() => shipments.id),
    entryId: belongsTo(() => bankEntries.id),
    amountCents: cents().notNull(),
    /** The sender's credit for it, pending until it’s delivered; null if the sender has no account. */
    depositId: uuid().references(() => transactions.id),
    feeId: uuid().references(() => transactions.id),
    /** Somebody else has to approve the credit. */
    isLarge: boolean().notNull().default(false),
    bookedBy: belongsTo(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('prepayments_of_shipment').on(table.shipmentId),
    index('prepayments_of_deposit').on(table.depositId),
    index('prepayments_of_entry').on(table.entryId),
    check('prepayments_amount', sql`amount_cents <> 0`),
  ],
);
