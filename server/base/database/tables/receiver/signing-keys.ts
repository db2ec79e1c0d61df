import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id } from '../columns.ts';

/** ES256, for handover codes and receipts. The private key is encrypted, and deleted once unused. */
export const signingKeys = pgTable('signing_keys', {
  id: id(),
  /** So that two servers don’t make the same next one. */
  generation: integer().notNull().unique(),
  /** The uncompressed point, base64url. */
  publicKey: text().notNull(),
  privateKey: bytea(),
  createdAt: createdAt(),
});
