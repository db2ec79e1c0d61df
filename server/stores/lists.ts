/**
 * PostgreSQL takes 65,535 parameters in a statement, and an account may own more of anything. So a list is one
 * parameter, and rows are inserted in batches.
 */
import { type AnyColumn, type GetColumnData, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

type Value<Of> = Of extends AnyColumn ? GetColumnData<Of, 'raw'> : unknown;

/** Whether a column has one of these values. */
export const anyOf = <Of extends SQLWrapper>(column: Of, values: readonly Value<Of>[]): SQL<boolean> =>
  sql`${column} = any(${sql.param([...values])})`;

/** Whether a column has none of these values. */
export const noneOf = <Of extends SQLWrapper>(column: Of, values: readonly Value<Of>[]): SQL<boolean> =>
  sql`${column} <> all(${sql.param([...values])})`;

/** Whether a column has a value that another query finds. */
export const inQuery = (column: SQLWrapper, query: SQLWrapper): SQL<boolean> => sql`${column} in ${query}`;

/** With the widest table that is well below the limit. */
const BATCH_SIZE = 1000;

/** Splits a list, so that no statement gets all of it. */
export function* inBatches<Item>(items: readonly Item[], size = BATCH_SIZE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Runs a statement for each part of a list, and returns the rows of all. */
export async function forBatches<Item, Row>(
  items: readonly Item[],
  statement: (some: Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inBatches(items)) rows.push(...(await statement(some)));
  return rows;
}
