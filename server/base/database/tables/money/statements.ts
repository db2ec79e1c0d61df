import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { BOOK_FORMATS, type BookExportFacts } from '../../../../../src/domain/statements/book-export.ts';
import {
  type LineKind,
  type OtherKind,
  STATEMENT_KINDS,
  type StatementFacts,
  type StatementKind,
} from '../../../../../src/domain/statements/statement.ts';
import { belongsTo, cents, createdAt, id, isOneOf } from '../columns.ts';
import { ledgerEntries } from '../transactions.ts';
import { users } from '../users.ts';

/** Triggers keep it append-only. */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    kind: text({ enum: STATEMENT_KINDS }).notNull(),
    year: integer().notNull(),
    number: integer().notNull(),
    /** Each document opens with what the one before closed with. */
    sequence: integer().notNull(),
    /** Days of the brand’s zone; both count. */
    fromDay: date({ mode: 'string' }).notNull(),
    untilDay: date({ mode: 'string' }).notNull(),
    openingCents: cents().notNull(),
    closingCents: cents().notNull(),
    creditedId: uuid().references((): AnyPgColumn => statements.id),
    facts: jsonb().$type<StatementFacts>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('statements_number').on(table.kind, table.year, table.number),
    unique('statements_of_user').on(table.userId, table.sequence),
    check('statements_kind', isOneOf('kind', STATEMENT_KINDS)),
    check('statements_credited', sql`(kind = 'credit-note') = (credited_id is not null)`),
  ],
);

/** The last numbers given: locked while issuing, so that none is left out. */
export const statementNumbers = pgTable(
  'statement_numbers',
  {
    kind: text({ enum: STATEMENT_KINDS }).notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
    /** These numbers were given before a restore. */
    skipped: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

/** Triggers keep it append-only. */
export const statementEntries = pgTable(
  'statement_entries',
  {
    ledgerEntryId: belongsTo(() => ledgerEntries.id).primaryKey(),
    statementId: belongsTo(() => statements.id),
  },
  (table) => [index('statement_entries_of_statement').on(table.statementId)],
);

/** Triggers keep it append-only. */
export const bookExports = pgTable(
  'book_exports',
  {
    id: id(),
    format: text({ enum: BOOK_FORMATS }).notNull(),
    /** Both days are in the brand’s zone and in one year. */
    fromDay: date({ mode: 'string' }).notNull(),
    untilDay: date({ mode: 'string' }).notNull(),
    firstVoucher: integer().notNull(),
    lastVoucher: integer().notNull(),
    facts: jsonb().$type<BookExportFacts>().notNull(),
    createdBy: belongsTo(() => users.id),
    createdAt: createdAt(),
  },
  () => [check('book_exports_format', isOneOf('format', BOOK_FORMATS))],
);

/** The same file can be written again from these. Triggers keep it append-only. */
export const bookExportLines = pgTable(
  'book_export_lines',
  {
    voucher: integer().primaryKey(),
    /** The id of a ledger entry, payment, count or row of the trail. */
    entryId: uuid().notNull(),
    /** A count makes up to three lines, and a payment two; else it is empty. */
    part: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<LineKind | OtherKind>().notNull(),
    cents: cents().notNull(),
    reason: text().notNull(),
    document: jsonb().$type<{ kind: StatementKind; year: number; number: number }>(),
  },
  (table) => [unique('book_export_lines_entry').on(table.entryId, table.part)],
);
