import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CreateShipment } from '../../../../src/domain/shipment.ts';
import type { Cells } from '../../../../src/domain/shipment-file.ts';
import { IMPORT_SCOPES, IMPORT_STATES, type ImportProblem } from '../../../../src/domain/shipment-import.ts';
import { belongsTo, bytea, createdAt, id, isOneOf, newestFirst } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

export const shipmentImports = pgTable(
  'shipment_imports',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    fileName: text().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default('checked'),
    scope: text({ enum: IMPORT_SCOPES }),
    rows: integer().notNull(),
    good: integer().notNull(),
    /** Progress; the rows are exact. */
    created: integer().notNull().default(0),
    requestId: text(),
    /** Copies have the same. */
    digest: bytea(),
    createdAt: createdAt(),
  },
  (table) => [
    index('shipment_imports_newest').on(...newestFirst(table)),
    index('shipment_imports_digest').on(table.digest),
    check('shipment_imports_state', isOneOf('state', IMPORT_STATES)),
  ],
);

export const shipmentImportRows = pgTable(
  'shipment_import_rows',
  {
    importId: belongsTo(() => shipmentImports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    fields: jsonb().$type<CreateShipment>(),
    cells: jsonb().$type<Cells>(),
    problems: jsonb().$type<ImportProblem[]>(),
    /** Written together with the shipment, so that a row becomes at most one. */
    shipmentId: uuid().references(() => shipments.id),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('shipment_import_rows_bad').on(table.importId, table.line).where(sql`problems is not null`),
    check('shipment_import_rows_verdict', sql`(fields is null) = (problems is not null)`),
  ],
);
