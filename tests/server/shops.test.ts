import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { DEFAULT_PROOF_POLICY, policyWithCode } from '../../src/domain/runs/proof-policy.ts';
import type { CreateOwnShipmentInput } from '../../src/domain/shops/own-shipment.ts';
import { courierDay } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const under = (key: string) => ({ headers: { 'idempotency-key': key } });

const newShop = (details: object = {}) =>
  server.signedIn({
    roles: ['shipper'],
    firstName: 'Harbour',
    lastName: 'Books',
    phone: '+46 31 555 0100',
    ...details,
  });
const rate = (details: Partial<Parameters<typeof insertRate>[1]> = {}) =>
  server.inUnit((unit) =>
    insertRate(unit.tx, { userId: null, maxGrams: 2_000, country: null, postcode: '', feeCents: 590n, ...details }),
  );
const parcel = (details: Partial<CreateOwnShipmentInput> = {}): CreateOwnShipmentInput => ({
  receiverName: 'Elin Strand',
  receiverEmail: 'elin.strand@example.com',
  receiverPhone: '+46 31 555 0192',
  line1: 'Linnégatan 8',
  city: 'Göteborg',
  postcode: '413 04',
  country: 'Sweden',
  description: 'Two books',
  weightG: 1_200,
  lengthMm: 300,
  widthMm: 200,
  heightMm: 125,
  ...details,
});
const create = (as: { token: string }, details: object = {}, key: string = randomUUID()) =>
  server.call('shipper.createShipment', parcel(details), { as, ...under(key) });
const countOf = async (shop: { id: string }) =>
  Number((await server.query('select count(*) from shipments where sender_id = $1', [shop.id]))[0]?.count);

await rate();

