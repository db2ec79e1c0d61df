/**
 * The worst text up to the limit of its body must not block the event loop longer than an ordinary
 * request of its size.
 */
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { READ_HEADERS } from '../../../server/base/http/header-limits.ts';
import { API_SCOPES } from '../../../src/domain/api-key.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { UPLOAD_FIELDS } from '../../../src/domain/image.ts';
import { paths } from '../../../src/domain/paths.ts';
import { MAX_ORDER_BYTES } from '../../../src/domain/shops/connection.ts';
import { V1_CALL_NAMES, V1_CALLS, type V1Call } from '../../../src/domain/v1/calls.ts';
import { createCaller, inputs, leaves } from '../../server/procedure-callers.ts';
import { contract } from '../../support/contract.ts';
import { readFirstEvent } from '../../support/live-stream.ts';
import { HEADERS as SHIPMENT_HEADERS } from '../../support/shipment-file.ts';
import { shops, v1Bodies } from '../../support/shop.ts';
import { connect, shopifyOrder, signedMessage, wooOrder } from '../../support/shop-orders.ts';
import { testServer } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 600_000 });

const server = await testServer();
const { newShop, newKey } = shops(server);

const MAX_EXTRA_MS = 50;
/** Collecting garbage holds up the loop too, but not every time. */
const MAX_TRIES = 5;
const USUAL_EXTRA_MS = 10;

const BODY = 240_000;
/** Node refuses more. */
const HEAD = 15_000;
/** Fields of a line may read the first, emails the second, and the last is too much. */
const SIZES = [1_000, 80_000, BODY];
const isLong = (way: readonly (string | number)[]) => way.at(-1) === 'body';

/** A search for a start or an end has to look everywhere in their repetition. */
const UNITS: Record<string, string> = {
  spaces: ' ',
  'no-break spaces': '\u00a0',
  breaks: '\r\n',
  tabs: '\t',
  'spaces and letters': ' a',
  'zero-width spaces': '\u200b',
  tags: '\u{e0041}',
  flags: '\u{1f3f4}\u{e0067}',
  joiners: '\u200d',
  'joined emoji': '\u{1f468}\u200d',
  'combining marks': '\u0301',
  'marks in the wrong order': '\u0301\u0316',
  'decomposed letters': 'e\u0301',
  'words of one letter': '\ufdfa',
  letters: 'a',
  digits: '1',
  'quotation marks': '"',
  apostrophes: "'",
  backslashes: '\\',
  commas: ',',
  dots: 'a.',
  'at signs': 'a@',
  hyphens: '-',
  slashes: '/',
  'equals signs': '=',
  parentheses: '(',
  'damaged letters': 'Ã±',
};
const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
const textsOf = (bytes: number, units = UNITS): [name: string, text: string][] =>
  Object.entries(units).map(([name, unit]) => [name, `x${unit.repeat(Math.floor(bytes / sizeOf(unit)))}x`]);
const LATIN = Object.fromEntries(Object.entries(UNITS).filter(([, unit]) => /^[\t -~\u00a0-\u00ff]+$/.test(unit)));

function put(input: unknown, way: (string | number)[], value: unknown): unknown {
  const [key, ...rest] = way;
  if (key === undefined) return value;
  const at = input as Record<string, unknown>;
  const inside = put(at[key], rest, value);
  return Array.isArray(at) ? at.with(Number(key), inside) : { ...at, [key]: inside };
}

/** JSON that no form has. */
const SHAPES: [name: string, json: string][] = [
  ['deep lists', '['.repeat(BODY / 2) + ']'.repeat(BODY / 2)],
  ['deep objects', `${'{"a":'.repeat(BODY / 6)}1${'}'.repeat(BODY / 6)}`],
  ['a wide list', `[${'0,'.repeat(BODY / 2)}0]`],
  ['a list of texts', `[${'"",'.repeat(BODY / 3)}""]`],
  ['a list of objects', `[${'{},'.repeat(BODY / 3)}{}]`],
  ['many keys', `{${Array.from({ length: BODY / 10 }, (_, at) => `"k${at}":0`).join()}}`],
  ['a long key', `{"${'k'.repeat(BODY)}":0}`],
];

