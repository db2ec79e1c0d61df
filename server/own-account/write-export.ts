import type { FileHandle } from 'node:fs/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { CsvStyle } from '../../src/domain/csv.ts';
import { BYTE_ORDER_MARK, type CsvCell, formatCsvLines } from '../base/csv/write-csv.ts';
import { writeZip, type ZipEntry } from '../base/csv/write-zip.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { dataExportParts, dataExports } from '../base/database/tables/users.ts';
import { openNameless } from '../base/images/nameless-file.ts';
import { takeTurns } from '../base/limits/turns.ts';
import { findRow } from '../base/sql/rows.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { type Collection, listCollections } from './collect-data.ts';
import type { DataExportRow } from './store/data-exports.ts';
import type { Row } from './store/own-data.ts';

const PART_BYTES = 1024 * 1024;

const findWaitingExport = (executor: Executor, id: string): Promise<DataExportRow | null> =>
  findRow(executor, dataExports, and(eq(dataExports.id, id), eq(dataExports.state, 'waiting')));

async function lockWaitingExport(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(and(eq(dataExports.id, id), eq(dataExports.state, 'waiting')))
    .for('update');
  return rows.length > 0;
}

/** Adds a part of a locked file, numbered from 0. */
async function insertExportPart(
  tx: Transaction,
  part: { exportId: string; number: number; bytes: Buffer },
): Promise<void> {
  await tx.insert(dataExportParts).values(part);
}

async function markExportReady(tx: Transaction, id: string, size: number): Promise<void> {
  await tx.update(dataExports).set({ state: 'ready', size, readyAt: sql`now()` }).where(eq(dataExports.id, id));
}

export async function writeExport(services: Services, exportId: string): Promise<void> {
  const waiting = await findWaitingExport(services.db, exportId);
  const user = waiting && (await findUser(services.db, waiting.userId));
  if (!user) return;
  const file = await openNameless(services.images.unfinished);
  try {
    await writeZip(file, listEntries(services, await listCollections(services, user.id), user.csvStyle));
    const order = {
      services,
      actor: user,
      procedure: 'ownAccount.requestExport' as const,
      requestId: waiting.requestId,
    };
    await inUnitOfWork(order, async (unit) => {
      if (!(await lockWaitingExport(unit.tx, exportId))) return;
      let size = 0;
      for await (const [number, bytes] of readParts(file)) {
        await insertExportPart(unit.tx, { exportId, number, bytes });
        size += bytes.length;
      }
      await markExportReady(unit.tx, exportId, size);
      await unit.mail({ kind: 'data-ready', receiver: user.email, about: { userId: user.id, exportId } });
    });
  } finally {
    await file.close();
  }
}

async function* readParts(file: FileHandle): AsyncGenerator<[number: number, bytes: Buffer]> {
  for (let number = 0; ; number += 1) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, number * PART_BYTES);
    if (bytesRead === 0) return;
    yield [number, buffer.subarray(0, bytesRead)];
  }
}

async function* listEntries(
  { environment }: Services,
  collections: readonly Collection[],
  style: CsvStyle | undefined,
): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: [readmeOf(environment, collections)] };
  for (const collection of collections) {
    yield { name: `json/${collection.name}.json`, content: toJson(collection) };
    yield { name: `csv/${collection.name}.csv`, content: toCsv(collection, style) };
  }
}

const readmeOf = ({ SITE_NAME, CURRENCY }: Services['environment'], collections: readonly Collection[]) =>
  [
    `Your data at ${SITE_NAME}, of ${new Date().toISOString()}.`,
    'Each file is there as JSON, for programs, and as CSV, for spreadsheets. A CSV with one line means that there is nothing.',
    `Times are in UTC, amounts in ${CURRENCY}. Private codes and links in emails are masked.`,
    '',
    ...collections.map(({ name, about }) => `${name}: ${about}`),
    '',
  ].join('\r\n');

/** Rows at once: more would hold up the thread, fewer take twice as long. */
const STEP = 25;

async function* readSteps({ rows }: Collection): AsyncGenerator<readonly Row[]> {
  const pause = takeTurns();
  for await (const batch of rows()) {
    for (let start = 0; start < batch.length; start += STEP) {
      yield batch.slice(start, start + STEP);
      await pause();
    }
  }
}

async function* toJson(collection: Collection): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const rows of readSteps(collection)) {
    yield (isEmpty ? '[\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n');
    isEmpty = false;
  }
  yield isEmpty ? '[]\n' : '\n]\n';
}

async function* toCsv(collection: Collection, style: CsvStyle | undefined): AsyncGenerator<string> {
  const { columns } = collection;
  yield BYTE_ORDER_MARK + formatCsvLines([columns], style);
  for await (const rows of readSteps(collection))
    yield formatCsvLines(
      rows.map((row) => columns.map((column) => toCell(row[column]))),
      style,
    );
}

function toCell(value: unknown): CsvCell {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
