import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { ReturnRules, ReturnsOfShipment } from '../../src/domain/returns.ts';
import type { V1Created } from '../../src/domain/v1/create-shipment.ts';
import type { V1Shipment, V1ShipmentPage } from '../../src/domain/v1/shipments.ts';
import { courierDay, fact } from '../support/courier-day.ts';
import { type Shop, shops, v1Parcel } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const tomorrow = shiftDay(dayIn('UTC', new Date()), 1);
const prepaid = await testServer({
  environment: { PREPAID_SHIPPING: '1', RETURN_WINDOWS: '10:00-12:00,18:00-20:00', DAYS_OFF: tomorrow },
});
const manager = await server.signedIn({ manager: true });

const RULES: ReturnRules = { mode: 'on', days: 14, payer: 'shop', perShipment: 1 };

interface Sent {
  shop: Shop;
  id: string;
  trackingId: string;
  /** The receiver's grant; `senderGrant` opens the details for the sender. */
  grant: string;
  senderGrant: string;
}

beforeAll(async () => {
  for (const on of [server, prepaid]) await shops(on).newRate({ returnFeeCents: 450n });
});

async function newShop(rules: Partial<ReturnRules> = {}, on = server): Promise<Shop> {
  const shop = await shops(on).newShop();
  const address = ['Kaj 1', 'Göteborg', 'VG', shop.id];
  await on.query('update users set address = $1, city = $2, state = $3 where id = $4', address);
  expect((await on.call('shipper.saveReturns', { ...RULES, ...rules }, { as: shop })).outcome).toBe('ok');
  return shop;
}

async function grantFor(id: string, party: 'sender' | 'receiver', on = server): Promise<string> {
  const [row] = await on.query<{ code: Buffer }>(`select ${party}_code as code from shipments where id = $1`, [id]);
  const code = on.services.secrets.decryptCode(row?.code ?? Buffer.alloc(0));
  return (await on.call('shipment.verifyShipmentCode', { id, code })).data.grant;
}

/** A parcel of a shop, delivered so many days ago. */
async function sent(
  rules: Partial<ReturnRules> = {},
  { days = 1, of = null as Shop | null, on = server } = {},
): Promise<Sent> {
  const shop = of ?? (await newShop(rules, on));
  const made = await shops(on).ask<V1Created>(shop.key, '/v1/shipments', {
    method: 'POST',
    payload: v1Parcel({ reference: randomUUID() }),
  });
  expect(made.status, made.text).toBe(201);
  const { id, tracking_id: trackingId } = made.body;
  await on.query("update shipments set status = 'delivered' where id = $1", [id]);
  await on.query(
    `insert into activities (id, shipment_id, status, kind, comment, address, occurred_at)
     values ($1, $2, 'delivered', 'status', 'Delivered', '', now() - $3 * interval '1 day')`,
    [randomUUID(), id, days],
  );
  return {
    shop,
    id,
    trackingId,
    grant: await grantFor(id, 'receiver', on),
    senderGrant: await grantFor(id, 'sender', on),
  };
}

const asHolder = (grant: string, key: string = randomUUID()) => ({
  headers: { 'x-shipment-grant': grant, 'idempotency-key': key },
});
const request = ({ id, grant }: Pick<Sent, 'id' | 'grant'>, key?: string) =>
  server.call('shipment.requestReturn', { id }, asHolder(grant, key));
async function seen({ trackingId }: Pick<Sent, 'trackingId'>, grant: string): Promise<ReturnsOfShipment | undefined> {
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId }, asHolder(grant));
  return data.access === 'detailed' ? data.returns : undefined;
}
const createV1 = (shop: Shop, shipment: string, headers = {}, on = server) =>
  shops(on).ask<V1Created & { code?: string; detail?: string }>(shop.key, '/v1/returns', {
    method: 'POST',
    payload: { shipment },
    headers,
  });
const readV1 = async (shop: Shop, id: string, on = server) =>
  (await shops(on).ask<V1Shipment>(shop.key, `/v1/shipments/${id}`)).body;
const returnsOf = async (id: string, on = server) =>
  on.query('select * from returns where shipment_id = $1 order by id', [id]);

