import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../src/domain/errors.ts';
import { paths } from '../../src/domain/paths.ts';
import { contract, formsOf, isClearable, isOptional, type ProcedureName, procedureNames } from '../support/contract.ts';
import { readFirstEvent } from '../support/live-stream.ts';
import { sendRawRequest } from '../support/raw-http.ts';
import { testServer } from '../support/vitest.ts';
import { fullInputsOf, type Stage, stageFor } from './procedure-table.ts';

const server = await testServer();

/** Text that no response may contain: from libraries, SQL, JavaScript errors, or our file paths. */
const NEVER_SAID = [
  /valibot|zod|trpc|fastify|drizzle|postgres|pg-boss|pino|argon|node_modules|undici/i,
  /\b(select|insert into|update|delete from|where|values|relation|column|constraint|syntax error|duplicate key)\b/i,
  /\bstack\b|\n\s*at\s|\.ts\b|\.m?js\b|file:\/\/|\/work\/|\/home\/|\/tmp\//i,
  /Expected|received|Unexpected|Invalid|JSON|undefined|NaN|\[object|TypeError|RangeError|SyntaxError|FST_/,
  /batch|procedure|middleware|content-type|parser/i,
];

/** One expectation for all words: tens of thousands of texts are held against them. */
const findWord = (text: string, words: RegExp[]) => words.find((word) => word.test(text));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface ErrorBody {
  error: { message: string; data: { code: string; requestId: string; fieldErrors?: Record<string, string[]> } };
}

/**
 * Expects a 4xx in our error shape, with the request's id and our own message. Returns each error
 * for more checks.
 */
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
    // What the caller named comes back as a key; everything else is ours.
    const said = [error.message, error.data.code, ...Object.values(error.data.fieldErrors ?? {}).flat()].join('\n');
    expect(findWord(said, NEVER_SAID), context).toBeUndefined();
    expect(said).not.toContain('Something went wrong on our side');
  }
  const names = errors.flatMap(({ data }) => ('path' in data ? [String(data.path)] : []));
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), response.body);
  expect(findWord(rest, NEVER_SAID.slice(0, 3)), context).toBeUndefined();
  return errors;
}

/** Everywhere a value can be put: the way to each leaf of an input. */
function leaves(value: unknown, way: (string | number)[] = []): { way: (string | number)[]; value: unknown }[] {
  if (value === null || typeof value !== 'object') return [{ way, value }];
  return Object.entries(value).flatMap(([key, inside]) => leaves(inside, [...way, key]));
}

function put(input: unknown, way: (string | number)[], value: unknown): unknown {
  const [key, ...rest] = way;
  if (key === undefined) return value;
  const at = input as Record<string, unknown>;
  return { ...at, [key]: put(at[key], rest, value) };
}

/** JSON, but with these marks written as JSON could not. */
const RAW = { infinity: '1e309', minusInfinity: '-1e309', surrogate: '"\\ud800"', nul: '"a\\u0000b"' };
const raw = (mark: keyof typeof RAW) => `raw:${mark}`;
const written = (input: unknown) =>
  JSON.stringify(input)?.replace(/"raw:(\w+)"/g, (_, mark: keyof typeof RAW) => RAW[mark]);

/**
 * Some of the values, other ones each time: what one piece of code refuses for all procedures and
 * fields need not be sent to each of them. Each value meets many.
 */
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

/** Values that are wrong in place of a right one, by what the right one is. */
function hostileInPlaceOf(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [null, ...takeNoBooleans(2), 0, 'true'];
  if (typeof value === 'number') return [null, ...takeNoNumbers(2), '1', -1, 0.001, 1e21];
  if (typeof value === 'string') return [null, ...takeNoTexts(2), raw('nul'), raw('surrogate'), 'x'.repeat(20_001)];
  return [null, ...OTHER_TYPES, 0, '', 'x', raw('nul')];
}

