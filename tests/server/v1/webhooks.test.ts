/** What shops are told by themselves: signed, counted, tried again, and sent again on request. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { updateShipment } from '../../../server/operations/shipments/update-shipment.ts';
import { deliverWebhook } from '../../../server/operations/webhooks/deliver-webhook.ts';
import type { WebhookJob } from '../../../server/stores/api/webhooks.ts';
import type { CreatedWebhook, Webhook, WebhookDelivery, WebhookPayload } from '../../../src/domain/webhook.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer({ worker: true, mails: { pollSeconds: 1 } });
const { newShop, newRate, ask } = shops(server);
await newRate();

interface Message {
  headers: IncomingMessage['headers'];
  body: string;
  payload: WebhookPayload;
}
const received: Message[] = [];
let status = 204;
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body, payload: JSON.parse(body) });
  response.writeHead(status).end(status === 204 ? undefined : 'Not today');
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => receiver.close());
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

beforeEach(() => {
  received.length = 0;
  status = 204;
});

const send = <Body>(shop: Shop, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  ask<Body>(shop.key, `/v1/webhooks${path}`, { method, ...(payload && { payload }) });
const listen = async (shop: Shop, more: object = {}) =>
  (await send<CreatedWebhook>(shop, 'POST', '', { url, ...more })).body;
const stateOf = async (shop: Shop) => (await send<{ data: Webhook[] }>(shop, 'GET')).body.data[0];
const ship = async (shop: Shop, reference = '') =>
  (await ask(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel({ reference }) })).body.id as string;
const heard = (count: number) => until(`${count} messages came`, async () => received.length >= count);
const jobsOf = (endpointId: string) =>
  server.query<{ data: WebhookJob }>(
    `select data from pgboss.job where name = 'webhook' and data ->> 'endpointId' = $1 and state < 'active'`,
    [endpointId],
  );

describe('a message', () => {
  it('is signed, says no names or addresses, and counts the events of its shipment', async () => {
    const shop = await newShop();
    const { id: endpointId, secret } = await listen(shop);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const id = await ship(shop, 'SO-4711');
    for (const next of ['shipped', 'delivery', 'delivered'] as const)
      await server.inUnit((unit) => updateShipment(unit, { id, status: next }));
    await heard(4);
    const messages = received.toSorted((one, other) => one.payload.data.sequence - other.payload.data.sequence);
    expect(messages.map(({ payload: { type, data } }) => `${data.sequence} ${type} ${data.status}`)).toEqual([
      '1 shipment.created in-progress',
      '2 shipment.status_changed shipped',
      '3 shipment.out_for_delivery delivery',
      '4 shipment.delivered delivered',
    ]);
    const standard = new StandardWebhook(secret);
    for (const { body, headers, payload } of messages) {
      expect(standard.verify(body, headers as Record<string, string>)).toEqual(payload);
      expect(payload.data).toMatchObject({ id, reference: 'SO-4711', tracking_id: expect.stringMatching(/^W/) });
      expect(body).not.toMatch(/Elin|example\.com|Linn/);
    }
    await until('all are written down', async () => {
      const { body } = await send<{ data: WebhookDelivery[] }>(shop, 'GET', `/${endpointId}/deliveries`);
      return body.data.length === 4 && body.data.every((one) => one.status === 204);
    });
  });

  it('comes only for what was chosen, and not while it is paused', async () => {
    const shop = await newShop();
    const { id } = await listen(shop, { events: ['shipment.cancelled'] });
    const first = await ship(shop);
    await ask(shop.key, `/v1/shipments/${first}/cancel`, { method: 'POST' });
    await heard(1);
    await send(shop, 'PATCH', `/${id}`, { state: 'paused', events: ['shipment.created'] });
    await ship(shop);
    expect(await jobsOf(id)).toEqual([]);
    expect(received.map(({ payload }) => payload.type)).toEqual(['shipment.cancelled']);
    const answer = await send<{ code: string }>(shop, 'POST', `/${id}/test`);
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });

  it('is signed with both secrets while they are replaced', async () => {
    const shop = await newShop();
    const { id, secret } = await listen(shop);
    const rotated = (await send<{ secret: string }>(shop, 'POST', `/${id}/secret`)).body;
    await send(shop, 'POST', `/${id}/test`);
    await heard(1);
    const [{ body, headers } = expect.unreachable()] = received;
    for (const each of [secret, rotated.secret])
      expect(new StandardWebhook(each).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'webhook.test',
      });
    await server.query('update webhook_endpoints set former_until = now() where id = $1', [id]);
    await send(shop, 'POST', `/${id}/test`);
    await heard(2);
    expect(String(received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });
});

describe('a receiver that fails', () => {
  it('is tried again, and all sequences are complete once it is back', async () => {
    const shop = await newShop();
    const { id: endpointId } = await listen(shop);
    status = 503;
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await ship(shop));
    await heard(5);
    await until('it fails', async () => (await jobsOf(endpointId)).length === 5);
    expect(await stateOf(shop)).toMatchObject({ state: 'failing', problem: 'It answered 503.' });
    status = 204;
    // A day passes.
    await server.query(`update pgboss.job set start_after = now() where name = 'webhook' and state < 'active'`);
    await until('all came', async () => {
      const done = await server.query(`select 1 from webhook_deliveries where endpoint_id = $1 and status = 204`, [
        endpointId,
      ]);
      return done.length === 5;
    });
    const delivered = received.slice(5).map(({ payload }) => `${payload.data.id} ${payload.data.sequence}`);
    expect(new Set(delivered)).toEqual(new Set(ids.map((id) => `${id} 1`)));
    // The repeat of a message is the same message.
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    await until('it is on again', async () => (await stateOf(shop))?.state === 'on');
  });

  it.each([
    { answer: 410, attempt: 1 },
    { answer: 500, attempt: 10 },
  ])('is turned off at $answer in attempt $attempt, and its owner is told', async ({ answer, attempt }) => {
    const shop = await newShop();
    const { id: endpointId } = await listen(shop, { events: ['shipment.attempted'] });
    await ship(shop);
    const [event] = await server.query<{ id: string }>('select id from webhook_events where user_id = $1', [shop.id]);
    status = answer;
    const job = { endpointId, eventId: event?.id ?? '', series: crypto.randomUUID(), attempt };
    // Two servers that both think it is theirs.
    await Promise.all([1, 2].map(() => deliverWebhook(server.services, job)));
    expect(await stateOf(shop)).toMatchObject({ state: 'off', problem: `It answered ${answer}.` });
    expect(await jobsOf(endpointId)).toEqual([]);
    const mails = await server.query(`select about from mails where kind = 'webhook-off' and receiver = $1`, [
      shop.email,
    ]);
    expect(mails).toEqual([{ about: { userId: shop.id, url, problem: `It answered ${answer}.` } }]);
  });

  it('plans its next attempt once, though two servers deliver the same', async () => {
    const shop = await newShop();
    const { id: endpointId } = await listen(shop, { events: ['shipment.attempted'] });
    await ship(shop);
    const [event] = await server.query<{ id: string }>('select id from webhook_events where user_id = $1', [shop.id]);
    status = 500;
    const job = { endpointId, eventId: event?.id ?? '', series: crypto.randomUUID(), attempt: 2 };
    await Promise.all([1, 2].map(() => deliverWebhook(server.services, job)));
    const planned = await jobsOf(endpointId);
    expect(planned.map(({ data }) => data)).toEqual([{ ...job, attempt: 3 }]);
  });
});

describe('what was missed', () => {
  it('is sent again since a time, with the same ids', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    const since = new Date().toISOString();
    for (const _ of [1, 2, 3]) await ship(shop);
    await heard(3);
    const before = received.map(({ headers }) => headers['webhook-id']).toSorted();
    received.length = 0;
    const { status: code, body } = await send<{ queued: number }>(shop, 'POST', `/${id}/replay`, { since });
    expect([code, body]).toEqual([202, { queued: 3 }]);
    await heard(3);
    expect(received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(before);
  });
});

describe('a webhook', () => {
  it.each(['http://shop.example/', 'https://shop.example:22/', 'https://name@shop.example/', 'ftp://x', 'shop', 7])(
    'can’t be at %s',
    async (bad) => {
      const { body } = await send<{ errors: unknown }>(await newShop(), 'POST', '', { url: bad });
      expect(body.errors).toEqual([{ pointer: '/url', detail: 'Enter an https address on port 443 or 8443.' }]);
    },
  );

  it('is one of five, and goes with the account', async () => {
    const shop = await newShop();
    const made = await Promise.all(Array.from({ length: 7 }, () => send<{ code: string }>(shop, 'POST', '', { url })));
    expect(made.map(({ body }) => body.code).filter(Boolean)).toEqual(['conflict', 'conflict']);
    const { id } = await listen(await newShop());
    expect((await send(shop, 'DELETE', `/${id}`)).status).toBe(404);
    const own = (await stateOf(shop))?.id;
    expect((await send(shop, 'DELETE', `/${own}`)).status).toBe(200);
    expect((await send<{ data: Webhook[] }>(shop, 'GET')).body.data).toHaveLength(4);
  });
});
