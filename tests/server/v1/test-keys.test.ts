/** Test keys: a whole life of a shipment, with its webhooks, and nothing real behind it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteUser } from '../../../server/people/delete-user.ts';
import { deleteOldTestShipments } from '../../../server/v1/store/test-shipments.ts';
import { API_SCOPES } from '../../../src/domain/api-key.ts';
import { isTrackingId } from '../../../src/domain/tracking-id.ts';
import type { V1Created } from '../../../src/domain/v1/create-shipment.ts';
import type { V1Event, V1Shipment, V1ShipmentPage } from '../../../src/domain/v1/shipments.ts';
import type { CreatedWebhook, Webhook, WebhookPayload } from '../../../src/domain/webhook.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer({ worker: true, mails: { pollSeconds: 1 } });
const { newShop, newKey, newRate, ask } = shops(server);
await newRate();

interface Message {
  headers: Record<string, string>;
  body: string;
  payload: WebhookPayload;
}
const received: Message[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers as Message['headers'], body, payload: JSON.parse(body) });
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => receiver.close());
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

interface Tester extends Shop {
  liveKey: string;
}

/** Its `key` is a test key. */
async function newTester(): Promise<Tester> {
  const shop = await newShop();
  return { ...shop, liveKey: shop.key, key: await newKey(shop, API_SCOPES, 'test') };
}

const post = <Body = V1Shipment>(key: string, path: string, payload?: object, headers = {}) =>
  ask<Body & { code?: string; existing_id?: string }>(key, `/v1${path}`, {
    method: 'POST',
    headers,
    ...(payload && { payload }),
  });
const create = (key: string, details: object = {}, headers = {}) =>
  post<V1Created>(key, '/shipments', v1Parcel(details), headers);
const advance = (key: string, id: string, payload?: object) => post(key, `/test/shipments/${id}/advance`, payload);

