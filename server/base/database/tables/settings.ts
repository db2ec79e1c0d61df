import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { BRAND_FILES } from '../../../../src/domain/settings/brand-files.ts';
import type { SettingKey } from '../../../../src/domain/settings/brand-settings.ts';
import { bytea, createdAt, id, isOneOf } from './columns.ts';
import { users } from './users.ts';

/** Append-only: of a name the row with the highest number counts. */
export const brandFiles = pgTable(
  'brand_files',
  {
    id: id(),
    number: integer().notNull().generatedAlwaysAsIdentity(),
    name: text({ enum: BRAND_FILES }).notNull(),
    /** A PNG or Markdown; null: it was taken away. */
    bytes: bytea(),
    changedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('brand_files_of_name').on(table.name, table.number.desc().nullsFirst()),
    check('brand_files_name', isOneOf('name', BRAND_FILES)),
  ],
);

/** Append-only: of a key and day the row with the highest number counts. */
export const brandSettings = pgTable(
  'brand_settings',
  {
    id: id(),
    number: integer().notNull().generatedAlwaysAsIdentity(),
    key: text().$type<SettingKey>().notNull(),
    /** As in the environment; null: as if nobody had set it. */
    value: text(),
    /** In the brand’s days. Null: it has no days. */
    fromDay: date({ mode: 'string' }),
    isWithdrawn: boolean().notNull().default(false),
    /** It counts once another person saves the same. */
    isWaiting: boolean().notNull().default(false),
    changedBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index('brand_settings_of_key').on(table.key, table.fromDay, table.number.desc().nullsFirst())],
);
