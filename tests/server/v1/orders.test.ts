/** Orders of connected shops: each a draft, once, and only with the secret. */
import { describe, expect, it } from 'vitest';
import { secureAccount } from '../../../server/own-account/secure-account.ts';
import { deleteUser } from '../../../server/people/delete-user.ts';
import { paths } from '../../../src/domain/paths.ts';
import { CONNECTION_KINDS, type ConnectionKind } from '../../../src/domain/shops/connection.ts';
import { shops } from '../../support/shop.ts';
import {
  connect,
  ORDERS,
  send,
  sendDeletion,
  shopifyOrder,
  virtualOrder,
  wooOrder,
} from '../../support/shop-orders.ts';
import type { Person } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

const SECRET_KEY = 'orders-come-to-two-servers-of-one-key';
const server = await testServer({ environment: { SECRET_KEY } });
const { newShop, newRate } = shops(server);
await newRate();
const manager = await server.signedIn({ manager: true });

async function connected(kind: ConnectionKind) {
  const owner = await newShop();
  return { owner, shop: await connect(server, owner, kind) };
}
const draftsOf = async (owner: Person) => (await server.call('shipper.getDrafts', { page: 1 }, { as: owner })).data;
/** To change something of it. */
const addressOf = (kind: ConnectionKind): object =>
  kind === 'woocommerce' ? wooOrder(1).shipping : shopifyOrder(1).shipping_address;
const connectionOf = async (owner: Person) =>
  (await server.call('shopConnection.list', undefined, { as: owner })).data.data[0];
const confirmAll = async (owner: Person) => {
  const drafts = (await draftsOf(owner)).data.map(({ id, version, fee }) => ({ id, version, seenFee: fee ?? 0 }));
  return (await server.call('shipper.confirmDrafts', { drafts }, { as: owner })).data;
};

const newsOf = async (owner: Person) =>
  (await server.call('shipper.getChangedOrders', undefined, { as: owner })).data.data;
const answer = (owner: Person, order: { id: string } | undefined, take: boolean) =>
  server.call('shipper.answerChange', { id: order?.id, take }, { as: owner });
const at = (minute: number) => ({
  date_modified_gmt: `2026-11-01T10:0${minute}:00`,
  updated_at: `2026-11-01T10:0${minute}:00Z`,
});

