import { createHash, type Hash } from 'node:crypto';
import { NOT_YOUR_FEE } from '../../../src/domain/shipment.ts';
import {
  type Cells,
  COLUMNS,
  checkCells,
  columnOf,
  findLongCells,
  headerProblems,
  unescapeFormula,
} from '../../../src/domain/shipment-file.ts';
import { type ImportProblem, MAX_IMPORT_ROWS } from '../../../src/domain/shipment-import.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { takeTurns } from '../../limits/turns.ts';
import { fileError, readCsv } from '../../shipment-files/read-csv.ts';
import {
  type CheckedRow,
  insertImport,
  insertImportRows,
  updateImport,
} from '../../stores/imports/shipment-imports.ts';
import { resolveCountries, UNKNOWN_COUNTRY_MESSAGE } from '../countries/resolve-countries.ts';
import { findImageProblem } from '../shipments/image-lifecycle.ts';

type Dependencies = Pick<Services, 'environment' | 'images'>;

const BATCH_SIZE = 100;

/**
 * Checks a file and stores each row's result, without creating shipments.
 * @throws Field error at `file`, with nothing stored.
 */
export async function checkShipmentFile(
  unit: UnitOfWork,
  file: { bytes: Buffer; fileName: string; userId: string; setsFee: boolean },
): Promise<{ id: string }> {
  const { tx, services } = unit;
  const id = await insertImport(tx, { userId: file.userId, fileName: file.fileName });
  const totals = { rows: 0, good: 0 };
  let waiting: CheckedRow[] = [];
  const digest = createHash('sha256');
  const pause = takeTurns();
  for await (const row of checkRows(services, file, digest)) {
    totals.rows += 1;
    totals.good += 'fields' in row ? 1 : 0;
    if (totals.rows > MAX_IMPORT_ROWS) throw fileError('A file can have up to 10,000 rows.');
    waiting.push(row);
    await pause();
    if (waiting.length < BATCH_SIZE) continue;
    await insertImportRows(tx, id, waiting);
    waiting = [];
  }
  if (totals.rows === 0) throw fileError('There are no rows below the first line.');
  await insertImportRows(tx, id, waiting);
  await updateImport(tx, id, { ...totals, digest: digest.digest() });
  return { id };
}

async function* checkRows(
  services: Dependencies,
  { bytes, setsFee }: { bytes: Buffer; setsFee: boolean },
  digest: Hash,
): AsyncGenerator<CheckedRow> {
  const firstLines = new Map<string, number>();
  let headers: string[] | null = null;
  for (const { line, cells, problem } of readCsv(bytes)) {
    if (!headers) {
      headers = readHeaders(cells);
      continue;
    }
    const named = nameCells(headers, cells);
    const unread = problem ? [{ column: null, message: problem }] : findLongCells(named);
    const row =
      unread.length > 0 ? { cells: named, fields: null, problems: unread } : await checkRow(services, named, setsFee);
    const text = JSON.stringify(row.cells);
    digest.update(text);
    const earlier = firstLines.get(text);
    if (earlier === undefined) firstLines.set(text, line);
    else row.problems.push({ column: null, message: `This row is the same as line ${earlier}.` });
    yield row.fields && row.problems.length === 0
      ? { line, fields: row.fields }
      : { line, cells: row.cells, problems: row.problems };
  }
}

function readHeaders(cells: readonly string[]): string[] {
  const headers = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map(unescapeFormula);
  const problems = headerProblems(headers);
  if (problems.length > 0) throw fileError(...problems);
  return headers;
}

function nameCells(headers: readonly string[], row: readonly string[]): Cells {
  const cells: Cells = {};
  for (const [at, header] of headers.entries()) {
    const key = columnOf(header);
    if (key && key !== 'passed-over') cells[key] = unescapeFormula(row[at] ?? '');
  }
  return cells;
}

async function checkRow(services: Dependencies, cells: Cells, setsFee: boolean) {
  const { TIME_ZONE: timeZone, CURRENCY: currency } = services.environment;
  const verdict = checkCells(cells, { timeZone, currency });
  const problems: ImportProblem[] = 'problems' in verdict ? verdict.problems : [];
  if ('fields' in verdict && verdict.fields.fee > 0 && !setsFee) {
    problems.push({ column: COLUMNS.find(({ key }) => key === 'fee')?.head ?? null, message: NOT_YOUR_FEE });
  }
  const countries = resolveCountries(services.environment, cells);
  const fields = 'fields' in verdict ? { ...verdict.fields, ...countries.named } : null;
  problems.push(
    ...countries.unknown.map((key) => ({
      column: COLUMNS.find((column) => column.key === key)?.head ?? null,
      message: UNKNOWN_COUNTRY_MESSAGE,
    })),
  );
  const imageProblem = fields && (await findImageProblem(services, fields.images));
  if (imageProblem) problems.push({ column: 'Images', message: imageProblem });
  return { cells, fields, problems };
}