describe('a return of pieces', () => {
  it('is of what was chosen, at its price, and all together are of no more than there was', async () => {
    const { shop, id, trackingId, grant } = await sent({ perShipment: 3 });
    await server.query('update shipments set parcels = 3 where id = $1', [id]);
    const create = (input: object) =>
      server.call('shipper.createReturn', { id, ...input }, { as: shop, headers: { 'idempotency-key': randomUUID() } });
    const one = await create({ parcels: 1 });
    expect(one.data).toMatchObject({ fee: 4.5 });
    const tooMany = await create({ parcels: 3 });
    expect(tooMany.error.data.fieldErrors).toEqual({ parcels: ['At most 2 parcels of this shipment may go back.'] });
    const rest = await server.call('shipment.requestReturn', { id }, asHolder(grant));
    expect(rest.outcome).toBe('ok');
    const made = await server.query(
      'select parcels, fee_cents as fee from shipments where id in (select return_id from returns where shipment_id = $1) order by parcels',
      [id],
    );
    expect(made).toEqual([
      { parcels: 1, fee: '450' },
      { parcels: 2, fee: '900' },
    ]);
    const more = await create({});
    expect([more.outcome, more.error.message]).toEqual(['CONFLICT', expect.stringMatching(/^All of its parcels have/)]);
    // One that is cancelled gives its parcels back.
    await server.query("update shipments set status = 'cancelled' where id = $1", [one.data.id]);
    expect((await seen({ trackingId }, grant))?.made).toHaveLength(1);
    expect((await create({})).data).toMatchObject({ fee: 4.5 });
  });

  it('is asked for, offered and accepted as so many, and a program names how many, too', async () => {
    const { shop, id, trackingId, grant } = await sent({ mode: 'ask' });
    await server.query('update shipments set parcels = 3 where id = $1', [id]);
    expect(await seen({ trackingId }, grant)).toMatchObject({ offer: { parcels: 3 } });
    expect((await server.call('shipment.requestReturn', { id, parcels: 2 }, asHolder(grant))).outcome).toBe('ok');
    const [asked] = (await server.call('shipper.getReturns', undefined, { as: shop })).data.asked;
    expect(asked).toMatchObject({ parcels: 2 });
    const answer = { id: asked?.id, accept: true, reason: '' };
    expect((await server.call('shipper.decideReturn', answer, { as: shop })).outcome).toBe('ok');
    // Receivers have had the one that the shop allows; the shop itself takes back what is left.
    expect((await server.call('shipment.requestReturn', { id }, asHolder(grant))).outcome).toBe('CONFLICT');
    const rest = await shops(server).ask<V1Created & { errors?: unknown }>(shop.key, '/v1/returns', {
      method: 'POST',
      payload: { shipment: id, parcels: 2 },
    });
    expect([rest.status, rest.body.errors]).toEqual([
      ...[400, [{ pointer: '/parcels', detail: 'At most 1 parcel of this shipment may go back.' }]],
    ]);
    const last = await createV1(shop, id);
    expect([last.status, last.body.fee]).toEqual([201, 4.5]);
  });
});

