import { site } from '../../config/site.ts';
import { headersOf } from '../calls/call-context.ts';
import { noResponse, unexpectedResponse } from '../calls/call-error.ts';
import { withProof } from '../calls/proof.ts';
import { watchForSilence } from '../calls/silence.ts';
import { parseResponse, rejection } from './file-response.ts';

interface DownloadOptions {
  grant?: string | null;
  onBytes?: (bytes: number) => void;
  /** Posted as JSON. */
  body?: object;
  idempotencyKey?: string | undefined;
}

/** Fails after 30 silent seconds. The file is of one of the types. @throws {CallError} */
export async function download(
  path: string,
  type: string | readonly string[],
  options: DownloadOptions = {},
): Promise<Blob> {
  if (!navigator.onLine) throw noResponse();
  return withProof(() => fetchFile(path, [type].flat(), options));
}

async function fetchFile(
  path: string,
  types: readonly string[],
  { grant = null, onBytes, body, idempotencyKey }: DownloadOptions,
): Promise<Blob> {
  const stop = new AbortController();
  const silence = watchForSilence(() => stop.abort());
  const pieces: BlobPart[] = [];
  let bytes = 0;
  try {
    const response = await fetch(`${site.apiBase}${path}`, {
      signal: stop.signal,
      headers: { ...headersOf({ grant, idempotencyKey }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw rejection(response.status, parseResponse(await response.text()));
    // A sign-in network sends its own page.
    const type = types.find((one) => response.headers.get('content-type')?.startsWith(one));
    if (!type) throw unexpectedResponse(response.status);
    for await (const piece of piecesOf(response)) {
      silence.heard();
      pieces.push(piece);
      bytes += piece.length;
      onBytes?.(bytes);
    }
    return new Blob(pieces, { type });
  } catch (error) {
    // Never pass off a partial file.
    throw error instanceof TypeError || error instanceof DOMException ? noResponse() : error;
  } finally {
    silence.end();
  }
}

/** Safari's streams do not support `for await`. */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}
