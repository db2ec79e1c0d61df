import { check, index, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { SHIPMENT_STATUSES } from '../../../../../src/domain/shipment-status.ts';
import type { V1Event } from '../../../../../src/domain/v1/shipments.ts';
import { belongsTo, isOneOf, newestFirst } from '../columns.ts';
import { shopColumns } from '../shipments.ts';
import { users } from '../users.ts';

/** What test keys create: no emails, no money, and gone after seven days. */
export const testShipments = pgTable(
  'test_shipments',
  {
    ...shopColumns(),
    userId: belongsTo(() => users.id),
    events: jsonb().$type<V1Event[]>().notNull(),
  },
  (table) => [
    index('test_shipments_of_user').on(table.userId, ...newestFirst(table)),
    index('test_shipments_by_reference').on(table.userId, table.reference),
    index('test_shipments_age').on(table.createdAt),
    check('test_shipments_status', isOneOf('status', SHIPMENT_STATUSES)),
  ],
);
