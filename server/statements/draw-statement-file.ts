import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { formatDay } from '../../src/domain/day.ts';
import type { StatementLine, StatementPaper } from '../../src/domain/labels/draw-statement.ts';
import { formatMoney, fromCents } from '../../src/domain/money.ts';
import { may } from '../../src/domain/roles.ts';
import { formatNumber, LINES } from '../../src/domain/statements/statement.ts';
import { formatRate } from '../../src/domain/statements/taxes.ts';
import type { User } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { drawToFile } from '../labels/drawing/draw-to-file.ts';
import { writeStatement } from '../labels/drawing/run-writer.ts';
import type { Attachment } from '../mail/letters/transport.ts';
import { sumsOf } from './documents.ts';
import { entriesOf, findStatement, readLines, type Stated, type StatementRow, sumStated } from './store/statements.ts';

/** What an email may carry. More is behind its link. */
const MAX_MAILED_LINES = 2_000;
const MAX_DRAWING_MS = 60_000;

/** @throws NOT_FOUND for anybody’s but one’s own, unless one keeps the books. */
export async function getStatement(executor: Executor, user: User, id: string): Promise<StatementRow> {
  const statement = await findStatement(executor, id);
  const isReader = statement && (statement.userId === user.id || may(user, 'statementAdmin.list'));
  if (!isReader) throw new UserError('NOT_FOUND', 'This statement doesn’t exist.');
  return statement;
}

export const fileNameOf = (statement: StatementRow, format: 'pdf' | 'csv'): string =>
  `${statement.kind}-${formatNumber(statement)}.${format}`;

/** A draft has no ID. */
const statedBy = ({ id, userId, createdAt }: StatementRow): Stated => (id ? { id } : { userId, end: createdAt });

const titleOf = (statement: StatementRow): string =>
  statement.id === ''
    ? 'DRAFT of a statement'
    : `${statement.kind === 'statement' ? 'Statement' : 'Credit note'} ${formatNumber(statement)}`;

async function paperOf(executor: Executor, statement: StatementRow): Promise<StatementPaper> {
  const { facts, fromDay, untilDay, openingCents, closingCents, createdAt, kind } = statement;
  const { seller, buyer, taxes, currency, zone, due, of, pay = '' } = facts;
  const money = (amount: number) => formatMoney(amount, currency);
  const cents = (amount: bigint) => money(fromCents(amount));
  const sign = kind === 'statement' ? -1 : 1;
  const sums = sumsOf((await sumStated(executor, statedBy(statement))).filter((sum) => sum.kind !== 'tax'));
  const taxed = taxes.filter(({ rate }) => rate > 0);
  const owed = closingCents < 0n ? `You owe ${cents(-closingCents)}` : `We owe you ${cents(closingCents)}`;
  const note = closingCents === 0n ? 'Nothing is left to pay' : owed;
  return {
    title: titleOf(statement),
    facts: [
      of ? `Corrects statement ${of}` : `${formatDay(fromDay)} to ${formatDay(untilDay)}`,
      `${statement.id ? 'Issued on' : 'Not issued, as of'} ${formatDay(dayIn(zone, createdAt))}`,
    ].join(' · '),
    brand: seller.name,
    parties: [
      [
        seller.name,
        seller.address,
        [seller.taxNumber && `Tax number ${seller.taxNumber}`, seller.contact].filter(Boolean).join(' · '),
      ],
      [
        buyer.name,
        buyer.address,
        [buyer.taxNumber && `Tax number ${buyer.taxNumber}`, buyer.email].filter(Boolean).join(' · '),
      ],
    ],
    sums: [
      { label: 'Opening balance', amount: cents(openingCents), isBold: true },
      ...sums.map(({ label, amount }) => ({ label, amount: money(amount) })),
      ...taxed.map((line) => ({
        label: `${formatRate(line)} on ${money(line.net / 100)}`,
        amount: money((sign * line.tax) / 100),
      })),
      { label: 'Closing balance', amount: cents(closingCents), isBold: true },
    ],
    pay,
    note: due ? `${note}. Please pay by ${formatDay(due)}.` : `${note}.`,
  };
}

async function* linesOf(executor: Executor, statement: StatementRow): AsyncGenerator<StatementLine[]> {
  const { facts } = statement;
  for await (const lines of readLines(executor, statedBy(statement))) {
    yield lines.map(({ at, kind, reason, cents }) => [
      dayIn(facts.zone, at),
      LINES[kind].label,
      reason,
      formatMoney(fromCents(cents), facts.currency),
    ]);
  }
}

async function countLines(executor: Executor, of: Stated): Promise<number> {
  const { rows } = await executor.execute<{ total: number }>(sql`select count(*)::int as total ${entriesOf(of)}`);
  return rows[0]?.total ?? 0;
}

/** Draws a document apart from the server. */
export const drawStatementFile = (
  { db, environment, images }: Pick<Services, 'db' | 'environment' | 'images'>,
  statement: StatementRow,
  signal: AbortSignal,
): Promise<{ size: number; content: Readable }> =>
  drawToFile(images.unfinished, signal, async (file) => {
    const order = {
      fonts: environment.LABEL_FONTS,
      paper: await paperOf(db, statement),
      lines: linesOf(db, statement),
      count: await countLines(db, statedBy(statement)),
    };
    await writeStatement(order, file, signal);
  });

/** Null if it is too long for an email. */
export async function drawMailedStatement(services: Services, id: string): Promise<Attachment | null> {
  const statement = await findStatement(services.db, id);
  if (!statement || (await countLines(services.db, { id })) > MAX_MAILED_LINES) return null;
  const { content } = await drawStatementFile(services, statement, AbortSignal.timeout(MAX_DRAWING_MS));
  return { filename: fileNameOf(statement, 'pdf'), content: Buffer.concat(await content.toArray()) };
}