describe.each(CONNECTION_KINDS)('an order of %s', (kind) => {
  const to = (city: string) => ({
    [kind === 'woocommerce' ? 'shipping' : 'shipping_address']: { ...addressOf(kind), city },
  });

  it('becomes a draft that is ready', async () => {
    const { owner, shop } = await connected(kind);
    expect(await send(server, shop, ORDERS[kind](1_042))).toEqual({ status: 200, body: { result: 'draft' } });
    const { data, counts } = await draftsOf(owner);
    expect(counts).toEqual({ ready: 1, toFix: 0, withheld: 0 });
    const worth = kind === 'shopify' ? '29.80 EUR' : '38.80 EUR';
    const notes = [`Without its value: ${worth} is not in USD.`];
    expect(data).toMatchObject([{ source: kind, fee: 5.9, problems: [], notes }]);
    expect(data[0]?.fields).toEqual({
      reference: kind === 'shopify' ? '#1042' : '1042',
      receiverName: kind === 'shopify' ? 'Elin Strand' : 'Elin Strand, Strand AB',
      receiverEmail: kind === 'shopify' ? 'elin@example.com' : 'maja@example.com',
      receiverPhone: kind === 'shopify' ? '+46 31 555 0192' : '+46 40 555 0111',
      line1: 'Linnégatan 8',
      ...(kind === 'woocommerce' && { line2: 'Floor 2' }),
      city: 'Göteborg',
      postcode: '413 04',
      country: 'Sweden',
      description: kind === 'shopify' ? '2 × Ceramic mug - Blue' : '2 × Ceramic mug, Tea towel',
      weightG: kind === 'shopify' ? '760' : '800',
      lengthMm: '300',
      widthMm: '200',
      heightMm: '100',
    });
    expect(await connectionOf(owner)).toMatchObject({
      order: { reference: data[0]?.fields.reference, outcome: 'draft' },
    });
    expect(await confirmAll(owner)).toMatchObject([{ message: null }]);
  });

  it('says what people would write, with all of its address', async () => {
    const { owner, shop } = await connected(kind);
    const to = (parts: object) => ({
      [kind === 'woocommerce' ? 'shipping' : 'shipping_address']: { ...addressOf(kind), company: 'n/a', ...parts },
    });
    const boston = {
      name: 'Zo&euml; Testerson',
      first_name: 'Zo&euml; Testerson',
      last_name: 'Testerson',
      address_1: '1 Main St',
      address1: '1 Main St',
      address_2: '--',
      address2: '--',
      address_3: 'Dock 3',
      address3: 'Dock 3',
      city: 'Boston',
      state: 'MA',
      province_code: 'MA',
      postcode: '2108',
      zip: '2108',
      country: 'US',
      country_code: 'US',
    };
    await send(server, shop, ORDERS[kind](1, to(boston)));
    const singapore = { city: '', postcode: '018956', zip: '018956', country: 'SG', country_code: 'SG' };
    await send(server, shop, ORDERS[kind](2, to({ ...singapore, state: '', province_code: null })));
    const { data } = await draftsOf(owner);
    const [first, second] = data.toSorted((one, other) => (one.fields.city ? 0 : 1) - (other.fields.city ? 0 : 1));
    expect(first?.fields).toMatchObject({
      receiverName: 'Zoë Testerson',
      line1: '1 Main St',
      line2: 'Dock 3',
      city: 'Boston, MA',
      postcode: '02108',
    });
    expect(second).toMatchObject({ problems: [], fields: { postcode: '018956', country: 'Singapore' } });
  });

  it('sent twice with 49 others makes 50 drafts, on two servers', async () => {
    const other = await testServer({ database: server.database, environment: { SECRET_KEY } });
    const { owner, shop } = await connected(kind);
    const orders = Array.from({ length: 50 }, (_, at) => ORDERS[kind](2_000 + at));
    const responses = await Promise.all(
      orders.flatMap((order) => [server, other].map((each) => send(each, shop, order))),
    );
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(responses.filter(({ body }) => body.result === 'draft')).toHaveLength(50);
    const { counts, data } = await draftsOf(owner);
    expect([counts, new Set(data.map(({ fields }) => fields.reference)).size]).toEqual([
      { ready: 50, toFix: 0, withheld: 0 },
      50,
    ]);
  });

  it('changes its draft until somebody touches it', async () => {
    const { owner, shop } = await connected(kind);
    await send(server, shop, ORDERS[kind](1));
    expect((await send(server, shop, ORDERS[kind](1, to('Kungälv')))).body).toEqual({ result: 'draft' });
    const [draft] = (await draftsOf(owner)).data;
    expect(draft).toMatchObject({ version: 2, fields: { city: 'Kungälv' } });
    const edited = { id: draft?.id, version: 2, fields: { ...draft?.fields, city: 'Mölndal' } };
    await server.call('shipper.saveDraft', edited, { as: owner });
    expect((await send(server, shop, ORDERS[kind](1, to('Partille')))).body).toEqual({ result: 'known' });
    expect((await draftsOf(owner)).data).toMatchObject([{ fields: { city: 'Mölndal' } }]);
  });

  it('never comes back once it is confirmed or deleted', async () => {
    const { owner, shop } = await connected(kind);
    for (const number of [1, 2]) await send(server, shop, ORDERS[kind](number));
    const [first, second] = (await draftsOf(owner)).data;
    await server.call('shipper.deleteDrafts', { ids: [first?.id] }, { as: owner });
    const seen = { id: second?.id, version: 1, seenFee: 5.9 };
    await server.call('shipper.confirmDrafts', { drafts: [seen] }, { as: owner });
    for (const number of [1, 2]) {
      expect((await send(server, shop, ORDERS[kind](number, { note: 'later' }))).body).toEqual({ result: 'known' });
    }
    expect((await draftsOf(owner)).total).toBe(0);
    const gone = await server.call('shipper.getDraft', { id: first?.id }, { as: owner });
    expect(gone.outcome).toBe('NOT_FOUND');
    const confirmed = { drafts: [{ id: first?.id, version: 1, seenFee: 5.9 }] };
    expect((await server.call('shipper.confirmDrafts', confirmed, { as: owner })).data).toMatchObject([
      { shipment: null, message: 'This draft no longer exists.' },
    ]);
  });

  it('without a weight or phone number says what to fix', async () => {
    const { owner, shop } = await connected(kind);
    await server.call('shopConnection.change', { id: shop.id, parcel: {} }, { as: owner });
    const bare = {
      billing: { email: 'maja@example.com' },
      billing_address: null,
      line_items: [{ name: 'Mug', quantity: 1 }],
    };
    const moved = kind === 'woocommerce' ? 'shipping' : 'shipping_address';
    const address = { ...addressOf(kind), phone: null };
    await send(server, shop, ORDERS[kind](1, { ...bare, [moved]: address }));
    const { data, counts } = await draftsOf(owner);
    expect(counts).toEqual({ ready: 0, toFix: 1, withheld: 0 });
    expect(data[0]?.problems.map(({ field }) => field)).toEqual([
      ...['receiverPhone', 'weightG', 'lengthMm', 'widthMm', 'heightMm'],
    ]);
  });

  it('of virtual goods is not to be sent, and from long ago makes no draft', async () => {
    const { owner, shop } = await connected(kind);
    expect((await send(server, shop, virtualOrder(kind, 1))).body).toEqual({ result: 'nothing-to-ship' });
    const long = { date_created_gmt: '2020-01-01T10:00:00', created_at: '2020-01-01T10:00:00+01:00' };
    expect((await send(server, shop, ORDERS[kind](2, long))).body).toEqual({ result: 'old' });
    expect((await draftsOf(owner)).data).toMatchObject([{ withheld: { reason: 'nothing-to-ship' }, fee: null }]);
    expect(await connectionOf(owner)).toMatchObject({ order: { outcome: 'old' } });
  });

  it('is not to be sent once it is cancelled, also out of order', async () => {
    const { owner, shop } = await connected(kind);
    const cancelled = { status: 'cancelled', cancelled_at: '2026-11-01T10:02:00Z' };
    await send(server, shop, ORDERS[kind](1, at(1)));
    expect((await send(server, shop, ORDERS[kind](1, { ...at(2), ...cancelled }))).body.result).toBe('cancelled');
    expect((await send(server, shop, ORDERS[kind](1, at(1)))).body.result).toBe('known');
    // The cancellation of this one came first.
    await send(server, shop, ORDERS[kind](2, { ...at(2), ...cancelled }));
    expect((await send(server, shop, ORDERS[kind](2, at(1)))).body.result).toBe('known');
    expect((await draftsOf(owner)).counts).toEqual({ ready: 0, toFix: 0, withheld: 2 });
    const message = 'This order is not to be sent: Cancelled.';
    expect(await confirmAll(owner)).toMatchObject([{ message }, { message }]);
    // It is wanted after all.
    expect((await send(server, shop, ORDERS[kind](1, at(3)))).body.result).toBe('draft');
    expect((await draftsOf(owner)).counts).toEqual({ ready: 1, toFix: 0, withheld: 1 });
  });

  it('that is cancelled and moved after it was confirmed is news until somebody responds', async () => {
    const { owner, shop } = await connected(kind);
    for (const number of [1, 2, 3]) await send(server, shop, ORDERS[kind](number, at(1)));
    await confirmAll(owner);
    expect(await newsOf(owner)).toEqual([]);
    const cancelled = { ...at(2), status: 'cancelled', cancelled_at: '2026-11-01T10:02:00Z' };
    for (const _ of ['once', 'again']) await send(server, shop, ORDERS[kind](1, cancelled));
    await send(server, shop, ORDERS[kind](2, { ...at(2), ...to('Kungälv') }));
    // What a shop says of what we send is no news.
    await send(server, shop, ORDERS[kind](3, { ...at(2), status: 'completed', fulfillment_status: 'fulfilled' }));
    const [moved, stopped, ...more] = await newsOf(owner);
    expect(more).toEqual([]);
    expect(stopped).toMatchObject({ withheld: { reason: 'cancelled' }, address: null, shipment: { isWaiting: true } });
    expect(moved).toMatchObject({
      withheld: null,
      address: { theirs: expect.stringContaining('Kungälv'), ours: expect.stringContaining('Göteborg') },
    });
    const { data: work } = await server.call('deskAdmin.getWork', undefined, { as: manager });
    expect(work.work.find((row) => row.kind === 'changed-orders')?.count).toBeGreaterThanOrEqual(2);
    const listed = await server.call(
      'shipmentAdmin.getShipments',
      { page: { page: 1, work: 'changed-orders' } },
      { as: manager },
    );
    expect(listed.data.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([moved?.shipment?.id, stopped?.shipment?.id]),
    );

    const managed = await server.call('shipmentAdmin.getShipment', { id: moved?.shipment?.id }, { as: manager });
    expect(managed.data.orderChange).toMatch(/^New address: .*Kungälv/);
    const mails = await server.query("select id from mails where kind = 'orders-changed' and receiver = $1", [
      owner.email,
    ]);
    expect(mails).toHaveLength(1);
    const { next } = (await server.call('mail.getMail', { id: String(mails[0]?.id) }, { as: manager })).data;
    expect(next?.subject).toBe('2 orders have changed');
    expect(next?.text).toMatch(/New address: .*Kungälv.*Cancelled/s);

    expect((await answer(owner, moved, true)).outcome).toBe('ok');
    await server.call('shipper.cancelShipment', { id: stopped?.shipment?.id }, { as: owner });
    expect(await newsOf(owner)).toEqual([]);
    const sent = await server.query('select ship_to, status from shipments where sender_id = $1 order by id', [
      owner.id,
    ]);
    expect(sent.map(({ ship_to, status }) => [/Kungälv/.test(String(ship_to)), status])).toEqual(
      expect.arrayContaining([
        [true, 'in-progress'],
        [false, 'cancelled'],
      ]),
    );
    // The same message again says nothing new.
    await send(server, shop, ORDERS[kind](2, { ...at(3), ...to('Kungälv') }));
    expect(await newsOf(owner)).toEqual([]);
  });

  it('whose address changes after a person has changed its draft offers both', async () => {
    const { owner, shop } = await connected(kind);
    await send(server, shop, ORDERS[kind](1, at(1)));
    const edit = async () => {
      const [draft] = (await draftsOf(owner)).data;
      const fields = { ...draft?.fields, city: 'Mölndal' };
      await server.call('shipper.saveDraft', { id: draft?.id, version: draft?.version, fields }, { as: owner });
    };
    await edit();
    await send(server, shop, ORDERS[kind](1, { ...at(2), note: 'x' }));
    expect(await newsOf(owner)).toEqual([]);
    await send(server, shop, ORDERS[kind](1, { ...at(4), ...to('Partille') }));
    // This one was overtaken.
    await send(server, shop, ORDERS[kind](1, { ...at(3), ...to('Lerum') }));
    const [news] = await newsOf(owner);
    expect([news?.shipment, news?.address?.ours, news?.address?.theirs]).toEqual([
      null,
      expect.stringContaining('Mölndal'),
      expect.stringContaining('Partille'),
    ]);
    await answer(owner, news, false);
    expect([await newsOf(owner), (await draftsOf(owner)).data[0]?.fields.city]).toEqual([[], 'Mölndal']);
    await send(server, shop, ORDERS[kind](1, { ...at(5), ...to('Lerum') }));
    await answer(owner, (await newsOf(owner))[0], true);
    expect([await newsOf(owner), (await draftsOf(owner)).data[0]?.fields.city]).toEqual([[], 'Lerum']);
  });

  it('is what its last step says of messages of one second, in any order', async () => {
    const cancelled = { status: 'cancelled', cancelled_at: '2026-11-01T10:02:00Z' };
    const unpaid = { status: 'pending', financial_status: 'pending' };
    for (const [first, second, withheld] of [
      [cancelled, {}, 1],
      [{}, cancelled, 1],
      [unpaid, {}, 0],
      [{}, unpaid, 0],
    ] as const) {
      const { owner, shop } = await connected(kind);
      for (const details of [first, second]) await send(server, shop, ORDERS[kind](1, { ...at(2), ...details }));
      expect((await draftsOf(owner)).counts).toEqual({ ready: 1 - withheld, toFix: 0, withheld });
    }
  });

  it('that is deleted after it was confirmed is news', async () => {
    const { owner, shop } = await connected(kind);
    await send(server, shop, ORDERS[kind](1));
    await confirmAll(owner);
    await sendDeletion(server, shop, ORDERS[kind](1));
    const [news] = await newsOf(owner);
    expect(news).toMatchObject({ withheld: { reason: 'cancelled' }, shipment: { isWaiting: true } });
    const other = await newShop();
    expect((await answer(other, news, false)).outcome).toBe('NOT_FOUND');
    await answer(owner, news, false);
    expect(await newsOf(owner)).toEqual([]);
  });

  it('takes its draft back once it is deleted, and never returns', async () => {
    const { owner, shop } = await connected(kind);
    for (const number of [1, 2]) await send(server, shop, ORDERS[kind](number));
    const [draft] = (await draftsOf(owner)).data;
    const edited = { id: draft?.id, version: 1, fields: { ...draft?.fields, city: 'Mölndal' } };
    await server.call('shipper.saveDraft', edited, { as: owner });
    // The third is deleted before it comes.
    for (const number of [1, 2, 3]) {
      expect((await sendDeletion(server, shop, ORDERS[kind](number))).body).toEqual({ result: 'cancelled' });
    }
    const later = { date_modified_gmt: '2100-01-01T10:00:00', updated_at: '2100-01-01T10:00:00Z' };
    for (const number of [1, 2, 3]) {
      expect((await send(server, shop, ORDERS[kind](number, later))).body).toEqual({ result: 'known' });
    }
    expect((await draftsOf(owner)).total).toBe(0);
    expect(await sendDeletion(server, shop, ORDERS[kind](1))).toMatchObject({ status: 200 });
  });

  it('deleted in one shop stays in another, and as a shipment', async () => {
    const { owner, shop } = await connected(kind);
    const other = await connect(server, owner, kind);
    await send(server, shop, ORDERS[kind](1));
    await sendDeletion(server, other, ORDERS[kind](1));
    expect(await confirmAll(owner)).toMatchObject([{ message: null }]);
    await sendDeletion(server, shop, ORDERS[kind](1));
    expect(await server.query('select status from shipments where sender_id = $1', [owner.id])).toEqual([
      { status: 'in-progress' },
    ]);
    expect(await connectionOf(owner)).toMatchObject({
      order: { reference: kind === 'shopify' ? '#1' : '1', outcome: 'cancelled' },
    });
  });

  it.each([
    ['forged', { secret: 'another-secret-of-the-right-length' }, {}],
    ['unsigned', {}, { 'x-wc-webhook-signature': '', 'x-shopify-hmac-sha256': '' }],
    [
      'signed for another body',
      {},
      { 'x-wc-webhook-signature': 'A'.repeat(43), 'x-shopify-hmac-sha256': 'A'.repeat(43) },
    ],
  ])('that is %s makes none', async (_, changed, headers) => {
    const { owner, shop } = await connected(kind);
    const { status, body } = await send(server, { ...shop, ...changed }, ORDERS[kind](1), headers);
    expect([status, body.code]).toEqual([401, 'unauthorized']);
    expect((await draftsOf(owner)).total).toBe(0);
    expect(await connectionOf(owner)).toMatchObject({ order: null, problem: { message: /another signature/ } });
  });

  it('for an address that nobody has is not found', async () => {
    const { shop } = await connected(kind);
    const other = kind === 'shopify' ? 'woocommerce' : 'shopify';
    for (const address of [{ id: crypto.randomUUID() }, { id: 'x' }, { kind: other } as const]) {
      expect((await send(server, { ...shop, ...address }, ORDERS[kind](1))).status).toBe(404);
    }
    const opened = await server.request({ method: 'GET', url: paths.inbound(kind, shop.id) });
    expect([opened.statusCode, opened.headers.allow]).toEqual([405, 'POST']);
  });

  it.each([
    ['no JSON', '{"id": 1', 400],
    ['a list', '[]', 400],
    ['no order', '{"code":"woocommerce_rest_cannot_view","data":{"status":401}}', 400],
    ['nothing', '', 400],
    ['over a megabyte', JSON.stringify({ note: 'x'.repeat(1_050_000) }), 413],
  ])('that is %s changes nothing', async (_, payload, status) => {
    const { owner, shop } = await connected(kind);
    expect((await send(server, shop, payload)).status).toBe(status);
    expect((await draftsOf(owner)).total).toBe(0);
    expect((await connectionOf(owner))?.order).toBeNull();
  });

  it('that is compressed is refused with its reason, also on the page', async () => {
    const { owner, shop } = await connected(kind);
    const { status, body } = await send(server, shop, ORDERS[kind](1), { 'content-encoding': 'gzip' });
    const refused = { code: 'not-json', detail: 'Send the body without Content-Encoding: gzip.' };
    expect([status, body]).toEqual([415, expect.objectContaining(refused)]);
    expect(await connectionOf(owner)).toMatchObject({ order: null, problem: { message: /compressed/ } });
  });

  it.each([
    ['XML', '<?xml version="1.0"?><order><id>1</id></order>', /XML\. Choose JSON/],
    ['of an old format', '{"order":{"id":1,"order_number":"1"}}', /old format\. Choose the latest API version/],
    ['kept from WooCommerce', '{"code":"woocommerce_rest_cannot_view"}', /an administrator/],
    ['cut off', '{"id": 1', /unreadable/],
    ['too large', JSON.stringify({ note: 'x'.repeat(1_050_000) }), /too large/],
    ['of too many details', JSON.stringify({ id: 1, line_items: Array(100_001).fill(0) }), /too large/],
  ])('that is %s is a line on the page with what to change', async (_, payload, message) => {
    const { owner, shop } = await connected(kind);
    expect((await send(server, shop, payload)).status).toBeGreaterThanOrEqual(400);
    expect(await connectionOf(owner)).toMatchObject({ problem: { message: expect.stringMatching(message) } });
  });

  it('that is known goes on being taken with 5,000 drafts', async () => {
    const { owner, shop } = await connected(kind);
    const at = (hour: number) => ({
      date_modified_gmt: `2026-11-01T1${hour}:00:00`,
      updated_at: `2026-11-01T1${hour}:00:00Z`,
    });
    await send(server, shop, ORDERS[kind](1, at(0)));
    await server.query(
      `insert into drafts (id, user_id, source, fields, is_valid) select gen_random_uuid(), $1, 'form', '{}', false from generate_series(1, 4999)`,
      [owner.id],
    );
    expect((await send(server, shop, ORDERS[kind](2))).status).toBe(409);
    expect((await connectionOf(owner))?.problem?.message).toMatch(/up to 5,000 drafts/);
    const moved = kind === 'woocommerce' ? 'shipping' : 'shipping_address';
    const elsewhere = { ...at(0), [moved]: { ...addressOf(kind), city: 'Kungälv' } };
    expect((await send(server, shop, ORDERS[kind](1, elsewhere))).body).toEqual({ result: 'draft' });
    const cancelled = { ...at(1), status: 'cancelled', cancelled_at: '2026-11-01T11:00:00Z' };
    expect((await send(server, shop, ORDERS[kind](1, cancelled))).body).toEqual({ result: 'cancelled' });
    expect((await send(server, shop, ORDERS[kind](3, cancelled))).body).toEqual({ result: 'cancelled' });
    expect((await send(server, shop, ORDERS[kind](1, at(2)))).body).toEqual({ result: 'draft' });
  });

  it('has the number of one in another shop, and both are sent', async () => {
    const { owner, shop } = await connected(kind);
    const second = await connect(server, owner, kind);
    const one = ORDERS[kind](1);
    // A copy of a shop has even its keys.
    for (const each of [shop, second]) expect((await send(server, each, one)).body).toEqual({ result: 'draft' });
    expect((await draftsOf(owner)).counts).toEqual({ ready: 2, toFix: 0, withheld: 0 });
    expect(await confirmAll(owner)).toMatchObject([{ message: null }, { message: null }]);
    for (const each of [shop, second]) expect((await send(server, each, one)).body).toEqual({ result: 'known' });
  });

  it('is known to a connection that replaces another', async () => {
    const { owner, shop } = await connected(kind);
    await send(server, shop, ORDERS[kind](1));
    await confirmAll(owner);
    await server.call('shopConnection.disconnect', { id: shop.id }, { as: owner });
    const again = await connect(server, owner, kind);
    expect((await send(server, again, ORDERS[kind](1))).body).toEqual({ result: 'known' });
  });

  it('full of odd values becomes a draft to fix', async () => {
    const { owner, shop } = await connected(kind);
    const odd = {
      name: 'a\u0000b\ud800\n',
      quantity: -1,
      grams: '1e400',
      price: {},
      fulfillable_quantity: 1e308,
      total: 'x',
    };
    const address = { address_1: 7, address1: 7, city: ['x'], country: 'Atlantis', country_code: 'Atlantis' };
    const order = ORDERS[kind](1, {
      line_items: [odd, null, 3],
      date_modified_gmt: '0000-01-01T00:00:00',
      updated_at: '0000-01-01T00:00:00Z',
      shipping: address,
      shipping_address: address,
      billing: 'x',
    });
    expect(await send(server, shop, order)).toEqual({ status: 200, body: { result: 'draft' } });
    expect((await draftsOf(owner)).counts).toEqual({ ready: 0, toFix: 1, withheld: 0 });
  });

  it('with an emoji where its description is cut becomes a draft', async () => {
    const { owner, shop } = await connected(kind);
    const [item] = ORDERS[kind](1).line_items;
    const order = ORDERS[kind](1, { line_items: [{ ...item, name: '😀'.repeat(300) }] });
    expect(await send(server, shop, order)).toEqual({ status: 200, body: { result: 'draft' } });
    expect((await draftsOf(owner)).data[0]).toMatchObject({
      fields: { description: `2 × ${'😀'.repeat(97)}…` },
      problems: [],
    });
  });

  it('of an account that may no longer ship is refused', async () => {
    const { owner, shop } = await connected(kind);
    await server.query(`update users set roles = '{}' where id = $1`, [owner.id]);
    expect((await send(server, shop, ORDERS[kind](1))).status).toBe(403);
    expect(await server.query('select 1 from drafts where user_id = $1', [owner.id])).toEqual([]);
  });
});

