import { createHash, type Hash } from 'node:crypto';
import { type CreateShipment, NOT_YOUR_COD, NOT_YOUR_FEE } from '../../src/domain/shipment.ts';
import { type Cells, type ColumnKey, checkCells, findLongCells, hasOurNames } from '../../src/domain/shipment-file.ts';
import { type ImportProblem, MAX_IMPORT_ROWS } from '../../src/domain/shipment-import.ts';
import type { FileEncoding, FileRow } from '../../src/domain/shops/draft-file.ts';
import { guessColumns } from '../../src/domain/shops/guess-mapping.ts';
import {
  cellNamer,
  type ShipmentFileReading,
  type ShipmentMapping,
  titleOfColumn,
} from '../../src/domain/shops/shipment-mapping.ts';
import { textsReceivers } from '../base/config/brand.ts';
import { describeFile, type OpenFile, openFile, readRows } from '../base/csv/open-file.ts';
import { fileError, isBlank } from '../base/csv/read-csv.ts';
import { shipmentImportRows, shipmentImports } from '../base/database/tables/imports.ts';
import { takeTurns } from '../base/limits/turns.ts';
import { canBeTexted } from '../base/phone-numbers/international-number.ts';
import { inBatches } from '../base/sql/lists.ts';
import { insertRow } from '../base/sql/rows.ts';
import { codRefusal, findCodLimit } from '../cod/cod-terms.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { resolveCountries, UNKNOWN_COUNTRY_MESSAGE } from '../countries/resolve-countries.ts';
import { findCredentials } from '../people/store/users.ts';
import { findSwapped } from '../places/assert-not-swapped.ts';
import { findImageProblem } from '../shipments/image-lifecycle.ts';
import { saveMapping } from '../shops/settings.ts';
import { findMapping } from '../shops/store/shop-settings.ts';
import { updateImport } from './store/shipment-imports.ts';

type Dependencies = Pick<Services, 'db' | 'environment' | 'images' | 'postcodes'>;

const BATCH_SIZE = 100;

interface ShipmentFile {
  bytes: Buffer;
  fileName: string;
  userId: string;
  setsFee: boolean;
  mapping?: ShipmentMapping | undefined;
  encoding?: FileEncoding | undefined;
}

type CheckedRow = { line: number } & ({ fields: CreateShipment } | { cells: Cells; problems: ImportProblem[] });

/**
 * Checks a file and stores each row's result, without creating shipments.
 * @throws Field error at `file`, with nothing stored.
 */
export async function checkShipmentFile(unit: UnitOfWork, file: ShipmentFile): Promise<{ id: string }> {
  const { tx, services } = unit;
  const opened = await openFile(file.bytes, file.encoding);
  const { headers } = opened;
  const { userId, fileName, setsFee } = file;
  if (!file.mapping && !isClear(opened)) throw fileError('Choose first what the columns of this file are for.');
  const mapping = file.mapping ?? guessColumns(headers);
  const rows = await readShipments(opened);
  if (file.mapping) await saveMapping(unit, userId, { of: 'shipments', headers, mapping });
  const { id } = await insertRow(tx, shipmentImports, { userId, fileName, rows: rows.length, good: 0 });
  const digest = createHash('sha256');
  const check = rowChecker(services, { setsFee, nameCells: cellNamer(headers, mapping) }, digest);
  let good = 0;
  // The transaction would be idle for too long if all rows were checked first.
  for (const some of inBatches(rows, BATCH_SIZE)) {
    const checked: CheckedRow[] = [];
    for (const row of some) checked.push(await check(row));
    good += checked.filter((row) => 'fields' in row).length;
    await tx.insert(shipmentImportRows).values(checked.map((row) => ({ importId: id, ...row })));
  }
  await updateImport(tx, id, { good, digest: digest.digest() });
  return { id };
}

/**
 * Reads what somebody has to know of a file to say what its columns are for; null if nothing is unclear.
 * @throws Field error at `file`
 */
export async function readShipmentFile(
  { db }: Pick<Services, 'db'>,
  { bytes, encoding, userId }: Pick<ShipmentFile, 'bytes' | 'encoding' | 'userId'>,
): Promise<ShipmentFileReading | null> {
  const file = await openFile(bytes, encoding);
  if (isClear(file)) return null;
  const { headers } = file;
  const rows = await readShipments(file);
  const remembered = await findMapping(db, userId, { of: 'shipments', headers });
  const mapping = remembered?.mapping ?? guessColumns(headers);
  return { ...describeFile(file, rows), rows: rows.length, mapping, isRemembered: remembered !== undefined };
}

const isClear = ({ headers, encoding }: OpenFile) => encoding.startsWith('UTF') && hasOurNames(headers);

/** @throws Field error at `file` */
async function readShipments(file: OpenFile): Promise<FileRow[]> {
  const rows = await readRows(file, MAX_IMPORT_ROWS);
  return rows.filter(({ cells, isAbove }) => !isAbove && !isBlank(cells));
}

/** Checks the rows of a file in their order. `digest`: copies of a file have the same. */
function rowChecker(
  services: Dependencies,
  { nameCells, setsFee }: { nameCells: (row: readonly string[]) => Cells; setsFee: boolean },
  digest: Hash,
): (row: FileRow) => Promise<CheckedRow> {
  const firstLines = new Map<string, number>();
  const pause = takeTurns();
  return async ({ line, cells, problem }) => {
    await pause();
    const named = nameCells(cells);
    const unread = problem ? [{ column: null, message: problem }] : findLongCells(named);
    const row =
      unread.length > 0 ? { cells: named, fields: null, problems: unread } : await checkRow(services, named, setsFee);
    const text = JSON.stringify(row.cells);
    digest.update(text);
    const earlier = firstLines.get(text);
    if (earlier === undefined) firstLines.set(text, line);
    else row.problems.push({ column: null, message: `This row is the same as line ${earlier}.` });
    const { fields, problems } = row;
    return fields && problems.length === 0 ? { line, fields } : { line, cells: row.cells, problems };
  };
}

async function codProblem(
  services: Dependencies,
  { cod, senderEmail }: CreateShipment,
  setsFee: boolean,
): Promise<string | null> {
  if (cod == null) return null;
  if (!setsFee) return NOT_YOUR_COD;
  const sender = await findCredentials(services.db, senderEmail);
  return codRefusal(services, sender?.verified ? await findCodLimit(services.db, sender.id) : null, cod);
}

async function checkRow(services: Dependencies, cells: Cells, setsFee: boolean) {
  const { TIME_ZONE: timeZone, CURRENCY: currency } = services.environment;
  const rules = { timeZone, currency, texts: textsReceivers(services.environment) };
  const verdict = checkCells(cells, rules, canBeTexted);
  const { named, unknown } = resolveCountries(services.environment, cells);
  const fields = 'fields' in verdict ? { ...verdict.fields, ...named } : null;
  const problems: ImportProblem[] = 'problems' in verdict ? verdict.problems : [];
  const note = (key: ColumnKey, message: string | null) => {
    if (message) problems.push({ column: titleOfColumn(key), message });
  };
  if (fields && fields.fee > 0 && !setsFee) note('fee', NOT_YOUR_FEE);
  if (fields) note('cod', await codProblem(services, fields, setsFee));
  for (const key of unknown) if (key !== 'nationality') note(key, UNKNOWN_COUNTRY_MESSAGE);
  if (fields) note('latitude', findSwapped(services, fields));
  if (fields) note('images', await findImageProblem(services, fields.images));
  return { cells, fields, problems };
}
