import { createHash, type Hash } from 'node:crypto';
import { keysOf } from '../../../src/domain/field-schemas.ts';
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
import { MAX_COLUMNS, readHead } from '../../../src/domain/shop/draft-file.ts';
import { guessColumns } from '../../../src/domain/shop/guess-mapping.ts';
import type { ShipmentFileReading, ShipmentMapping } from '../../../src/domain/shop/shipment-mapping.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { takeTurns } from '../../limits/turns.ts';
import { type CsvRow, fileError, readCsv } from '../../shipment-files/read-csv.ts';
import {
  type CheckedRow,
  insertImport,
  insertImportRows,
  updateImport,
} from '../../stores/imports/shipment-imports.ts';
import { findMapping } from '../../stores/shops/shop-settings.ts';
import { resolveCountries, UNKNOWN_COUNTRY_MESSAGE } from '../countries/resolve-countries.ts';
import { findImageProblem } from '../shipments/image-lifecycle.ts';
import { saveMapping } from '../shops/settings.ts';

type Dependencies = Pick<Services, 'environment' | 'images'>;

const BATCH_SIZE = 100;
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

interface ShipmentFile {
  bytes: Buffer;
  fileName: string;
  userId: string;
  setsFee: boolean;
  /** What its columns are for, unless they have our names. */
  mapping?: ShipmentMapping | undefined;
}

/**
 * Checks a file and stores each row's result, without creating shipments.
 * @throws Field error at `file`, with nothing stored.
 */
export async function checkShipmentFile(unit: UnitOfWork, file: ShipmentFile): Promise<{ id: string }> {
  const { tx, services } = unit;
  const { headers, rows } = openFile(file.bytes);
  const mapping = file.mapping ?? ownColumns(headers);
  if (file.mapping) await saveMapping(unit, file.userId, { of: 'shipments', headers, mapping });
  const id = await insertImport(tx, { userId: file.userId, fileName: file.fileName });
  const totals = { rows: 0, good: 0 };
  let waiting: CheckedRow[] = [];
  const digest = createHash('sha256');
  const checked = { rows, setsFee: file.setsFee, nameCells: cellNamer(headers, mapping) };
  for await (const row of checkRows(services, checked, digest)) {
    totals.rows += 1;
    totals.good += 'fields' in row ? 1 : 0;
    waiting.push(row);
    if (waiting.length < BATCH_SIZE) continue;
    await insertImportRows(tx, id, waiting);
    waiting = [];
  }
  await insertImportRows(tx, id, waiting);
  await updateImport(tx, id, { ...totals, digest: digest.digest() });
  return { id };
}

/**
 * Reads what somebody has to know of a file to say what its columns are for; null if they have our names.
 * @throws Field error at `file`
 */
export async function readShipmentFile(
  { db }: Pick<Services, 'db'>,
  userId: string,
  bytes: Buffer,
): Promise<ShipmentFileReading | null> {
  const { headers, rows } = openFile(bytes);
  if (headerProblems(headers).length === 0) return null;
  const samples: string[][] = [];
  let count = 0;
  for await (const { cells } of rows) {
    count += 1;
    if (count <= SAMPLES) samples.push(headers.map((_, at) => (cells[at] ?? '').trim().slice(0, SAMPLE_LENGTH)));
  }
  const remembered = await findMapping(db, userId, { of: 'shipments', headers });
  const mapping = remembered?.mapping ?? guessColumns(headers);
  return { headers, samples, rows: count, mapping, isRemembered: remembered !== undefined };
}

function openFile(bytes: Buffer): { headers: string[]; rows: AsyncGenerator<CsvRow> } {
  const rows = readCsv(bytes);
  const first: CsvRow | undefined = rows.next().value;
  const headers = (first?.cells ?? []).map((cell) => readHead(unescapeFormula(cell)));
  if (headers.length > MAX_COLUMNS) throw fileError(`A file can have up to ${MAX_COLUMNS} columns.`);
  return { headers: headers.slice(0, headers.findLastIndex((head) => head !== '') + 1), rows: countRows(rows) };
}

async function* countRows(rows: Iterable<CsvRow>): AsyncGenerator<CsvRow> {
  const pause = takeTurns();
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > MAX_IMPORT_ROWS) throw fileError('A file can have up to 10,000 rows.');
    yield row;
    await pause();
  }
  if (count === 0) throw fileError('There are no rows below the first line.');
}

/** @throws Field error at `file` unless the columns have our names */
function ownColumns(headers: readonly string[]): ShipmentMapping {
  const problems = headerProblems(headers);
  if (problems.length > 0) throw fileError(...problems);
  const mapping: ShipmentMapping = {};
  for (const head of headers) {
    const key = columnOf(head);
    if (key && key !== 'passed-over') mapping[key] = { column: head, otherwise: '' };
  }
  return mapping;
}

function cellNamer(headers: readonly string[], mapping: ShipmentMapping): (row: readonly string[]) => Cells {
  const sources = keysOf(mapping).map((key) => {
    const { column = null, otherwise = '' } = mapping[key] ?? {};
    return { key, at: column === null ? -1 : headers.indexOf(column), otherwise };
  });
  return (row) =>
    Object.fromEntries(
      sources.map(({ key, at, otherwise }) => {
        const cell = unescapeFormula(row[at] ?? '');
        return [key, cell.trim() === '' && otherwise !== '' ? otherwise : cell];
      }),
    );
}

interface FileRows {
  rows: AsyncIterable<CsvRow>;
  nameCells: (row: readonly string[]) => Cells;
  setsFee: boolean;
}

async function* checkRows(
  services: Dependencies,
  { rows, nameCells, setsFee }: FileRows,
  digest: Hash,
): AsyncGenerator<CheckedRow> {
  const firstLines = new Map<string, number>();
  for await (const { line, cells, problem } of rows) {
    const named = nameCells(cells);
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
