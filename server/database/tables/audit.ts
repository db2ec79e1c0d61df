import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { RecordDifference } from '../../../src/domain/records.ts';
import { bytea, createdAt, id, newestFirst, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** Who changed what, append-only, written in the transaction of the change; secrets are masked. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id),
    procedure: text().notNull(),
    entity: text().notNull(),
    entityId: uuid().notNull(),
    /** Whose account or money changed; null for anything else, such as a shipment. */
    userId: uuid().references(() => users.id),
    before: jsonb(),
    after: jsonb(),
    requestId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_entries_of_entity').on(table.entity, table.entityId, ...newestFirst(table)),
    index('audit_entries_of_user').on(table.userId, ...newestFirst(table)),
    index('audit_entries_of_general_account')
      .on(...newestFirst(table))
      .where(sql`entity = 'bank-account' and user_id is null`),
  ],
);

/**
 * A chain of signed digests over the audit trail and the ledger, append-only. Each covers the rows
 * created since the previous one and includes its digest, so that a row changed later no longer
 * fits (decision 0025).
 */
export const evidenceHeads = pgTable('evidence_heads', {
  number: integer().primaryKey(),
  /**
   * Where the previous head ends. Null: this one covers everything from the beginning and starts a
   * new chain.
   */
  coversFrom: timestamptz(),
  /** Covers what was created before this time, a whole millisecond. */
  upTo: timestamptz().notNull(),
  auditRows: integer().notNull(),
  auditDigest: bytea().notNull(),
  ledgerRows: integer().notNull(),
  ledgerDigest: bytea().notNull(),
  /** Hash of all the above and of the previous head's digest. */
  digest: bytea().notNull(),
  /** Ed25519 signature of the digest; `publicKey` verifies it. */
  signature: bytea().notNull(),
  publicKey: bytea().notNull(),
  createdAt: createdAt(),
});

/** The result of each records check; an empty list of differences means that everything agrees. */
export const evidenceChecks = pgTable(
  'evidence_checks',
  {
    id: id(),
    /** How many of each were compared. */
    balances: integer().notNull(),
    counters: integer().notNull(),
    /** How many heads there were. */
    heads: integer().notNull(),
    differences: jsonb().$type<RecordDifference[]>().notNull(),
    /**
     * When the whole chain was last compared with its rows; checks in between repeat that result.
     */
    chainCheckedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [index('evidence_checks_newest').on(...newestFirst(table))],
);
