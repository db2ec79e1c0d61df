import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { WEBHOOK_EVENTS, WEBHOOK_STATES, type WebhookPayload } from '../../../../src/domain/webhook.ts';
import { bytea, createdAt, id, isOneOf, newestFirst, timestamptz } from '../columns.ts';
import { shipments } from '../shipments.ts';
import { users } from '../users.ts';
import { testShipments } from './test-shipments.ts';

/** Where shops hear of their shipments. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    url: text().notNull(),
    events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
    /** Hears of test shipments, and of no others. */
    isTest: boolean().notNull().default(false),
    state: text({ enum: WEBHOOK_STATES }).notNull().default('on'),
    problem: text().notNull().default(''),
    /** Encrypted, as messages are signed with it. */
    secret: bytea().notNull(),
    /** Signs, too, until then. */
    formerSecret: bytea(),
    formerUntil: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_endpoints_of_user').on(table.userId),
    check('webhook_endpoints_state', isOneOf('state', WEBHOOK_STATES)),
  ],
);

/** Kept for 30 days, of shops that have an endpoint. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Null for a test shipment’s, and for a message that was sent to try the webhook. */
    shipmentId: uuid().references(() => shipments.id),
    testShipmentId: uuid().references(() => testShipments.id, { onDelete: 'cascade' }),
    /** Counted in the row of the shipment, which is locked. */
    sequence: integer().notNull(),
    payload: jsonb().$type<WebhookPayload>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('webhook_events_sequence').on(table.shipmentId, table.sequence),
    uniqueIndex('webhook_events_test_sequence')
      .on(table.testShipmentId, table.sequence)
      .where(sql`test_shipment_id is not null`),
    index('webhook_events_of_user').on(table.userId, ...newestFirst(table)),
    index('webhook_events_age').on(table.createdAt),
  ],
);

/** What became of each attempt. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid()
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** A replay is another series of attempts. */
    series: uuid().notNull(),
    attempt: smallint().notNull(),
    /** Null without an answer. */
    status: smallint(),
    ms: integer().notNull(),
    /** The first 500 bytes. */
    answer: text().notNull().default(''),
    problem: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    unique('webhook_deliveries_attempt').on(table.series, table.attempt),
    index('webhook_deliveries_of_endpoint').on(table.endpointId, ...newestFirst(table)),
    index('webhook_deliveries_of_event').on(table.eventId),
    check('webhook_deliveries_ms', sql`ms >= 0`),
  ],
);
