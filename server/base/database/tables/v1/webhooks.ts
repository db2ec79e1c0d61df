import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { WEBHOOK_EVENTS, WEBHOOK_STATES, type WebhookPayload } from '../../../../../src/domain/webhook.ts';
import { belongsTo, bytea, createdAt, id, isOneOf, newestFirst, timestamptz } from '../columns.ts';
import { shipments } from '../shipments.ts';
import { users } from '../users.ts';
import { testShipments } from './test-shipments.ts';

/** Times are as the database writes them. `queued` of `total` events have been. */
export interface Replay {
  at: string;
  id: string;
  until: string;
  queued: number;
  total: number;
}

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    url: text().notNull(),
    events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
    /** Hears of test shipments, and of no others. */
    isTest: boolean().notNull().default(false),
    state: text({ enum: WEBHOOK_STATES }).notNull().default('on'),
    problem: text().notNull().default(''),
    /** Encrypted, as messages are signed with it. */
    secret: bytea().notNull(),
    /** The replaced secrets sign until then, encrypted together, with spaces between. */
    formerSecret: bytea(),
    formerUntil: timestamptz(),
    failures: smallint().notNull().default(0),
    nextAttemptAt: timestamptz().notNull().defaultNow(),
    isSlow: boolean().notNull().default(false),
    claim: uuid(),
    claimedUntil: timestamptz(),
    replay: jsonb().$type<Replay>(),
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
    userId: belongsTo(() => users.id),
    /** Null for a test shipment’s, and for a message that tries the webhook. */
    shipmentId: uuid().references(() => shipments.id),
    testShipmentId: uuid().references(() => testShipments.id, { onDelete: 'cascade' }),
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

export const webhookMessages = pgTable(
  'webhook_messages',
  {
    endpointId: belongsTo(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: belongsTo(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** Copied from its event. */
    shipmentId: uuid(),
    sequence: integer().notNull(),
    /** How many have failed. */
    attempts: smallint().notNull().default(0),
    dueAt: timestamptz().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.endpointId] }),
    index('webhook_messages_of_shipment').on(table.endpointId, table.shipmentId, table.sequence),
  ],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    endpointId: belongsTo(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: belongsTo(() => webhookEvents.id, { onDelete: 'cascade' }),
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
    index('webhook_deliveries_of_endpoint').on(table.endpointId, ...newestFirst(table)),
    index('webhook_deliveries_of_event').on(table.eventId),
    check('webhook_deliveries_ms', sql`ms >= 0`),
  ],
);
