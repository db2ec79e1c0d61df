import { createHash } from 'node:crypto';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { DraftFields } from '../../src/domain/shops/draft.ts';
import {
  columnsOfMapping,
  type FileEncoding,
  type FileImported,
  type FileReading,
  findBareColumns,
  MAX_FILE_ROWS,
  readRows,
  type SaveMapping,
  unitsToAsk,
} from '../../src/domain/shops/draft-file.ts';
import { guessMapping } from '../../src/domain/shops/guess-mapping.ts';
import type { ReadOrder } from '../../src/domain/shops/order-rows.ts';
import { formatWithheld } from '../../src/domain/shops/order-state.ts';
import { describeFile, openFile, readRows as readFileRows } from '../base/csv/open-file.ts';
import { fileError } from '../base/csv/read-csv.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { takeTurns } from '../base/limits/turns.ts';
import { inBatches } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { mailChangedOrders } from '../orders/changed-orders.ts';
import { prepareOrder } from '../orders/check-drafts.ts';
import { assertRoomForDrafts } from '../orders/manage-drafts.ts';
import { mergeDrafts } from '../orders/store/drafts.ts';
import { findMapping } from '../shops/store/shop-settings.ts';

const BATCH_SIZE = 100;

interface OrderFile {
  bytes: Buffer;
  fileName: string;
  userId: string;
  encoding?: FileEncoding | undefined;
}

async function findRemembered(
  executor: Executor,
  userId: string,
  headers: readonly string[],
): Promise<SaveMapping | undefined> {
  const remembered = await findMapping(executor, userId, { of: undefined, headers });
  // Older ones have no unit of lengths.
  return remembered && { ...remembered, lengthUnit: remembered.lengthUnit ?? null };
}

/**
 * Reads a file without storing it: its columns, and their meanings, as remembered or guessed.
 * @throws Field error at `file`
 */
export async function readDraftFile(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { bytes, encoding, userId }: OrderFile,
): Promise<FileReading> {
  const file = await openFile(bytes, encoding);
  const { headers } = file;
  const rows = await readFileRows(file, MAX_FILE_ROWS);
  const guess = { ...guessMapping(headers, rows), weightUnit: null, lengthUnit: null };
  const remembered = await findRemembered(db, userId, headers);
  const { mapping, weightUnit, lengthUnit } = remembered ?? guess;
  const reading = { mapping, weightUnit, lengthUnit, currency: environment.CURRENCY };
  const { orders, leftOut } = readOrders(headers, rows, reading);
  const lines = new Set(orders.map(({ line }) => line));
  return {
    ...describeFile(
      file,
      rows,
      rows.filter(({ line }) => lines.has(line)),
    ),
    rows: orders.length,
    withheld: countWithheld(orders),
    leftOut,
    format: guess.format,
    mapping,
    weightUnit,
    lengthUnit,
    bareColumns: findBareColumns(headers, rows),
    isRemembered: remembered !== undefined,
    isStatusGuessed: !remembered && guess.isStatusGuessed,
  };
}

/**
 * Makes drafts of a file’s rows: the same file again changes nothing. Its columns mean what the shop has saved.
 * @throws Field error at `file`, PRECONDITION_FAILED.
 */
export async function importDrafts(
  unit: UnitOfWork,
  { bytes, fileName, encoding, userId }: OrderFile,
): Promise<FileImported> {
  const file = await openFile(bytes, encoding);
  const { headers } = file;
  const rows = await readFileRows(file, MAX_FILE_ROWS);
  const mapping = await findRemembered(unit.tx, userId, headers);
  if (!mapping) throw new UserError('PRECONDITION_FAILED', 'Say first what the columns of this file are for.');
  const asked = unitsToAsk(mapping.mapping, findBareColumns(headers, rows));
  for (const measure of ['weight', 'length'] as const) {
    if (!asked[measure] || mapping[`${measure}Unit`] !== null) continue;
    throw new UserError(
      'PRECONDITION_FAILED',
      `Say first which unit the ${measure === 'weight' ? 'weights' : 'sizes'} are in.`,
    );
  }
  const { orders, leftOut } = readOrders(headers, rows, { ...mapping, currency: unit.services.environment.CURRENCY });
  const withheld = orders.filter((order) => order.withheld).length;
  await assertRoomForDrafts(unit, userId, { toSend: orders.length - withheld, withheld });
  const columns = columnsOfMapping(mapping.mapping);
  const names = new Set<string>();
  const pause = takeTurns();
  const drafts = [];
  for (const { line, fields, withheld } of orders) {
    const order = prepareOrder(unit.services.environment, fields);
    const externalId = nameOrder(order.fields, names);
    drafts.push({ source: 'file' as const, externalId, ...order, origin: { fileName, line, columns }, withheld });
    await pause();
  }
  const merged: Awaited<ReturnType<typeof mergeDrafts>> = [];
  for (const some of inBatches(drafts, BATCH_SIZE)) merged.push(...(await mergeDrafts(unit.tx, userId, some)));
  if (merged.some(({ isNews }) => isNews)) await mailChangedOrders(unit, userId);
  const written = merged.filter(({ isChanged }) => isChanged);
  const added = written.filter(({ isNew }) => isNew).length;
  return {
    added,
    changed: written.length - added,
    unchanged: drafts.length - written.length,
    toFix: written.filter(({ isValid, isWithheld }) => !isValid && !isWithheld).length,
    withheld,
    leftOut,
  };
}

/** @throws Field error at `file` if no row is an order */
function readOrders(...file: Parameters<typeof readRows>): ReturnType<typeof readRows> {
  const read = readRows(...file);
  if (read.orders.length > 0) return read;
  const wrong = read.leftOut.lines.find(({ why }) => why === 'unreadable');
  throw fileError(wrong ? `Row ${wrong.line}: ${wrong.text}` : 'There are no orders in this file.');
}

/** Uses the reference, else a hash of the content, also for another address with that reference. No name repeats. */
function nameOrder(fields: DraftFields, names: Set<string>): string {
  let name = fields.reference ?? hashOf(fields);
  for (let times = 1; names.has(name); times += 1) name = hashOf({ ...fields, times });
  names.add(name);
  return name;
}

const hashOf = (fields: object) => createHash('sha256').update(JSON.stringify(fields)).digest('base64url');

function countWithheld(orders: readonly ReadOrder[]): FileReading['withheld'] {
  const alike = [
    ...groupRows(
      orders.flatMap(({ withheld }) => withheld ?? []),
      formatWithheld,
    ).values(),
  ];
  return alike.flatMap(([one, ...more]) => (one ? { ...one, count: 1 + more.length } : [])).slice(0, MAX_REASONS);
}
const MAX_REASONS = 20;
