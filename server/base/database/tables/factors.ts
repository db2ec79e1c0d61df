import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, bytea, createdAt, id, timestamptz } from './columns.ts';
import { users } from './users.ts';

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    /** Base64url, chosen by the authenticator. */
    credentialId: text().notNull().unique(),
    publicKey: bytea().notNull(),
    /** Stays zero if the authenticator does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    backedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz(),
  },
  (table) => [index('passkeys_of_user').on(table.userId)],
);

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

export const authenticators = pgTable(
  'authenticators',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    /** Encrypted. */
    secret: bytea().notNull(),
    /** The time step of the last code: each counts once. */
    lastStep: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    confirmedAt: timestamptz(),
    lastUsedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('authenticators_one').on(table.userId).where(sql`confirmed_at is not null`),
    uniqueIndex('authenticators_one_new').on(table.userId).where(sql`confirmed_at is null`),
  ],
);

/** They have 120 bits, so their hashes need no salt. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    codeHash: bytea().notNull().unique(),
    usedAt: timestamptz(),
  },
  (table) => [index('recovery_codes_of_user').on(table.userId)],
);

/** A manager removes another's second factors after a day in which the owner can stop it. */
export const factorResets = pgTable(
  'factor_resets',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    requestedBy: belongsTo(() => users.id),
    dueAt: timestamptz().notNull(),
    state: text({ enum: ['waiting', 'cancelled', 'done'] })
      .notNull()
      .default('waiting'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('factor_resets_one_waiting').on(table.userId).where(sql`state = 'waiting'`)],
);
