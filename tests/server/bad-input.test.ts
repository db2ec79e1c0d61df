import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/domain/paths.ts';
import { contract, formsOf, isClearable, type ProcedureName } from '../support/contract.ts';
import { readFirstEvent } from '../support/live-stream.ts';
import { testServer } from '../support/vitest.ts';
import { type Caller, createCaller, inputs, leaves } from './procedure-callers.ts';

const server = await testServer();

/** No response may have texts from libraries, SQL, JavaScript errors or file paths. */
const NEVER_SAID = [
  /valibot|zod|trpc|fastify|drizzle|postgres|pg-boss|pino|argon|node_modules|undici/i,
  /\b(select|insert into|update|delete from|where|values|relation|column|constraint|syntax error|duplicate key)\b/i,
  /\bstack\b|\n\s*at\s|\.ts\b|\.m?js\b|file:\/\/|\/work\/|\/home\/|\/tmp\//i,
  /Expected|received|Unexpected|Invalid|JSON|undefined|NaN|\[object|TypeError|RangeError|SyntaxError|FST_/,
  /batch|procedure|middleware|content-type|parser/i,
];

const OUR_WORDS = /"mapping\.\w+\.column"|\bColumn (?:can have|must be|contains) |has no column “|\bSelect drafts\b/g;

/** Tens of thousands of texts are held against it, so there is one expectation for all words. */
const findWord = (text: string, words: RegExp[]) => words.find((word) => word.test(text));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface ErrorBody {
  error: { message: string; data: { code: string; requestId: string; fieldErrors?: Record<string, string[]> } };
}

/** The error has our shape, the request’s id and our own message. */
function refused(response: LightMyRequestResponse, what: unknown): ErrorBody['error'][] {
  const context = `${JSON.stringify(what)?.slice(0, 300)} → ${response.statusCode} ${response.body.slice(0, 500)}`;
  expect(response.statusCode, context).toBeGreaterThanOrEqual(400);
  expect(response.statusCode, context).toBeLessThan(500);
  // A used-up limit would hide the error under test.
  expect(response.statusCode, context).not.toBe(429);
  const body = JSON.parse(response.body) as ErrorBody | ErrorBody[];
  const errors = (Array.isArray(body) ? body : [body]).map(({ error }) => error);
  for (const error of errors) {
    expect(error.data.requestId, context).toMatch(UUID);
    expect(error.data.requestId, context).toBe(response.headers['x-request-id']);
    // The caller named the keys; everything else is ours.
    const said = [error.message, error.data.code, ...Object.values(error.data.fieldErrors ?? {}).flat()].join('\n');
    expect(findWord(said.replace(OUR_WORDS, '-'), NEVER_SAID), context).toBeUndefined();
    expect(said).not.toContain('Something went wrong on our side');
  }
  const names = errors.flatMap(({ data }) => ('path' in data ? [String(data.path)] : []));
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), response.body);
  expect(findWord(rest.replace(OUR_WORDS, '-'), NEVER_SAID.slice(0, 3)), context).toBeUndefined();
  return errors;
}

function put(input: unknown, way: (string | number)[], value: unknown): unknown {
  const [key, ...rest] = way;
  if (key === undefined) return value;
  const at = input as Record<string, unknown>;
  return { ...at, [key]: put(at[key], rest, value) };
}

/** JSON could not write these. */
const RAW = { infinity: '1e309', minusInfinity: '-1e309', surrogate: '"\\ud800"', nul: '"a\\u0000b"' };
const raw = (mark: keyof typeof RAW) => `raw:${mark}`;
const written = (input: unknown) =>
  JSON.stringify(input)?.replace(/"raw:(\w+)"/g, (_, mark: keyof typeof RAW) => RAW[mark]);

/** Each call gets other values, since one piece of code refuses them for all procedures. */
function taker<Value>(values: readonly Value[]): (count: number) => Value[] {
  let next = 0;
  return (count) => Array.from({ length: count }, () => values[next++ % values.length] as Value);
}

