import { site } from '../../config/site.ts';
import { filePaths } from '../../domain/file-paths.ts';
import { headersOf } from '../calls/call-context.ts';
import { parseResponse, rejection } from './file-response.ts';
import { sendFile } from './send-file.ts';

interface Proof {
  visitId: string;
  sha256: string;
  type: string;
}

/** Idempotent. @throws {CallError} */
export async function sendProof({ visitId, sha256, type }: Proof, bytes: ArrayBuffer): Promise<void> {
  const url = `${site.apiBase}${filePaths.proof(visitId, sha256)}`;
  const headers = { 'content-type': type, ...headersOf() };
  const { status, text } = await sendFile(url, bytes, headers, { method: 'PUT' });
  const response = parseResponse(text);
  if (status !== 200 || response.ok !== true) throw rejection(status, response);
}