describe('a shop', () => {
  it('creates a shipment, whose texts, sender and fee we write', async () => {
    const shop = await newShop();
    const { data } = await create(shop, { reference: '#1001', line2: 'Floor 2', country: 'SE', parcels: 2 });
    expect(data).toEqual({ id: expect.any(String), trackingId: expect.stringMatching(/^W/), fee: 11.8 });
    const [row] = await server.query('select * from shipments where id = $1', [data.id]);
    expect(row).toMatchObject({
      sender_id: shop.id,
      sender_name: 'Harbour Books',
      payer: 'sender',
      fee_cents: '1180',
      weight: '1.2 kg',
      dimensions: '30 × 20 × 12.5 cm',
      ship_to: 'Linnégatan 8, Floor 2, 413 04 Göteborg, Sweden',
      receiver_country: 'Sweden',
      weight_g: 1_200,
      height_mm: 125,
      parcels: 2,
      address: { line1: 'Linnégatan 8', line2: 'Floor 2', city: 'Göteborg', postcode: '413 04', country: 'Sweden' },
    });
    const mails = await server.query("select receiver from mails where about->>'shipmentId' = $1 order by receiver", [
      data.id,
    ]);
    expect(mails.map(({ receiver }) => receiver)).toEqual(['elin.strand@example.com', shop.email]);
  });

  it('asks for the receiver’s code by its own rule, never for less than the brand', async () => {
    const shop = await newShop();
    const codeOf = async (details: object) => {
      const { id } = (await create(shop, details)).data;
      return (await server.query('select proof from shipments where id = $1', [id]))[0]?.proof?.code ?? null;
    };
    expect([await codeOf({}), await codeOf({ handoverCode: 'qr' })]).toEqual([null, 'qr']);
    const sender = { name: 'Harbour Books', phone: '+46 31 555 0100' };
    await server.call('shipper.saveSender', { ...sender, handoverCode: 'required' }, { as: shop });
    // An older form does not have the field.
    await server.call('shipper.saveSender', sender, { as: shop });
    expect([await codeOf({}), await codeOf({ handoverCode: 'off' })]).toEqual(['required', null]);
    const brand = { ...DEFAULT_PROOF_POLICY, code: 'required' } as const;
    expect(policyWithCode('off', brand)).toBeNull();
    expect(policyWithCode('qr', brand)).toEqual({ ...brand, code: 'qr' });
  });

  it('creates one shipment with a double click', async () => {
    const shop = await newShop();
    const key = randomUUID();
    const responses = await Promise.all([create(shop, {}, key), create(shop, {}, key), create(shop, {}, key)]);
    expect(new Set(responses.map(({ data }) => data.id)).size).toBe(1);
    expect(await countOf(shop)).toBe(1);
  });

  it('has a reference once, even in a race, until it is cancelled', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const twice = await Promise.all([create(shop, { reference: '#7' }), create(shop, { reference: '#7' })]);
    const [created, refused] = twice.toSorted((one, next) => one.status - next.status);
    expect(refused?.error).toMatchObject({
      message: `You already have a shipment with the reference #7: ${created?.data.trackingId}.`,
      data: { code: 'CONFLICT', shop: { type: 'duplicate-reference', shipment: { id: created?.data.id } } },
    });
    expect((await create(other, { reference: '#7' })).outcome).toBe('ok');
    await server.call('shipper.cancelShipment', { id: created?.data.id }, { as: shop });
    expect((await create(shop, { reference: '#7' })).outcome).toBe('ok');
  });

  it('pays its own rate before the brand’s, and none that it sends', async () => {
    const shop = await newShop();
    await rate({ userId: shop.id, feeCents: 450n });
    expect((await create(shop)).data.fee).toBe(4.5);
    expect((await create(shop, { fee: 1 })).outcome).toBe('BAD_REQUEST');
    const changed = await create(shop, { seenFee: 4.4 });
    expect(changed.error.message).toBe('The fee is now $4.50. Check it and confirm again.');
    expect(await countOf(shop)).toBe(1);
  });

  it('reads beforehand what quotes will say, and no rate that none picks', async () => {
    const shop = await newShop();
    const own = { userId: shop.id, returnFeeCents: null };
    for (const more of [
      { maxGrams: 1_000, feeCents: 400n },
      { country: 'Sweden', maxGrams: 5_000, feeCents: 700n, returnFeeCents: 300n },
      { country: 'Sweden', postcode: '41', maxGrams: 3_000, feeCents: 650n },
      { country: 'Sweden', postcode: '41', maxGrams: 500, feeCents: 350n },
    ])
      await rate({ ...own, ...more });
    const prices = (await server.call('shipper.getPrices', undefined, { as: shop })).data;
    expect(
      prices.map(({ country, postcode, maxGrams, fee, returnFee }) => [country, postcode, maxGrams, fee, returnFee]),
    ).toEqual([
      [null, '', 1_000, 4, null],
      [null, '', 2_000, 5.9, null],
      ['Sweden', '', 5_000, 7, 3],
      ['Sweden', '41', 500, 3.5, 3],
      ['Sweden', '41', 3_000, 6.5, 3],
    ]);
    for (const { country, postcode, maxGrams, fee } of prices) {
      const parcel = { country: country ?? 'Norway', postcode, weightG: maxGrams };
      expect((await server.call('shipper.getQuote', parcel, { as: shop })).data.fee).toBe(fee);
    }
    await rate({ ...own, maxGrams: 9_000, feeCents: 100n });
    const cheap = (await server.call('shipper.getPrices', undefined, { as: shop })).data;
    expect(cheap.filter(({ country }) => country === null).map(({ maxGrams }) => maxGrams)).toEqual([1_000, 9_000]);
  });

  it('gets an error for a destination without a rate', async () => {
    const shop = await newShop();
    const { error } = await create(shop, { weightG: 2_001 });
    expect(error.message).toBe('There is no rate for 2.001 kg to Sweden. Ask Waybill for one.');
    expect(error.data.shop).toEqual({ type: 'no-rate' });
    const quoted = { country: 'Sweden', weightG: 2_001 };
    expect((await server.call('shipper.getQuote', quoted, { as: shop })).data).toEqual({ fee: null });
    expect(await countOf(shop)).toBe(0);
  });

  it.each([{ phone: null }, { firstName: '', lastName: '' }])(
    'needs a name and a phone to send as: %j',
    async (lacks) => {
      const shop = await newShop(lacks);
      expect((await create(shop)).error.data.shop).toEqual({ type: 'no-sender' });
      const sender = { name: 'Harbour Books', phone: '+46 31 555 0100', country: 'SE' };
      await server.call('shipper.saveSender', sender, { as: shop, ...under(randomUUID()) });
      const { id } = (await create(shop)).data;
      const [row] = await server.query('select sender_name, sender_country from shipments where id = $1', [id]);
      expect(row).toEqual({ sender_name: 'Harbour Books', sender_country: 'Sweden' });
    },
  );
});

describe('cancelling', () => {
  const cancel = (id: string, as: { token: string }) => server.call('shipper.cancelShipment', { id }, { as });

  it('is for the shop’s own shipments', async () => {
    const { id } = (await create(await newShop())).data;
    expect((await cancel(id, await newShop())).outcome).toBe('NOT_FOUND');
  });

  it('goes until a courier has loaded it', async () => {
    const shop = await newShop();
    const { id } = (await create(shop)).data;
    const manager = await server.signedIn({ manager: true });
    const { newCourier, loadAndStart } = courierDay(server, manager);
    const courier = await newCourier();
    const run = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds: [id], despite: [id] };
    const planned = (await server.call('runAdmin.create', run, { as: manager })).data;
    await server.call('runAdmin.release', planned, { as: manager });
    await loadAndStart(courier);
    const { error } = await cancel(id, shop);
    expect(error.data.shop).toEqual({ type: 'too-late' });
    const { id: next } = (await create(shop)).data;
    expect([await cancel(next, shop), await cancel(next, shop)].map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });
});

