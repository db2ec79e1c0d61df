/** The document of the REST interface: frozen, and true enough for a client that is generated from it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { describeV1 } from '../../../server/v1/http/openapi.ts';
import { V1_CALL_NAMES, V1_CALLS, type V1Call } from '../../../src/domain/v1/calls.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { testServer } from '../../support/vitest.ts';
import { openWebhookReceiver } from '../../support/webhook-receiver.ts';

const server = await testServer({ worker: true });
const { newShop, newRate, ask } = shops(server);
await newRate();

const document = describeV1({ SITE_NAME: 'Waybill', PUBLIC_URL: 'https://ship.example.com' });

/** JSON with a line for each operation and schema, so that a difference names what has changed. */
function linesOf(part: unknown, depth: number): string {
  if (depth === 0 || typeof part !== 'object' || part === null || Array.isArray(part)) return JSON.stringify(part);
  const lines = Object.entries(part).map(([key, inner]) => `${JSON.stringify(key)}: ${linesOf(inner, depth - 1)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

it('changes on purpose only: update the snapshot if you mean it', async () => {
  await expect(`${linesOf(document, 3)}\n`).toMatchFileSnapshot('openapi.json.txt');
});

it('says what each field means, in its schema or in fields.ts', () => {
  type Json = { [key: string]: unknown };
  const silent: string[] = [];
  const look = (node: Json, place: string) => {
    const fields = Object.entries((node.properties ?? {}) as Record<string, Json>);
    for (const [name, field] of fields) if (!field.description) silent.push(`${place}.${name}`);
    for (const [name, part] of [...fields, ...Object.entries(node)])
      if (part && typeof part === 'object' && name !== 'example') look(part as Json, `${place}.${name}`);
    if (typeof node.in === 'string' && !node.description) silent.push(`${place}: ${node.name}`);
  };
  look(document.paths as Json, 'paths');
  look(document.components as Json, 'components');
  expect(silent).toEqual([]);
});

it.each(V1_CALL_NAMES)('gives examples of %s that its schemas take', (name) => {
  const call: V1Call = V1_CALLS[name];
  const operation = Object(document.paths)[call.path][call.method.toLowerCase()];
  const exampleIn = ({ content }: { content: Record<string, { example?: unknown }> }) =>
    content['application/json']?.example;
  if (call.body) v.parse(call.body, exampleIn(operation.requestBody));
  if (call.answer) expect(v.parse(call.answer, exampleIn(operation.responses[call.status]))).toBeTruthy();
});

it('is served to everybody, and names every call', async () => {
  const { status, headers, body } = await ask<typeof document>(undefined, '/v1/openapi.json');
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const operations = Object.values(body.paths as object).flatMap((methods) => Object.values(methods as object));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(V1_CALL_NAMES.toSorted());
  expect(body.servers).toEqual([{ url: server.environment.PUBLIC_URL }]);
});

// biome-ignore lint/suspicious/noExplicitAny: the types are generated when this runs, and then it is checked with them
type paths = any;

/** What the rest of this file is compiled with; what is any here is sent, and so checked by the server. */
const GIVEN = `import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import type { paths } from './client.ts';
interface Shop { key: string }
declare const newShop: () => Promise<Shop>;
declare const ask: any, v1Parcel: any, until: any;
declare const openWebhookReceiver: () => Promise<{ received: Record<string, any>[]; url: string; close(): void }>;
`;

it('gives types that fit what these tests do with them', { timeout: 120_000 }, async () => {
  // It wants the compiler's own interface, which TypeScript 7 has not.
  const compiler = import.meta.resolve('@ts-morph/common').replace(/[^/]+$/, 'typescript.js');
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'typescript' ? compiler : specifier, context),
  });
  const { astToString, default: generate } = await import('openapi-typescript');
  const types = await generate(document as unknown as Parameters<typeof generate>[0], {
    defaultNonNullable: false,
  });
  hooks.deregister();

  const packages = resolve('node_modules');
  const folder = await mkdtemp(join(packages, '.v1-client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const here = await readFile(import.meta.filename, 'utf8');
  const program = GIVEN + here.slice(here.lastIndexOf('/** What is generated from'));
  const config = { extends: resolve('tests/tsconfig.json'), include: [], files: ['program.ts'] };
  await writeFile(join(folder, 'client.ts'), astToString(types));
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = await promisify(execFile)(join(packages, '.bin/tsc'), ['-p', folder, '--noEmit']).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

/** What is generated from the document, with a key. */
const clientOf = ({ key }: Shop) =>
  createClient<paths>({
    baseUrl: 'http://waybill.test',
    headers: { authorization: `Bearer ${key}` },
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { status, headers, text } = await ask(key, pathname + search, {
        method: request.method as 'GET',
        headers: Object.fromEntries(request.headers),
        ...(request.body && { payload: await request.text() }),
      });
      return new Response(text, { status, headers: headers as Record<string, string> });
    },
  });

it('a generated client goes from an order to its label', async () => {
  const client = clientOf(await newShop());

  const order = { ...v1Parcel(), reference: 'SO-4711' };
  const { data: made } = await client.POST('/v1/shipments', { body: order });
  const { error } = await client.POST('/v1/shipments', { body: order });
  expect([error?.code, error?.existing_id]).toEqual(['duplicate-reference', made?.id]);

  const { data: batch } = await client.POST('/v1/shipments/batch', { body: { shipments: [v1Parcel(), {}] } });
  expect(batch?.results.map(({ status }: { status: number }) => status)).toEqual([201, 400]);

  const { data: page } = await client.GET('/v1/shipments', { params: { query: { reference: 'SO-4711' } } });
  expect(page?.data.map(({ tracking_id }: { tracking_id: string }) => tracking_id)).toEqual([made?.tracking_id]);

  const params = { path: { id: made?.id ?? '' } };
  const { data: changed } = await client.PATCH('/v1/shipments/{id}', {
    params,
    body: { receiver: { name: 'Olav Nord' } },
  });
  expect(changed?.receiver.name).toBe('Olav Nord');
  const { data: label } = await client.GET('/v1/shipments/{id}/label', {
    params: { ...params, query: { format: 'zpl' } },
    parseAs: 'text',
  });
  expect(label).toContain('^XA');
  const { data: cancelled } = await client.POST('/v1/shipments/{id}/cancel', { params });
  expect(cancelled?.status).toBe('cancelled');
  const { data: events } = await client.GET('/v1/shipments/{id}/events', { params });
  expect(events?.data.map(({ kind }: { kind: string }) => kind)).toEqual(['created', 'status']);
});

it('a generated client gets events, and has them sent again', async () => {
  const receiver = await openWebhookReceiver();
  onTestFinished(receiver.close);
  const { received, url } = receiver;
  const client = clientOf(await newShop());
  const since = new Date().toISOString();
  const { data: webhook } = await client.POST('/v1/webhooks', { body: { url } });
  const params = { path: { id: webhook?.id ?? '' } };
  const { data: made } = await client.POST('/v1/shipments', { body: v1Parcel() });
  await until('it came', () => received.length === 1);
  const { data: rotated } = await client.POST('/v1/webhooks/{id}/secret', { params });
  const replay = () => client.POST('/v1/webhooks/{id}/replay', { params, body: { since } });
  await until('it is settled, and waits again', async () => (await replay()).data?.queued === 1);
  await until('it came again', () => received.length === 2);
  const message_id = received[0]?.id ?? '';
  const resend = () => client.POST('/v1/webhooks/{id}/resend', { params, body: { message_id } });
  await until('it waits once more', async () => (await resend()).data?.queued === 1);
  await until('it came a third time', () => received.length === 3);
  const { body, headers } = received[2] ?? expect.unreachable();
  for (const secret of [webhook?.secret, rotated?.secret]) new Webhook(secret ?? '').verify(body, headers);
  expect(new Set(received.map(({ id, payload }) => `${id} ${payload.data.id}`))).toEqual(
    new Set([`${message_id} ${made?.id}`]),
  );
  const { data: deliveries } = await client.GET('/v1/webhooks/{id}/deliveries', { params });
  expect(deliveries?.data[0]).toMatchObject({ message_id, type: 'shipment.created', status: 204 });
  const { data: paused } = await client.PATCH('/v1/webhooks/{id}', { params, body: { state: 'paused' } });
  expect(paused).toMatchObject({ state: 'paused', former_secret_until: rotated?.former_secret_until });
  const { error } = await client.POST('/v1/webhooks/{id}/test', { params });
  expect(error?.code).toBe('conflict');
  expect((await client.DELETE('/v1/webhooks/{id}', { params })).data).toEqual({ ok: true });
  expect((await client.GET('/v1/webhooks', {})).data?.data).toEqual([]);
});
