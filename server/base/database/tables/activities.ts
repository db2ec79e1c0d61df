import { index, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ACTIVITY_KINDS } from '../../../../src/domain/activity.ts';
import { SHIPMENT_STATUSES } from '../../../../src/domain/shipment-status.ts';
import { belongsTo, bytea, createdAt, id, timestamptz } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

export const activities = pgTable(
  'activities',
  {
    id: id(),
    shipmentId: belongsTo(() => shipments.id),
    status: text({ enum: SHIPMENT_STATUSES }).notNull(),
    kind: text({ enum: ACTIVITY_KINDS }).notNull(),
    comment: text().notNull(),
    address: text().notNull(),
    occurredAt: timestamptz().notNull(),
    /** Set if uncertain: between this, which `occurred_at` equals, and `created_at`. */
    earliestAt: timestamptz(),
    createdAt: createdAt(),
    createdBy: uuid().references(() => users.id),
    parcel: smallint(),
    /** Permanent: an entry queued on a device is written once, however late. */
    idempotencyKey: uuid(),
    /** The same key with other input is a conflict. */
    inputHash: bytea(),
  },
  (table) => [
    index('activities_of_shipment').on(table.shipmentId, table.occurredAt, table.createdAt, table.id),
    index('activities_by_time').on(table.occurredAt, table.status, table.shipmentId).concurrently(),
    unique('activities_key_of_person').on(table.createdBy, table.idempotencyKey),
  ],
);
