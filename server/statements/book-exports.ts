import { between, desc, eq, sql } from 'drizzle-orm';
import { wallClockIn } from '../../src/domain/dates.ts';
import { type BookExport, bookFileName, type CreateExports } from '../../src/domain/statements/book-export.ts';
import { accountsOf } from '../../src/domain/statements/statement.ts';
import { endOfDay } from '../../src/domain/time-zone.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { bookExportLines, bookExports } from '../base/database/tables/money/statements.ts';
import { users } from '../base/database/tables/users.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { takeTurns } from '../base/limits/turns.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { BookExportRow, BookLine, TakenLines } from './store/book-exports.ts';
import { JOURNAL } from './store/statements.ts';
import { BOOK_WRITERS } from './write-books.ts';

/** DATEV takes no more in a file. */
const MAX_LINES = 99_999;
const MAX_LISTED = 50;

function listBookExports(executor: Executor, limit: number) {
  return executor
    .select({ file: bookExports, by: { firstName: users.firstName, lastName: users.lastName, email: users.email } })
    .from(bookExports)
    .innerJoin(users, eq(users.id, bookExports.createdBy))
    .orderBy(desc(bookExports.lastVoucher))
    .limit(limit);
}

export async function listExports(executor: Executor): Promise<BookExport[]> {
  const rows = await listBookExports(executor, MAX_LISTED);
  return rows.map(({ file, by }) => ({
    id: file.id,
    format: file.format,
    from: file.fromDay,
    until: file.untilDay,
    firstVoucher: file.firstVoucher,
    lastVoucher: file.lastVoucher,
    by: fullName(by) || by.email,
    createdAt: file.createdAt.toISOString(),
  }));
}

/** Vouchers’ numbers have no gap. */
async function lockBookExports(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('book exports', 0))`);
}

/** Takes entries before `end` that no export has, of the first year that has some. Null if there are none. */
async function takeBookLines(
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

async function insertBookExport(tx: Transaction, given: typeof bookExports.$inferInsert): Promise<void> {
  await tx.insert(bookExports).values(given);
}

/**
 * Exports the entries up to a day that no export has (statementAdmin.createExports), those of each year apart.
 * @throws PRECONDITION_FAILED if there are none, field error at `format`
 */
export async function createExports(unit: UnitOfWork, { format, day }: CreateExports): Promise<void> {
  const { tx, services, actor } = unit;
  const { environment, brand } = services;
  const { TIME_ZONE: zone, CURRENCY: currency, JOURNAL_ACCOUNTS: accounts, DATEV_CLIENT: datev } = environment;
  if (!actor) throw new Error('Nobody makes this export');
  if (format === 'datev' && !datev) throw fieldError('format', 'Set DATEV_CLIENT first: your tax consultant knows it.');
  await lockBookExports(tx);
  let isAny = false;
  for (;;) {
    const lines = await takeBookLines(tx, { end: endOfDay(day, zone), zone, limit: MAX_LINES });
    if (!lines) break;
    isAny = true;
    const { kinds, ...taken } = lines;
    const used = Object.fromEntries(kinds.flatMap(accountsOf).map((one) => [one, accounts?.[one] ?? one]));
    const problem = BOOK_WRITERS[format].problem(Object.values(used));
    if (problem) throw fieldError('format', problem);
    const madeAt = wallClockIn(zone, new Date());
    const columns = environment.BOOKS_CSV;
    const facts = { name: brand.site.name, currency, accounts: used, datev, columns, madeAt };
    await insertBookExport(tx, { ...taken, format, facts, createdBy: actor.id });
    const after = { export: bookFileName({ ...taken, format }) };
    await unit.audit({ entity: 'user', entityId: actor.id, after });
  }
  if (!isAny) throw new UserError('PRECONDITION_FAILED', 'Every entry up to this day has been exported already.');
}

async function findBookExport(executor: Executor, id: string): Promise<BookExportRow | null> {
  const [row] = await executor.select().from(bookExports).where(eq(bookExports.id, id));
  return row ?? null;
}

const PAGE = 2_000;

async function* readBookLines(
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

/** Returns the same bytes each time. @throws NOT_FOUND */
export async function getExport(
  executor: Executor,
  id: string,
): Promise<{ name: string; contentType: string; content: AsyncGenerator<Buffer> }> {
  const file = await findBookExport(executor, id);
  if (!file) throw new UserError('NOT_FOUND', 'This export doesn’t exist.');
  const { head, line, encode, contentType } = BOOK_WRITERS[file.format];
  async function* content() {
    const pause = takeTurns();
    if (file) yield encode(head(file));
    for await (const lines of file ? readBookLines(executor, file) : []) {
      yield encode(lines.map((one) => line(file as NonNullable<typeof file>, one)).join(''));
      await pause();
    }
  }
  return { name: bookFileName(file), contentType, content: content() };
}
