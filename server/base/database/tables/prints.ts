import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { PRINTED_DOCUMENTS } from '../../../../src/domain/labels/printing.ts';
import { belongsTo, createdAt, id, isOneOf, timestamptz } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

export const prints = pgTable(
  'prints',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    document: text({ enum: PRINTED_DOCUMENTS }).notNull(),
    copies: smallint().notNull(),
    shipments: integer().notNull(),
    /** A device may say so later. */
    at: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('prints_newest').on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('prints_document', isOneOf('document', PRINTED_DOCUMENTS)),
  ],
);

export const printItems = pgTable(
  'print_items',
  {
    printId: belongsTo(() => prints.id),
    shipmentId: belongsTo(() => shipments.id),
  },
  (table) => [
    primaryKey({ columns: [table.printId, table.shipmentId] }),
    index('print_items_of_shipment').on(table.shipmentId),
  ],
);
