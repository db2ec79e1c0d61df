import { texts } from '../../domain/errors.ts';
import { CallError, unexpectedResponse } from './call-error.ts';

/**
 * Skips the HTTP cache, which may hold a portal's page. Only networks redirect, never the API.
 * @throws {CallError} without JSON.
 */
export async function fetchResponse(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (typeof fetch !== 'function') throw new CallError('fault', { message: texts.noFetch });
  const response = await fetch(input, { ...init, cache: 'no-store', redirect: 'manual' });
  if (!response.headers.get('content-type')?.includes('json')) throw unexpectedResponse(response.status);
  return response;
}