describe('where shops pay ahead', () => {
  it('takes the fee from the balance, and gives it back', async () => {
    const prepaid = await testServer({ environment: { PREPAID_SHIPPING: '1' } });
    const shop = await prepaid.signedIn({ roles: ['shipper'], phone: '+46 31 555 0100' });
    await prepaid.inUnit((unit) =>
      insertRate(unit.tx, { userId: null, maxGrams: 2_000, country: null, postcode: '', feeCents: 590n }),
    );
    const send = () => prepaid.call('shipper.createShipment', parcel(), { as: shop, ...under(randomUUID()) });
    const balance = async () =>
      (await prepaid.query('select total_cents from balances where user_id = $1', [shop.id]))[0]?.total_cents ?? '0';
    const poor = await send();
    expect(poor.error.message).toBe('This costs $5.90, but your balance is $0.00.');
    const deposit = { userId: shop.id, type: 'deposit', status: 'successful', summary: 'Counter' } as const;
    await prepaid.inUnit((unit) => postTransaction(unit, { ...deposit, amountCents: 1_000n }));
    const twice = await Promise.all([send(), send()]);
    expect(twice.map(({ outcome }) => outcome).toSorted()).toEqual(['PRECONDITION_FAILED', 'ok']);
    expect(await balance()).toBe('410');
    const created = twice.find(({ outcome }) => outcome === 'ok')?.data;
    await prepaid.call('shipper.cancelShipment', { id: created?.id }, { as: shop });
    expect(await balance()).toBe('1000');
  });
});

describe('rates', () => {
  it('are kept by who sees money, one for each zone and weight', async () => {
    const [manager, accountant] = [
      await server.signedIn({ manager: true }),
      await server.signedIn({ roles: ['accountant'] }),
    ];
    const shop = await newShop();
    const save = (input: object, as = accountant) =>
      server.call('rateAdmin.save', input, { as, ...under(randomUUID()) });
    const norway = { userId: shop.id, maxGrams: 3_000, country: 'NO', postcode: '01', fee: 9 };
    const { id } = (await save(norway)).data;
    expect((await save(norway, manager)).error.data.fieldErrors).toEqual({
      maxGrams: ['There is already a rate for this zone up to this weight.'],
    });
    expect((await save({ ...norway, country: 'Atlantis' })).error.data.fieldErrors).toHaveProperty('country');
    await save({ ...norway, id, fee: 8.5, returnFee: 4 });
    await save({ ...norway, id, fee: 8.5 });
    const list = () => server.call('rateAdmin.list', { userId: shop.id }, { as: manager });
    expect((await list()).data).toEqual([{ ...norway, id, country: 'Norway', fee: 8.5, returnFee: 4, codFee: null }]);
    await save({ ...norway, id, fee: 8.5, returnFee: null });
    expect((await list()).data).toMatchObject([{ returnFee: null }]);
    const shops = (await server.call('rateAdmin.shops', undefined, { as: manager })).data;
    expect(shops).toContainEqual({ id: shop.id, name: 'Harbour Books', email: shop.email, rates: 1 });
    await server.call('rateAdmin.delete', { id }, { as: manager });
    expect((await list()).data).toEqual([]);
    await server.query(
      `insert into rates (id, user_id, max_grams, postcode, fee_cents)
       select gen_random_uuid(), $1, n, '', 590 from generate_series(1, 1000) n`,
      [shop.id],
    );
    expect((await save(norway)).error.message).toBe('There are 1,000 rates. Delete one first.');
    const trail = await server.query("select procedure from audit_entries where entity = 'rate' and entity_id = $1", [
      id,
    ]);
    expect(trail).toHaveLength(5);
  });

  it('go with a deleted shop, as all that is kept of it', async () => {
    const shop = await newShop({ email: 'canary.shop@example.com' });
    await rate({ userId: shop.id, feeCents: 450n });
    const canary = { name: 'Canary Books', phone: '+46 31 555 0777' };
    await server.call('shipper.saveSender', canary, { as: shop, ...under(randomUUID()) });
    const fields = { receiverName: 'Canary Receiver' };
    await server.call('shipper.saveDraft', { fields }, { as: shop, ...under(randomUUID()) });
    expect(await server.everythingStored()).toMatch(/Canary Receiver/);
    const manager = await server.signedIn({ manager: true });
    const deleted = await server.call('userAdmin.deleteUser', { id: shop.id }, { as: manager, ...under(randomUUID()) });
    expect(deleted.outcome).toBe('ok');
    expect(await server.everythingStored()).not.toMatch(/Canary|555 0777/);
    expect(await server.query('select from rates where user_id = $1', [shop.id])).toEqual([]);
  });
});