const MASS_ASSIGNMENT = {
  header: true,
  verified: true,
  manager: true,
  balance: 1_000_000,
  total: 1_000_000,
  id: '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e',
  userId: '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e',
  senderId: '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e',
  passwordHash: 'x',
  deletedAt: null,
  createdAt: '2020-01-01T00:00:00.000Z',
  statusVersion: 9,
};

/** Each input of each procedure, and `undefined` for a procedure that takes none. */
const inputs = procedureNames.flatMap((name) => {
  const made = fullInputsOf(name);
  return (made.length > 0 ? made : [undefined]).map(
    (makeInput, index) => [index === 0 ? name : `${name}, input ${index + 1}`, name, makeInput] as const,
  );
});

interface Caller {
  procedure: ProcedureName;
  token: string;
  input: unknown;
}
/** A permitted caller for each of the inputs, by its title. As every call is rejected, all tests can share them. */
const callers = new Map<string, Caller>();

async function createCaller(procedure: ProcedureName, makeInput?: (stage: Stage) => unknown): Promise<Caller> {
  const courier = procedure.startsWith('courier.');
  const manager = contract[procedure].access === 'manager';
  const person = await server.person({ manager, courier });
  const token = await server.newSession(person);
  const stage = await stageFor(server, person, courier ? person : undefined);
  return { procedure, token, input: await makeInput?.(stage) };
}

/** The keys that a valid input of this procedure can do without. */
function optionalKeys(name: ProcedureName): string[] {
  const entries = formsOf(contract[name].input).flatMap((form) => Object.entries(form.entries));
  return entries.flatMap(([key, entry]) => (isOptional(entry) ? [key] : []));
}

/** The content of all tables since all callers are there: no test may write anything. */
let content: Record<string, string>;

beforeAll(async () => {
  for (const [title, procedure, makeInput] of inputs) callers.set(title, await createCaller(procedure, makeInput));
  content = await server.fingerprint();
});

/** Calls of one procedure by a permitted caller, without spending their limits. */
class Attempt {
  readonly procedure: ProcedureName;
  readonly token: string;
  readonly input: unknown;

  constructor(title: string) {
    const caller = callers.get(title);
    if (!caller) throw new Error(`There is no caller for ${title}`);
    this.procedure = caller.procedure;
    this.token = caller.token;
    this.input = caller.input;
  }

  /** The valid input, changed; with an unused email address, since tries are counted. */
  changed(changes: object): Record<string, unknown> {
    const input = (this.input ?? {}) as object;
    return { ...input, ...('email' in input && { email: `nobody-${server.newAddress()}@example.com` }), ...changes };
  }

  send(input: unknown): Promise<LightMyRequestResponse> {
    return this.sendText(written(input) ?? '');
  }

