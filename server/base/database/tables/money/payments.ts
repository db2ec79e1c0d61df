import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bills } from '../bills.ts';
import { shipments } from '../shipments.ts';
import { users } from '../users.ts';

/** ISO 11649. Triggers give one to each account, bill and shipment with cash on delivery. */
export const paymentReferences = pgTable(
  'payment_references',
  {
    reference: text().primaryKey(),
    /** Null for a shipment’s. */
    userId: uuid().references(() => users.id),
    /** Null for what the account owes, or adds to its balance. */
    billId: uuid().references(() => bills.id),
    shipmentId: uuid().references(() => shipments.id),
  },
  (table) => [
    uniqueIndex('payment_references_of_account').on(table.userId).where(sql`bill_id is null`),
    uniqueIndex('payment_references_of_bill').on(table.billId),
    uniqueIndex('payment_references_of_shipment').on(table.shipmentId),
  ],
);
