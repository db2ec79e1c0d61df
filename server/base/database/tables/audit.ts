import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { RecordDifference } from '../../../../src/domain/records.ts';
import { bytea, createdAt, id, newestFirst, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** Append-only; secrets are masked. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id),
    procedure: text().notNull(),
    entity: text().notNull(),
    entityId: uuid().notNull(),
    userId: uuid().references(() => users.id),
    before: jsonb(),
    after: jsonb(),
    /** What its row hashed to before its values were erased with an account (decision 0025). */
    erasedHash: bytea(),
    requestId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_entries_of_entity').on(table.entity, table.entityId, ...newestFirst(table)),
    index('audit_entries_of_user').on(table.userId, ...newestFirst(table)),
    index('audit_entries_of_settings')
      .on(...newestFirst(table))
      .concurrently()
      .where(sql`entity = 'setting'`),
    index('audit_entries_of_general_account')
      .on(...newestFirst(table))
      .where(sql`entity = 'bank-account' and user_id is null`),
  ],
);

/** Append-only. Each head signs the rows since the last and its digest, which shows later changes (decision 0025). */
export const evidenceHeads = pgTable('evidence_heads', {
  number: integer().primaryKey(),
  /** Null starts a chain. */
  coversFrom: timestamptz(),
  /** Exclusive, a whole millisecond. */
  upTo: timestamptz().notNull(),
  auditRows: integer().notNull(),
  auditDigest: bytea().notNull(),
  ledgerRows: integer().notNull(),
  ledgerDigest: bytea().notNull(),
  digest: bytea().notNull(),
  signature: bytea().notNull(),
  publicKey: bytea().notNull(),
  createdAt: createdAt(),
});

export const evidenceChecks = pgTable(
  'evidence_checks',
  {
    id: id(),
    balances: integer().notNull(),
    counters: integer().notNull(),
    fees: integer().notNull().default(0),
    heads: integer().notNull(),
    differences: jsonb().$type<RecordDifference[]>().notNull(),
    chainCheckedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [index('evidence_checks_newest').on(...newestFirst(table))],
);

/** Scheduled backups, of which the folders may be gone by now. */
export const backups = pgTable(
  'backups',
  {
    id: id(),
    startedAt: timestamptz().notNull().defaultNow(),
    /** Null while it runs, or if its process died. */
    endedAt: timestamptz(),
    folder: text().notNull(),
    bytes: bigint({ mode: 'number' }),
    /** Null if it was made and restored on trial. */
    problem: text(),
  },
  (table) => [index('backups_newest').on(table.startedAt.desc().nullsFirst())],
);