describe('WooCommerce', () => {
  it('finds its address there when it tries it, and changes nothing', async () => {
    const { owner, shop } = await connected('woocommerce');
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-wc-webhook-signature': '' };
    expect((await send(server, shop, 'webhook_id=17', form)).status).toBe(200);
    expect((await send(server, shop, 'webhook_id=17&status=processing', form)).status).toBe(401);
    expect(await connectionOf(owner)).toMatchObject({ order: null });
  });

  it.each([
    ['pending', 'unpaid'],
    ['on-hold', 'on-hold'],
    ['completed', 'sent'],
    ['refunded', 'refunded'],
    ['awaiting-shipment', 'unknown'],
  ])('calls an order %s that is %s for us', async (status, result) => {
    const { shop } = await connected('woocommerce');
    expect((await send(server, shop, wooOrder(1, { status }))).body).toEqual({ result });
  });

  it('of one owner may have the same numbers in two shops', async () => {
    const { owner, shop } = await connected('woocommerce');
    const second = await connect(server, owner, 'woocommerce');
    await send(server, shop, wooOrder(1));
    await send(server, second, wooOrder(1, { order_key: 'wc_order_another' }));
    expect((await draftsOf(owner)).total).toBe(2);
  });

  it('restores an order from its trash, and it is a draft again', async () => {
    const { owner, shop } = await connected('woocommerce');
    await send(server, shop, wooOrder(1));
    await sendDeletion(server, shop, wooOrder(1));
    const restored = { 'x-wc-webhook-topic': 'order.restored' };
    expect((await send(server, shop, wooOrder(1), restored)).body).toEqual({ result: 'draft' });
    expect((await draftsOf(owner)).total).toBe(1);
  });

  it('has states of plug-ins that its owner can count as to be sent', async () => {
    const { owner, shop } = await connected('woocommerce');
    const waits = { status: 'awaiting-pickup' };
    for (const number of [1, 2]) await send(server, shop, wooOrder(number, waits));
    expect((await connectionOf(owner))?.states).toEqual([{ state: 'awaiting-pickup', isAccepted: false }]);
    const [draft] = (await draftsOf(owner)).data;
    expect(draft).toMatchObject({ withheld: { reason: 'unknown', state: 'awaiting-pickup' }, fee: null });
    await server.call('shopConnection.change', { id: shop.id, acceptedStates: ['awaiting-pickup'] }, { as: owner });
    expect((await connectionOf(owner))?.states).toEqual([{ state: 'awaiting-pickup', isAccepted: true }]);
    expect((await send(server, shop, wooOrder(3, waits))).body).toEqual({ result: 'draft' });
    expect((await draftsOf(owner)).counts).toEqual({ ready: 3, toFix: 0, withheld: 0 });
  });

  it('has an order sent all the same, until its state says something else', async () => {
    const { owner, shop } = await connected('woocommerce');
    const completed = { status: 'completed' };
    await send(server, shop, wooOrder(1, completed));
    const [draft] = (await draftsOf(owner)).data;
    await server.call('shipper.takeDrafts', { ids: [draft?.id] }, { as: owner });
    await send(server, shop, wooOrder(1, { ...completed, customer_note: 'Thanks' }));
    expect((await draftsOf(owner)).counts).toEqual({ ready: 1, toFix: 0, withheld: 0 });
    await send(server, shop, wooOrder(1, { status: 'refunded' }));
    expect((await draftsOf(owner)).counts).toEqual({ ready: 0, toFix: 0, withheld: 1 });
  });
});

