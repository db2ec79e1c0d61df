import type { ServerResponse } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { updateShipment } from '../../../server/shipments/update-shipment.ts';
import { runReplay } from '../../../server/webhooks/resend-messages.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { CreatedWebhook, Webhook, WebhookDelivery } from '../../../src/domain/webhook.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { testServer } from '../../support/vitest.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const server = await testServer({ worker: true });
const { newShop, newRate, ask } = shops(server);
await newRate();

/** One for each test, so that what an earlier one left waiting comes to nobody. */
let receiver: WebhookReceiver;
let received: WebhookReceiver['received'] = [];
let url = '';
const answerWith =
  (status: number, headers: Record<string, string> = {}): WebhookReceiver['answer'] =>
  (_, response) =>
    response.writeHead(status, headers).end(status === 204 ? undefined : 'Not today');
beforeEach(async () => {
  receiver = await openWebhookReceiver();
  ({ received, url } = receiver);
  receiver.answer = answerWith(204);
  onTestFinished(() => receiver.close());
});

const send = <Body>(shop: Shop, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  ask<Body>(shop.key, `/v1/webhooks${path}`, { method, ...(payload && { payload }) });
const listen = async (shop: Shop, more: object = {}) =>
  (await send<CreatedWebhook>(shop, 'POST', '', { url, ...more })).body;
const stateOf = async (shop: Shop) => (await send<{ data: Webhook[] }>(shop, 'GET')).body.data[0];
const ship = async (shop: Shop, reference = '') =>
  (await ask(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel({ reference }) })).body.id as string;
const heard = (count: number) => until(`${count} messages came`, async () => received.length >= count);
const waiting = (endpointId: string) =>
  server.query<{ attempts: number; seconds: number }>(
    `select attempts, extract(epoch from due_at - now())::int as seconds from webhook_messages
     where endpoint_id = $1 order by attempts desc, sequence`,
    [endpointId],
  );
/** Makes its next attempts due. */
const passTime = async (endpointId: string) => {
  await server.query('update webhook_messages set due_at = now() where endpoint_id = $1', [endpointId]);
  await server.query('update webhook_endpoints set next_attempt_at = now() where id = $1', [endpointId]);
};
const attempted = (shop: Shop, endpointId: string, count: number) =>
  until(`${count} attempts are written down`, async () => {
    const { body } = await send<{ data: WebhookDelivery[] }>(shop, 'GET', `/${endpointId}/deliveries`);
    return body.data.length === count && body.data;
  });
const move = (id: string, next: ShipmentStatus) => server.inUnit((unit) => updateShipment(unit, { id, status: next }));

it('leaves no trace of its address, which is often a secret, when its owner is deleted', async () => {
  const shop = await newShop();
  const { id } = await listen(shop, { url: `${url}/services/CANARY-1` });
  await send(shop, 'PATCH', `/${id}`, { url: `${url}/services/CANARY-2` });
  const [change] = await server.query(
    "select before, after from audit_entries where entity_id = $1 and procedure = 'v1.changeWebhook'",
    [shop.id],
  );
  const { host } = new URL(url);
  expect(change).toEqual({
    before: { webhook: host, webhookState: 'on' },
    after: { webhook: host, webhookState: 'on', newAddress: true },
  });
  await send(shop, 'POST', `/${id}/rotate-secret`);
  receiver.answer = answerWith(410);
  await ship(shop);
  const mailed = () => server.query("select 1 from mails where kind = 'webhook-off' and receiver = $1", [shop.email]);
  await until('its owner gets an email', async () => (await mailed()).length === 1);
  expect(await server.everythingStored()).toMatch(/CANARY/);
  await server.call('userAdmin.deleteUser', { id: shop.id }, { as: await server.signedIn({ roles: ['manager'] }) });
  expect(await server.everythingStored()).not.toMatch(/CANARY/);
  const about = "select about from mails where about->>'userId' = $1 and kind = 'webhook-off'";
  expect(await server.query(about, [shop.id])).toEqual([{ about: { userId: shop.id } }]);
});

