import { boolean, index, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { PrintFileOrder } from '../../../../src/domain/labels/printing.ts';
import { belongsTo, createdAt, id } from './columns.ts';
import { users } from './users.ts';

/** Drawn when fetched, by any server. Kept for a day. */
export const printFiles = pgTable(
  'print_files',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    order: jsonb().$type<PrintFileOrder>().notNull(),
    /** Whether it was drawn: that counts as printed, once. */
    isDrawn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [index('print_files_age').on(table.createdAt)],
);