const OTHER_TYPES: unknown[] = [true, [], {}, [null], { toString: 1 }, raw('infinity'), raw('minusInfinity')];
/** A field is read by one check of its type, and then by its own rules. */
const takeNoTexts = taker([...OTHER_TYPES, 0, 1e21]);
const takeNoNumbers = taker([...OTHER_TYPES, '', 'NaN', raw('nul')]);
const takeNoBooleans = taker([...OTHER_TYPES.filter((one) => one !== true), raw('nul')]);

/** Whether null clears the field there. */
const isClearableAt = (procedure: ProcedureName, [key = '', ...inner]: (string | number)[]) =>
  inner.length === 0 && formsOf(contract[procedure].input).some(({ entries }) => isClearable(entries[key]));

/** Positions may be negative, and are no whole numbers. */
const isOfPosition = ([key]: (string | number)[], value: unknown) =>
  key === 'at' && typeof value === 'number' && Math.abs(value) <= 1;

function hostileInPlaceOf(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [null, ...takeNoBooleans(2), 0, 'true'];
  if (typeof value === 'number') return [null, ...takeNoNumbers(2), '1', -1, 0.001, 1e21];
  if (typeof value === 'string')
    return [null, ...takeNoTexts(2), raw('nul'), raw('surrogate'), 'x'.repeat(20_001), ' '.repeat(100_000)];
  return [null, ...OTHER_TYPES, 0, '', 'x', raw('nul')];
}

/** Every call is rejected, so all tests can share the callers. */
const callers = new Map<string, Caller>();

/** No test may write anything to these tables. */
let content: Record<string, string>;

beforeAll(async () => {
  for (const [title, procedure, makeInput] of inputs)
    callers.set(title, await createCaller(server, procedure, makeInput));
  // A session is marked as seen again after minutes, and tests may take longer.
  await server.query("update sessions set last_seen_at = now() + interval '1 hour'");
  content = await server.fingerprint();
});

/** It does not spend the caller’s limits. */
function attempting(title: string) {
  const { procedure, token, input } = callers.get(title) ?? expect.unreachable(`There is no caller for ${title}`);
  const { kind } = contract[procedure];
  const isRead = kind !== 'mutation';

  /** Tries are counted by email address, so it is a new one. */
  function changed(changes: object): Record<string, unknown> {
    const valid = (input ?? {}) as object;
    return { ...valid, ...('email' in valid && { email: `nobody-${server.newAddress()}@example.com` }), ...changes };
  }

  function sendText(text: string, more: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const url = `${paths.trpc}/${procedure}`;
    const remoteAddress = server.newAddress();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(!isRead && { 'content-type': 'application/json' }),
      ...more,
    };
    const request: InjectOptions = isRead
      ? { url: `${url}?input=${encodeURIComponent(text)}`, remoteAddress, headers }
      : { method: 'POST', url, remoteAddress, headers, payload: text };
    return kind === 'subscription' ? readFirstEvent(server.app, request) : server.request(request);
  }

  return { procedure, input, changed, sendText, send: (sent: unknown) => sendText(written(sent) ?? '') };
}

const NO_OBJECTS = [true, 0, 'text', [[]], raw('infinity'), raw('nul'), raw('surrogate')];

