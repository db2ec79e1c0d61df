import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, timestamptz } from './columns.ts';
import { users } from './users.ts';

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Base64url, chosen by the authenticator. */
    credentialId: text().notNull().unique(),
    publicKey: bytea().notNull(),
    /** Zero for ever where authenticators do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    backedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz(),
  },
  (table) => [index('passkeys_of_user').on(table.userId)],
);

/** Each is answered once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['add', 'sign-in', 'prove'] }).notNull(),
    /** Null where the passkey will say who it is. */
    userId: uuid().references(() => users.id),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
);
