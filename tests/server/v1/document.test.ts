/** The document of the REST interface: frozen, and true enough for a client that is generated from it. */
import { registerHooks } from 'node:module';
import createClient from 'openapi-fetch';
import { expect, it } from 'vitest';
import { describeV1 } from '../../../server/http/v1/openapi.ts';
import { V1_CALL_NAMES } from '../../../src/domain/v1/calls.ts';
import { shops, v1Parcel } from '../../support/shop.ts';
import { testServer } from '../../support/vitest.ts';
import type { paths } from './client.ts';

const server = await testServer();
const { newShop, newRate, ask } = shops(server);

const document = describeV1({ SITE_NAME: 'Waybill', PUBLIC_URL: 'https://ship.example.com' });

it('changes on purpose only: update the snapshot if you mean it', async () => {
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('openapi.json.txt');
});

it('is served to everybody, and names every call', async () => {
  const { status, headers, body } = await ask<typeof document>(undefined, '/v1/openapi.json');
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const operations = Object.values(body.paths as object).flatMap((methods) => Object.values(methods as object));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(V1_CALL_NAMES.toSorted());
  expect(body.servers).toEqual([{ url: server.environment.PUBLIC_URL }]);
});

it('gives the client of these tests: update the snapshot with the document', async () => {
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
  await expect(astToString(types)).toMatchFileSnapshot('client.ts');
});

it('a generated client goes from an order to its label', async () => {
  await newRate();
  const shop = await newShop();
  const client = createClient<paths>({
    baseUrl: 'http://waybill.test',
    headers: { authorization: `Bearer ${shop.key}` },
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { status, headers, text } = await ask(shop.key, pathname + search, {
        method: request.method as 'GET',
        headers: Object.fromEntries(request.headers),
        ...(request.body && { payload: await request.text() }),
      });
      return new Response(text, { status, headers: headers as Record<string, string> });
    },
  });

  const order = { ...v1Parcel(), reference: 'SO-4711' };
  const { data: made } = await client.POST('/v1/shipments', { body: order });
  const { error } = await client.POST('/v1/shipments', { body: order });
  expect([error?.code, error?.existing_id]).toEqual(['duplicate-reference', made?.id]);

  const { data: batch } = await client.POST('/v1/shipments/batch', { body: { shipments: [v1Parcel(), {}] } });
  expect(batch?.results.map(({ status }) => status)).toEqual([201, 400]);

  const { data: page } = await client.GET('/v1/shipments', { params: { query: { reference: 'SO-4711' } } });
  expect(page?.data.map(({ tracking_id }) => tracking_id)).toEqual([made?.tracking_id]);

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
  expect(events?.data.map(({ kind }) => kind)).toEqual(['created', 'status']);
});