describe('a return', () => {
  it('has sender and receiver swapped, goes to the shop, and costs what returns cost', async () => {
    const { shop, id, trackingId } = await sent();
    const { status, body } = await createV1(shop, id);
    expect([status, body]).toMatchObject([201, { fee: 4.5, tracking_url: expect.stringContaining(body.tracking_id) }]);
    const [first, back] = [await readV1(shop, id), await readV1(shop, body.id)];
    expect(back).toMatchObject({
      return_of: id,
      status: 'in-progress',
      description: 'Return: Two books',
      reference: first.reference,
      fee: 4.5,
      sender: first.receiver,
      receiver: first.sender,
      weight: first.weight,
      ship_to: expect.stringMatching(/^Kaj 1, Göteborg, VG/),
    });
    expect(first.return_of).toBeUndefined();
    const [row] = await server.query('select payer, parcels from shipments where id = $1', [body.id]);
    expect(row).toEqual({ payer: 'receiver', parcels: 1 });
    const label = await shops(server).ask(shop.key, `/v1/shipments/${body.id}/label`);
    expect([label.status, label.headers['content-type']]).toEqual([200, 'application/pdf']);
    const managed = (await server.call('shipmentAdmin.getShipment', { id }, { as: manager })).data;
    expect(managed.returns?.made).toEqual([{ id: body.id, trackingId: body.tracking_id, status: 'in-progress' }]);
    const [mine, theirs] = await Promise.all(
      ['sender', 'receiver'].map((rel) => server.call('shipment.getShipments', { page: {}, rel }, { as: shop })),
    );
    expect(mine?.data.data).toMatchObject([{ id, returnedAs: body.tracking_id }]);
    expect(theirs?.data.data).toMatchObject([{ id: body.id, returnOf: trackingId }]);
    const opposite = (await server.call('shipmentAdmin.getShipment', { id: body.id }, { as: manager })).data;
    expect(opposite.returns?.of).toEqual({ id, trackingId });
  });

  it('is made once, however often and by whom it is asked for at the same time', async () => {
    const { shop, id, grant } = await sent();
    const key = { 'idempotency-key': 'return-1' };
    const results = await Promise.all([
      createV1(shop, id, key),
      createV1(shop, id),
      server.call('shipper.createReturn', { id }, { as: shop }),
      request({ id, grant }),
      server.call('shipmentAdmin.createReturn', { id }, { as: manager }),
    ]);
    expect(await returnsOf(id)).toHaveLength(1);
    expect(results.filter(({ status }) => status < 300)).toHaveLength(1);
    const again = await createV1(shop, id);
    expect([again.status, again.body.code, again.body.detail]).toEqual([
      ...[409, 'conflict', expect.stringMatching(/^This shipment already has a return: W\w+\.$/)],
    ]);
  });

  it('gives no code to a contact that nobody with the right to codes has seen', async () => {
    const { id } = await sent();
    const as = await server.signedIn({ roles: ['dispatcher'] });
    const other = await server.person();
    const corrected = { id, party: 'receiver', email: other.email };
    expect((await server.call('shipmentAdmin.correctParty', corrected, { as })).outcome).toBe('ok');
    const made = (await server.call('shipmentAdmin.createReturn', { id }, { as })).data;
    const [row] = await server.query('select sender_code, sender_id from shipments where id = $1', [made.id]);
    expect(row).toEqual({ sender_code: null, sender_id: null });
    const code = { id: made.id, party: 'sender', email: other.email };
    expect((await server.call('shipmentAdmin.sendCode', code, { as: manager })).outcome).toBe('ok');
    expect(await grantFor(made.id, 'sender')).not.toBe('');
  });

  it('gives its answer again for the same key, to programs and to receivers', async () => {
    const one = await sent();
    const key = { 'idempotency-key': 'order-4711' };
    const [first, second] = [await createV1(one.shop, one.id, key), await createV1(one.shop, one.id, key)];
    expect(second.body).toEqual(first.body);
    const other = await sent();
    const again = randomUUID();
    const results = [await request(other, again), await request(other, again)];
    expect(new Set(results.map(({ data }) => data.trackingId)).size).toBe(1);
    expect(await returnsOf(other.id)).toHaveLength(1);
  });

  it('is listed to programs, among shipments and alone', async () => {
    const { shop, id } = await sent();
    const { body } = await createV1(shop, id);
    const list = async (path: string) =>
      (await shops(server).ask<V1ShipmentPage>(shop.key, path)).body.data.map((one) => one.id);
    expect(await list('/v1/returns')).toEqual([body.id]);
    expect(await list('/v1/shipments')).toEqual([body.id, id]);
    expect(await list(`/v1/shipments?updated_since=${new Date(Date.now() - 60_000).toISOString()}`)).toContain(body.id);
    expect(await list('/v1/returns?status=delivered')).toEqual([]);
    const [{ receiver_email: email } = { receiver_email: '' }] = await server.query<{ receiver_email: string }>(
      'select receiver_email from shipments where id = $1',
      [body.id],
    );
    const other = await server.parcel({ receiverEmail: email });
    expect(await list('/v1/shipments')).not.toContain(other.id);
  });

  it('makes room for another one when the shop cancels it', async () => {
    const { shop, id } = await sent();
    const { body } = await createV1(shop, id);
    const cancelled = await shops(server).ask<V1Shipment>(shop.key, `/v1/shipments/${body.id}/cancel`, {
      method: 'POST',
    });
    expect(cancelled.body.status).toBe('cancelled');
    expect((await createV1(shop, id)).status).toBe(201);
    // A return is not returned.
    const back = (
      await server.query<{ return_id: string }>('select return_id from returns where shipment_id = $1', [id])
    ).at(-1);
    expect(
      (await server.call('shipmentAdmin.createReturn', { id: back?.return_id }, { as: manager })).error.message,
    ).toBe('This is a return. It can’t be returned again.');
  });

  it('can be made more than once where the shop allows it', async () => {
    const { shop, id } = await sent({ perShipment: 2 });
    await server.query('update shipments set parcels = 3 where id = $1', [id]);
    const first = await server.call('shipper.createReturn', { id, parcels: 1 }, { as: shop });
    const statuses = [await createV1(shop, id), await createV1(shop, id)].map(({ status }) => status);
    expect([first.outcome, ...statuses]).toEqual(['ok', 201, 409]);
  });

  it('is refused to other shops, and without a rate or an address', async () => {
    const { shop, id } = await sent();
    expect((await createV1(await newShop(), id)).status).toBe(404);
    const heavy = await sent({}, { of: shop });
    await server.query('update shipments set weight_g = 30000 where id = $1', [heavy.id]);
    expect((await createV1(shop, heavy.id)).body).toMatchObject({
      code: 'no-rate',
      detail: 'There is no rate for a return of 30 kg from Sweden. Ask Waybill for one.',
    });
    await server.query("update users set address = '' where id = $1", [shop.id]);
    expect((await createV1(shop, id)).body.code).toBe('conflict');
    expect((await server.call('shipper.saveReturns', RULES, { as: shop })).outcome).toBe('PRECONDITION_FAILED');
    expect(await returnsOf(id)).toEqual([]);
  });
});