describe('a message', () => {
  it('is signed, says no names or addresses, and counts the events of its shipment', async () => {
    const shop = await newShop();
    const { id: endpointId, secret } = await listen(shop);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const id = await ship(shop, 'SO-4711');
    for (const next of ['shipped', 'delivery', 'delivered'] as const) await move(id, next);
    await heard(4);
    const messages = [...received];
    expect(messages.map(({ payload: { type, data } }) => `${data.sequence} ${type} ${data.status}`)).toEqual([
      '1 shipment.created in-progress',
      '2 shipment.status_changed shipped',
      '3 shipment.out_for_delivery delivery',
      '4 shipment.delivered delivered',
    ]);
    const standard = new StandardWebhook(secret);
    for (const { body, headers, payload } of messages) {
      expect(standard.verify(body, headers)).toEqual(payload);
      expect(payload.data).toMatchObject({ id, reference: 'SO-4711', tracking_id: expect.stringMatching(/^W/) });
      expect(body).not.toMatch(/Elin|example\.com|Linn/);
    }
    expect((await attempted(shop, endpointId, 4)).every((one) => one.status === 204)).toBe(true);
  });

  it('comes only for what was chosen, and not while it is paused', async () => {
    const shop = await newShop();
    const { id } = await listen(shop, { events: ['shipment.cancelled'] });
    const first = await ship(shop);
    await ask(shop.key, `/v1/shipments/${first}/cancel`, { method: 'POST' });
    await attempted(shop, id, 1);
    await send(shop, 'PATCH', `/${id}`, { state: 'paused', events: ['shipment.created'] });
    await ship(shop);
    expect(await waiting(id)).toEqual([]);
    expect(received.map(({ payload }) => payload.type)).toEqual(['shipment.cancelled']);
    const answer = await send<{ code: string }>(shop, 'POST', `/${id}/test`);
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });

  it('is signed with each secret of the last day', async () => {
    const shop = await newShop();
    const { id, secret } = await listen(shop);
    const rotated = (await send<{ secret: string }>(shop, 'POST', `/${id}/secret`)).body;
    await send(shop, 'POST', `/${id}/test`);
    await heard(1);
    const [{ body, headers } = expect.unreachable()] = received;
    for (const each of [secret, rotated.secret])
      expect(new StandardWebhook(each).verify(body, headers)).toMatchObject({
        type: 'webhook.test',
      });
    // Nobody has a secret that messages are not signed with, even if two replace it at once.
    const both = await Promise.all([1, 2].map(() => send<{ secret: string }>(shop, 'POST', `/${id}/secret`)));
    await send(shop, 'POST', `/${id}/test`);
    await heard(2);
    const next = received[1] ?? expect.unreachable();
    for (const each of [secret, rotated.secret, ...both.map((one) => one.body.secret)])
      new StandardWebhook(each).verify(next.body, next.headers);
    const rotate = async (key: string) => {
      const headers = { 'idempotency-key': key };
      const { status, body: made } = await ask(shop.key, `/v1/webhooks/${id}/secret`, { method: 'POST', headers });
      return [status, made.secret ?? made.code];
    };
    // Sent twice with a key, it is replaced once.
    expect(await rotate('one')).toEqual([200, expect.stringMatching(/^whsec_[\w+/]{43}=$/)]);
    expect(await rotate('one')).toEqual(await rotate('one'));
    expect(await rotate('two')).toEqual([409, 'conflict']);
    await server.query('update webhook_endpoints set former_until = now() where id = $1', [id]);
    await send(shop, 'POST', `/${id}/test`);
    await heard(3);
    expect(String(received[2]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });
});

describe('a receiver that fails', () => {
  it('is asked with one message, and gets all once it is back', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    receiver.answer = answerWith(503);
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await ship(shop));
    await attempted(shop, id, 1);
    expect((await waiting(id)).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0]);
    expect(await stateOf(shop)).toMatchObject({ state: 'failing', problem: 'It answered 503.' });
    receiver.answer = answerWith(204);
    await passTime(id);
    await attempted(shop, id, 6);
    const delivered = received.slice(1).map(({ payload }) => `${payload.data.id} ${payload.data.sequence}`);
    expect(new Set(delivered)).toEqual(new Set(ids.map((one) => `${one} 1`)));
    // The repeat of a message is the same message.
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    expect(await stateOf(shop)).toMatchObject({ state: 'on', problem: '' });
  });

  it('gets the events of a shipment in order, without holding up others', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    const first = await ship(shop);
    await heard(1);
    receiver.answer = (message, response) =>
      answerWith(message.payload.data.id === first ? 500 : 204)(message, response);
    await move(first, 'shipped');
    await move(first, 'delivery');
    await attempted(shop, id, 2);
    const other = await ship(shop);
    await passTime(id);
    await until('the other one came', () => received.some(({ payload }) => payload.data.id === other));
    receiver.answer = answerWith(204);
    await until('nothing is under way', async () => {
      await passTime(id);
      return (await waiting(id)).length === 0;
    });
    const ofFirst = received.filter(({ payload }) => payload.data.id === first);
    const sequences = ofFirst.map(({ payload }) => payload.data.sequence);
    expect(sequences).toEqual(sequences.toSorted((one, two) => one - two));
    expect(sequences.at(-1)).toBe(3);
  });

  it.each([
    { answer: 410, failed: 0 },
    { answer: 500, failed: 9 },
  ])('is turned off at $answer after $failed failures, with an email to its owner', async ({ answer, failed }) => {
    const shop = await newShop();
    const { id } = await listen(shop);
    await server.query('update webhook_endpoints set failures = $2 where id = $1', [id, failed]);
    receiver.answer = answerWith(answer);
    await ship(shop);
    await attempted(shop, id, 1);
    expect(await stateOf(shop)).toMatchObject({ state: 'off', problem: `It answered ${answer}.` });
    const mails = await server.query(`select about from mails where kind = 'webhook-off' and receiver = $1`, [
      shop.email,
    ]);
    expect(mails).toEqual([{ about: { userId: shop.id, host: new URL(url).host, problem: `It answered ${answer}.` } }]);
    // Later events are kept, and sent on request.
    receiver.answer = answerWith(204);
    const since = new Date().toISOString();
    const missed = await ship(shop);
    await send(shop, 'PATCH', `/${id}`, { state: 'on' });
    expect((await send(shop, 'POST', `/${id}/replay`, { since })).body).toEqual({ queued: 1 });
    await attempted(shop, id, 3);
    expect(received.map(({ payload }) => payload.data.id)).toContain(missed);
  });

  it('gets messages again after a new secret, where the one before is no longer readable', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    await server.query('update webhook_endpoints set secret = $2 where id = $1', [id, Buffer.alloc(64)]);
    const { secret } = (await send<{ secret: string }>(shop, 'POST', `/${id}/secret`)).body;
    await send(shop, 'POST', `/${id}/test`);
    await heard(1);
    const [{ body, headers } = expect.unreachable()] = received;
    new StandardWebhook(secret).verify(body, headers);
  });

  it('loses only the message that it can’t take, if it takes others', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    receiver.answer = (message, response) =>
      answerWith(message.payload.data.reference === 'Odd' ? 500 : 204)(message, response);
    const odd = await ship(shop, 'Odd');
    await attempted(shop, id, 1);
    await server.query('update webhook_messages set attempts = 9 where endpoint_id = $1', [id]);
    await ship(shop, 'Usual');
    await passTime(id);
    const [given] = await attempted(shop, id, 3);
    expect(given).toMatchObject({ attempt: 10, problem: 'It answered 500. We gave this message up.' });
    expect(await waiting(id)).toEqual([]);
    expect(await stateOf(shop)).toMatchObject({ state: 'failing' });
    // What comes next of its shipment is not held up any longer.
    receiver.answer = answerWith(204);
    await move(odd, 'shipped');
    await passTime(id);
    await attempted(shop, id, 4);
    expect(received.at(-1)?.payload.data).toMatchObject({ id: odd, sequence: 2 });
    expect(await stateOf(shop)).toMatchObject({ state: 'on' });
  });

  it('holds up nobody while it doesn’t answer', async () => {
    const [hung, fine] = [await newShop(), await newShop()];
    const open = new Set<ServerResponse>();
    receiver.answer = (message, response) => {
      if (message.headers.host?.startsWith('localhost')) open.add(response);
      else answerWith(204)(message, response);
    };
    for (let index = 0; index < 5; index += 1) await listen(hung, { url: url.replace('127.0.0.1', 'localhost') });
    for (let index = 0; index < 9; index += 1) await ship(hung);
    await until('all hang', () => open.size === 5);
    await listen(fine);
    for (let index = 0; index < 9; index += 1) await ship(fine);
    await heard(14);
    expect([...open].every((response) => response.socket?.destroyed === false)).toBe(true);
    for (const response of open) response.writeHead(200).end();
  });

  it('that asks to wait for a year is asked again within two days', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    receiver.answer = answerWith(429, { 'retry-after': '31536000' });
    await ship(shop);
    await attempted(shop, id, 1);
    const [{ seconds } = expect.unreachable()] = await waiting(id);
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThan(2 * 86_400);
  });

  it('is deleted with what waits for it', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    let open: ServerResponse | undefined;
    receiver.answer = (_, response) => {
      open = response;
    };
    for (let index = 0; index < 3; index += 1) await ship(shop);
    await heard(1);
    expect((await send(shop, 'DELETE', `/${id}`)).status).toBe(200);
    open?.writeHead(500).end();
    expect(await waiting(id)).toEqual([]);
  });

  it('is served again though clocks were put back by a year', async () => {
    const shop = await newShop();
    const { id } = await listen(shop, { events: ['shipment.created'] });
    await server.query(
      `update webhook_endpoints set claim = gen_random_uuid(), claimed_until = now() + interval '1 year',
         next_attempt_at = now() + interval '1 year' where id = $1`,
      [id],
    );
    await ship(shop);
    await heard(1);
  });
});

