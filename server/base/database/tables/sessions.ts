import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { belongsTo, bytea, createdAt, id, timestamptz } from './columns.ts';
import { users } from './users.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: bytea().notNull().unique(),
    userId: belongsTo(() => users.id),
    device: text().notNull().default(''),
    /** Where it began: the first part of its address. */
    network: text().notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    /** Null in sessions of before this column. */
    provedAt: timestamptz(),
    hasSecondFactor: boolean().notNull().default(false),
    /** The password was right, and signs in to nothing until the second factor is. */
    awaitsFactor: boolean().notNull().default(false),
    wrongCodes: integer().notNull().default(0),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Only a hash is stored, bound to the address that got the link. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    purpose: text({ enum: ['verify', 'reset', 'change-email', 'not-me'] }).notNull(),
    tokenHash: bytea().notNull().unique(),
    userId: belongsTo(() => users.id),
    email: text().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [index('one_time_tokens_user').on(table.userId)],
);

/** Sign-ins from these have their own limit. */
export const knownDevices = pgTable(
  'known_devices',
  {
    ticketHash: bytea().notNull(),
    userId: belongsTo(() => users.id),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ticketHash, table.userId] }),
    index('known_devices_of_user').on(table.userId),
  ],
);