describe('a test shipment', () => {
  it('says whether it needs the receiver’s code, as a real one does', async () => {
    const { key } = await newTester();
    const codeOf = async (details: object) => {
      const { body } = await create(key, details);
      return (await ask<V1Shipment>(key, `/v1/shipments/${body.id}`)).body.handover_code;
    };
    expect([await codeOf({ handover_code: 'required' }), await codeOf({})]).toEqual(['required', 'off']);
  });

  it('lives a whole life, and nothing real has changed', async () => {
    const shop = await newTester();
    await create(shop.liveKey, { reference: 'SO-1' });
    await post(shop.liveKey, '/webhooks', { url });
    // The keys were used in this hour.
    await ask(shop.key, '/v1/shipments');
    const before = await server.fingerprint();
    const liveRows = await readLiveRows();

    const { secret, id: hookId } = (await post<CreatedWebhook>(shop.key, '/webhooks', { url })).body;
    const { id, tracking_id } = (await create(shop.key, { reference: 'SO-1', parcels: 2 })).body;
    await post(shop.key, '/shipments/batch', { shipments: [v1Parcel({ reference: 'SO-2' }), {}] });
    await ask(shop.key, `/v1/shipments/${id}`, { method: 'PATCH', payload: { receiver: { name: 'Olav Nord' } } });
    for (const body of [undefined, { status: 'delivery' }, { reason: 'consignee_not_home' }, undefined])
      await advance(shop.key, id, body);
    const { body: list } = await ask<V1ShipmentPage>(shop.key, '/v1/shipments?status=delivered');
    expect(list.data).toMatchObject([{ id, tracking_id, reference: 'SO-1', receiver: { name: 'Olav Nord' } }]);
    const { body: events } = await ask<{ data: V1Event[] }>(shop.key, `/v1/shipments/${id}/events`);
    expect(events.data.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'created in-progress',
      'status shipped',
      'status delivery',
      'location delivery',
      'status delivered',
    ]);
    expect((await ask(shop.key, `/v1/shipments/${id}/proofs`)).body).toEqual({ data: [] });
    expect((await ask(shop.key, `/v1/shipments/${id}/label`)).status).toBe(200);
    const other = (await create(shop.key)).body;
    expect((await post(shop.key, `/shipments/${other.id}/cancel`)).body.status).toBe('cancelled');
    await post(shop.key, `/webhooks/${hookId}/test`);
    await ask(shop.key, `/v1/webhooks/${hookId}/secret`, { method: 'POST' });

    await until('all messages came', async () => received.length === 9);
    const standard = new StandardWebhook(secret);
    for (const { body, headers, payload } of received) expect(standard.verify(body, headers)).toEqual(payload);
    const own = received.map(({ payload }) => payload).filter(({ data }) => data.id === id);
    expect(
      own
        .toSorted((one, next) => one.data.sequence - next.data.sequence)
        .map(({ type, test, data: { sequence, status, reason } }) => [sequence, type, test, status, reason].join(' ')),
    ).toEqual([
      '1 shipment.created true in-progress ',
      '2 shipment.status_changed true shipped ',
      '3 shipment.out_for_delivery true delivery ',
      '4 shipment.attempted true delivery consignee_not_home',
      '5 shipment.delivered true delivered ',
    ]);
    expect(received.every(({ payload }) => payload.test)).toBe(true);
    received.length = 0;
    expect((await post(shop.key, `/webhooks/${hookId}/replay`, { since: '2026-01-01T00:00:00Z' })).body).toEqual({
      queued: 8,
    });
    await until('they came again', async () => received.length === 8);
    await ask(shop.key, `/v1/webhooks/${hookId}`, { method: 'DELETE' });

    const after = await server.fingerprint();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    // Its webhook was deleted, with what was delivered to it.
    const tables = changed.filter((name) => !name.startsWith('pgboss.'));
    expect(tables).toEqual(['public.test_shipments', 'public.webhook_events']);
    expect(await readLiveRows()).toEqual(liveRows);
  });

  it('is checked, priced and refused like a real one', async () => {
    const shop = await newTester();
    const refusals = [
      { weight_g: 50_000 },
      { weight_g: 'heavy', fee: 1 },
      { address: { ...v1Parcel().address, country: 'Atlantis' } },
      { parcels: 21 },
      { reference: 'T-1' },
    ];
    const both: unknown[][] = [[], []];
    for (const [at, key] of [shop.key, shop.liveKey].entries()) {
      const first = (await create(key, { reference: 'T-1', parcels: 2 })).body;
      expect(first).toMatchObject({ fee: 11.8, label_url: expect.stringContaining(first.id) });
      for (const details of refusals) {
        const { status, body } = await create(key, details);
        const { request_id, existing_id, detail, ...problem } = body as unknown as Record<string, unknown>;
        both[at]?.push({ status, ...problem, isFirst: existing_id === first.id });
      }
      const returned = await create(key, { reference: 'T-1', on_duplicate_reference: 'return' });
      expect([returned.status, returned.body]).toEqual([200, first]);
    }
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject([
      { code: 'no-rate' },
      { code: 'validation' },
      { code: 'validation' },
      { code: 'validation' },
      { code: 'duplicate-reference', isFirst: true },
    ]);
  });

  it('is created once for each Idempotency-Key, which stays free for the real one', async () => {
    const shop = await newTester();
    const headers = { 'idempotency-key': 'order-4711' };
    const responses = await Promise.all([1, 2, 3].map(() => create(shop.key, {}, headers)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await create(shop.key, { parcels: 2 }, headers)).body.code).toBe('key-reused');
    const { status, body } = await create(shop.liveKey, { parcels: 2 }, headers);
    expect([status, body.id === responses[0]?.body.id]).toEqual([201, false]);
  });

  it('says TEST in its tracking ID and on its label', async () => {
    const shop = await newTester();
    const { id, tracking_id } = (await create(shop.key)).body;
    expect(tracking_id).toMatch(/^TEST/);
    expect(isTrackingId(tracking_id)).toBe(true);
    expect(await server.query('select 1 from shipments where tracking_id = $1', [tracking_id])).toEqual([]);
    const zpl = (await ask(shop.key, `/v1/shipments/${id}/label?format=zpl`)).text;
    expect(zpl).toContain('^FDTEST^FS');
    const live = (await create(shop.liveKey)).body;
    expect((await ask(shop.liveKey, `/v1/shipments/${live.id}/label?format=zpl`)).text).not.toContain('TEST');
    const pdf = await server.request({
      url: `/v1/shipments/${id}/label`,
      headers: { authorization: `Bearer ${shop.key}` },
    });
    const printed = [];
    for await (const { text } of readPdf(pdf.rawPayload)) printed.push(text);
    expect(printed).toEqual([expect.stringMatching(/^TEST$/m)]);
  });

  it('goes on to the named status, and stops where nothing comes next', async () => {
    const { key } = await newTester();
    const { id } = (await create(key)).body;
    expect((await advance(key, id, { status: 'held' })).body.status).toBe('held');
    expect((await advance(key, id, { status: 'held' })).body.status).toBe('held');
    expect((await advance(key, id)).body.status).toBe('delivery');
    expect((await post(key, `/shipments/${id}/cancel`)).body.code).toBe('too-late');
    await advance(key, id, { status: 'held' });
    const late = await ask(key, `/v1/shipments/${id}`, { method: 'PATCH', payload: { description: 'Lamps' } });
    expect([late.status, late.body.code]).toEqual([409, 'too-late']);
    expect((await advance(key, id, { status: 'failed' })).body.status).toBe('failed');
    const { status, body } = await advance(key, id);
    expect([status, body.code]).toEqual([409, 'conflict']);
    for (const bad of [{ status: 'lost' }, { reason: 'rain' }, { colour: 'red' }])
      expect((await advance(key, id, bad)).body.code).toBe('validation');
    const { body: events } = await ask<{ data: V1Event[] }>(key, `/v1/shipments/${id}/events`);
    expect(events.data.map(({ status: at }) => at)).toEqual(['in-progress', 'held', 'delivery', 'held', 'failed']);
  });

  it('moves once at a time: two calls at once are two steps', async () => {
    const { key } = await newTester();
    const { id } = (await create(key)).body;
    await Promise.all([advance(key, id), advance(key, id)]);
    expect((await ask<V1Shipment>(key, `/v1/shipments/${id}`)).body.status).toBe('delivery');
  });
});

