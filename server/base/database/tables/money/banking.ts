import { sql } from 'drizzle-orm';
import { boolean, check, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ENTRY_STATES } from '../../../../../src/domain/banking.ts';
import { COLLECTED_METHODS } from '../../../../../src/domain/cod.ts';
import type { CsvStyle } from '../../../../../src/domain/csv.ts';
import type { PayoutColumn } from '../../../../../src/domain/csv-columns.ts';
import type { RestoreFound } from '../../../../../src/domain/restore.ts';
import { belongsTo, cents, createdAt, id, isOneOf, timestamptz } from '../columns.ts';
import { transactions } from '../transactions.ts';
import { users } from '../users.ts';

export const bankEntries = pgTable(
  'bank_entries',
  {
    id: id(),
    /** What former versions knew it by. Goes with a later migration. */
    key: text().unique('bank_entries_key'),
    /** What the bank and the payer call it. */
    ids: text().array().notNull().default(sql`'{}'::text[]`),
    /** Money that was paid before comes back, or is taken back. */
    isReturn: boolean().notNull().default(false),
    /** It may be the same as this. */
    alikeOf: uuid(),
    account: text().notNull(),
    bookedOn: date({ mode: 'string' }).notNull(),
    /** Money out is negative. */
    amountCents: cents().notNull(),
    name: text().notNull(),
    text: text().notNull(),
    counterAccount: text(),
    /** This payer is guessed for the account’s next payment. */
    payerId: uuid().references(() => users.id),
    /** This names a bill, an account, or a payment that we asked for. */
    reference: text(),
    state: text({ enum: ENTRY_STATES }).notNull().default('open'),
    decidedBy: uuid().references(() => users.id),
    decidedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('bank_entries_newest').on(table.bookedOn, table.id),
    index('bank_entries_of_day').on(table.account, table.bookedOn).concurrently(),
    index('bank_entries_of_payer').on(table.counterAccount).concurrently().where(sql`payer_id is not null`),
    index('bank_entries_open').on(table.bookedOn, table.id).where(sql`state = 'open'`),
    check('bank_entries_state', isOneOf('state', ENTRY_STATES)),
  ],
);

/** Append-only. Money of couriers and card companies; below zero corrects a mistake. */
export const bankMoves = pgTable(
  'bank_moves',
  {
    id: id(),
    entryId: belongsTo(() => bankEntries.id),
    method: text({ enum: COLLECTED_METHODS }).notNull(),
    amountCents: cents().notNull(),
    movedBy: belongsTo(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('bank_moves_of_entry').on(table.entryId),
    check('bank_moves_method', isOneOf('method', COLLECTED_METHODS)),
  ],
);

export interface Payer {
  name: string;
  /** It may be another account number of the currency. */
  iban: string;
  bic: string;
  /** Missing in older files, which are in euro. */
  currency?: string;
  columns?: PayoutColumn[];
  style?: CsvStyle;
}

/** The bank may pay a file once it was downloaded. `sums` are in cents for each account. */
export interface Downloaded {
  at: string;
  sums: Record<string, number>;
}

/** Files for the bank (pain.001 or CSV). Their ids are the message’s. */
export const payoutFiles = pgTable('payout_files', {
  id: id(),
  createdBy: belongsTo(() => users.id),
  /** The bank gets the same file again, with the account of that time. Null in older files. */
  payer: jsonb().$type<Payer>(),
  createdAt: createdAt(),
  downloaded: jsonb().$type<Downloaded>(),
  /** Someone else has to agree to discard a downloaded file. */
  discardAskedBy: uuid().references(() => users.id),
  discardedAt: timestamptz(),
});

export const payoutItems = pgTable(
  'payout_items',
  {
    transactionId: belongsTo(() => transactions.id).primaryKey(),
    fileId: belongsTo(() => payoutFiles.id),
  },
  (table) => [index('payout_items_of_file').on(table.fileId)],
);

/**
 * Payouts that a file had before a restore. No file pays their owner while they are pending or
 * missing here and nobody has released them.
 */
export const heldPayouts = pgTable(
  'held_payouts',
  {
    /** The withdrawal and its owner may be missing here. */
    markedId: uuid().notNull(),
    fileId: uuid().notNull(),
    userId: uuid().notNull(),
    amountCents: cents().notNull(),
    /** The bank had paid it, so it was entered again. */
    enteredId: uuid().references(() => transactions.id),
    releasedBy: uuid().references(() => users.id),
    releasedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.markedId, table.fileId] }),
    index('held_payouts_of_user').on(table.userId).where(sql`released_at is null`),
  ],
);

/** Written when marks said more than the database, and at first. */
export const restores = pgTable('restores', {
  id: id(),
  found: jsonb().$type<RestoreFound>().notNull(),
  createdAt: createdAt(),
});
