import { between, desc, eq, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { bookExportLines, bookExports } from '../../base/database/tables/money/statements.ts';
import { users } from '../../base/database/tables/users.ts';
import { JOURNAL } from './statements.ts';

export type BookExportRow = typeof bookExports.$inferSelect;
export type BookLine = typeof bookExportLines.$inferSelect;

/** One after the other: numbers of vouchers have no gap. */
export async function lockBookExports(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('book exports', 0))`);
}

export interface TakenLines {
  firstVoucher: number;
  lastVoucher: number;
  fromDay: string;
  untilDay: string;
  kinds: BookLine['kind'][];
}

/** Takes entries before `end` that no export has, of the first year that has some. Null if there are none. */
export async function takeBookLines(
  tx: Transaction,
  { end, zone, limit }: { end: Date; zone: string; limit: number },
): Promise<TakenLines | null> {
  const { rows } = await tx.execute<{ [Key in keyof TakenLines]: TakenLines[Key] | null }>(sql`
    with open as (
      select j.*, (j.at at time zone ${zone})::date as day
      from (
        select *, case when kind in (
          'counted cash', 'counted card', 'difference', 'rounding', 'bill short') then kind else '' end as part
        from (${sql.join([...JOURNAL], sql` union all `)}) as journal where at < ${end}
      ) as j
      where not exists (select from book_export_lines l where l.entry_id = j.id and l.part = j.part)
    ), lines as (
      insert into book_export_lines (voucher, entry_id, part, day, kind, cents, reason, document)
      select (select coalesce(max(voucher), 0) from book_export_lines) + row_number() over (order by day, id, part),
        id, part, day, kind, cents, reason, document
      from open where date_trunc('year', day) = (select date_trunc('year', min(day)) from open)
      order by day, id, part limit ${limit}
      returning voucher, day, kind
    )
    select min(voucher) as "firstVoucher", max(voucher) as "lastVoucher", min(day)::text as "fromDay",
      max(day)::text as "untilDay", array_agg(distinct kind) as kinds from lines`);
  const [row] = rows;
  return row?.firstVoucher ? (row as TakenLines) : null;
}

export async function insertBookExport(tx: Transaction, given: typeof bookExports.$inferInsert): Promise<void> {
  await tx.insert(bookExports).values(given);
}

export async function findBookExport(executor: Executor, id: string): Promise<BookExportRow | null> {
  const [row] = await executor.select().from(bookExports).where(eq(bookExports.id, id));
  return row ?? null;
}

export function listBookExports(executor: Executor, limit: number) {
  return executor
    .select({ file: bookExports, by: { firstName: users.firstName, lastName: users.lastName, email: users.email } })
    .from(bookExports)
    .innerJoin(users, eq(users.id, bookExports.createdBy))
    .orderBy(desc(bookExports.lastVoucher))
    .limit(limit);
}

const PAGE = 2_000;

export async function* readBookLines(
  executor: Executor,
  { firstVoucher, lastVoucher }: Pick<BookExportRow, 'firstVoucher' | 'lastVoucher'>,
): AsyncGenerator<BookLine[]> {
  for (let first = firstVoucher; first <= lastVoucher; first += PAGE)
    yield await executor
      .select()
      .from(bookExportLines)
      .where(between(bookExportLines.voucher, first, Math.min(first + PAGE - 1, lastVoucher)))
      .orderBy(bookExportLines.voucher);
}