/** Milliseconds of this thread, since the machine has other work. */
async function blockOf(work: () => Promise<unknown>): Promise<number> {
  const spentMs = () => (({ user, system }) => (user + system) / 1000)(process.threadCpuUsage());
  let last = spentMs();
  let longest = 0;
  const tick = () => {
    const now = spentMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return longest;
}

const ordinary = new Map<string, number>();
/** The request is only received. */
async function ordinaryBlock(bytes: number, request: (filler: string) => InjectOptions): Promise<number> {
  const kind = `${request('').method} ${Math.ceil(Math.log2(bytes))}`;
  const known = ordinary.get(kind);
  if (known !== undefined) return known;
  const blocks = [];
  for (let count = 0; count < 5; count += 1) {
    blocks.push(await blockOf(() => server.request(request('a'.repeat(bytes)))));
  }
  const usual = blocks.toSorted((one, other) => one - other)[2] ?? 0;
  ordinary.set(kind, usual);
  return usual;
}

const plainCall = (filler: string): InjectOptions => ({
  method: 'POST',
  url: `${paths.trpc}/auth.login`,
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify({ filler }),
});
const plainQuery = (filler: string): InjectOptions => ({
  method: 'GET',
  url: `${paths.trpc}/shipment.getShipmentByTrackingId?input=${encodeURIComponent(JSON.stringify({ filler }))}`,
});

interface Slowest {
  route: string;
  what: string;
  ms: number;
  ordinaryMs: number;
}
const slowest = new Map<string, Slowest>();

async function check(route: string, what: string, request: InjectOptions, send = server.request): Promise<void> {
  const bytes = Math.max(String(request.payload ?? '').length, String(request.url).length, 1_000);
  const ordinaryMs = await ordinaryBlock(bytes, request.payload === undefined ? plainQuery : plainCall);
  const from = { ...request, remoteAddress: server.newAddress() };
  let ms = await blockOf(() => send(from));
  for (let tries = 1; tries < MAX_TRIES && ms > ordinaryMs + USUAL_EXTRA_MS; tries += 1) {
    ms = Math.min(ms, await blockOf(() => send({ ...from, remoteAddress: server.newAddress() })));
  }
  if (ms > (slowest.get(route)?.ms ?? -1)) slowest.set(route, { route, what, ms, ordinaryMs });
  expect(ms, `${route}: ${what}`).toBeLessThan(ordinaryMs + MAX_EXTRA_MS);
}

afterAll(() => {
  const rows = [...slowest.values()].toSorted((one, other) => other.ms - one.ms).slice(0, 20);
  const lines = rows.map(
    ({ route, what, ms, ordinaryMs }) =>
      `${ms.toFixed(0).padStart(7)} ms (ordinary ${ordinaryMs.toFixed(0)})  ${route}: ${what}`,
  );
  process.stdout.write(`\nThe longest blocks of the event loop, by route:\n${lines.join('\n')}\n`);
});

function* hostileInputs(input: unknown, limit: number): Generator<[what: string, input: unknown]> {
  const texts = leaves(input).filter(({ value }) => typeof value === 'string');
  for (const bytes of SIZES.filter((size) => size <= limit)) {
    for (const [name, text] of textsOf(bytes)) {
      for (const { way } of texts.filter(({ way: one }) => bytes !== 80_000 || isLong(one)))
        yield [`${bytes} bytes of ${name} in ${way.join('.')}`, put(input, way, text)];
    }
  }
}

describe.each(inputs)('%s', (_title, procedure, makeInput) => {
  it('holds up nobody', async () => {
    const { token, input } = await createCaller(server, procedure, makeInput);
    const isRead = contract[procedure].kind !== 'mutation';
    const url = `${paths.trpc}/${procedure}`;
    const authorization = `Bearer ${token}`;
    const requestOf = (json: string): InjectOptions =>
      isRead
        ? { url: `${url}?input=${encodeURIComponent(json)}`, headers: { authorization } }
        : { method: 'POST', url, headers: { authorization, 'content-type': 'application/json' }, payload: json };
    const send =
      contract[procedure].kind === 'subscription'
        ? (request: InjectOptions) => readFirstEvent(server.app, request)
        : server.request;
    // A third of an address is left once it is encoded.
    for (const [what, hostile] of hostileInputs(input, isRead ? HEAD / 3 : BODY))
      await check(procedure, what, requestOf(JSON.stringify(hostile)), send);
    if (isRead) return;
    for (const [what, json] of SHAPES) await check(procedure, what, requestOf(json));
    for (const { way } of leaves(input)) {
      const marked = JSON.stringify(put(input, way, 'MARK'));
      for (const [what, json] of SHAPES)
        await check(procedure, `${what} in ${way.join('.')}`, requestOf(marked.replace('"MARK"', json)));
    }
  });
});

describe.each(V1_CALL_NAMES)('/v1: %s', (name) => {
  it('holds up nobody', async () => {
    const call: V1Call = V1_CALLS[name];
    const key = await newKey(await newShop(), API_SCOPES, call.only ?? 'live');
    const url = call.path.replace('{id}', crypto.randomUUID());
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const route = `${call.method} ${call.path}`;
    if (call.body) {
      for (const [what, hostile] of hostileInputs(v1Bodies[name] ?? {}, BODY))
        await check(route, what, { method: call.method, url, headers, payload: JSON.stringify(hostile) });
      for (const [what, json] of SHAPES) await check(route, what, { method: call.method, url, headers, payload: json });
    }
    const { entries = {} } = (call.query ?? {}) as { entries?: object };
    for (const [what, text] of textsOf(HEAD / 3)) {
      for (const field of [...Object.keys(entries), 'other'])
        await check(route, `${what} in ${field}`, {
          method: call.method,
          url: `${url}?${field}=${encodeURIComponent(text)}`,
          headers: { authorization: `Bearer ${key}` },
        });
    }
  });
});

it.each(['woocommerce', 'shopify'] as const)('orders of %s hold up nobody', async (kind) => {
  const shop = await connect(server, await newShop(), kind);
  const order = kind === 'woocommerce' ? wooOrder(4711) : shopifyOrder(4711);
  const send = (what: string, payload: string) =>
    check(`POST /v1/inbound/${kind}`, what, { method: 'POST', ...signedMessage(shop, payload) });
  for (const bytes of [4_000, MAX_ORDER_BYTES - 20_000]) {
    for (const [name, text] of textsOf(bytes)) {
      for (const { way, value } of leaves(order))
        if (typeof value === 'string')
          await send(`${bytes} bytes of ${name} in ${way.join('.')}`, JSON.stringify(put(order, way, text)));
    }
  }
  for (const [what, json] of SHAPES) await send(what, json);
});

const ADDRESSES = ['/track', '/assets/index-B7xk29Qd.js', '/v1_1/waybill/image/none-1600.webp', '/healthz', '/metrics'];
const QUERIED = [
  `${paths.trpc}/auth.profile`,
  filePaths.shipmentsFile(),
  filePaths.draftFile({ fileName: 'a.csv', step: 'read' }),
];

it.each([...READ_HEADERS, 'user-agent', 'x-shipment-grant', 'cookie', 'accept-language', 'referer', 'origin'])(
  'the header %s holds up nobody',
  async (name) => {
    const manager = await server.signedIn({ manager: true });
    const urls = [...ADDRESSES, ...QUERIED, '/v1/shipments', paths.inbound('shopify', crypto.randomUUID())];
    for (const bytes of [990, HEAD]) {
      for (const [what, text] of textsOf(bytes, LATIN)) {
        for (const url of urls) {
          const method = url.startsWith('/v1/inbound') ? 'POST' : 'GET';
          const headers = { authorization: `Bearer ${manager.token}`, [name]: text.replace(/[\r\n]/g, ' ') };
          await check(`${name} to ${url}`, `${bytes} bytes of ${what}`, { method, url, headers });
        }
      }
    }
  },
);

it('addresses hold up nobody', async () => {
  const manager = await server.signedIn({ manager: true });
  const headers = { authorization: `Bearer ${manager.token}` };
  const urls = [
    ...['/', '/track/', '/invoice/', '/assets/', '/manager/', '/v1_1/waybill/image/', '/v1/', `${paths.trpc}/`],
    ...[filePaths.labelFile(''), filePaths.importReport(''), filePaths.dataExport(''), '/v1/files/proofs/'],
    ...[
      '/?a=',
      `${filePaths.shipmentsFile()}?q=`,
      `${filePaths.draftFile()}?fileName=`,
      `${paths.trpc}/auth.profile?input=`,
    ],
  ];
  for (const [what, text] of textsOf(HEAD / 3)) {
    for (const url of urls) {
      for (const written of [encodeURIComponent(text), encodeURI(text).replaceAll('%20', '+')])
        await check(`GET ${url}`, what, { method: 'GET', url: `${url}${written}`.slice(0, HEAD), headers });
    }
  }
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

it.each([
  ['shipments', `${filePaths.shipmentImports()}?fileName=a.csv`, SHIPMENT_HEADERS],
  [
    'orders',
    filePaths.draftFile({ fileName: 'a.csv', step: 'read' }),
    [
      'Order reference',
      'Full name',
      'Email',
      'Phone',
      'Address line 1',
      'City',
      'Postcode',
      'Country',
      'Weight',
      'Length',
    ],
  ],
])('files of %s hold up nobody', async (_kind, url, heads) => {
  const sender = await server.signedIn({ roles: ['manager', 'shipper'] });
  const headers = { authorization: `Bearer ${sender.token}`, 'content-type': 'text/csv' };
  const send = (what: string, payload: string) => check(`POST ${url}`, what, { method: 'POST', url, headers, payload });
  const head = heads.map(quoted).join();
  for (const bytes of [4_500, 90_000]) {
    for (const [name, text] of textsOf(bytes)) {
      await send(`${bytes} bytes of ${name} as a line`, `${head}\n${text}\n`);
      await send(`${bytes} bytes of ${name} as heads`, `${text}\n${head}\n`);
      for (const [at, column] of heads.entries()) {
        const row = (cell: string) => heads.map((_, other) => (other === at ? cell : 'x')).join();
        await send(`${bytes} bytes of ${name} in ${column}`, `${head}\n${row(quoted(text))}\n`);
        await send(`${bytes} bytes of ${name} in ${column}, unquoted`, `${head}\n${row(text)}\n`);
      }
    }
  }
});

it('a thousand rows under one reference hold up nobody', async () => {
  const sender = await server.signedIn({ roles: ['shipper'] });
  const url = filePaths.draftFile({ fileName: 'a.csv', step: 'read' });
  const headers = { authorization: `Bearer ${sender.token}`, 'content-type': 'text/csv' };
  const head = 'Order Number,Postcode (Shipping),First Name (Shipping),Item Name,Quantity,Order Status';
  for (const [what, name] of [
    ['one name', () => 'Ida'],
    ['other names', (row: number) => `Ida ${row}`],
  ] as const) {
    const rows = Array.from({ length: 1_000 }, (_, row) => `A,,${name(row)},Mug,1,processing`);
    const payload = [head, ...rows].join('\n');
    await check(`POST ${url}`, what, { method: 'POST', url, headers, payload });
  }
});

it('forms of images hold up nobody', async () => {
  const courier = await server.signedIn({ manager: true });
  for (const [what, text] of textsOf(HEAD / 3)) {
    for (const [place, name, file, preset] of [
      ['a name', text, 'a.jpg', 'x'],
      ['a file name', UPLOAD_FIELDS.file, text, 'x'],
      ['a preset', UPLOAD_FIELDS.file, 'a.jpg', text],
    ] as const) {
      const part = (head: string, body: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
      const payload = `${part(`name="${name}"; filename="${file}"`, 'x')}${part(`name="${UPLOAD_FIELDS.preset}"`, preset)}--b--\r\n`;
      const headers = { authorization: `Bearer ${courier.token}`, 'content-type': 'multipart/form-data; boundary=b' };
      await check('POST images', `${what} in ${place}`, {
        method: 'POST',
        url: '/v1_1/waybill/image/upload',
        headers,
        payload,
      });
    }
  }
});
