import { sql } from 'drizzle-orm';
import { fromCents } from '../../src/domain/money.ts';
import { MAX_FIGURE_DAYS } from '../../src/domain/reports/figures.ts';
import type { Range } from '../../src/domain/reports/period.ts';
import {
  type JournalKind,
  MONEY_LINE_NAMES,
  MONEY_LINES,
  type MoneyLine,
} from '../../src/domain/statements/money-lines.ts';
import type { LineKind, OtherKind } from '../../src/domain/statements/statement.ts';
import { endOfDay, startOfDay } from '../../src/domain/time-zone.ts';
import type { Executor } from '../base/database/client.ts';
import { JOURNAL, type JournalPeriod } from '../statements/store/statements.ts';
import { assertDays, type FigureSources } from './figures.ts';

async function sumJournal(
  executor: Executor,
  { from, end }: JournalPeriod,
): Promise<Map<LineKind | OtherKind, { entries: number; cents: bigint }>> {
  const { rows } = await executor.execute<{ kind: LineKind | OtherKind; entries: number; cents: string }>(sql`
    select kind, count(*)::int as entries, sum(cents)::text as cents
    from (${sql.join([...JOURNAL], sql` union all `)}) as journal where at >= ${from} and at < ${end} group by kind`);
  return new Map(rows.map(({ kind, entries, cents }) => [kind, { entries, cents: BigInt(cents) }]));
}

/** What moved on these days, as the journal has it; lines without an entry are left out. */
export async function getMoneyLines({ db, environment }: FigureSources, range: Range): Promise<MoneyLine[]> {
  assertDays(range, MAX_FIGURE_DAYS);
  const zone = environment.TIME_ZONE;
  const sums = await sumJournal(db, { from: startOfDay(range.from, zone), end: endOfDay(range.to, zone) });
  const sumOf = (kinds: readonly JournalKind[]) =>
    kinds.reduce((cents, kind) => cents + (sums.get(kind)?.cents ?? 0n), 0n);
  return MONEY_LINE_NAMES.flatMap((line) => {
    const { up, down } = MONEY_LINES[line];
    const entries = [...up, ...down].reduce((count, kind) => count + (sums.get(kind)?.entries ?? 0), 0);
    return entries === 0 ? [] : { line, entries, amount: fromCents(sumOf(up) - sumOf(down)) };
  });
}