describe('what was missed', () => {
  it('is sent again since a time, with the same ids', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    const since = new Date().toISOString();
    for (const _ of [1, 2, 3]) await ship(shop);
    await attempted(shop, id, 3);
    const before = received.map(({ headers }) => headers['webhook-id']).toSorted();
    received.length = 0;
    const { status: code, body } = await send<{ queued: number }>(shop, 'POST', `/${id}/replay`, { since });
    expect([code, body]).toEqual([202, { queued: 3 }]);
    await heard(3);
    expect(received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(before);
  });

  it('is queued in batches by a job that shows how far it is', async () => {
    const idle = await testServer();
    const { newShop: newIdleShop, newRate: newIdleRate, ask: askIdle } = shops(idle);
    await newIdleRate();
    const shop = await newIdleShop();
    const post = (path: string, payload?: object) =>
      askIdle<Record<string, string>>(shop.key, `/v1${path}`, { method: 'POST', ...(payload && { payload }) });
    const { id = '' } = (await post('/webhooks', { url })).body;
    await post('/shipments', v1Parcel());
    await idle.query(
      `insert into webhook_events (id, user_id, shipment_id, sequence, payload)
       select gen_random_uuid(), user_id, shipment_id, n, payload from webhook_events, generate_series(2, 2500) n`,
    );
    expect((await post(`/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' })).body).toEqual({ queued: 2_500 });
    const progress = async () => [
      (await askIdle<Webhook>(shop.key, `/v1/webhooks/${id}`)).body.replay,
      (await idle.query('select from webhook_messages')).length,
    ];
    expect(await progress()).toEqual([{ queued: 1_000, total: 2_500 }, 1_000]);
    const jobs = "select data from pgboss.job where name = 'webhook-replay'";
    expect(await idle.query(jobs)).toMatchObject([{ data: { endpointId: id } }]);
    expect(await runReplay(idle.services, id, { isOver: async () => true })).toBe(false);
    expect(await progress()).toEqual([{ queued: 2_000, total: 2_500 }, 2_000]);
    expect(await runReplay(idle.services, id, { isOver: async () => true })).toBe(true);
    expect(await progress()).toEqual([null, 2_500]);
  });
});

describe('one message', () => {
  it('is sent again by its webhook-id, and not while it waits anyway', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const { id } = await listen(shop);
    await ship(shop);
    await attempted(shop, id, 1);
    const order = { message_id: received[0]?.id };
    const resend = (who: Shop, payload: object = order) =>
      send<{ queued?: number; code?: string }>(who, 'POST', `/${id}/resend`, payload);
    expect((await resend(shop)).body).toEqual({ queued: 1 });
    await attempted(shop, id, 2);
    expect(received[1]?.id).toBe(received[0]?.id);
    expect((await resend(other)).body.code).toBe('not-found');
    expect((await resend(shop, { message_id: crypto.randomUUID() })).body.code).toBe('not-found');
    expect((await resend(shop, { message_id: 'x' })).body.code).toBe('validation');
    receiver.answer = answerWith(500);
    await resend(shop);
    await attempted(shop, id, 3);
    expect((await resend(shop)).body).toEqual({ queued: 0 });
    await send(shop, 'PATCH', `/${id}`, { state: 'paused' });
    expect((await resend(shop)).body.code).toBe('conflict');
  });
});

describe('a test', () => {
  it('is sent once, at once and before all else, and shows that it is back', async () => {
    const shop = await newShop();
    const { id } = await listen(shop);
    receiver.answer = answerWith(500);
    for (const _ of [1, 2]) await ship(shop);
    await attempted(shop, id, 1);
    await send(shop, 'POST', `/${id}/test`);
    await attempted(shop, id, 2);
    expect((await waiting(id)).map(({ attempts }) => attempts)).toEqual([1, 0]);
    receiver.answer = answerWith(204);
    await send(shop, 'POST', `/${id}/test`);
    await attempted(shop, id, 4);
    await passTime(id);
    await attempted(shop, id, 5);
    expect(received.map(({ payload }) => payload.type)).toEqual([
      'shipment.created',
      'webhook.test',
      'webhook.test',
      'shipment.created',
      'shipment.created',
    ]);
    expect(await stateOf(shop)).toMatchObject({ state: 'on' });
  });
});

describe('on the page of its owner', () => {
  it('events are sent again, and a new secret is made', async () => {
    const shop = await newShop();
    const { id, secret } = await listen(shop);
    await ship(shop);
    await attempted(shop, id, 1);
    const as = { as: shop };
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await server.call('webhook.replay', { id, since }, as)).data).toEqual({ queued: 1 });
    await attempted(shop, id, 2);
    expect((await server.call('webhook.resend', { id, message_id: received[0]?.id }, as)).data).toEqual({ queued: 1 });
    await attempted(shop, id, 3);
    const rotated = (await server.call('webhook.rotateSecret', { id }, as)).data;
    expect((await server.call('webhook.list', undefined, as)).data.data).toMatchObject([
      { former_secret_until: rotated.former_secret_until },
    ]);
    await server.call('webhook.test', { id }, as);
    await attempted(shop, id, 4);
    const { body, headers } = received[3] ?? expect.unreachable();
    for (const each of [secret, rotated.secret]) new StandardWebhook(each).verify(body, headers);
    const stranger = { as: await newShop() };
    for (const [name, input] of [
      ['webhook.replay', { id, since }],
      ['webhook.resend', { id, message_id: received[0]?.id }],
      ['webhook.rotateSecret', { id }],
    ] as const)
      expect((await server.call(name, input, stranger)).outcome).toBe('NOT_FOUND');
  });
});

describe('a shop that may no longer ship', () => {
  it('gets nothing more, and a manager sees and ends its keys and webhooks', async () => {
    const [shop, manager] = [await newShop(), await server.signedIn({ roles: ['manager'] })];
    const { id } = await listen(shop);
    const as = { as: manager };
    await server.call('userAdmin.setRoles', { id: shop.id, roles: [], base: ['shipper'] }, as);
    const programs = async () => (await server.call('userAdmin.getPrograms', { id: shop.id }, as)).data;
    expect((await server.call('userAdmin.getUser', { id: shop.id }, as)).data.hasPrograms).toBe(true);
    expect(await programs()).toMatchObject({
      keys: [{ kind: 'live' }],
      webhooks: [{ id, host: new URL(url).host, state: 'paused', test: false }],
    });
    expect((await server.call('userAdmin.endPrograms', { id: shop.id }, as)).outcome).toBe('ok');
    expect(await programs()).toMatchObject({ keys: [], webhooks: [] });
    expect((await server.call('userAdmin.getUser', { id: shop.id }, as)).data.hasPrograms).toBe(false);
    const audited = "select before from audit_entries where procedure = 'userAdmin.endPrograms' and entity_id = $1";
    expect(await server.query(audited, [shop.id])).toEqual([{ before: { apiKeys: 1, webhooks: 1 } }]);
  });
});

describe('a webhook', () => {
  it.each(['http://shop.example/', 'https://shop.example:22/', 'https://name@shop.example/', 'ftp://x', 'shop', 7])(
    'can’t be at %s',
    async (bad) => {
      const { body } = await send<{ errors: unknown }>(await newShop(), 'POST', '', { url: bad });
      expect(body.errors).toEqual([{ pointer: '/url', detail: 'Enter a public https address on port 443 or 8443.' }]);
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