  sendText(text: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const { kind } = contract[this.procedure];
    const isRead = kind !== 'mutation';
    const request: InjectOptions = {
      method: isRead ? 'GET' : 'POST',
      url: `${paths.trpc}/${this.procedure}${isRead ? `?input=${encodeURIComponent(text)}` : ''}`,
      remoteAddress: server.newAddress(),
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(!isRead && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(!isRead && { payload: text }),
    };
    return kind === 'subscription' ? readFirstEvent(server.app, request) : server.request(request);
  }
}

const takePrototypeKeys = taker(['__proto__', 'constructor', 'prototype']);
const takeNoJson = taker([
  '{',
  '}',
  "{'a':1}",
  '{"a":1,}',
  'undefined',
  'NaN',
  '\u0000',
  '<a/>',
  '"',
  '{"a":"\u0000"}',
]);
const takeNoObjects = taker([true, 0, 'text', [], [[]], raw('infinity'), raw('nul'), raw('surrogate')]);
/** procedure-inputs.test.ts tries each of them on each schema. */
const takeUnknownFields = taker(Object.entries(MASS_ASSIGNMENT));

const NESTS = [
  (depth: number) => '['.repeat(depth),
  (depth: number) => '['.repeat(depth) + ']'.repeat(depth),
  (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
];
/** Three in a row are of all forms. */
const nestings = (depths: number[]) =>
  depths.flatMap((_, round) =>
    NESTS.map((nest, index) => [depths[(round + index) % depths.length] ?? 0, nest] as const),
  );
const takeAllNestings = taker(nestings([20, 1_000, 40_000, 200_000]));
const takeSmallNestings = taker(nestings([20, 1_000]));

const FORM = 'multipart/form-data; boundary=x';
const formOf = (email: string) => `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${email}\r\n--x--\r\n`;
/** Types, and what is sent as them in place of the valid input. */
const takeFormats = taker<readonly [type: string, text?: string]>([
  ['text/plain'],
  ['application/x-www-form-urlencoded', 'email=ada%40example.com'],
  ['application/xml', '<a/>'],
  ['application/octet-stream'],
  [FORM, formOf('ada@example.com')],
  ['nonsense'],
  [''],
]);
const takeLargeFormats = taker(['json', 'form']);

describe.each(inputs)('%s', (title, procedure, makeInput) => {
  const isMutation = contract[procedure].kind === 'mutation';

  // If this fails, run the tests of this procedure one by one, with -t: it is one of them that writes.
  afterAll(async () => {
    const before = content;
    content = await server.fingerprint();
    expect(content, `${title} has written something`).toEqual(before);
  });

  it('refuses keys that reach into prototypes', async () => {
    const attempt = new Attempt(title);
    for (const key of takePrototypeKeys(1)) {
      const inside = JSON.stringify(attempt.changed({})).slice(1, -1);
      const rest = inside && `${inside},`;
      refused(await attempt.sendText(`{${rest}"${key}":{"isAdmin":true}}`), key);
      refused(await attempt.sendText(`{${rest}"page":{"${key}":{"header":true}}}`), ['page', key]);
      refused(await attempt.sendText(`{${rest}"id":[{"${key}":1}]}`), ['id', key]);
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('refuses depth that no form has', async () => {
    const attempt = new Attempt(title);
    // Node itself refuses an address of more than 16 kB.
    const takeNestings = isMutation ? takeAllNestings : takeSmallNestings;
    for (const [depth, nest] of takeNestings(3)) refused(await attempt.sendText(nest(depth)), [depth, nest(1)]);
  });

  it('refuses what is not JSON', async () => {
    const attempt = new Attempt(title);
    for (const text of takeNoJson(2)) refused(await attempt.sendText(text), text);
  });

  if (makeInput) {
    it('refuses a missing input', async () => {
      const attempt = new Attempt(title);
      for (const input of [undefined, null, {}, ...takeNoObjects(3)]) refused(await attempt.send(input), input);
    });

    it('refuses wrong values in every field', async () => {
      const attempt = new Attempt(title);
      for (const { way, value } of leaves(attempt.input)) {
        for (const hostile of hostileInPlaceOf(value).filter(
          (one) => one !== null || !isClearableAt(attempt.procedure, way),
        ))
          refused(await attempt.send(put(attempt.changed({}), way, hostile)), [way.join('.'), hostile]);
      }
    });

    it('refuses an input with a field missing', async () => {
      const attempt = new Attempt(title);
      for (const key of Object.keys(attempt.changed({})).filter((name) => !optionalKeys(procedure).includes(name))) {
        const { [key]: _left, ...rest } = attempt.changed({});
        refused(await attempt.send(rest), ['without', key]);
      }
    });

    it('refuses unknown fields at every depth', async () => {
      const attempt = new Attempt(title);
      const input = attempt.changed({});
      for (const [key, value] of takeUnknownFields(1)) {
        if (!(key in input || optionalKeys(procedure).includes(key)))
          refused(await attempt.send(attempt.changed({ [key]: value })), ['with', key]);
        for (const [name, inside] of Object.entries(input)) {
          if (inside === null || typeof inside !== 'object' || Array.isArray(inside)) continue;
          refused(await attempt.send(attempt.changed({ [name]: { ...inside, [key]: value } })), ['with', name, key]);
        }
      }
    });
  }

  if (isMutation) {
    it('refuses a body in another format than JSON', async () => {
      const attempt = new Attempt(title);
      const input = JSON.stringify(attempt.changed({}));
      for (const [type, text = input] of takeFormats(3))
        refused(await attempt.sendText(text, { 'content-type': type }), type);
    });

    it('refuses a body that is too large, in any format', async () => {
      const attempt = new Attempt(title);
      const large = 'x'.repeat(300_000);
      for (const format of takeLargeFormats(1)) {
        if (format === 'json') {
          const [error] = refused(await attempt.send(attempt.changed({ comment: large })), '300 kB');
          expect(error?.data.code).toBe('PAYLOAD_TOO_LARGE');
        } else refused(await attempt.sendText(formOf(large), { 'content-type': FORM }), '300 kB of form');
      }
    });
  }
});

describe('a batch', () => {
  const batch = (names: string[], inputs: unknown) => ({
    get: () =>
      server.request({
        url: `${paths.trpc}/${names.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`,
        remoteAddress: server.newAddress(),
      }),
    post: () =>
      server.request({
        method: 'POST',
        url: `${paths.trpc}/${names.join(',')}?batch=1`,
        remoteAddress: server.newAddress(),
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(inputs),
      }),
  });

  it.each([11, 400])('of %i calls runs none of them', async (length) => {
    const person = await server.person();
    const before = await server.fingerprint();
    const sessions = Array.from({ length }, () => ({ email: person.email, password: person.password }));
    refused(
      await batch(
        sessions.map(() => 'auth.login'),
        { ...sessions },
      ).post(),
      length,
    );
    refused(
      await batch(
        sessions.map(() => 'bill.getBills'),
        { ...sessions },
      ).get(),
      length,
    );
    expect(await server.fingerprint()).toEqual(before);
    expect(await server.query('select * from rate_limits where key like $1', [`%${person.email}%`])).toEqual([]);
  });

  it('of ten gets a separate response to each call', async () => {
    const parcel = await server.parcel();
    const inputs = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? { trackingId: parcel.trackingId } : { trackingId: 7 },
    );
    const response = await batch(
      inputs.map(() => 'shipment.getShipmentByTrackingId'),
      { ...inputs },
    ).get();
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

const url = await server.app.listen({ port: 0, host: '127.0.0.1' });

describe('over a real connection', () => {
  const END = 'Host: localhost\r\nConnection: close\r\n\r\n';

  it.each([
    ['an address longer than any header may be', `GET /track/${'a'.repeat(20_000)} HTTP/1.1\r\n${END}`, 431],
    ['headers without end', `GET /healthz HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n${END}`, 431],
    ['what is no HTTP', 'HELO waybill\r\n\r\n', 400],
    ['a header without a name', `GET /healthz HTTP/1.1\r\n: nothing\r\n${END}`, 400],
    [
      'a body of two lengths',
      `POST /api/trpc/auth.login HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${END}{}`,
      400,
    ],
    ['a Host that is no host', 'GET /api/trpc/auth.profile HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n', 400],
    ['the method TRACE', `TRACE /api/trpc/auth.profile HTTP/1.1\r\n${END}`, 405],
  ])('%s is rejected in our shape', async (_, bytes, status) => {
    const answer = await sendRawRequest(url, bytes);
    expect(answer.status).toBe(status);
    const { error } = JSON.parse(answer.body) as ErrorBody;
    expect(error.data.requestId).toMatch(UUID);
    for (const word of NEVER_SAID.slice(0, 3)) expect(answer.body).not.toMatch(word);
  });
});

describe('a tracking ID', () => {
  it.each(['', ' ', '\u0000', 'W', "' or 1=1 --", 'W48207K159XQ\u0000', '🚚'.repeat(20), '%00', '../../etc/passwd'])(
    'that is none is not found, whatever it is: %j',
    async (trackingId) => {
      const answer = await server.call('shipment.getShipmentByTrackingId', { trackingId });
      expect(answer.status).toBe(404);
      expect(answer.error.message).toBe(texts.shipmentNotFound);
    },
  );
});
