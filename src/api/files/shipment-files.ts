import * as v from 'valibot';
import { filePaths } from '../../domain/file-paths.ts';
import type { ManagedPageSearch } from '../../domain/paged.ts';
import { type FileEncoding, FileImportedSchema, FileReadingSchema } from '../../domain/shops/draft-file.ts';
import { ShipmentFileReadingSchema, type ShipmentMapping } from '../../domain/shops/shipment-mapping.ts';
import { checkAnswer } from '../calls/check-answer.ts';
import { download } from './download.ts';
import { sendOwnFile, type UploadOptions } from './send-file.ts';

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
  return checkAnswer(CheckedSchema, await sendOwnFile(path, file, 'text/csv', options));
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

const ANSWERS = { read: FileReadingSchema, save: FileImportedSchema };

/**
 * Sends a file of orders, to be read only, or for drafts of its rows.
 * @throws {CallError}
 */
export async function sendDraftFile<Step extends keyof typeof ANSWERS>(
  file: File,
  step: Step,
  { encoding, ...options }: SendOptions,
): Promise<v.InferOutput<(typeof ANSWERS)[Step]>> {
  const path = filePaths.draftFile({ fileName: file.name, step, encoding });
  return checkAnswer(ANSWERS[step], await sendOwnFile(path, file, 'text/csv', options));
}
