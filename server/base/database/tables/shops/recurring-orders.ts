import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../columns.ts';
import { shipments } from '../shipments.ts';
import { users } from '../users.ts';

/** Whom it is from and to stands in its shipment alone. */
export const recurringOrders = pgTable(
  'recurring_orders',
  {
    shipmentId: uuid()
      .primaryKey()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    /** Null for one of the desk's. */
    userId: uuid().references(() => users.id),
    weekdays: smallint().array().notNull(),
    /** The last day that was dealt with. */
    doneOn: date({ mode: 'string' }).notNull(),
    problem: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('recurring_orders_of_shop').on(table.userId),
    check('recurring_orders_weekdays', sql`weekdays <@ '{1,2,3,4,5,6,7}' and weekdays <> '{}'`),
  ],
);