describe('a receiver', () => {
  it('returns at once where the shop allows it, and sees the return with what the call gave', async () => {
    const parcel = await sent();
    expect(await seen(parcel, parcel.grant)).toMatchObject({
      made: [],
      offer: { by: 'receiver', mode: 'on', payer: 'shop', fee: null },
    });
    const { trackingId, grant } = (await request(parcel)).data;
    expect(await seen(parcel, parcel.grant)).toEqual({
      made: [{ id: expect.any(String), trackingId, status: 'in-progress' }],
      refusal: `This shipment already has a return: ${trackingId}.`,
    });
    expect(await seen({ trackingId: String(trackingId) }, grant?.grant ?? '')).toEqual({
      of: { id: parcel.id, trackingId: parcel.trackingId },
      made: [],
      collectable: { days: expect.arrayContaining([tomorrow]), windows: server.environment.RETURN_WINDOWS },
    });
    const entries = await server.query(
      "select entity_id from audit_entries where procedure = 'shipment.requestReturn'",
    );
    expect(entries.map((entry) => entry.entity_id)).toContain(parcel.id);
  });

  it('pays where the shop says so, and reads the price before', async () => {
    const parcel = await sent({ payer: 'receiver' });
    expect((await seen(parcel, parcel.grant))?.offer).toMatchObject({ payer: 'receiver', fee: 4.5 });
    const { trackingId } = (await request(parcel)).data;
    const [row] = await server.query('select payer from shipments where tracking_id = $1', [trackingId]);
    expect(row).toEqual({ payer: 'sender' });
  });

  it('reads why not: off, too late, not delivered', async () => {
    const off = await sent({ mode: 'off' });
    expect(await seen(off, off.grant)).toEqual({ made: [] });
    expect((await request(off)).error.message).toBe('The sender doesn’t take returns here. Please ask them.');
    const late = await sent({ days: 3 }, { days: 5 });
    expect((await request(late)).error.message).toMatch(/^It’s too late: you could return it until \w+ /);
    expect((await seen(late, late.grant))?.refusal).toMatch(/^It’s too late/);
    const here = await sent();
    await server.query("update shipments set status = 'delivery' where id = $1", [here.id]);
    expect((await request(here)).error.message).toBe('You can return it once it’s delivered.');
    expect(await seen(here, here.grant)).toEqual({ made: [] });
    expect((await createV1(late.shop, late.id)).status).toBe(201);
  });

  it('gets nothing from who no longer is a shop', async () => {
    const parcel = await sent();
    await server.query(`update users set roles = '{}', deactivated_roles = '{shipper}' where id = $1`, [
      parcel.shop.id,
    ]);
    expect((await request(parcel)).error.message).toBe('The sender doesn’t take returns here. Please ask them.');
    expect(await returnsOf(parcel.id)).toEqual([]);
  });

  it('needs the receiver’s code: strangers and the sender’s code get nothing', async () => {
    const parcel = await sent();
    for (const grant of ['', parcel.senderGrant, (await sent()).grant]) {
      expect((await request({ ...parcel, grant })).outcome).toBe('NOT_FOUND');
    }
    expect(await seen(parcel, parcel.senderGrant)).toEqual({ made: [] });
    await request(parcel);
    const visitor = await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId });
    expect(visitor.data).not.toHaveProperty('returns');
  });

  it('returns with an account, too', async () => {
    const parcel = await sent();
    const receiver = await server.signedIn();
    await server.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, receiver.id]);
    const answer = await server.call('shipment.requestReturn', { id: parcel.id }, { as: receiver });
    expect(answer.data.trackingId).toMatch(/^W/);
  });

  it('is limited to a few calls for a shipment', async () => {
    const { id, grant } = await sent({ mode: 'off' });
    const address = server.newAddress();
    const outcomes = [];
    for (let call = 0; call < 12; call += 1)
      outcomes.push((await server.call('shipment.requestReturn', { id }, { ...asHolder(grant), address })).outcome);
    expect(outcomes.slice(-2)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  });
});

