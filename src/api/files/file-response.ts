import type { ErrorData } from '../../domain/errors.ts';
import { type CallError, serverRejection, unexpectedResponse } from '../calls/call-error.ts';

interface FileResponse {
  id?: string;
  ok?: boolean;
  error?: { message: string; data: ErrorData };
}

/** Empty unless a JSON object. */
export function parseResponse<Shape = FileResponse>(text: string): Partial<Shape> {
  try {
    const response: unknown = JSON.parse(text);
    return typeof response === 'object' && response !== null ? response : {};
  } catch {
    return {};
  }
}

export const rejection = (status: number, { error }: FileResponse): CallError =>
  error ? serverRejection(status, error) : unexpectedResponse(status);
