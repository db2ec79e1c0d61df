import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  type Proposal,
  TRANSACTION_PURPOSES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../../../src/domain/transaction.ts';
import { belongsTo, cents, createdAt, id, isOneOf, newestFirst, timestamptz } from './columns.ts';
import { users } from './users.ts';

export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    type: text({ enum: TRANSACTION_TYPES }).notNull(),
    amountCents: cents().notNull(),
    status: text({ enum: TRANSACTION_STATUSES }).notNull(),
    summary: text().notNull(),
    purpose: text({ enum: TRANSACTION_PURPOSES }).notNull().default(''),
    statementId: uuid(),
    /** The fee for which a credit was taken back or given again: a shipment’s, by the shipment, or another. */
    feeId: uuid(),
    payout: jsonb(),
    proposal: jsonb().$type<Proposal>(),
    createdAt: createdAt(),
    deletedAt: timestamptz(),
  },
  (table) => [
    index('transactions_of_user')
      .on(table.userId, ...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('transactions_to_pay')
      .on(table.createdAt, table.id)
      .where(sql`type = 'withdrawal' and status = 'pending' and deleted_at is null`),
    index('transactions_to_approve')
      .on(table.createdAt, table.id)
      .concurrently()
      .where(sql`proposal is not null and deleted_at is null`),
    index('transactions_credits').on(table.userId).concurrently().where(sql`purpose in ('credit', 'fee-correction')`),
    check('transactions_amount', sql`amount_cents > 0`),
    check('transactions_type', isOneOf('type', TRANSACTION_TYPES)),
    check('transactions_purpose', isOneOf('purpose', TRANSACTION_PURPOSES)),
    check('transactions_status', isOneOf('status', TRANSACTION_STATUSES)),
  ],
);

/** Triggers keep it append-only: another entry reverses a mistake. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    transactionId: belongsTo(() => transactions.id),
    /** Pending withdrawals and fees are held. */
    totalCents: cents().notNull(),
    heldCents: cents().notNull(),
    reason: text().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_entries_of_user').on(table.userId),
    index('ledger_entries_of_transaction').on(table.transactionId),
  ],
);

/** Money operations lock this row. */
export const balances = pgTable(
  'balances',
  {
    userId: belongsTo(() => users.id).primaryKey(),
    totalCents: cents().notNull().default(sql`0`),
    heldCents: cents().notNull().default(sql`0`),
    /** A reminder is sent at most once a day. */
    remindedAt: timestamptz(),
  },
  (table) => [
    index('balances_owed').on(table.userId).concurrently().where(sql`total_cents < 0`),
    check('balances_held', sql`held_cents >= 0`),
  ],
);

/** One row: the currency of every amount in this database. */
export const ledgerCurrency = pgTable(
  'ledger_currency',
  {
    isOnly: boolean().primaryKey().default(true),
    code: text().notNull(),
  },
  () => [check('ledger_currency_one', sql`is_only`)],
);
