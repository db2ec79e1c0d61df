import * as v from 'valibot';
import { site } from '../../config/site.ts';
import { filePaths } from '../../domain/file-paths.ts';
import type { ManagedPageSearch } from '../../domain/paged.ts';
import {
  type FileEncoding,
  type FileImported,
  FileImportedSchema,
  type FileReading,
  FileReadingSchema,
} from '../../domain/shops/draft-file.ts';
import { ShipmentFileReadingSchema, type ShipmentMapping } from '../../domain/shops/shipment-mapping.ts';
import { headersOf } from '../calls/call-context.ts';
import { checkAnswer } from '../calls/check-answer.ts';
import { download } from './download.ts';
import { parseResponse, rejection } from './file-response.ts';
import { sendFile, type UploadOptions } from './send-file.ts';

async function sendCsv(path: string, file: File, options?: UploadOptions) {
  const headers = { 'content-type': 'text/csv', ...headersOf() };
  const { status, text } = await sendFile(`${site.apiBase}${path}`, file, headers, options);
  const response = parseResponse(text);
  if (status !== 200) throw rejection(status, response);
  return response;
}

const CheckedSchema = v.union([v.object({ id: v.string() }), ShipmentFileReadingSchema]);
type Checked = v.InferOutput<typeof CheckedSchema>;

interface SendOptions extends UploadOptions {
  encoding?: FileEncoding | undefined;
}

/**
 * Has a file checked, or only read if something is unclear and no mapping says what its columns are for.
 * @throws {CallError}
 */
export async function sendShipmentFile(
  file: File,
  { encoding, mapping, ...options }: SendOptions & { mapping?: ShipmentMapping },
): Promise<Checked> {
  const how = mapping ? { mapping: JSON.stringify(mapping) } : { step: 'read' as const };
  const path = filePaths.shipmentImports({ fileName: file.name, encoding, ...how });
  return checkAnswer(CheckedSchema, await sendCsv(path, file, options));
}

/** @throws {CallError} */
export function downloadShipments(
  { page: _, ...filter }: ManagedPageSearch,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  return download(filePaths.shipmentsFile(filter), 'text/csv', { onBytes });
}

/** @throws {CallError} */
export function downloadSelected(ids: readonly string[], onBytes: (bytes: number) => void): Promise<Blob> {
  return download(filePaths.shipmentsFile(), 'text/csv', { onBytes, body: { ids } });
}

/** @throws {CallError} */
export function downloadImportReport(id: string): Promise<Blob> {
  return download(filePaths.importReport(id), 'text/csv');
}

/**
 * Sends a file of orders, to be read only, or for drafts of its rows.
 * @throws {CallError}
 */
export async function sendDraftFile(file: File, step: 'read', options: SendOptions): Promise<FileReading>;
export async function sendDraftFile(file: File, step: 'save', options: SendOptions): Promise<FileImported>;
export async function sendDraftFile(
  file: File,
  step: 'read' | 'save',
  { encoding, ...options }: SendOptions,
): Promise<FileReading | FileImported> {
  const response = await sendCsv(filePaths.draftFile({ fileName: file.name, step, encoding }), file, options);
  return step === 'read' ? checkAnswer(FileReadingSchema, response) : checkAnswer(FileImportedSchema, response);
}
