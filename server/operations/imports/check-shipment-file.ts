import { createHash, type Hash } from 'node:crypto';
import {
  type Cells,
  COLUMNS,
  checkCells,
  columnOf,
  problemsOfHeads,
  restored,
} from '../../../src/domain/shipment-file.ts';
import { type ImportProblem, MAXIMUM_IMPORT_ROWS } from '../../../src/domain/shipment-import.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { fileRefusal, readCsv } from '../../shipment-files/read-csv.ts';
import {
  type CheckedRow,
  insertImport,
  insertImportRows,
  setImportTotals,
} from '../../stores/imports/shipment-imports.ts';
import { NO_COUNTRY, readCountries } from '../countries/read-countries.ts';
import { problemOfImages } from '../shipments/keep-images.ts';

type Needs = Pick<Services, 'environment' | 'images'>;

const ROWS_AT_ONCE = 500;

/**
 * Checks a shipment file row by row and stores the results for a manager to review, without
 * creating any shipments. Returns the file's id.
 * @throws A field error at `file`, with nothing stored, if it is not CSV in UTF-8, has wrong
 * columns, no rows or more than 10,000.
 * Docs: decision 0014.
 */
export async function checkShipmentFile(
  unit: UnitOfWork,
  file: { bytes: Buffer; fileName: string; userId: string },
): Promise<{ id: string }> {
  const { tx, services } = unit;
  const id = await insertImport(tx, { userId: file.userId, fileName: file.fileName });
  const totals = { rows: 0, good: 0 };
  let waiting: CheckedRow[] = [];
  const digest = createHash('sha256');
  for await (const row of checkedRows(services, file.bytes, digest)) {
    totals.rows += 1;
    totals.good += 'fields' in row ? 1 : 0;
    if (totals.rows > MAXIMUM_IMPORT_ROWS) throw fileRefusal('A file can have up to 10,000 rows.');
    waiting.push(row);
    if (waiting.length < ROWS_AT_ONCE) continue;
    await insertImportRows(tx, id, waiting);
    waiting = [];
  }
  if (totals.rows === 0) throw fileRefusal('There are no rows below the first line.');
  await insertImportRows(tx, id, waiting);
  await setImportTotals(tx, id, { ...totals, digest: digest.digest() });
  return { id };
}

/** The result for each row; all cells are hashed into `digest`. */
async function* checkedRows(services: Needs, bytes: Buffer, digest: Hash): AsyncGenerator<CheckedRow> {
  const firstLines = new Map<string, number>();
  let heads: string[] | null = null;
  for await (const { line, cells } of readCsv(bytes)) {
    if (!heads) {
      heads = headsOf(cells);
      continue;
    }
    const row = await checkRow(services, heads, cells);
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

/** The column headers, without the empty ones that a spreadsheet leaves at the end. */
function headsOf(cells: readonly string[]): string[] {
  const heads = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map(restored);
  const problems = problemsOfHeads(heads);
  if (problems.length > 0) throw fileRefusal(...problems);
  return heads;
}

async function checkRow(services: Needs, heads: readonly string[], row: readonly string[]) {
  const cells: Cells = {};
  for (const [at, head] of heads.entries()) {
    const key = columnOf(head);
    if (key && key !== 'passed-over') cells[key] = restored(row[at] ?? '');
  }
  const verdict = checkCells(cells);
  const problems: ImportProblem[] = 'problems' in verdict ? verdict.problems : [];
  const countries = readCountries(services.environment, cells);
  const fields = 'fields' in verdict ? { ...verdict.fields, ...countries.named } : null;
  problems.push(
    ...countries.unknown.map((key) => ({
      column: COLUMNS.find((column) => column.key === key)?.head ?? null,
      message: NO_COUNTRY,
    })),
  );
  const ofImages = fields && (await problemOfImages(services, fields.images));
  if (ofImages) problems.push({ column: 'Images', message: ofImages });
  if (row.slice(heads.length).some((cell) => cell.trim() !== '')) {
    problems.push({ column: null, message: 'This row has more cells than the first line has columns.' });
  }
  return { cells, fields, problems };
}
