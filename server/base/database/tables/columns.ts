import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  customType,
  type ExtraConfigColumn,
  type PgTable,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const id = () => uuid().primaryKey().$defaultFn(uuidv7);

export const belongsTo = (column: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) =>
  uuid().notNull().references(column, actions);

export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => timestamptz().notNull().defaultNow();

/** Drizzle's index puts nulls last unless told otherwise, and PostgreSQL could not use it. */
export const newestFirst = (table: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) =>
  [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const;

/** No new column is forgotten. */
export type Erased<Table extends PgTable, Outlives extends keyof Table['$inferInsert']> = Record<
  Exclude<keyof Table['$inferInsert'], Outlives>,
  unknown
>;

export const cents = () => bigint({ mode: 'bigint' });

export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

/** Leaves out a zero in brackets, which is only dialled within the country. */
export const digitsOf = (column: string) => String.raw`E'\n ' || regexp_replace(${column}, '\(0\)|[^0-9]', '', 'g')`;

/** UTC. The text indexes repeat it. */
export const WEEK = sql.raw(`date_bin('7 days', created_at, '2000-01-01Z')`);
