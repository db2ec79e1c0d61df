import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertRate } from '../../../server/prices/manage-rates.ts';
import type { V1BatchResult, V1Created } from '../../../src/domain/v1/create-shipment.ts';
import type { V1Shipment } from '../../../src/domain/v1/shipments.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { PUBLIC_URL } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newRate, ask } = shops(server);
await newRate();

const create = (shop: Shop, details: object = {}, key?: string) =>
  ask(shop.key, '/v1/shipments', {
    method: 'POST',
    payload: v1Parcel(details),
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const created = async (shop: Shop, details: object = {}) => (await create(shop, details)).body as unknown as V1Created;
const read = async (shop: Shop, id: string) => (await ask<V1Shipment>(shop.key, `/v1/shipments/${id}`)).body;
const patch = (shop: Shop, id: string, payload: object) =>
  ask(shop.key, `/v1/shipments/${id}`, { method: 'PATCH', payload });
const cancel = (shop: Shop, id: string) => ask(shop.key, `/v1/shipments/${id}/cancel`, { method: 'POST' });
const countOf = async ({ id }: Shop) =>
  Number((await server.query('select count(*) from shipments where sender_id = $1', [id]))[0]?.count);

describe('a shipment', () => {
  it('is created like in the app, by the account of the key', async () => {
    const shop = await newShop();
    const { status, body } = await create(shop, { reference: 'SO-1', parcels: 2 });
    const { id, tracking_id } = body as unknown as V1Created;
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        tracking_id: expect.stringMatching(/^W/),
        tracking_url: `${PUBLIC_URL}/track/${tracking_id}`,
        label_url: `${PUBLIC_URL}/v1/shipments/${id}/label`,
        label_note: '',
        cod_note: '',
        fee: 11.8,
      },
    ]);
    expect(await read(shop, id)).toMatchObject({
      reference: 'SO-1',
      weight: '1.2 kg',
      ship_to: 'Linnégatan 8, 413 04 Göteborg, Sweden',
      address: { line1: 'Linnégatan 8', city: 'Göteborg' },
      sender: { name: 'Harbour Books', email: shop.email },
      fee: 11.8,
    });
    const [entry] = await server.query('select actor_id, procedure from audit_entries where entity_id = $1', [id]);
    expect(entry).toEqual({ actor_id: shop.id, procedure: 'v1.createShipment' });
  });

  it('has a time window, which can be changed', async () => {
    const shop = await newShop();
    const { id } = await created(shop, { time_window: 'until 12' });
    expect(await read(shop, id)).toMatchObject({ time_window: 'before 12:00' });
    expect((await patch(shop, id, { time_window: '14-16, not Sat' })).status).toBe(200);
    expect(await read(shop, id)).toMatchObject({ time_window: '14:00–16:00, not Sat' });
    const refused = await create(shop, { time_window: 'soon' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Enter the time window like this')]);
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/time_window' }] });
  });

  it('needs the receiver’s code where it says so, in words that are known', async () => {
    const shop = await newShop();
    const { id } = await created(shop, { handover_code: 'qr' });
    expect(await server.query('select proof from shipments where id = $1', [id])).toMatchObject([
      { proof: { code: 'qr', photo: 'asked' } },
    ]);
    expect(await read(shop, id)).toMatchObject({ handover_code: 'qr' });
    expect(await read(shop, (await created(shop)).id)).toMatchObject({ handover_code: 'off' });
    const { status, body } = await create(shop, { handover_code: 'sometimes' });
    expect([status, body]).toMatchObject([400, { errors: [{ pointer: '/handover_code' }] }]);
  });

  it('says at once what its label cuts', async () => {
    const reference = '1234567890'.repeat(6);
    const { status, body } = await create(await newShop(), { reference });
    expect([status, body.label_note]).toEqual([201, expect.stringContaining('its end is cut: “1234567890')]);
  });

  it('is created once for each Idempotency-Key, which may be any text', async () => {
    const shop = await newShop();
    const responses = await Promise.all([1, 2, 3].map(() => create(shop, {}, 'order-4711')));
    for (const { body } of [...responses, await create(shop, {}, 'order-4711')])
      expect(body).toEqual(responses[0]?.body);
    expect(await countOf(shop)).toBe(1);
    const other = await create(shop, { parcels: 3 }, 'order-4711');
    expect([other.status, other.body.code]).toEqual([409, 'key-reused']);
    expect((await create(await newShop(), { parcels: 3 }, 'order-4711')).status).toBe(201);
    expect((await create(shop, {}, 'two words')).body.code).toBe('validation');
  });

  it('has a reference once: the other is refused with the first one’s id, or returned', async () => {
    const shop = await newShop();
    const both = await Promise.all([create(shop, { reference: 'SO-2' }), create(shop, { reference: 'SO-2' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [first, second] = both.toSorted((one, other) => one.status - other.status);
    expect(second?.body).toMatchObject({ code: 'duplicate-reference', existing_id: first?.body.id });
    const again = await create(shop, { reference: 'SO-2', on_duplicate_reference: 'return' }, 'again');
    expect([again.status, again.body]).toEqual([200, first?.body]);
    expect(await countOf(shop)).toBe(1);
  });

  it('names each bad field where it was sent', async () => {
    const shop = await newShop();
    const payload = { ...v1Parcel({ weight_g: 0.5, address: { line1: 'Kaj 1', country: 'Atlantis' } }), fee: 1 };
    const { body } = await ask(shop.key, '/v1/shipments', { method: 'POST', payload });
    expect(body.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['/address/city', '/fee', '/weight_g']);
    const unknown = await create(shop, { address: { ...v1Parcel().address, country: 'Atlantis' } });
    expect(unknown.body.errors).toEqual([{ pointer: '/address/country', detail: expect.any(String) }]);
    expect(await countOf(shop)).toBe(0);
  });

  it('needs a rate and a sender', async () => {
    const shop = await newShop();
    const heavy = await create(shop, { weight_g: 50_000 });
    expect([heavy.status, heavy.body.code]).toEqual([422, 'no-rate']);
    await server.query('update users set phone = null where id = $1', [shop.id]);
    expect((await create(shop)).body.code).toBe('no-sender');
  });

  it('that is no JSON is a problem, too', async () => {
    const shop = await newShop();
    const send = (type: string, payload: string) =>
      ask(shop.key, '/v1/shipments', { method: 'POST', payload, headers: { 'content-type': type } });
    const responses = [
      await send('application/json', '{"reference":'),
      await send('application/json', '{"__proto__":{}}'),
      await send('application/json', `"${'x'.repeat(300_000)}"`),
      await send('application/x-www-form-urlencoded', 'reference=SO-1'),
    ];
    expect(responses.map(({ body }) => body.code)).toEqual(['validation', 'validation', 'too-large', 'not-json']);
  });
});

describe('a batch', () => {
  it('has a result for each, and what went well stays', async () => {
    const shop = await newShop();
    const shipments = [
      v1Parcel({ reference: 'B-1' }),
      v1Parcel({ weight_g: 'heavy' }),
      v1Parcel({ reference: 'B-1' }),
      v1Parcel({ reference: 'B-2' }),
    ];
    const send = () =>
      ask<{ results: V1BatchResult[] }>(shop.key, '/v1/shipments/batch', {
        method: 'POST',
        payload: { shipments },
        headers: { 'idempotency-key': 'batch-1' },
      });
    const { body } = await send();
    expect(body.results.map(({ status, problem }) => [status, problem?.code])).toEqual([
      [201, undefined],
      [400, 'validation'],
      [409, 'duplicate-reference'],
      [201, undefined],
    ]);
    expect(body.results[1]?.problem).toMatchObject({ errors: [{ pointer: '/weight_g' }] });
    const again = await send();
    expect(again.body.results.map(({ shipment }) => shipment?.id)).toEqual(
      body.results.map(({ shipment }) => shipment?.id),
    );
    expect(await countOf(shop)).toBe(2);
  });

  it('has at most a hundred', async () => {
    const shop = await newShop();
    const shipments = Array.from({ length: 101 }, () => v1Parcel());
    const { body } = await ask(shop.key, '/v1/shipments/batch', { method: 'POST', payload: { shipments } });
    expect(body.errors).toEqual([{ pointer: '/shipments', detail: 'Send at most 100 shipments at a time.' }]);
    expect(await countOf(shop)).toBe(0);
  });
});

describe('a change', () => {
  it('writes what is sent, and leaves the rest', async () => {
    const shop = await newShop();
    const { id } = await created(shop, { reference: 'SO-3' });
    const address = { line1: 'Kaj 2', city: 'Malmö', postcode: '211 19', country: 'SE' };
    const { status, body } = await patch(shop, id, { receiver: { name: 'Olav Nord' }, address });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      reference: 'SO-3',
      receiver: { name: 'Olav Nord', email: 'elin.strand@example.com', country: 'Sweden' },
      address: { ...address, line2: '', country: 'Sweden' },
      ship_to: 'Kaj 2, 211 19 Malmö, Sweden',
      weight: '1.2 kg',
      delivery_date: null,
    });
    expect(await read(shop, id)).toEqual(body);
  });

  it('needs a city only where a country has some', async () => {
    const shop = await newShop();
    const { id } = await created(shop);
    const address = { line1: '1 Raffles Place', postcode: '048616', country: 'Sweden' };
    const refused = await patch(shop, id, { address });
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/address/city', detail: 'City is required.' }] });
    const { body } = await patch(shop, id, { address: { ...address, country: 'SG' } });
    expect(body).toMatchObject({ ship_to: '1 Raffles Place, 048616, Singapore', address: { city: '' } });
  });

  it('is refused where the price or the reference would be another one', async () => {
    const shop = await newShop();
    await server.inUnit((unit) =>
      insertRate(unit.tx, { userId: shop.id, maxGrams: 2_000, country: 'Norway', postcode: '', feeCents: 990n }),
    );
    const { id } = await created(shop, { reference: 'SO-4' });
    await created(shop, { reference: 'SO-5' });
    const before = await read(shop, id);
    const codes = [];
    const address = { ...v1Parcel().address, country: 'Norway' };
    for (const change of [{ address }, { reference: 'SO-5' }, { weight_g: 1 }, { receiver: { name: '' } }])
      codes.push((await patch(shop, id, change)).body.code);
    expect(codes).toEqual(['fee-changed', 'duplicate-reference', 'validation', 'validation']);
    expect(await read(shop, id)).toEqual(before);
  });
});

describe('too late', () => {
  it.each([
    ['shipped', 'is already on its way'],
    ['delivered', 'was delivered'],
    ['failed', 'couldn’t be delivered'],
  ])('is what is %s: nothing is changed or cancelled', async (status, why) => {
    const shop = await newShop();
    const { id } = await created(shop);
    await server.query('update shipments set status = $2 where id = $1', [id, status]);
    const before = await read(shop, id);
    const responses = [await cancel(shop, id), await patch(shop, id, { description: 'Lamps' })];
    expect(responses.map(({ status: code, body }) => `${code} ${body.code} ${body.detail}`)).toEqual([
      `409 too-late It’s too late to cancel this shipment: it ${why}.`,
      `409 too-late It’s too late to change this shipment: it ${why}.`,
    ]);
    expect(await read(shop, id)).toEqual(before);
  });

  it('is not before: it is cancelled, once', async () => {
    const shop = await newShop();
    const { id } = await created(shop, { reference: 'SO-6' });
    for (const _ of [1, 2]) expect((await cancel(shop, id)).body.status).toBe('cancelled');
    const events = await server.query(`select id from activities where shipment_id = $1 and status = 'cancelled'`, [
      id,
    ]);
    expect(events).toHaveLength(1);
    expect((await create(shop, { reference: 'SO-6' })).status).toBe(201);
  });
});

describe('a key of another shop', () => {
  it('changes and cancels nothing', async () => {
    const [owner, other] = [await newShop(), await newShop()];
    const { id } = await created(owner);
    const before = await read(owner, id);
    const responses = [await cancel(other, id), await patch(other, id, { description: 'Mine' })];
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    expect((await patch(other, randomUUID(), { description: 'Mine' })).status).toBe(404);
    expect(await read(owner, id)).toEqual(before);
  });
});
