/** The server's responses to uploads and downloads, which are no procedures. */
import type { ErrorData } from '../../domain/errors.ts';
import { readAccessToken } from '../calls/access-token.ts';
import type { CallError } from '../calls/call-error.ts';
import { foreignResponse, serverRejection } from '../calls/failure-reason.ts';

/** What was asked for, or why it was rejected. */
export type FileResponse<Result = object> = Result | { error?: { message: string; data: ErrorData } };

export function authorization(): Record<string, string> {
  const token = readAccessToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** Anything that is no JSON becomes an empty response. */
export function parseResponse<Result>(text: string): FileResponse<Result> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

export const rejection = (status: number, answer: FileResponse): CallError =>
  'error' in answer && answer.error ? serverRejection(status, answer.error) : foreignResponse(status);