describe('Shopify', () => {
  it.each([
    [{ fulfillment_status: 'fulfilled' }, 'sent'],
    [{ financial_status: 'refunded' }, 'refunded'],
    [{ financial_status: 'pending' }, 'unpaid'],
    [{ financial_status: 'pending', payment_gateway_names: ['Cash on Delivery (COD)'] }, 'draft'],
    [{ source_name: 'pos', shipping_address: null }, 'collected'],
    [{ test: true }, 'test'],
    [{ shipping_address: null }, 'draft'],
  ])('says %j, and it is %s', async (details, result) => {
    const { shop } = await connected('shopify');
    expect((await send(server, shop, shopifyOrder(1, details))).body).toEqual({ result });
  });

  it('sends a test, which is seen on the page and makes no draft', async () => {
    const { owner, shop } = await connected('shopify');
    expect((await send(server, shop, shopifyOrder(1), { 'x-shopify-test': 'true' })).body).toEqual({ result: 'test' });
    expect((await draftsOf(owner)).total).toBe(0);
    expect(await connectionOf(owner)).toMatchObject({ order: { reference: '#1', outcome: 'test' } });
  });

  it('deletes a product, and no order with its id', async () => {
    const { owner, shop } = await connected('shopify');
    const order = shopifyOrder(1);
    await send(server, shop, order);
    const product = { 'x-shopify-topic': 'products/delete' };
    expect((await send(server, shop, { id: order.id }, product)).status).toBe(400);
    expect((await draftsOf(owner)).total).toBe(1);
  });

  it('sends products, and the page says to choose orders', async () => {
    const { owner, shop } = await connected('shopify');
    expect((await send(server, shop, { id: 1 }, { 'x-shopify-topic': 'products/update' })).status).toBe(400);
    expect(await connectionOf(owner)).toMatchObject({
      problem: { message: 'It sent “products/update”. Choose a topic of orders.' },
    });
  });
});

