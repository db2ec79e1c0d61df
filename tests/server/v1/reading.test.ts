import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { updateShipment } from '../../../server/shipments/update-shipment.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import type { V1Created } from '../../../src/domain/v1/create-shipment.ts';
import type { V1Event, V1Proof, V1Shipment, V1ShipmentPage } from '../../../src/domain/v1/shipments.ts';
import { courierDay, fact, photoOf } from '../../support/courier-day.ts';
import { decodeCodes } from '../../support/decode-codes.ts';
import { printZpl } from '../../support/printed-zpl.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { PUBLIC_URL } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newKey, newRate, ask } = shops(server);
await newRate();

const ship = (shop: Shop, details: object = {}) => server.parcel({ senderEmail: shop.email, ...details });
const list = async (shop: Shop, query = '') => (await ask<V1ShipmentPage>(shop.key, `/v1/shipments${query}`)).body;
const idsIn = ({ data }: V1ShipmentPage) => data.map(({ id }) => id);

describe('a list of shipments', () => {
  it('has what the shop sends, newest first, and nothing that it receives', async () => {
    const shop = await newShop();
    const parcels = [await ship(shop), await ship(shop)];
    await server.parcel({ receiverEmail: shop.email });
    await server.parcel();
    expect(idsIn(await list(shop))).toEqual(parcels.map(({ id }) => id).reverse());
  });

  it('pages through a hundred and one that came at the same moment', async () => {
    const shop = await newShop();
    const { id } = await ship(shop);
    const columns = await server.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'shipments' and is_generated = 'NEVER'`,
    );
    const own: Record<string, string> = { id: 'gen_random_uuid()', tracking_id: `'W' || substr(md5(n::text), 1, 11)` };
    const values = columns.map(({ name }) => own[name] ?? name).join(', ');
    await server.query(
      `insert into shipments (${columns.map(({ name }) => name).join(', ')})
       select ${values} from shipments, generate_series(1, 100) n where id = $1`,
      [id],
    );
    const seen: string[] = [];
    let query = '';
    for (const size of [50, 50, 1]) {
      const page = await list(shop, query);
      expect(page.data).toHaveLength(size);
      seen.push(...idsIn(page));
      query = `?cursor=${page.next_cursor}`;
    }
    expect(query).toBe('?cursor=null');
    expect(new Set(seen).size).toBe(101);
  });

  it('finds by reference, status and time of the last change', async () => {
    const shop = await newShop();
    const [first, second] = [await ship(shop, { reference: 'SO-1' }), await ship(shop, { reference: 'SO-2' })];
    await server.query(`alter table shipments disable trigger shipments_set_updated_at`);
    await server.query(`update shipments set updated_at = now() - interval '1 hour' where sender_id = $1`, [shop.id]);
    await server.query(`alter table shipments enable trigger shipments_set_updated_at`);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(idsIn(await list(shop, `?updated_since=${since}`))).toEqual([]);
    await server.inUnit((unit) => updateShipment(unit, { id: first.id, status: 'shipped' }));
    expect(idsIn(await list(shop, '?status=shipped'))).toEqual([first.id]);
    expect(idsIn(await list(shop, '?reference=SO-2'))).toEqual([second.id]);
    expect(idsIn(await list(shop, `?updated_since=${since}`))).toEqual([first.id]);
  });

  it.each([
    ['shipments', 'live'],
    ['test_shipments', 'test'],
  ] as const)('gives each change of %s to polls while a transaction stays open', async (table, kind) => {
    const shop = await newShop();
    const key = await newKey(shop, ['shipments:read', 'shipments:write'], kind);
    const create = async () =>
      (await ask<V1Created>(key, '/v1/shipments', { method: 'POST', payload: v1Parcel() })).body.id;
    const change = async (id: string, description: string) =>
      (await ask<V1Shipment>(key, `/v1/shipments/${id}`, { method: 'PATCH', payload: { description } })).body;
    const seen = new Map<string, string>();
    const poll = async () => {
      const since = [...seen.values()].sort().at(-1) ?? '2026-01-01T00:00:00Z';
      const { data } = (await ask<V1ShipmentPage>(key, `/v1/shipments?updated_since=${since}`)).body;
      const news = data.filter((one) => seen.get(one.id) !== one.updated_at);
      for (const one of news) seen.set(one.id, one.updated_at);
      return news.map(({ id }) => id);
    };
    const [slow, quick] = [await create(), await create()];
    expect(await poll()).toEqual([quick, slow]);
    const client = await server.services.pools.writes.pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('begin');
    await client.query(`update ${table} set description = 'Slow', updated_at = now() where id = $1`, [slow]);
    await change(quick, 'Quick');
    expect(await poll()).toEqual([quick]);
    await client.query('commit');
    expect(await poll()).toEqual([slow]);
    const { updated_at } = await change(quick, 'Quicker');
    expect(await poll()).toEqual([quick]);
    expect(seen.get(quick)).toBe(updated_at);
    // One that has its time and only its commit to come is waited for.
    await client.query('begin');
    await client.query(`update ${table} set description = 'Slower', updated_at = now() where id = $1`, [slow]);
    await client.query('set constraints all immediate');
    await change(quick, 'Quickest');
    const polling = poll();
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(() => server.query(waiting)).toHaveLength(1);
    await client.query('commit');
    expect(await polling).toEqual([quick, slow]);
  });

  it('keeps what changes between two pages of a poll for the next poll', async () => {
    const shop = await newShop();
    const oldest = await ship(shop);
    for (let others = 0; others < 50; others += 1) await ship(shop);
    const query = '?updated_since=2026-01-01T00:00:00Z';
    const first = await list(shop, query);
    await server.inUnit((unit) => updateShipment(unit, { id: oldest.id, status: 'shipped' }));
    expect(idsIn(await list(shop, `${query}&cursor=${first.next_cursor}`))).toEqual([]);
    const latest = first.data
      .map((one) => one.updated_at)
      .sort()
      .at(-1);
    expect(idsIn(await list(shop, `?updated_since=${latest}`))).toContain(oldest.id);
  });

  it('says what is wrong with each part of a question, by JSON pointers', async () => {
    const shop = await newShop();
    const { status, body, headers } = await ask(shop.key, '/v1/shipments?status=lost&updated_since=soon&colour=red');
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(body).toEqual({
      type: `${PUBLIC_URL}/developers#validation`,
      title: 'The request is not valid',
      status: 400,
      detail: 'Please check what you entered.',
      code: 'validation',
      request_id: headers['x-request-id'],
      errors: [
        { pointer: '/updated_since', detail: 'updated_since must be a date and time.' },
        { pointer: '/status', detail: 'This status doesn’t exist.' },
        { pointer: '/colour', detail: 'Unknown field.' },
      ],
    });
  });

  const cursorOf = (time: string, id: unknown = crypto.randomUUID()) =>
    Buffer.from(JSON.stringify([time, id])).toString('base64url');
  it.each([
    'x',
    'W10',
    cursorOf('2026-11-20', 1),
    cursorOf('2026-02-31T06:40:00.000000Z'),
    cursorOf('2026-13-01T06:40:00.000000Z'),
    cursorOf('2026-11-20T24:00:00.000000Z'),
    cursorOf('2026-11-20T06:40:60.000000Z'),
    cursorOf('0000-01-01T00:00:00.000000Z'),
    cursorOf('2026-11-20T06:40:00.000000Z', 'not-an-id'),
  ])('rejects the cursor %s, which no page gave', async (cursor) => {
    const shop = await newShop();
    expect((await ask(await newKey(shop, ['shipments:read'], 'test'), `/v1/shipments?cursor=${cursor}`)).status).toBe(
      400,
    );
    const { body } = await ask(shop.key, `/v1/shipments?cursor=${cursor}`);
    expect(body.errors).toEqual([{ pointer: '/cursor', detail: 'Send the next_cursor of the page before.' }]);
  });
});

