/**
 * A single query bypasses tRPC's adapter (server/entrance/fast-path.ts), which callers must not notice: every
 * query is also sent through the adapter, and both responses must match.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { contract } from '../support/contract.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const parcel = await server.parcel();
const LOOK_UP = 'shipment.getShipmentByTrackingId';

/** What differs with every answer, and how many bytes follow is said in two ways. */
const OF_THIS_ANSWER = ['x-request-id', 'date', 'content-length', 'transfer-encoding'];

async function ask(url: string, headers: Record<string, string>, remoteAddress: string) {
  const answer = await server.request({ url, headers, remoteAddress });
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_THIS_ANSWER.includes(name));
  const body = answer.body.replaceAll(String(answer.headers['x-request-id']), 'the request');
  return { status: answer.statusCode, body, headers: Object.fromEntries(kept), framing: answer.headers };
}

/** Calls both ways, each from its own address, and returns both responses. */
async function askTwice(url: string, headers: Record<string, string> = {}) {
  const [lone, adapted] = await Promise.all([
    ask(url, headers, server.newAddress()),
    // A query has no body: one with a content type goes through the adapter, which accepts it.
    ask(url, { 'content-type': 'application/json', ...headers }, server.newAddress()),
  ]);
  const { framing: _, ...said } = lone;
  expect(said).toEqual({ status: adapted.status, body: adapted.body, headers: adapted.headers });
  return { ...said, isLone: lone.framing['content-length'] !== undefined };
}

const lookUp = (input: unknown) => `/api/trpc/${LOOK_UP}?input=${encodeURIComponent(JSON.stringify(input))}`;

describe("a single query gets the adapter's response", () => {
  it('as a visitor, without going through it', async () => {
    const answer = await askTwice(lookUp({ trackingId: parcel.trackingId }));
    expect([answer.status, answer.isLone]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      vary: 'trpc-accept, accept, Authorization, X-Shipment-Grant',
    });
  });

  it('with a grant, with a token, and with a garbage one', async () => {
    const url = lookUp({ trackingId: parcel.trackingId });
    const given = await server.call('shipment.verifyShipmentCode', { id: parcel.id, code: parcel.senderCode });
    const customer = await server.signInAs('customer');
    const responses = [
      await askTwice(url, { 'x-shipment-grant': given.data.grant }),
      await askTwice(url, { authorization: `Bearer ${customer.token}` }),
      await askTwice(url, { authorization: 'Bearer garbage' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of responses) expect(headers['cache-control']).toBe('private, no-store');
  });

  it.each([
    ['nothing like an ID', { trackingId: 'nothing' }, 404],
    ['an ID that nobody has', { trackingId: composeTrackingId('W', Buffer.from('0123456789')) }, 404],
    ['a number', { trackingId: 1 }, 400],
    ['no ID', {}, 400],
    ['one key too many', { trackingId: parcel.trackingId, header: true }, 400],
    ['half a character', { trackingId: '\ud800' }, 400],
    ['a text that is too long', { trackingId: 'x'.repeat(101) }, 400],
    ['no object', null, 400],
    ['a list', [parcel.trackingId], 400],
    ['something deep', JSON.parse('['.repeat(40) + ']'.repeat(40)), 400],
  ])('with %s', async (_, input, status) => {
    expect(await askTwice(lookUp(input))).toMatchObject({ status, isLone: true });
  });

  it.each(Object.entries(contract).filter(([, { kind }]) => kind === 'query'))(
    'of every kind, without an input and with a wrong one: %s',
    async (name) => {
      const manager = { authorization: `Bearer ${(await server.signInAs('manager')).token}` };
      for (const headers of [{}, manager]) {
        await askTwice(`/api/trpc/${name}`, headers);
        await askTwice(`/api/trpc/${name}?input=`, headers);
        await askTwice(`/api/trpc/${name}?input=%7B%22page%22%3A%7B%7D%7D`, headers);
      }
    },
  );

  it('as a caller who has guessed too often', async () => {
    const address = server.newAddress();
    const guesses = Array.from({ length: 70 }, (_, index) =>
      lookUp({ trackingId: composeTrackingId('W', Buffer.from(`guess-${index}`.padEnd(10, '-'))) }),
    );
    for (const url of guesses) await ask(url, {}, address);
    const [guess = ''] = guesses;
    const [lone, adapted] = [
      await ask(guess, {}, address),
      await ask(guess, { 'content-type': 'application/json' }, address),
    ];
    // Between the two a second may begin.
    const [{ 'retry-after': sooner, ...loneHeaders }, { 'retry-after': later, ...headers }] = [
      lone.headers,
      adapted.headers,
    ];
    expect([lone.status, lone.body, loneHeaders]).toEqual([429, adapted.body, headers]);
    for (const wait of [sooner, later]) expect(wait).toMatch(/^[1-9]\d{0,2}$/);
  });
});

describe('anything but a simple single query goes through the adapter', () => {
  const id = encodeURIComponent(JSON.stringify({ trackingId: parcel.trackingId }));
  const batch = encodeURIComponent(JSON.stringify({ 0: { trackingId: parcel.trackingId } }));

  it.each([
    [`/api/trpc/${LOOK_UP}?batch=1&input=${batch}`, 200],
    [`/api/trpc/${LOOK_UP},${LOOK_UP}?batch=1&input=${batch}`, 207],
    [`/api/trpc/${LOOK_UP}?input=${id}&input=${id}`, 200],
    [`/api/trpc/${LOOK_UP}?input=${id}&connectionParams=1`, 400],
    [`/api/trpc/${LOOK_UP}?input=%7B`, 400],
    [`/api/trpc/${LOOK_UP}?Input=${id}`, 400],
    [`/api/trpc/shipment%252EgetShipmentByTrackingId?input=${id}`, 200],
    ['/api/trpc/auth.logout', 405],
    ['/api/trpc/constructor', 404],
    ['/api/trpc/nothing', 404],
  ])('%.60s', async (url, status) => {
    expect(await askTwice(url)).toMatchObject({ status, isLone: false });
  });

  it.each([
    [{ accept: 'application/jsonl' }, 400],
    [{ 'trpc-accept': 'application/jsonl' }, 400],
    [{ host: 'a b' }, 400],
  ])('%j', async (headers, status) => {
    const answer = await ask(lookUp({ trackingId: parcel.trackingId }), headers, server.newAddress());
    expect(answer.status).toBe(status);
  });

  it('and both ways give the same response to any query string', async () => {
    const value = fc.oneof(fc.string(), fc.json(), fc.constant(id), fc.webQueryParameters());
    const question = fc.array(fc.tuple(fc.constantFrom('input', 'batch', 'x', ''), value), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(question, fc.boolean(), async (parts, isEncoded) => {
        const encode = (text: string) => encodeURIComponent(text.toWellFormed());
        const text = parts.map(
          ([name, part]) => `${name}=${isEncoded ? encode(part) : encode(part).replaceAll('%25', '%')}`,
        );
        await askTwice(`/api/trpc/${LOOK_UP}?${text.join('&')}`);
      }),
      { numRuns: 150 },
    );
  });
});
