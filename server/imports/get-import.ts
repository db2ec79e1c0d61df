import { desc } from 'drizzle-orm';
import { cashNote } from '../../src/domain/cash.ts';
import { labelNote } from '../../src/domain/labels/label-note.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, PREVIEW_SIZE, pageWindow } from '../../src/domain/pagination.ts';
import { COLUMNS, REPORT_HEADERS } from '../../src/domain/shipment-file.ts';
import {
  formatProblem,
  type ImportRow,
  type ImportRows,
  type ShipmentImport,
} from '../../src/domain/shipment-import.ts';
import { coinOf } from '../base/config/brand.ts';
import type { Executor } from '../base/database/client.ts';
import { shipmentImports } from '../base/database/tables/imports.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { findImport, type ImportRecord, importColumns, listImportRows } from './store/shipment-imports.ts';

const BATCH_SIZE = 50;

const toShipmentImport = ({ userId, requestId, digest, createdAt, ...record }: ImportRecord): ShipmentImport => ({
  ...record,
  createdAt: createdAt.toISOString(),
});

/** @throws NOT_FOUND */
export async function requireImport(executor: Executor, id: string): Promise<ImportRecord> {
  const record = await findImport(executor, id);
  if (!record) throw new UserError('NOT_FOUND', 'This file is no longer available. Please choose it again.');
  return record;
}

/** @throws NOT_FOUND */
export async function getShipmentImport(executor: Executor, { id }: { id: string }): Promise<ShipmentImport> {
  return toShipmentImport(await requireImport(executor, id));
}

export async function listShipmentImports(executor: Executor): Promise<ShipmentImport[]> {
  const latest = await executor
    .select(importColumns)
    .from(shipmentImports)
    .orderBy(desc(shipmentImports.createdAt), desc(shipmentImports.id))
    .limit(PREVIEW_SIZE);
  return latest.map(toShipmentImport);
}

/** @throws NOT_FOUND */
export async function listShipmentImportRows(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { id, page, errors }: ImportRows,
): Promise<Paged<ImportRow>> {
  const { rows, good } = await requireImport(db, id);
  const total = errors ? rows - good : rows;
  const listed = await listImportRows(db, id, { which: errors ? 'bad' : 'all', ...pageWindow(page) });
  const data = listed.map(({ line, fields, cells, problems, shipmentId, trackingId }) => {
    const { parcels = '1', ...texts } = fields ?? cells ?? {};
    const { description = '', senderName = '', receiverName = '', shipTo = '', weight = '', dimensions = '' } = texts;
    return {
      line,
      description,
      senderName,
      receiverName,
      shipTo,
      weight,
      dimensions,
      shipmentId,
      trackingId,
      parcels: String(parcels),
      problems: problems ?? [],
      labelNote: fields ? labelNote(fields) : '',
      codNote: cashNote(fields?.cod, environment.CURRENCY, coinOf(environment)),
    };
  });
  return { data, total, pagination: neighbours(page, total) };
}

/**
 * Returns a file's invalid rows with their problems, as they were uploaded.
 * @throws NOT_FOUND
 */
export async function getImportReport(
  executor: Executor,
  { id }: { id: string },
): Promise<{ headers: string[]; rows: AsyncGenerator<string[][]> }> {
  await requireImport(executor, id);
  return {
    headers: [...REPORT_HEADERS, ...COLUMNS.map(({ head }) => head)],
    rows: readReportRows(executor, id),
  };
}

async function* readReportRows(executor: Executor, importId: string): AsyncGenerator<string[][]> {
  let after = 0;
  for (;;) {
    const rows = await listImportRows(executor, importId, { which: 'bad', after, limit: BATCH_SIZE });
    if (rows.length === 0) return;
    yield rows.map(({ line, cells, problems }) => [
      String(line),
      (problems ?? []).map(formatProblem).join(' '),
      ...COLUMNS.map(({ key }) => cells?.[key] ?? ''),
    ]);
    after = rows.at(-1)?.line ?? after;
  }
}
