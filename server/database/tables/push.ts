import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id } from './columns.ts';
import { sessions } from './sessions.ts';
import { shipments } from './shipments.ts';

/**
 * A browser that gets push notifications. It belongs to the session it was signed in with; a
 * visitor's has none.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    /** Where its push service receives messages, and the keys to encrypt them with. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Follows every shipment that the session's user sends or receives. */
    allOwn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('push_devices_of_session').on(table.sessionId),
    check('push_devices_own', sql`session_id is not null or not all_own`),
  ],
);

/** A shipment that a device follows; any shipment, not only the user's own. */
export const pushFollows = pgTable(
  'push_follows',
  {
    deviceId: uuid()
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.shipmentId] }),
    index('push_follows_of_shipment').on(table.shipmentId),
  ],
);

/** The installation's only key pair for push services; the private key is encrypted at rest. */
export const vapidKeys = pgTable(
  'vapid_keys',
  {
    only: boolean().primaryKey().default(true),
    publicKey: text().notNull(),
    privateKey: bytea().notNull(),
  },
  () => [check('vapid_keys_one', sql`"only"`)],
);