describe('a shipment', () => {
  it('has its numbers, parties and links, and no codes', async () => {
    const shop = await newShop();
    const { id, trackingId, senderCode } = await ship(shop, { reference: 'SO-4711' });
    const { body, text } = await ask<V1Shipment>(shop.key, `/v1/shipments/${id.toUpperCase()}`);
    expect(body).toMatchObject({
      id,
      tracking_id: trackingId,
      tracking_url: `${PUBLIC_URL}/track/${trackingId}`,
      label_url: `${PUBLIC_URL}/v1/shipments/${id}/label`,
      reference: 'SO-4711',
      status: 'in-progress',
      receiver: { name: 'Elin Strand', country: 'Sweden' },
    });
    expect(text).not.toContain(senderCode);
  });

  it('tells what happened, oldest first', async () => {
    const shop = await newShop();
    const { id } = await ship(shop);
    await server.inUnit((unit) => updateShipment(unit, { id, status: 'shipped' }));
    const { body } = await ask<{ data: V1Event[] }>(shop.key, `/v1/shipments/${id}/events`);
    expect(body.data.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['created in-progress', 'status shipped']);
  });

  it('gives its label as PDF and ZPL, which is not a print', async () => {
    const shop = await newShop();
    const { id, trackingId } = await ship(shop);
    const pdf = await ask(shop.key, `/v1/shipments/${id}/label`);
    expect([pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
    const zpl = await ask(shop.key, `/v1/shipments/${id}/label?format=zpl&dpi=300`);
    expect((await decodeCodes((await printZpl(zpl.text, 300)).png))[0]).toBe(`Code128 ${trackingId}`);
    const [shipment] = await server.query('select printed_at from shipments where id = $1', [id]);
    expect(shipment?.printed_at).toBeNull();
    const chinese = await ship(shop, { receiverName: '王小明' });
    const problem = await ask(shop.key, `/v1/shipments/${chinese.id}/label`);
    expect([problem.status, problem.body.code]).toEqual([422, 'label-font']);
  });

  it('says what its label cuts, and what the file leaves out', async () => {
    const shop = await newShop();
    const reference = '1234567890'.repeat(6);
    const { id } = await ship(shop, { reference, receiverName: 'Elin 🌸 Strand' });
    const cut = `Too long to print in full, so its end is cut: “${reference.slice(0, 40)}…”.`;
    expect((await ask<V1Shipment>(shop.key, `/v1/shipments/${id}`)).body.label_note).toBe(cut);
    expect((await list(shop)).data.map(({ label_note }) => label_note)).toEqual([cut]);
    for (const format of ['pdf', 'zpl', 'png']) {
      const { headers } = await ask(shop.key, `/v1/shipments/${id}/label?format=${format}`);
      expect(decodeURIComponent(headers['label-note'] ?? '')).toBe(`Without 🌸, which no font has. ${cut}`);
    }
    const whole = await ship(shop);
    expect((await ask(shop.key, `/v1/shipments/${whole.id}/label`)).headers['label-note']).toBeUndefined();
  });
});

describe('a label as PNG', () => {
  const png = async (shop: Shop, id: string, query: string) => {
    const { rawPayload, headers, statusCode } = await server.request({
      url: `/v1/shipments/${id}/label?format=png${query}`,
      headers: { authorization: `Bearer ${shop.key}` },
    });
    return { status: statusCode, type: headers['content-type'], bytes: rawPayload };
  };

  it.each([
    { dpi: 203, size: '100x150', width: 799, height: 1_199 },
    { dpi: 300, size: '100x150', width: 1_181, height: 1_772 },
    { dpi: 203, size: 'a6', width: 839, height: 1_183 },
    { dpi: 300, size: 'a4', width: 2_480, height: 3_508 },
  ])('of $size at $dpi dpi is of true size, and scanners read it', async ({ dpi, size, width, height }) => {
    const shop = await newShop();
    const { id, trackingId } = await ship(shop, { receiverName: 'Ærøskøbing Łódź', reference: 'SO-1' });
    const { type, bytes } = await png(shop, id, `&size=${size}&dpi=${dpi}`);
    expect(type).toBe('image/png');
    const image = await sharp(bytes).metadata();
    expect([image.width, image.height, image.density]).toEqual([width, height, dpi]);
    expect(await decodeCodes(bytes)).toEqual([`Code128 ${trackingId}`, `QRCode ${PUBLIC_URL}/track/${trackingId}`]);
  });

  it('has a page for each parcel, or for four of them, and no more', async () => {
    const shop = await newShop();
    const { id, trackingId } = await ship(shop, { parcels: 5 });
    expect((await decodeCodes((await png(shop, id, '&page=3')).bytes))[0]).toBe(`Code128 ${trackingId}-3`);
    expect((await decodeCodes((await png(shop, id, '&page=2&size=a4&dpi=300')).bytes))[0]).toBe(
      `Code128 ${trackingId}-5`,
    );
    const { body } = await ask(shop.key, `/v1/shipments/${id}/label?format=png&page=6`);
    expect(body.errors).toEqual([{ pointer: '/page', detail: 'It has 5 pages.' }]);
    const wrong = await ask(shop.key, `/v1/shipments/${id}/label?format=gif&page=0`);
    expect(wrong.body.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['/format', '/page']);
    const sheet = await ask(shop.key, `/v1/shipments/${id}/label?format=zpl&size=a4`);
    expect(sheet.body.errors?.map(({ pointer }) => pointer)).toEqual(['/size']);
  });
});

describe('a proof', () => {
  it('opens for ten minutes by its link alone, and only that picture', async () => {
    const shop = await newShop();
    const manager = await server.signedIn({ manager: true });
    const { newCourier, releasedRun, tell, loadAndStart } = courierDay(server, manager);
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const id = shipments[0]?.id ?? '';
    await server.query('update shipments set sender_id = $2 where id = $1', [id, shop.id]);
    const [task] = (await loadAndStart(courier)).tasks;
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#904' } })
      .jpeg()
      .toBuffer();
    const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
    const visit = fact({ stopId: task?.stopId, outcomes, proofs: [photoOf(task, bytes)], recipient: 'Elin', note: '' });
    await tell(courier, 'visit', visit);
    const proofs = async () => (await ask<{ data: V1Proof[] }>(shop.key, `/v1/shipments/${id}/proofs`)).body.data;
    expect(await proofs()).toEqual([]);
    await server.request({
      method: 'PUT',
      url: filePaths.proof(visit.id, createHash('sha256').update(bytes).digest('hex')),
      headers: { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' },
      payload: bytes,
    });
    const [proof] = await proofs();
    expect(proof).toMatchObject({ kind: 'photo', result: 'delivered' });
    const { pathname, search } = new URL(proof?.url ?? '');
    const picture = await ask(undefined, pathname + search);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    const later = search.replace(/\d{13}/, (expires) => String(Number(expires) + 60_000));
    const other = pathname.replace(id, (await ship(shop)).id);
    for (const url of [pathname, pathname + later, other + search])
      expect((await ask(undefined, url)).status).toBe(404);
    const setRoles = (roles: string[]) => server.query('update users set roles = $2 where id = $1', [shop.id, roles]);
    await setRoles([]);
    expect((await ask(undefined, pathname + search)).status).toBe(404);
    await setRoles(['shipper']);
    expect((await ask(undefined, pathname + search)).status).toBe(200);
    // It is another sender's now.
    const account = { id, party: 'sender', from: shop.id, email: (await newShop()).email };
    await server.call('shipmentAdmin.changeAccount', account, { as: await server.signInAs('manager') });
    expect((await ask(undefined, pathname + search)).status).toBe(404);
  });
});

describe('an address that doesn’t exist', () => {
  it('is a problem too, and names the methods that do', async () => {
    const shop = await newShop();
    const missing = await ask(shop.key, '/v1/parcels');
    expect([missing.status, missing.body.code]).toEqual([404, 'not-found']);
    const wrong = await ask(shop.key, '/v1/shipments/x/events', { method: 'DELETE' });
    expect([wrong.status, wrong.body.code, wrong.headers.allow]).toEqual([405, 'method-not-allowed', 'GET, HEAD']);
  });
});

describe('other sites and cookies', () => {
  it('get nothing: a key comes in its header alone', async () => {
    const shop = await newShop();
    const headers = { origin: 'https://evil.example', cookie: `key=${shop.key}` };
    const answer = await ask(undefined, '/v1/shipments', { headers });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const own = await ask(shop.key, '/v1/shipments', { headers });
    expect(Object.keys(own.headers).filter((name) => /access-control|set-cookie/.test(name))).toEqual([]);
    expect((await ask(shop.token, '/v1/shipments')).status).toBe(401);
  });
});

describe('limits', () => {
  it('count down in headers, and 300 reads a minute are for all keys of an account', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    const [second, test] = [await newKey(shop), await newKey(shop, undefined, 'test')];
    const { headers } = await ask(shop.key, '/v1/shipments');
    expect(headers['ratelimit-policy']).toBe('"reads";q=300;w=60');
    expect(headers.ratelimit).toBe('"reads";r=299;t=1');
    await server.query(
      `update rate_limits set points = 300, expire = (extract(epoch from now()) * 1000)::bigint + 3600000
       where key = $1`,
      [`keyRead:${shop.id}`],
    );
    for (const key of [shop.key, second, test]) {
      const full = await ask(key, '/v1/shipments');
      expect([full.status, full.body.code]).toEqual([429, 'rate-limited']);
      expect(Number(full.headers['retry-after'])).toBeGreaterThan(0);
      expect(full.headers.ratelimit).toMatch(/^"reads";r=0;t=\d+$/);
    }
    // Both calls are made together, as a point is free again after half a second.
    const write = (key: string) => ask(key, '/v1/pickups', { method: 'POST', payload: {} });
    const written = await Promise.all([second, shop.key].map(write));
    expect(written.map(({ headers: { ratelimit } }) => ratelimit).toSorted()).toEqual([
      '"writes";r=118;t=1',
      '"writes";r=119;t=1',
    ]);
    expect((await ask(other.key, '/v1/shipments')).status).toBe(200);
  });
});
