import { filePaths } from '../../domain/file-paths.ts';
import { rejection } from './file-response.ts';
import { sendOwnFile } from './send-file.ts';

interface Proof {
  visitId: string;
  sha256: string;
  type: string;
}

/** Idempotent. @throws {CallError} */
export async function sendProof({ visitId, sha256, type }: Proof, bytes: ArrayBuffer): Promise<void> {
  const response = await sendOwnFile(filePaths.proof(visitId, sha256), bytes, type, { method: 'PUT' });
  if (response.ok !== true) throw rejection(200, response);
}
