import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { API_SCOPES } from '../../../../../src/domain/api-key.ts';
import { belongsTo, bytea, createdAt, id, timestamptz } from '../columns.ts';
import { users } from '../users.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    name: text().notNull(),
    /** SHA-256 of the secret, which has 256 random bits. */
    hash: bytea().notNull().unique(),
    /** The last four characters of the secret. */
    ending: text().notNull(),
    /** Reaches test shipments only. */
    isTest: boolean().notNull().default(false),
    scopes: text({ enum: API_SCOPES }).array().notNull(),
    createdAt: createdAt(),
    /** Cut to the hour. */
    lastUsedAt: timestamptz(),
    expiresAt: timestamptz(),
  },
  (table) => [index('api_keys_of_user').on(table.userId)],
);
