import { type SQL, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { fromCents } from '../../src/domain/money.ts';
import { kindsOfLine, type MoneyLineName } from '../../src/domain/statements/money-lines.ts';
import { accountsOf, formatNumber, type JournalAccount, LINES } from '../../src/domain/statements/statement.ts';
import { endOfDay, startOfDay } from '../../src/domain/time-zone.ts';
import { type CsvCell, figureCell } from '../base/csv/write-csv.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import {
  JOURNAL,
  type JournalLine,
  type JournalPeriod,
  LINES_A_PAGE,
  readLines,
  type StatementRow,
} from './store/statements.ts';

export const JOURNAL_HEADERS = ['Date', 'Document', 'Account', 'Debit', 'Credit', 'Text', 'Shop'];

const sumIn = (currency: string) => (cents: bigint) => figureCell(fromCents(cents), currency);

/** In the order of their ids, which are by time: one pass over all of them, however long. */
async function* inPeriod(
  executor: Executor,
  { from, end, kinds = null }: JournalPeriod,
  moved: SQL,
): AsyncGenerator<JournalLine[]> {
  type Raw = Omit<JournalLine, 'at' | 'cents'> & { at: string; cents: string };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await executor.execute<Raw>(sql`select * from (${moved}) e
      where e.id > ${after}::uuid and e.at >= ${from} and e.at < ${end}
        and (${sql.param(kinds)}::text[] is null or e.kind = any(${sql.param(kinds)}::text[]))
      order by e.id limit ${LINES_A_PAGE}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ at, cents, ...row }) => ({ ...row, at: new Date(at), cents: BigInt(cents) }));
    after = last.id;
  }
}

export async function* readJournal(executor: Executor, period: JournalPeriod): AsyncGenerator<JournalLine[]> {
  for (const moved of JOURNAL) yield* inPeriod(executor, period, moved);
}

/** Each movement on two accounts: what one gets, the other gives. Both days count. */
export async function* readJournalRows(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { from, until, line }: { from: string; until: string; line?: MoneyLineName | undefined },
): AsyncGenerator<CsvCell[][]> {
  const { TIME_ZONE: zone, JOURNAL_ACCOUNTS: accounts, CURRENCY } = environment;
  const sumOf = sumIn(CURRENCY);
  const period = { from: startOfDay(from, zone), end: endOfDay(until, zone), kinds: line ? kindsOfLine(line) : null };
  for await (const lines of readJournal(db, period)) {
    yield lines.flatMap(({ at, kind, cents, reason, shop, document }) => {
      const row = (account: JournalAccount, debit: bigint) => [
        ...[dayIn(zone, at), document ? formatNumber(document) : '', accounts?.[account] ?? account],
        ...(debit > 0n ? [sumOf(debit), ''] : ['', sumOf(-debit)]),
        ...[reason, shop],
      ];
      const [gets, gives] = accountsOf(kind);
      return [row(gives, -cents), row(gets, cents)];
    });
  }
}

export const STATEMENT_HEADERS = ['Number', 'Date', 'For', 'About', 'Amount'];

export async function* readStatementRows(
  { db }: Pick<Services, 'db'>,
  statement: StatementRow,
): AsyncGenerator<CsvCell[][]> {
  const number = formatNumber(statement);
  const { facts, fromDay, untilDay, openingCents, closingCents } = statement;
  const sumOf = sumIn(facts.currency);
  yield [[number, fromDay, 'Opening balance', '', sumOf(openingCents)]];
  for await (const lines of readLines(db, statement)) {
    yield lines.map(({ at, kind, reason, cents }) => [
      ...[number, dayIn(facts.zone, at), LINES[kind].label, reason, sumOf(cents)],
    ]);
  }
  yield [[number, untilDay, 'Closing balance', '', sumOf(closingCents)]];
}
