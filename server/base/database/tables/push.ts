import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, bytea, createdAt, id } from './columns.ts';
import { sessions } from './sessions.ts';
import { shipments } from './shipments.ts';

export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    allOwn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('push_devices_of_session').on(table.sessionId),
    check('push_devices_own', sql`session_id is not null or not all_own`),
  ],
);

export const pushFollows = pgTable(
  'push_follows',
  {
    deviceId: belongsTo(() => pushDevices.id, { onDelete: 'cascade' }),
    shipmentId: belongsTo(() => shipments.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.shipmentId] }),
    index('push_follows_of_shipment').on(table.shipmentId),
  ],
);

/** The private key is encrypted. */
export const vapidKeys = pgTable(
  'vapid_keys',
  {
    only: boolean().primaryKey().default(true),
    publicKey: text().notNull(),
    privateKey: bytea().notNull(),
  },
  () => [check('vapid_keys_one', sql`"only"`)],
);
