import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bills } from '../bills.ts';
import { belongsTo } from '../columns.ts';
import { users } from '../users.ts';

/** ISO 11649. Triggers give each account and each bill its own. */
export const paymentReferences = pgTable(
  'payment_references',
  {
    reference: text().primaryKey(),
    userId: belongsTo(() => users.id),
    /** Null for what the account owes, or adds to its balance. */
    billId: uuid().references(() => bills.id),
  },
  (table) => [
    uniqueIndex('payment_references_of_account').on(table.userId).where(sql`bill_id is null`),
    uniqueIndex('payment_references_of_bill').on(table.billId),
  ],
);
