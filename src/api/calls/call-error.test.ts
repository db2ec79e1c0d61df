import { createTRPCClient, httpLink } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../server/entrance/router.ts';
import { CallError, isOutcomeKnown, problemOf, serverErrorOf } from './call-error.ts';
import { callErrorOf } from './call-error-of.ts';
import { fetchResponse } from './fetch-response.ts';

afterEach(() => vi.unstubAllGlobals());

/** What a call of ours throws when this is what comes back. */
async function thrownBy(
  answer: typeof fetchResponse | (() => Promise<Response>),
  type: 'query' | 'mutation' = 'query',
): Promise<CallError> {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://waybill.test/api/trpc', fetch: answer as typeof fetchResponse })],
  });
  return client.auth.profile.query().then(
    () => expect.unreachable('the call went well'),
    (error: unknown) => callErrorOf(error, type),
  );
}

const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

test.each([
  ['of another shape', json({ hello: 'world' })],
  [
    'that ends in its middle',
    async () => new Response('{"result":{"da', { headers: { 'content-type': 'application/json' } }),
  ],
])('an answer %s is called what the specification calls it', async (_, answer) => {
  expect(serverErrorOf(await thrownBy(answer)).message).toBe('Unable to transform response from server');
});

test.each([
  [200, 'This Wi-Fi requires you to sign in. Open its sign-in page in your browser, then try again.'],
  [502, 'The server has a problem. Please try again in a moment.'],
  [503, 'The service is busy. Please try again in a moment.'],
  [404, 'Unable to transform response from server'],
])('a page with status %d instead of a response is explained by its origin', async (status, words) => {
  const headers = { 'content-type': 'text/html' };
  vi.stubGlobal('fetch', async () => new Response('<!doctype html><p>Welcome', { status, headers }));
  const error = await thrownBy(fetchResponse);
  expect(serverErrorOf(error).message).toBe(words);
  expect(isOutcomeKnown(error)).toBe(false);
});

test('a failed fetch is explained', async () => {
  vi.stubGlobal('fetch', undefined);
  expect(serverErrorOf(await thrownBy(fetchResponse)).message).toBe('No fetch implementation found');
});

test('a question without an answer says so, and without network that it has to be asked with one', async () => {
  const fail = () => Promise.reject(new TypeError('fetch failed'));
  vi.stubGlobal('navigator', { onLine: true });
  expect(serverErrorOf(await thrownBy(fail)).message).toBe(
    'No response from the server. Check your connection and try again.',
  );
  vi.stubGlobal('navigator', { onLine: false });
  const error = await thrownBy(fail);
  expect(serverErrorOf(error).message).toBe('Not on this device yet. Go online to load it.');
  expect(isOutcomeKnown(error)).toBe(false);
});

test.each([
  ['CONFLICT', true],
  ['BAD_REQUEST', true],
  ['SERVICE_UNAVAILABLE', false],
  ['INTERNAL_SERVER_ERROR', false],
])('after %s the outcome of a mutation is known: %s', async (code, known) => {
  const data = { code, requestId: 'r', httpStatus: 400 };
  const error = await thrownBy(json({ error: { code: -32600, message: 'A sentence.', data } }, 400));
  expect(error).toBeInstanceOf(CallError);
  expect(serverErrorOf(error)).toMatchObject({ code, message: 'A sentence.' });
  expect(isOutcomeKnown(error)).toBe(known);
});

test('a change that was sent and got no response says so, even if the network has dropped since', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const error = await thrownBy(() => Promise.reject(new TypeError('fetch failed')), 'mutation');
  expect(error.reason).toBe('no-answer');
});

test('any other thrown error counts as no response', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(serverErrorOf(new Error('Not on this device yet')).reason).toBe('no-answer');
});

test('a problem that waits on a device is plain data, and becomes the error that it was', () => {
  const problem = { code: 'CONFLICT', message: 'A sentence.', fieldErrors: { status: ['No.'] } };
  const stored = structuredClone(problemOf(new CallError('rejected', problem)));
  expect(stored).toEqual(problem);
  expect(serverErrorOf(new CallError('rejected', stored))).toMatchObject(stored);
});