describe('at the door or at the depot', () => {
  const collect = (id: string, grant: string, more: object = {}) =>
    server.call('shipment.collectReturn', { id, day: tomorrow, from: '09:00', ...more }, asHolder(grant));

  async function returned() {
    const parcel = await sent();
    const { trackingId, grant } = (await request(parcel)).data;
    const [row] = await server.query<{ id: string }>('select id from shipments where tracking_id = $1', [trackingId]);
    return { ...parcel, back: String(row?.id), trackingId: String(trackingId), grant: grant?.grant ?? '' };
  }

  it('is collected at a time that was chosen, where the brand has others from that day on', async () => {
    const manager = await server.signInAs('manager');
    const save = (change: object) =>
      server.call('settings.save', { changes: [{ key: 'RETURN_WINDOWS', ...change }] }, { as: manager });
    const [one, other] = [await returned(), await returned()];
    const day = shiftDay(tomorrow, 2);
    expect((await collect(one.back, one.grant, { day })).outcome).toBe('ok');
    expect((await save({ value: '07:00-08:00', from: day })).outcome).toBe('ok');
    await until('the times to come are known', () => server.services.environmentOn(day).RETURN_WINDOWS.length === 1);
    expect((await seen(other, other.grant))?.collectable).toMatchObject({
      windows: server.environment.RETURN_WINDOWS,
      later: [{ from: day, windows: [{ from: '07:00', until: '08:00' }] }],
    });
    expect((await collect(other.back, other.grant, { day, from: '13:00' })).error.data.fieldErrors).toEqual({
      from: ['Choose a time from the list: 07:00–08:00.'],
    });
    expect((await collect(other.back, other.grant, { day, from: '07:00' })).outcome).toBe('ok');
    expect((await seen(one, one.grant))?.collection).toMatchObject({ day, from: '09:00' });
    await save({ value: null, from: day, isWithdrawn: true });
    await until('they are as before', () => server.services.environmentOn(day).RETURN_WINDOWS.length === 2);
  });

  it('a courier comes once, on the day and at the time that its sender chooses', async () => {
    const { shop, back, trackingId, grant } = await returned();
    expect((await collect(back, (await sent()).grant)).outcome).toBe('NOT_FOUND');
    expect((await collect(back, await grantFor(back, 'receiver'))).outcome).toBe('NOT_FOUND');
    expect((await collect(back, grant, { day: '2026-01-01' })).error.data.fieldErrors).toHaveProperty('day');
    const twice = await Promise.all([collect(back, grant), collect(back, grant)]);
    expect(twice.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect((await collect(back, grant, { from: '13:00' })).outcome).toBe('CONFLICT');
    const rows = await server.query(
      'select kind, day::text, from_time, until_time, parcels, address, name, phone, shipment_ids from pickups where user_id = $1',
      [shop.id],
    );
    expect(rows).toEqual([
      {
        kind: 'return',
        day: tomorrow,
        from_time: '09:00',
        until_time: '13:00',
        parcels: 1,
        address: 'Linnégatan 8, 413 04 Göteborg, Sweden',
        name: 'Elin Strand',
        phone: '+46 31 555 0192',
        shipment_ids: [back],
      },
    ]);
    expect((await seen({ trackingId }, grant))?.collection).toEqual({ day: tomorrow, from: '09:00', until: '13:00' });
    await server.query("update shipments set status = 'shipped' where id = $1", [back]);
    expect((await collect(back, grant)).error.message).toBe('This return is already on its way.');
  });

  it.each<[string, (one: Awaited<ReturnType<typeof returned>>) => Promise<{ outcome: string }>]>([
    ['is cancelled', ({ shop, back }) => server.call('shipper.cancelShipment', { id: back }, { as: shop })],
    ['is deleted', ({ back }) => server.call('shipmentAdmin.deleteShipment', { id: back }, { as: manager })],
    [
      'is brought to the depot',
      async ({ trackingId }) => {
        const scan = { scanId: randomUUID(), trackingId, act: 'receive', address: 'Leeds depot' };
        return server.call('deskAdmin.scan', { scans: [scan] }, { as: manager });
      },
    ],
  ])('nobody comes for a return that %s', async (_, end) => {
    const one = await returned();
    await collect(one.back, one.grant);
    const [pickup] = await server.query<{ id: string }>('select id from pickups where user_id = $1', [one.shop.id]);
    const courier = await server.signedIn({ courier: true });
    const { id: sample } = await server.parcel();
    const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds: [sample] };
    const run = (await server.call('runAdmin.create', input, { as: manager })).data;
    await server.call('runAdmin.release', run, { as: manager });
    expect((await server.call('pickupAdmin.plan', { id: pickup?.id, runId: run.id }, { as: manager })).outcome).toBe(
      'ok',
    );
    expect((await end(one)).outcome).toBe('ok');
    const rows = await server.query(
      `select p.state, c.status from pickups p join run_collections c on c.collection_id = p.id where p.id = $1`,
      [pickup?.id],
    );
    expect(rows).toEqual([{ state: 'cancelled', status: 'cancelled' }]);
  });

  it('a return received by mistake is collected again, in its run or by the desk', async () => {
    const scan = async (act: object) => {
      const scanId = randomUUID();
      const { data } = await server.call('deskAdmin.scan', { scans: [{ scanId, ...act }] }, { as: manager });
      expect(data.results[0]?.outcome).toBe('done');
      return scanId;
    };
    const { shop, back, trackingId, grant } = await returned();
    await collect(back, grant);
    const [pickup] = await server.query<{ id: string }>('select id from pickups where user_id = $1', [shop.id]);
    const states = async () =>
      (await server.query('select state from pickups where user_id = $1', [shop.id])).map(({ state }) => state);
    const receive = { trackingId, act: 'receive', status: 'held', address: 'Leeds depot' };
    const undoes = await scan(receive);
    expect(await states()).toEqual(['cancelled']);
    await scan({ trackingId, act: 'undo', undoes });
    expect(await states()).toEqual(['pending']);
    const { id: courierId } = await server.signedIn({ courier: true });
    const input = { day: tomorrow, name: 'Centre', courierId, shipmentIds: [(await server.parcel()).id] };
    const run = (await server.call('runAdmin.create', input, { as: manager })).data;
    await server.call('runAdmin.release', run, { as: manager });
    await server.call('pickupAdmin.plan', { id: pickup?.id, runId: run.id }, { as: manager });
    const again = await scan({ ...receive, address: 'York depot' });
    expect(await states()).toEqual(['cancelled']);
    await scan({ trackingId, act: 'undo', undoes: again });
    expect(await states()).toEqual(['arranged']);
    const places = 'select status from run_collections where collection_id = $1 order by id';
    expect(await server.query(places, [pickup?.id])).toEqual([{ status: 'cancelled' }, { status: 'open' }]);
  });

  it('a return that its courier and the depot both took is one, and looked for by nobody', async () => {
    const { shop, back, trackingId, grant } = await returned();
    await collect(back, grant);
    const [pickup] = await server.query<{ id: string }>('select id from pickups where user_id = $1', [shop.id]);
    const day = courierDay(server, manager);
    const [courier, other] = [await day.newCourier(), await day.newCourier()];
    const runs = [await day.releasedRun(courier), await day.releasedRun(other)];
    const placeOf = async (run: { id: string } | undefined, as: Person) => {
      await server.call('pickupAdmin.plan', { id: pickup?.id, runId: run?.id }, { as: manager });
      const stop = (await day.runOf(as)).stops.find((one) => one.collections);
      return { stopId: stop?.id, collectionId: stop?.collections?.[0]?.id };
    };
    const places = [await placeOf(runs[0], courier), await placeOf(runs[1], other)];
    const at = new Date(Date.now() - 1_000).toISOString();
    const scan = { scanId: randomUUID(), trackingId, act: 'receive', status: 'held', address: 'Leeds depot' };
    await server.call('deskAdmin.scan', { scans: [scan] }, { as: manager });
    // Both phones were offline: theirs come later, and happened before.
    for (const [index, as] of [courier, other].entries())
      await day.tell(
        as,
        'collect',
        fact({
          ...places[index],
          result: 'collected',
          unlabelled: 0,
          left: [],
          proofs: [],
          occurredAt: at,
          parcels: [{ trackingId, at, by: 'scan' }],
        }),
      );
    const [row] = await server.query('select coalesce(outcome, state) as state from pickups where user_id = $1', [
      shop.id,
    ]);
    expect([row?.state, (await day.statusOf(back))?.status]).toEqual(['done', 'held']);
    const entries = await server.query(`select 1 from activities where shipment_id = $1 and comment = 'Collected'`, [
      back,
    ]);
    expect(entries).toHaveLength(1);
    for (const [index, as] of [courier, other].entries()) {
      await day.tell(as, 'start', fact({ runId: runs[index]?.id }));
      await day.tell(as, 'close', fact({ runId: runs[index]?.id }));
    }
    const open = await Promise.all(runs.map(async ({ id }) => (await day.deskRun(id)).exceptions));
    const missing = open
      .flat()
      .filter(({ kind, taskId, resolved }) => kind === 'missing-parcel' && !taskId && !resolved);
    expect(missing).toEqual([]);
  });

  it('two returns of one door share a courier only at the time that both chose', async () => {
    const first = await returned();
    const second = await sent({}, { of: first.shop });
    const { trackingId, grant } = (await request(second)).data;
    const [row] = await server.query<{ id: string }>('select id from shipments where tracking_id = $1', [trackingId]);
    await collect(first.back, first.grant);
    const late = await collect(String(row?.id), grant?.grant ?? '', { from: '13:00' });
    expect(late.error.data.fieldErrors).toEqual({ from: ['A courier already comes there between 09:00 and 13:00.'] });
    expect((await collect(String(row?.id), grant?.grant ?? '')).outcome).toBe('ok');
    const rows = await server.query('select parcels from pickups where user_id = $1', [first.shop.id]);
    expect(rows).toEqual([{ parcels: 2 }]);
  });

  it('its sender gets an email when the desk moves it or nobody comes, and chooses again', async () => {
    const { shop, back, trackingId, grant } = await returned();
    await collect(back, grant);
    const [pickup] = await server.query<{ id: string }>('select id from pickups where user_id = $1', [shop.id]);
    const mails = () =>
      server.query(`select id from mails where kind = 'return-collection' and about ->> 'shipmentId' = $1`, [back]);
    const { id: courierId } = await server.signedIn({ courier: true });
    const plan = async (day: string) => {
      const run = (await server.call('runAdmin.create', { day, name: 'Centre', courierId }, { as: manager })).data;
      return server.call('pickupAdmin.plan', { id: pickup?.id, runId: run.id }, { as: manager });
    };
    expect((await plan(tomorrow)).outcome).toBe('ok');
    expect(await mails()).toEqual([]);
    const later = shiftDay(tomorrow, 1);
    expect((await plan(later)).outcome).toBe('ok');
    expect(await mails()).toHaveLength(1);
    expect((await seen({ trackingId }, grant))?.collection?.day).toBe(later);
    const reason = 'The van broke down.';
    const decline = { id: pickup?.id, reason };
    expect((await server.call('pickupAdmin.decline', decline, { as: manager })).outcome).toBe('ok');
    const moved = (await mails()).at(-1);
    const { next } = (await server.call('mail.getMail', { id: moved?.id }, { as: manager })).data;
    expect(next?.text).toMatch(/Nobody collects your return[\s\S]*The van broke down\./);
    expect(await mails()).toHaveLength(2);
    const after = await seen({ trackingId }, grant);
    expect(after).toMatchObject({ notCollected: { day: later, reason }, collectable: { days: expect.any(Array) } });
    expect(after).not.toHaveProperty('collection');
    expect((await collect(back, grant, { from: '13:00' })).outcome).toBe('ok');
    expect((await seen({ trackingId }, grant))?.collection).toMatchObject({ day: tomorrow, from: '13:00' });
  });

  it('is collected in the brand’s windows, and never on its days off', async () => {
    const shop = await newShop({ payer: 'receiver' }, prepaid);
    const deposit = { userId: shop.id, type: 'deposit', status: 'successful', summary: 'Counter' } as const;
    await prepaid.inUnit((unit) => postTransaction(unit, { ...deposit, amountCents: 1_100n }));
    const { id, grant } = await sent({}, { of: shop, on: prepaid });
    const made = (await prepaid.call('shipment.requestReturn', { id }, asHolder(grant))).data;
    const own = asHolder(made.grant?.grant ?? '');
    const { data } = await prepaid.call('shipment.getShipmentByTrackingId', { trackingId: made.trackingId }, own);
    const { collectable } = (data.access === 'detailed' && data.returns) || {};
    expect(collectable?.windows).toEqual(prepaid.environment.RETURN_WINDOWS);
    expect([collectable?.days.length, collectable?.days[0]]).toEqual([7, shiftDay(tomorrow, 1)]);
    const collectOn = async (day: string, from: string) => {
      const answer = await prepaid.call('shipment.collectReturn', { id: data.id, day, from }, own);
      return answer.outcome === 'ok' ? 'ok' : answer.error.data.fieldErrors;
    };
    expect(await collectOn(tomorrow, '10:00')).toEqual({ day: ['No courier comes on this day. Choose another.'] });
    const windows = 'Choose a time from the list: 10:00–12:00, 18:00–20:00.';
    expect(await collectOn(shiftDay(tomorrow, 1), '09:00')).toEqual({ from: [windows] });
    expect(await collectOn(shiftDay(tomorrow, 1), '18:00')).toBe('ok');
    const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '16:00', until: '17:00', parcels: 3 };
    expect((await prepaid.call('shipper.savePickupDays', days, { as: shop })).outcome).toBe('ok');
    const rows = await prepaid.query(
      `select day::text, state from pickups where user_id = $1 and kind = 'pickup' order by day limit 2`,
      [shop.id],
    );
    expect(rows).toEqual([
      { day: tomorrow, state: 'cancelled' },
      { day: shiftDay(tomorrow, 1), state: 'pending' },
    ]);
  });

  it('the depot receives a return by scan, and its sender sees that it is there', async () => {
    const { trackingId, grant } = await returned();
    const scan = { scanId: randomUUID(), trackingId, act: 'receive', address: 'Leeds depot' };
    const answer = await server.call('deskAdmin.scan', { scans: [scan] }, { as: manager });
    expect(answer.data.results).toMatchObject([{ outcome: 'done' }]);
    const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId }, asHolder(grant));
    expect(data.access === 'detailed' && data.activity.at(-1)?.address).toBe('Leeds depot');
  });
});