/** What belongs to live keys in tables that test keys write to as well. */
const readLiveRows = () =>
  server.query(
    `select 'endpoint' as kind, to_jsonb(e) as row from webhook_endpoints e where not is_test
     union all select 'event', to_jsonb(e) from webhook_events e where test_shipment_id is null and not payload ? 'test'
     union all select 'delivery', to_jsonb(d) from webhook_deliveries d
       where endpoint_id in (select id from webhook_endpoints where not is_test)`,
  );

describe('webhooks', () => {
  it('of live keys hear nothing of tests, and those of test keys nothing else', async () => {
    const shop = await newTester();
    const hooks: CreatedWebhook[] = [];
    for (const key of [shop.key, shop.liveKey])
      hooks.push((await post<CreatedWebhook>(key, '/webhooks', { url, events: ['shipment.cancelled'] })).body);
    expect(hooks.map(({ test }) => test)).toEqual([true, false]);
    for (const key of [shop.key, shop.liveKey]) {
      const { id } = (await create(key)).body;
      await post(key, `/shipments/${id}/cancel`);
      const { body } = await ask<{ data: Webhook[] }>(key, '/v1/webhooks');
      expect(body.data).toHaveLength(1);
    }
    const told = await server.query(
      `select endpoint_id as hook, payload ->> 'test' as test from webhook_events join (
         select endpoint_id, event_id from webhook_messages union select endpoint_id, event_id from webhook_deliveries
       ) as told on event_id = id where user_id = $1 order by 2`,
      [shop.id],
    );
    expect(told).toEqual([
      { hook: hooks[0]?.id, test: 'true' },
      { hook: hooks[1]?.id, test: null },
    ]);
  });

  it('of test keys are turned off without an email', async () => {
    const shop = await newTester();
    const gone = createServer((_request, response) => response.writeHead(410).end());
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    const hook = (await post<CreatedWebhook>(shop.key, '/webhooks', { url: `http://127.0.0.1:${port}/` })).body;
    await create(shop.key);
    const isOff = async () => {
      const { body } = await ask<{ data: Webhook[] }>(shop.key, '/v1/webhooks');
      return body.data[0]?.id === hook.id && body.data[0].state === 'off' && body.data[0];
    };
    expect(await until('it is off', isOff)).toMatchObject({ problem: 'It answered 410.' });
    gone.close();
    expect(await server.query('select 1 from mails where receiver = $1', [shop.email])).toEqual([]);
  });
});

describe('what is kept', () => {
  it('goes after seven days, with its events, whatever their number', async () => {
    const shop = await newTester();
    await post(shop.key, '/webhooks', { url });
    const { id } = (await create(shop.key)).body;
    const kept = (await create(shop.key)).body;
    const columns = await server.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'test_shipments'`,
    );
    const own: Record<string, string> = {
      id: 'gen_random_uuid()',
      tracking_id: `'TEST' || n`,
      created_at: 'created_at',
    };
    const values = columns.map(({ name }) => own[name] ?? name).join(', ');
    await server.query(`update test_shipments set created_at = now() - interval '169 hours' where id = $1`, [id]);
    await server.query(
      `insert into test_shipments (${columns.map(({ name }) => name).join(', ')})
       select ${values} from test_shipments, generate_series(1, 1200) n where id = $1`,
      [id],
    );
    while (!(await deleteOldTestShipments(server.services.db)));
    expect(await server.query('select id from test_shipments where user_id = $1', [shop.id])).toEqual([
      { id: kept.id },
    ]);
    const events = await server.query('select test_shipment_id as id from webhook_events where user_id = $1', [
      shop.id,
    ]);
    expect(events).toEqual([{ id: kept.id }]);
  });

  it('goes with the account', async () => {
    const shop = await newTester();
    await create(shop.key);
    await server.inUnit((unit) => deleteUser(unit, shop));
    expect(await server.query('select 1 from test_shipments where user_id = $1', [shop.id])).toEqual([]);
  });
});
