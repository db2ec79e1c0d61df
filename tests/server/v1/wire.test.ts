/** Programs may vary HTTP and JSON within the rules, and mistakes get an explanation. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { V1_CALLS } from '../../../src/domain/v1/calls.ts';
import { shops, v1Parcel } from '../../support/shop.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newKey, newRate, ask } = shops(server);
await newRate();
const shop = await newShop();
const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  ask(shop.key, url, { method: 'POST', payload, headers: { 'content-type': 'application/json', ...headers } });
const create = (payload: string | Buffer, headers?: Record<string, string>) => post('/v1/shipments', payload, headers);

it.each([
  '2026-11-20T06:40:00+00:00',
  '2026-11-20T07:40:00%2B01:00',
  '2026-11-20T01:10:00-05:30',
  '2026-11-20t06:40:00.1234567z',
  '2026-11-20T06:40:00.123456789Z',
  '2026-11-20T06:40Z',
])('takes the time %s', async (time) => {
  expect((await ask(shop.key, `/v1/shipments?updated_since=${time}`)).status).toBe(200);
});

it('reads the offset of a time', async () => {
  const { id } = (await create(JSON.stringify(v1Parcel()))).body;
  const inZone = (ms: number) => `${new Date(Date.now() + 3_600_000 + ms).toISOString().slice(0, -1)}000+01:00`;
  const since = async (time: string) =>
    (await ask<{ data: { id: string }[] }>(shop.key, `/v1/shipments?updated_since=${time}`)).body.data.map(
      (one) => one.id,
    );
  expect(await since(inZone(-60_000))).toContain(id);
  expect(await since(inZone(60_000))).toEqual([]);
});

it.each([
  '2026-11-20T06:40:00',
  '2026-11-20T06:40:00.1234567890Z',
  '2026-02-31T06:40:00%2B01:00',
  '2026-11-20T06:40:00%2B25:00',
  '1970-01-01T00:00:00%2B01:00',
])('refuses the time %s', async (time) => {
  const { body } = await ask(shop.key, `/v1/shipments?updated_since=${time}`);
  expect(body.errors).toEqual([{ pointer: '/updated_since', detail: 'updated_since must be a date and time.' }]);
});

it.each(['bearer  KEY', 'BEARER KEY', 'Bearer \tKEY \t'])('knows a key in “%s”', async (authorization) => {
  const headers = { authorization: authorization.replace('KEY', shop.key) };
  expect((await ask(undefined, '/v1/shipments', { headers })).status).toBe(200);
});

it('takes a call without a body, whatever its type is said to be', async () => {
  const cancel = async (type: string) => {
    const { id } = (await create(JSON.stringify(v1Parcel()))).body;
    const headers = { 'content-type': type, 'content-length': '0' };
    return (await ask(shop.key, `/v1/shipments/${id}/cancel`, { method: 'POST', headers })).status;
  };
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) expect(await cancel(type)).toBe(200);
  const { id } = (await post('/v1/webhooks', JSON.stringify({ url: 'https://shop.example/hook' }))).body;
  const headers = { 'content-type': 'application/json' };
  expect((await ask(shop.key, `/v1/webhooks/${id}`, { method: 'DELETE', headers })).status).toBe(200);
});

it('has the headers alone of whatever it has', async () => {
  const { id } = (await create(JSON.stringify(v1Parcel()))).body;
  const { id: hook } = (await post('/v1/webhooks', JSON.stringify({ url: 'https://shop.example/hook' }))).body;
  const gets = Object.values(V1_CALLS).filter(({ method, path }) => method === 'GET' && !path.includes('/pickups/'));
  const urls = gets.map(({ path }) => path.replace('{id}', String(path.includes('webhooks') ? hook : id)));
  for (const url of [...urls, '/v1/openapi.json']) {
    const [head, get] = [await ask(shop.key, url, { method: 'HEAD' }), await ask(shop.key, url)];
    expect([url, head.status, head.headers['content-type'], head.text]).toEqual([
      url,
      200,
      get.headers['content-type'],
      '',
    ]);
  }
});

it('gets one webhook', async () => {
  const made = (await post('/v1/webhooks', JSON.stringify({ url: 'https://shop.example/hook' }))).body;
  const { secret: _, ...webhook } = made;
  expect((await ask(shop.key, `/v1/webhooks/${made.id}`)).body).toEqual(webhook);
  expect((await ask((await newShop()).key, `/v1/webhooks/${made.id}`)).status).toBe(404);
  expect((await ask(await newKey(shop, ['webhooks'], 'test'), `/v1/webhooks/${made.id}`)).status).toBe(404);
});

it('says why it does not take a body', async () => {
  const json = JSON.stringify(v1Parcel());
  const why = async (payload: string | Buffer, headers: Record<string, string>) => {
    const { status, body } = await create(payload, headers);
    return [status, body.code, body.detail];
  };
  expect(await why(gzipSync(json), { 'content-encoding': 'gzip' })).toEqual([
    415,
    'not-json',
    'Send the body without Content-Encoding: gzip.',
  ]);
  expect(await why(json, { 'content-type': 'text/plain' })).toEqual([
    415,
    'not-json',
    'Send the body as Content-Type: application/json.',
  ]);
  expect(await why(Buffer.from(json, 'latin1'), {})).toEqual([400, 'validation', 'The body is not in UTF-8.']);
  expect((await create(`\ufeff${json}`, { 'content-encoding': 'Identity' })).status).toBe(201);
});

it.each([
  ['{"reference":}', 1, 14],
  ['{"reference": "SO-1",}', 1, 22],
  ['{\n  "reference": "SO-1"\n  "weight_g": 100\n}', 3, 3],
  ["{'reference': 1}", 1, 2],
  ['{"reference": tru', 1, 15],
  ['{"reference": "SO-1', 1, 20],
  ['{"reference": "\\u12G4"}', 1, 16],
  ['{"weight_g": 01}', 1, 15],
  ['{} {}', 1, 4],
  ['[1, [2, {"a": [] ]]', 1, 18],
  ['{"reference": NaN}', 1, 15],
  ['{"reference": "Line\nbreak"}', 1, 20],
])('says where %j is not JSON', async (json, line, column) => {
  const { status, body } = await create(json);
  expect([status, body.detail]).toEqual([400, `The body is not JSON: see line ${line}, column ${column}.`]);
});

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('does not know a key %s', async (key) => {
  const unknown = { code: 'validation', errors: [{ pointer: `/${key}`, detail: 'Unknown field.' }] };
  expect((await ask(shop.key, `/v1/shipments?${key}=1`)).body).toMatchObject(unknown);
  const sent = JSON.stringify(v1Parcel()).replace('{', `{"${key}":1,`);
  expect((await create(sent)).body).toMatchObject(unknown);
});

it('says where keys and texts can’t be used', async () => {
  const half = 'This has half of a character (a lone surrogate).';
  const { status, body } = await create(
    '{"__proto__":{},"receiver":{"name":"A\\ud83d","constructor":1},"items":[1,"\\udc00"],"a/b\\ud800":1}',
  );
  expect([status, body.code]).toEqual([400, 'validation']);
  expect(body.errors).toEqual([
    { pointer: '/__proto__', detail: 'Unknown field.' },
    { pointer: '/receiver/name', detail: half },
    { pointer: '/receiver/constructor', detail: 'Unknown field.' },
    { pointer: '/items/1', detail: half },
    { pointer: '/a~1b\ufffd', detail: half },
  ]);
  const deep = await create('['.repeat(200));
  expect(deep.body.detail).toBe('The JSON is nested too deeply, or has too many parts.');
});
