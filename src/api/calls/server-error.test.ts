import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { AppRouter } from '../../../server/routers/router.ts';
import { fetchAnswer } from './fetch-answer.ts';
import { isDefinite, serverErrorOf } from './server-error.ts';

afterEach(() => vi.unstubAllGlobals());

/** What a client of ours throws when this is what comes back. */
async function thrownBy(answer: typeof fetchAnswer | (() => Promise<Response>)): Promise<unknown> {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://waybill.test/api/trpc', fetch: answer as typeof fetchAnswer })],
  });
  return client.auth.profile.query().then(
    () => expect.unreachable('the call went well'),
    (error: unknown) => error,
  );
}

const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

test('an answer of another shape is called what the specification calls it', async () => {
  expect(serverErrorOf(await thrownBy(json({ hello: 'world' }))).message).toBe(
    'Unable to transform response from server',
  );
});

test('an answer that ends in its middle is too', async () => {
  const half = async () => new Response('{"result":{"da', { headers: { 'content-type': 'application/json' } });
  expect(serverErrorOf(await thrownBy(half)).message).toBe('Unable to transform response from server');
});

test.each([
  ['200', 200, 'This Wi-Fi requires you to sign in. Open its sign-in page in your browser, then try again.'],
  ['502', 502, 'The server has a problem. Please try again in a moment.'],
  ['503', 503, 'The service is busy. Please try again in a moment.'],
  ['404', 404, 'Unable to transform response from server'],
])('a page with status %s where an answer was expected is told by whose it is', async (_status, status, words) => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('<!doctype html><p>Welcome', { status, headers: { 'content-type': 'text/html' } }),
  );
  const error = await thrownBy(fetchAnswer);
  expect(serverErrorOf(error).message).toBe(words);
  expect(isDefinite(error)).toBe(false);
});

test('a browser that cannot fetch is told so', async () => {
  vi.stubGlobal('fetch', undefined);
  const error = await Promise.resolve()
    .then(() => createTRPCClient<AppRouter>({ links: [httpLink({ url: 'http://waybill.test' })] }).auth.profile.query())
    .catch((thrown: unknown) => thrown);
  expect(serverErrorOf(error).message).toBe('No fetch implementation found');
});

test('a question without an answer says so, and without network that it has to be asked with one', async () => {
  const error = await thrownBy(() => Promise.reject(new TypeError('fetch failed')));
  vi.stubGlobal('navigator', { onLine: true });
  expect(serverErrorOf(error).message).toBe('No response from the server. Check your connection and try again.');
  vi.stubGlobal('navigator', { onLine: false });
  expect(serverErrorOf(error).message).toBe('Not on this device yet. Go online to load it.');
  expect(isDefinite(error)).toBe(false);
});

test.each([
  ['CONFLICT', true],
  ['BAD_REQUEST', true],
  ['SERVICE_UNAVAILABLE', false],
  ['INTERNAL_SERVER_ERROR', false],
])('after %s the outcome of a mutation is known: %s', async (code, known) => {
  const data = { code, requestId: 'r', httpStatus: 400 };
  const error = await thrownBy(json({ error: { code: -32600, message: 'A sentence.', data } }, 400));
  expect(error).toBeInstanceOf(TRPCClientError);
  expect(serverErrorOf(error)).toMatchObject({ code, message: 'A sentence.' });
  expect(isDefinite(error)).toBe(known);
});
