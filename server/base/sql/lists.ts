/** PostgreSQL takes 65,535 parameters in a statement, and an account may own more of anything. */
import { type AnyColumn, type GetColumnData, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm';

type Value<Of> = Of extends AnyColumn ? GetColumnData<Of, 'raw'> : unknown;

export const anyOf = <Of extends SQLWrapper>(column: Of, values: readonly Value<Of>[]): SQL<boolean> =>
  sql`${column} = any(${sql.param([...values])})`;

export const noneOf = <Of extends SQLWrapper>(column: Of, values: readonly Value<Of>[]): SQL<boolean> =>
  sql`${column} <> all(${sql.param([...values])})`;

export const inQuery = (column: SQLWrapper, query: SQLWrapper): SQL<boolean> => sql`${column} in ${query}`;

/** What comes after this row, newest first. */
export const isBefore = (table: Table & { createdAt: AnyColumn; id: AnyColumn }, id: string | undefined) =>
  id === undefined
    ? undefined
    : sql`(${table.createdAt}, ${table.id}) < (select created_at, id from ${table} as last where last.id = ${id})`;

/** Well below the limit even for the widest table. */
const BATCH_SIZE = 1000;

export function* inBatches<Item>(items: readonly Item[], size = BATCH_SIZE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

export async function forBatches<Item, Row>(
  items: readonly Item[],
  statement: (some: Item[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inBatches(items)) rows.push(...(await statement(some)));
  return rows;
}
