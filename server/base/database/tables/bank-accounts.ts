import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz } from './columns.ts';
import { users } from './users.ts';

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: id(),
    /** Null for the general account. */
    userId: uuid().references(() => users.id),
    fallback: boolean().notNull(),
    accountName: text().notNull(),
    accountNumber: text().notNull(),
    bankName: text().notNull(),
    routingNumber: text().notNull(),
    createdAt: createdAt(),
    deletedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('bank_accounts_one_fallback').on(table.fallback).where(sql`fallback and deleted_at is null`),
    uniqueIndex('bank_accounts_one_special').on(table.userId).where(sql`not fallback and deleted_at is null`),
    check('bank_accounts_owner', sql`fallback = (user_id is null)`),
  ],
);