describe.each(inputs)('%s', (title, procedure, makeInput) => {
  // If this fails, run the procedures’ tests one by one with -t to find the one that writes.
  afterAll(async () => {
    const before = content;
    content = await server.fingerprint();
    expect(content, `${title} has written something`).toEqual(before);
  });

  it('refuses a missing input, and wrong values in every field', async () => {
    const attempt = attempting(title);
    if (!makeInput) return refused(await attempt.sendText('{'), 'half an object');
    const schema = contract[procedure].input;
    const missing = [undefined, null, {}, []].filter((one) => schema && !v.is(schema, one));
    for (const input of [...missing, ...NO_OBJECTS]) refused(await attempt.send(input), input);
    for (const { way, value } of leaves(attempt.input)) {
      const wrong = hostileInPlaceOf(value)
        .filter((one) => one !== null || !isClearableAt(procedure, way))
        .filter((one) => !isOfPosition(way, one));
      for (const hostile of wrong)
        refused(await attempt.send(put(attempt.changed({}), way, hostile)), [way.join('.'), hostile]);
    }
  });
});

const NESTS = [
  (depth: number) => '['.repeat(depth),
  (depth: number) => '['.repeat(depth) + ']'.repeat(depth),
  (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
];
const NO_JSON = ['{', '}', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '\u0000', '<a/>', '"', '{"a":"\u0000"}'];
const FORM = 'multipart/form-data; boundary=x';
const formOf = (email: string) => `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${email}\r\n--x--\r\n`;
const FORMATS: [type: string, text?: string][] = [
  ...([['text/plain'], ['application/octet-stream'], ['nonsense'], ['']] satisfies [string][]),
  ['application/x-www-form-urlencoded', 'email=ada%40example.com'],
  ['application/xml', '<a/>'],
  [FORM, formOf('ada@example.com')],
];

/** One piece of code reads a query, mutations and a stream for all procedures. */
describe.each(['bill.getBills', 'auth.login', 'shipmentAdmin.createShipment', 'live.follow'] as const)('%s', (name) => {
  const isMutation = contract[name].kind === 'mutation';

  it('refuses keys that reach into prototypes', async () => {
    const attempt = attempting(name);
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const inside = JSON.stringify(attempt.changed({})).slice(1, -1);
      refused(await attempt.sendText(`{${inside},"${key}":{"isAdmin":true}}`), key);
      refused(await attempt.sendText(`{${inside},"page":{"${key}":{"header":true}}}`), ['page', key]);
      refused(await attempt.sendText(`{${inside},"id":[{"${key}":1}]}`), ['id', key]);
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('refuses what is not JSON, or has a depth that no form has', async () => {
    const attempt = attempting(name);
    for (const text of NO_JSON) refused(await attempt.sendText(text), text);
    // Node refuses an address of more than 16 kB.
    for (const depth of isMutation ? [20, 1_000, 40_000, 200_000] : [20, 1_000])
      for (const nest of NESTS) refused(await attempt.sendText(nest(depth)), [depth, nest(1)]);
  });

  if (!isMutation) return;
  it('refuses a body in another format than JSON, or too large', async () => {
    const attempt = attempting(name);
    const input = JSON.stringify(attempt.changed({}));
    for (const [type, text = input] of FORMATS) refused(await attempt.sendText(text, { 'content-type': type }), type);
    const large = 'x'.repeat(300_000);
    const [error] = refused(await attempt.send(attempt.changed({ comment: large })), '300 kB');
    expect(error?.data.code).toBe('PAYLOAD_TOO_LARGE');
    refused(await attempt.sendText(formOf(large), { 'content-type': FORM }), '300 kB of form');
    expect(await server.fingerprint()).toEqual(content);
  });
});

it('counts the letters of an address before anything reads them', async () => {
  const attempt = attempting('auth.login');
  const email = '\u{e0001}'.repeat(60_000);
  const spent = () => server.query("select key, expire from rate_limits where key like 'login%' order by key");
  const before = await spent();
  const [error] = refused(await attempt.send(attempt.changed({ email })), 'an endless address');
  expect(error?.data.fieldErrors).toEqual({ email: ['That email is too long.'] });
  expect(await spent()).toEqual(before);
});

describe('a batch', () => {
  const batch = (names: string[], inputs: unknown) => {
    const url = `${paths.trpc}/${names.join(',')}?batch=1`;
    const payload = JSON.stringify(inputs);
    const headers = { 'content-type': 'application/json' };
    const from = { remoteAddress: server.newAddress() };
    return {
      get: () => server.request({ url: `${url}&input=${encodeURIComponent(payload)}`, ...from }),
      post: () => server.request({ method: 'POST', url, headers, payload, ...from }),
    };
  };

  it.each([11, 400])('of %i calls runs none of them', async (length) => {
    const person = await server.person();
    const before = await server.fingerprint();
    const sessions = Array.from({ length }, () => ({ email: person.email, password: person.password }));
    const many = (name: string) => batch(Array<string>(length).fill(name), { ...sessions });
    refused(await many('auth.login').post(), length);
    refused(await many('bill.getBills').get(), length);
    expect(await server.fingerprint()).toEqual(before);
    expect(await server.query('select * from rate_limits where key like $1', [`%${person.email}%`])).toEqual([]);
  });

  it('of ten gets a separate response to each call', async () => {
    const parcel = await server.parcel();
    const inputs = Array.from({ length: 10 }, (_, index) => ({ trackingId: index % 2 ? parcel.trackingId : 7 }));
    const names = Array<string>(10).fill('shipment.getShipmentByTrackingId');
    const response = await batch(names, { ...inputs }).get();
    expect(response.statusCode).toBe(207);
    const responses = JSON.parse(response.body) as ({ result: unknown } | ErrorBody)[];
    expect(responses.map((answer) => 'error' in answer)).toEqual(inputs.map((_, index) => index % 2 === 0));
  });

  it('whose input is no object, or reaches into prototypes, is rejected', async () => {
    const names = ['bill.getBills', 'bill.getBills'];
    for (const inputs of [[], null, 'x', 7, { 0: null, 1: 'x' }, { length: 2 }])
      refused(await batch(names, inputs).get(), inputs);
    const url = `${paths.trpc}/${names.join(',')}?batch=1&input=`;
    for (const text of ['{', '{"__proto__":{"0":{"trackingId":"W"}}}', '{"0":{"__proto__":{}},"1":{"constructor":{}}}'])
      refused(await server.request({ url: url + encodeURIComponent(text) }), text);
  });
});

describe('an address', () => {
  it.each([
    `${paths.trpc}/`,
    `${paths.trpc}/nothing`,
    `${paths.trpc}/auth`,
    `${paths.trpc}/auth.`,
    `${paths.trpc}/auth.login.more`,
    `${paths.trpc}/__proto__`,
    `${paths.trpc}/constructor.constructor`,
    `${paths.trpc}/auth.__proto__.login`,
    `${paths.trpc}/hasOwnProperty`,
    `${paths.trpc}/auth.profile/more`,
    `${paths.trpc}/%00`,
    `${paths.trpc}/%ff%fe`,
    `${paths.trpc}/%E0%A4%A`,
    `${paths.trpc}/..%2f..%2fpackage.json`,
    `${paths.trpc}/${'a'.repeat(5_000)}`,
    `${paths.trpc}/bill.getBills?input=%ff`,
    `${paths.trpc}/bill.getBills?input=${'a'.repeat(60_000)}`,
    '/api/nothing',
    '/api/%',
  ])('that leads to no procedure gets a clear error: %s', async (url) => {
    refused(await server.request({ url }), url.slice(0, 100));
    refused(
      await server.request({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{}' }),
      url.slice(0, 100),
    );
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'is refused by the wrong method %s and changes nothing',
    async (method) => {
      const person = await server.person();
      const before = await server.fingerprint();
      const payload = JSON.stringify({ email: person.email, password: person.password });
      const headers = { 'content-type': 'application/json' };
      const url = `${paths.trpc}/auth.login`;
      refused(await server.request({ method, url, ...(method !== 'GET' && { headers, payload }) }), method);
      expect(await server.fingerprint()).toEqual(before);
    },
  );
});
