import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { BULK_EMAILS, BULK_ITEM_STATES, type BulkChange, type BulkReason } from '../../../../src/domain/bulk.ts';
import type { ProofPolicy } from '../../../../src/domain/delivery.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../../../src/domain/shipment-status.ts';
import { belongsTo, createdAt, id, isOneOf, newestFirst, timestamptz } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

export type BulkUndo =
  | { status: ShipmentStatus; statusVersion: number }
  | { activityId: string }
  | { proof: ProofPolicy | null };

export const bulkOperations = pgTable(
  'bulk_operations',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    change: jsonb().$type<BulkChange>().notNull(),
    emails: text({ enum: BULK_EMAILS }).notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** A change is undone once. */
    undoes: uuid()
      .unique()
      .references((): AnyPgColumn => bulkOperations.id, { onDelete: 'cascade' }),
    requestId: text().notNull(),
    createdAt: createdAt(),
    endedAt: timestamptz(),
  },
  (table) => [
    index('bulk_operations_newest').on(...newestFirst(table)),
    check('bulk_operations_emails', isOneOf('emails', BULK_EMAILS)),
  ],
);

export const bulkItems = pgTable(
  'bulk_items',
  {
    operationId: belongsTo(() => bulkOperations.id, { onDelete: 'cascade' }),
    shipmentId: belongsTo(() => shipments.id),
    state: text({ enum: BULK_ITEM_STATES }).notNull().default('waiting'),
    reason: text().$type<BulkReason>(),
    /** The version at the start: a later change of the status wins. */
    statusVersion: integer().notNull(),
    /** The new status; null if the change is not one of status. */
    status: text({ enum: SHIPMENT_STATUSES }),
    undo: jsonb().$type<BulkUndo>(),
    /** Trying the others again sends no second emails. */
    isNotified: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.shipmentId] }),
    check('bulk_items_state', isOneOf('state', BULK_ITEM_STATES)),
  ],
);
