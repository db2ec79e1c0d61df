import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../server/entrance/router.ts';
import { failureReasonOf, reasonOfFallback } from './call-error.ts';
import { callErrorOf } from './call-error-of.ts';
import { fetchResponse } from './fetch-response.ts';

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => vi.unstubAllGlobals());

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = (status: number) => async () => new Response('<!doctype html><p>Welcome', { status, headers: html });
const refusal = (code: string, httpStatus: number) => async () => {
  const error = { code: -32600, message: 'No.', data: { code, httpStatus, requestId: 'r' } };
  return Response.json({ error }, { status: httpStatus });
};
const half = async () => new Response('{"res', { headers: { 'content-type': 'application/json' } });

describe.each([
  ['a call by itself', httpLink],
  ['a batch', httpBatchLink],
])('why %s has no answer', (_way, link) => {
  async function reasonAfter(answer: () => Promise<Response>) {
    vi.stubGlobal('fetch', answer);
    const client = createTRPCClient<AppRouter>({
      links: [link({ url: 'http://waybill.test/api/trpc', fetch: fetchResponse })],
    });
    return client.auth.profile.query().then(
      () => 'answered',
      (error: unknown) => failureReasonOf(callErrorOf(error, 'query')),
    );
  }

  test.each([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch')), 'no-answer'],
    ['a page comes with 200', page(200), 'portal'],
    ['a page comes with 429', page(429), 'busy'],
    ['a page comes with 502', page(502), 'fault'],
    ['a page comes with 503', page(503), 'busy'],
    ['a page comes with 404', page(404), 'rejected'],
    ['the server is busy', refusal('SERVICE_UNAVAILABLE', 503), 'busy'],
    ['the server has had too many', refusal('TOO_MANY_REQUESTS', 429), 'busy'],
    ['the server fails', refusal('INTERNAL_SERVER_ERROR', 500), 'fault'],
    ['the server says no', refusal('FORBIDDEN', 403), 'rejected'],
    ['the answer breaks off', half, 'fault'],
    // What fetch returns then has no status and no headers.
    ['the request is led somewhere else', async () => Response.error(), 'portal'],
  ])('where %s', async (_case, answer, reason) => {
    expect(await reasonAfter(answer)).toBe(reason);
  });

  test('where there is no network', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(await reasonAfter(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('offline');
  });
});

test.each([
  ['network', 'no-answer'],
  ['timeout', 'no-answer'],
  ['unreadable', 'portal'],
  ['status-0', 'portal'],
  ['status-429', 'busy'],
  ['status-500', 'fault'],
  ['status-503', 'busy'],
] as const)('the service worker’s %s means: %s', (fallback, reason) => {
  expect(reasonOfFallback(fallback)).toBe(reason);
});