describe('a shop that wants to be asked', () => {
  const decide = (shop: Person, input: object) => server.call('shipper.decideReturn', input, { as: shop });
  const asked = async (shop: Person) => (await server.call('shipper.getReturns', undefined, { as: shop })).data.asked;

  it('finds it in its list and says yes, once', async () => {
    const parcel = await sent({ mode: 'ask' });
    const results = await Promise.all([request(parcel), request(parcel)]);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    expect(await seen(parcel, parcel.grant)).toMatchObject({ asked: true, made: [] });
    const [one] = await asked(parcel.shop);
    expect(one).toMatchObject({ shipmentId: parcel.id, trackingId: parcel.trackingId, receiverName: 'Elin Strand' });
    expect(await asked(await newShop())).toEqual([]);
    expect((await decide(await newShop(), { id: one?.id, accept: true })).outcome).toBe('NOT_FOUND');
    const yes = await Promise.all([
      decide(parcel.shop, { id: one?.id, accept: true }),
      decide(parcel.shop, { id: one?.id, accept: true }),
    ]);
    expect(yes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect((await decide(parcel.shop, { id: one?.id, accept: false })).outcome).toBe('CONFLICT');
    expect(await asked(parcel.shop)).toEqual([]);
    expect((await seen(parcel, parcel.grant))?.made).toHaveLength(1);
    expect(await returnsOf(parcel.id)).toHaveLength(1);
  });

  it('says no with a reason that the receiver reads', async () => {
    const parcel = await sent({ mode: 'ask' });
    await request(parcel);
    const [one] = await asked(parcel.shop);
    const no = { id: one?.id, accept: false, reason: 'Books are not returned.' };
    for (const _ of ['once', 'again']) expect((await decide(parcel.shop, no)).outcome).toBe('ok');
    expect(await seen(parcel, parcel.grant)).toEqual({
      made: [],
      declined: no.reason,
      refusal: 'The sender has declined this return.',
    });
    expect((await request(parcel)).outcome).toBe('CONFLICT');
    expect((await createV1(parcel.shop, parcel.id)).status).toBe(201);
  });
});

it('takes the fee from a prepaid balance once, and gives it back when the return is cancelled', async () => {
  const { shop, id, grant } = await (async () => {
    const shop = await newShop({}, prepaid);
    const deposit = { userId: shop.id, type: 'deposit', status: 'successful', summary: 'Counter' } as const;
    await prepaid.inUnit((unit) => postTransaction(unit, { ...deposit, amountCents: 1_100n }));
    return sent({}, { of: shop, on: prepaid });
  })();
  const left = async () =>
    Number((await prepaid.query('select total_cents from balances where user_id = $1', [shop.id]))[0]?.total_cents);
  expect(await left()).toBe(510);
  const key = randomUUID();
  const made = () => prepaid.call('shipment.requestReturn', { id }, asHolder(grant, key));
  await Promise.all([made(), made()]);
  expect(await left()).toBe(60);
  const [row] = await returnsOf(id, prepaid);
  const cancel = () => prepaid.call('shipper.cancelShipment', { id: row?.return_id }, { as: shop });
  for (const answer of await Promise.all([cancel(), cancel()])) expect(answer.outcome).toBe('ok');
  expect(await left()).toBe(510);
  await prepaid.query('update balances set total_cents = 400 where user_id = $1', [shop.id]);
  expect((await createV1(shop, id, {}, prepaid)).body).toMatchObject({ code: 'balance-too-low' });
  // What a shop has is not for its customers to read.
  const refused = await prepaid.call('shipment.requestReturn', { id }, asHolder(grant));
  expect(refused.error.message).toBe('The sender can’t pay for this return now. Please ask them.');
});
