import { wallClockIn } from '../../src/domain/dates.ts';
import { type BookExport, bookFileName, type CreateExports } from '../../src/domain/statements/book-export.ts';
import { accountsOf } from '../../src/domain/statements/statement.ts';
import { endOfDay } from '../../src/domain/time-zone.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { takeTurns } from '../base/limits/turns.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import {
  findBookExport,
  insertBookExport,
  listBookExports,
  lockBookExports,
  readBookLines,
  takeBookLines,
} from './store/book-exports.ts';
import { BOOK_WRITERS } from './write-books.ts';

/** DATEV takes no more in a file. */
const MAX_LINES = 99_999;
const MAX_LISTED = 50;

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
