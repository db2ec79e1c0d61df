import { site } from '../config/site.ts';
import { type ErrorData, texts } from '../domain/errors.ts';
import type { PageSearch } from '../domain/paged.ts';
import { paths } from '../domain/paths.ts';
import { readAccessToken } from './access-token.ts';
import { RefusedAction } from './server-error.ts';
import { SILENCE_MS, watchForSilence } from './silence.ts';

/** The slowest line that a file is sent over, in bytes a millisecond: fetch cannot say how much of it has left. */
const SLOWEST = 4;

/** Sends a file of shipments to be checked, and answers the id it is known by. Throws what `serverErrorOf` understands. */
export async function uploadShipmentFile(file: File): Promise<{ id: string }> {
  const response = await call(paths.shipmentImports({ fileName: file.name }), {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
    signal: AbortSignal.timeout(SILENCE_MS + file.size / SLOWEST),
  });
  return (await response.json()) as { id: string };
}

/** The shipments of a filter as a file; `onBytes` is told how much of it has come. Throws what `serverErrorOf` understands. */
export async function downloadShipments(
  { page: _, ...filter }: PageSearch,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const stop = new AbortController();
  const silence = watchForSilence(() => stop.abort());
  const pieces: BlobPart[] = [];
  let bytes = 0;
  try {
    const response = await call(paths.shipmentsFile(filter), { signal: stop.signal });
    for await (const piece of piecesOf(response)) {
      silence.heard();
      pieces.push(piece);
      bytes += piece.length;
      onBytes(bytes);
    }
  } catch (error) {
    // Half a file must never pass for a whole one.
    throw error instanceof TypeError || error instanceof DOMException ? noAnswer() : error;
  } finally {
    silence.end();
  }
  return new Blob(pieces, { type: 'text/csv' });
}

/** What is wrong with the rows of a file, row by row, as a file. Throws what `serverErrorOf` understands. */
export async function downloadImportReport(id: string): Promise<Blob> {
  const response = await call(paths.importReport(id), { signal: AbortSignal.timeout(SILENCE_MS) });
  return response.blob().catch(() => {
    throw noAnswer();
  });
}

/** Not `for await` over the stream itself: Safari's streams cannot do that. */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

const noAnswer = () => new Error(navigator.onLine ? texts.noAnswer : texts.needsConnection);

async function call(path: string, { headers, ...request }: RequestInit & { headers?: object } = {}): Promise<Response> {
  if (!navigator.onLine) throw noAnswer();
  const token = readAccessToken();
  const own = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${site.apiBase}${path}`, { ...request, headers: own }).catch(() => {
    throw noAnswer();
  });
  if (response.ok) return response;
  const answer: Answer = await response.json().catch(() => ({}));
  if (!answer.error) throw new Error(texts.badTransport);
  const { message, data } = answer.error;
  throw new RefusedAction({ code: data.code, message, fieldErrors: data.fieldErrors ?? {} });
}

/** How the server says no, wherever it is asked. */
interface Answer {
  error?: { message: string; data: ErrorData };
}
