import { site } from '../../config/site.ts';
import type { PageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { unanswered } from '../calls/failure-reason.ts';
import { watchForSilence } from '../calls/silence.ts';
import { authorization, type FileResponse, parseResponse, rejection } from './file-responses.ts';
import { sendFile } from './send-file.ts';

/**
 * Uploads a shipment file for checking and returns its id; `onProgress` receives the share sent so
 * far, from 0 to 1. @throws {CallError}
 */
export async function uploadShipmentFile(file: File, onProgress: (part: number) => void): Promise<{ id: string }> {
  const url = `${site.apiBase}${paths.shipmentImports({ fileName: file.name })}`;
  const { status, text } = await sendFile(
    url,
    file,
    { 'content-type': 'text/csv', ...authorization() },
    { onProgress },
  );
  const answer: FileResponse<{ id: string }> = parseResponse(text);
  if (status !== 200 || !('id' in answer)) throw rejection(status, answer);
  return answer;
}

/** Exports the shipments of a filter; `onBytes` receives the bytes so far. @throws {CallError} */
export function downloadShipments({ page: _, ...filter }: PageSearch, onBytes: (bytes: number) => void): Promise<Blob> {
  return download(paths.shipmentsFile(filter), onBytes);
}

/** The errors of an import as a file, row by row. @throws {CallError} */
export function downloadImportReport(id: string): Promise<Blob> {
  return download(paths.importReport(id));
}

/** Downloads a file of any size; fails after 30 seconds without progress. */
async function download(path: string, onBytes?: (bytes: number) => void): Promise<Blob> {
  if (!navigator.onLine) throw unanswered();
  const stop = new AbortController();
  const silence = watchForSilence(() => stop.abort());
  const pieces: BlobPart[] = [];
  let bytes = 0;
  try {
    const response = await fetch(`${site.apiBase}${path}`, { signal: stop.signal, headers: authorization() });
    if (!response.ok) throw rejection(response.status, parseResponse(await response.text()));
    for await (const piece of piecesOf(response)) {
      silence.heard();
      pieces.push(piece);
      bytes += piece.length;
      onBytes?.(bytes);
    }
  } catch (error) {
    // A partial file must never pass for a complete one.
    throw error instanceof TypeError || error instanceof DOMException ? unanswered() : error;
  } finally {
    silence.end();
  }
  return new Blob(pieces, { type: 'text/csv' });
}

/** Safari's streams do not support `for await`. */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}