describe('a connection', () => {
  it('shows its secret once and keeps it encrypted', async () => {
    const { owner, shop } = await connected('woocommerce');
    const listed = await server.call('shopConnection.list', undefined, { as: owner });
    expect(JSON.stringify(listed.data)).not.toContain(shop.secret);
    expect(listed.data.data).toMatchObject([
      { hasSecret: true, url: expect.stringContaining(paths.inbound('woocommerce', shop.id)) },
    ]);
    const [row] = await server.query<{ secret: Buffer }>('select secret from shop_connections where id = $1', [
      shop.id,
    ]);
    expect(row?.secret.includes(shop.secret)).toBe(false);
    const audited = await server.query('select before, after from audit_entries where entity_id = $1', [owner.id]);
    expect(JSON.stringify(audited)).not.toContain(shop.secret);
  });

  it('works with its new secret only', async () => {
    const { owner, shop } = await connected('woocommerce');
    const { secret } = (await server.call('shopConnection.replaceSecret', { id: shop.id }, { as: owner })).data;
    expect((await send(server, shop, wooOrder(1))).status).toBe(401);
    expect((await send(server, { ...shop, secret: secret ?? '' }, wooOrder(1))).status).toBe(200);
    const shopify = await connect(server, owner, 'shopify');
    const missing = await server.call('shopConnection.replaceSecret', { id: shopify.id }, { as: owner });
    expect(missing.error?.data.fieldErrors).toHaveProperty('secret');
  });

  it('is its owner’s alone, and there are five at most', async () => {
    const { owner, shop } = await connected('shopify');
    const other = await newShop();
    for (const [name, input] of [
      ['shopConnection.disconnect', { id: shop.id }],
      ['shopConnection.replaceSecret', { id: shop.id, secret: 'a-secret-of-somebody-else' }],
      ['shopConnection.change', { id: shop.id, parcel: {} }],
    ] as const) {
      expect((await server.call(name, input, { as: other })).outcome).toBe('NOT_FOUND');
    }
    for (let index = 0; index < 4; index += 1) await connect(server, owner, 'shopify');
    const sixth = await server.call('shopConnection.connect', { kind: 'shopify' }, { as: owner });
    expect(sixth.outcome).toBe('PRECONDITION_FAILED');
  });

  it('that is ended takes nothing more, and its drafts stay', async () => {
    const { owner, shop } = await connected('shopify');
    await send(server, shop, shopifyOrder(1));
    await server.call('shopConnection.disconnect', { id: shop.id }, { as: owner });
    expect((await send(server, shop, shopifyOrder(2))).status).toBe(404);
    expect((await draftsOf(owner)).total).toBe(1);
  });

  it('needs a new secret once its owner locks everyone out, and ends with the account', async () => {
    const { owner, shop } = await connected('woocommerce');
    await secureAccount(server.services, await server.linkToken(owner, { purpose: 'not-me' }), 'test');
    expect((await send(server, shop, wooOrder(1))).status).toBe(401);
    const manager = await server.signedIn({ manager: true });
    await server.inUnit((unit) => deleteUser(unit, { id: owner.id }), manager);
    expect((await send(server, shop, wooOrder(1))).status).toBe(404);
    expect(await server.query('select 1 from shop_connections where user_id = $1', [owner.id])).toEqual([]);
  });

  it('shares its messages a minute with the others of its owner', async () => {
    const { owner, shop } = await connected('shopify');
    const another = await connect(server, owner, 'woocommerce');
    await server.query(
      `insert into rate_limits (key, points, expire) values ($1, 600, (extract(epoch from now()) * 1000)::bigint + 3600000)`,
      [`order:${owner.id}`],
    );
    expect((await send(server, shop, shopifyOrder(1))).status).toBe(429);
    expect((await send(server, another, wooOrder(1))).status).toBe(429);
    expect((await send(server, (await connected('shopify')).shop, shopifyOrder(1))).status).toBe(200);
  });

  it('slows down guesses, but not the shop', async () => {
    const { shop } = await connected('shopify');
    const forged = { ...shop, secret: 'another-secret-of-the-right-length' };
    const statuses = [];
    for (let guess = 0; guess < 61; guess += 1) statuses.push((await send(server, forged, {})).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await send(server, shop, shopifyOrder(1))).status).toBe(200);
  });
});
