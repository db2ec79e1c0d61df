import { describe, expect, it } from 'vitest';
import { deleteOldPickups } from '../../../server/pickups/store/pickups.ts';
import { dayIn, formatDayOfWeek } from '../../../src/domain/dates.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import {
  MAX_PENDING_PICKUPS,
  type ManagedPickup,
  type Pickup,
  type Pickups,
} from '../../../src/domain/pickups/pickup.ts';
import type { Worklist } from '../../../src/domain/work.ts';
import { ownEverything } from '../../support/own-everything.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { type Shop, shops, v1Parcel, v1Pickup } from '../../support/shop.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newRate, ask } = shops(server);
await newRate();
const manager = await server.signedIn({ manager: true });
const TODAY = dayIn(server.environment.TIME_ZONE, new Date());

const create = (shop: Shop, details: object = {}, headers = {}) =>
  ask<Pickup & { code?: string; errors?: unknown }>(shop.key, '/v1/pickups', {
    method: 'POST',
    payload: v1Pickup(details),
    headers,
  });
const list = async (shop: Shop) => (await ask<{ data: Pickup[] }>(shop.key, '/v1/pickups')).body.data;
const cancel = (shop: Shop, id: string) =>
  ask<Pickup & { code?: string }>(shop.key, `/v1/pickups/${id}/cancel`, { method: 'POST' });
const listed = async () =>
  (await server.call('pickupAdmin.list', { page: 1 }, { as: manager })).data.data as ManagedPickup[];
const pending = async () => (await listed()).filter(({ state }) => state === 'pending');

describe('a pickup', () => {
  it('becomes work for the desk, which arranges it, and the shop sees that and gets an email', async () => {
    const shop = await newShop();
    const { status, body } = await create(shop);
    const { id } = body;
    expect([status, body]).toEqual([
      201,
      {
        id,
        day: v1Pickup().day,
        from: '09:00',
        until: '12:00',
        parcels: 12,
        address: 'Kaj 1, 411 04 Göteborg, Sweden',
        state: 'pending',
        reason: '',
        created_at: expect.any(String),
      },
    ]);
    const work = (await server.call('deskAdmin.getWork', undefined, { as: manager })).data as Worklist;
    expect(work.work).toContainEqual({ kind: 'pickups', count: 1, oldest: body.created_at });
    const parcel = await ask<{ id: string }>(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel() });
    expect(await pending()).toEqual([
      { ...body, shop: { id: shop.id, name: 'Harbour Books', phone: '+46 31 555 0100' }, shipments: [parcel.body.id] },
    ]);
    for (const _ of ['once', 'again'])
      expect((await server.call('pickupAdmin.arrange', { id }, { as: manager })).outcome).toBe('ok');
    expect(await pending()).toEqual([]);
    expect(await list(shop)).toEqual([{ ...body, state: 'arranged' }]);
    const mails = await server.query(`select id from mails where kind = 'pickup-arranged' and receiver = $1`, [
      shop.email,
    ]);
    expect(mails).toHaveLength(1);
    const on = formatDayOfWeek(body.day);
    const { next } = (await server.call('mail.getMail', { id: String(mails[0]?.id) }, { as: manager })).data;
    expect(next?.subject).toBe(`Your pickup on ${on} is arranged`);
    expect(next?.text).toMatch(
      new RegExp(
        `on ${on} between 09:00 AM and 12:00 PM\\.[^]*Kaj 1, 411 04 Göteborg, Sweden[^]*12[^]*/shipping/labels`,
      ),
    );
    expect((await cancel(shop, id)).body.state).toBe('cancelled');
    const entries = await server.query(
      `select procedure from audit_entries where entity_id = $1 and procedure like '%Pickup' or procedure like 'pickup%'`,
      [shop.id],
    );
    expect(entries.map(({ procedure }) => procedure).toSorted()).toEqual([
      'pickupAdmin.arrange',
      'v1.cancelPickup',
      'v1.createPickup',
    ]);
  });

  it('is declined for a reason, which the shop reads in its list and in an email', async () => {
    const shop = await newShop();
    const { id, day } = (await create(shop)).body;
    const decline = (reason: string) => server.call('pickupAdmin.decline', { id, reason }, { as: manager });
    for (const _ of ['once', 'again']) expect((await decline('The road is closed.')).outcome).toBe('ok');
    expect((await decline('No van.')).outcome).toBe('CONFLICT');
    expect((await server.call('pickupAdmin.arrange', { id }, { as: manager })).outcome).toBe('CONFLICT');
    expect(await list(shop)).toMatchObject([{ id, state: 'declined', reason: 'The road is closed.' }]);
    const mails = await server.query(`select id from mails where kind = 'pickup-declined' and receiver = $1`, [
      shop.email,
    ]);
    expect(mails).toHaveLength(1);
    const { next } = (await server.call('mail.getMail', { id: String(mails[0]?.id) }, { as: manager })).data;
    expect(next?.subject).toBe(`We can’t pick up your parcels on ${formatDayOfWeek(day)}`);
    expect(next?.text).toMatch(/between 09:00 AM and 12:00 PM.*The road is closed\..*\/shipping\/labels/s);
    expect((await cancel(shop, id)).body.code).toBe('conflict');
    // Another one can be asked for.
    const another = await create(shop);
    expect(another.status).toBe(201);
    await cancel(shop, another.body.id);
  });

  it('is called off though it was arranged, which the shop reads too', async () => {
    const shop = await newShop();
    const { id, day } = (await create(shop)).body;
    await server.call('pickupAdmin.arrange', { id }, { as: manager });
    expect((await listed()).find((one) => one.id === id)?.state).toBe('arranged');
    const decline = (reason: string) => server.call('pickupAdmin.decline', { id, reason }, { as: manager });
    const both = await Promise.all([decline('The van broke down.'), decline('The van broke down.')]);
    expect(both.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect((await listed()).some((one) => one.id === id)).toBe(false);
    expect(await list(shop)).toMatchObject([{ id, state: 'declined', reason: 'The van broke down.' }]);
    const mails = await server.query<{ id: string; kind: string }>(
      "select id, kind from mails where receiver = $1 and kind like 'pickup-%' order by id",
      [shop.email],
    );
    expect(mails.map(({ kind }) => kind)).toEqual(['pickup-arranged', 'pickup-declined']);
    const { next } = (await server.call('mail.getMail', { id: mails[1]?.id }, { as: manager })).data;
    expect(next?.text).toContain(`No courier will come on ${formatDayOfWeek(day)} between 09:00 AM and 12:00 PM.`);
    expect((await server.call('pickupAdmin.arrange', { id }, { as: manager })).outcome).toBe('CONFLICT');
    await server.query("update pickups set day = current_date - 3, state = 'arranged' where id = $1", [id]);
    expect((await listed()).some((one) => one.id === id)).toBe(false);
  });

  it('is listed for the desk in as many queries as those of ten shops', async () => {
    const shipments: string[] = [];
    const askForOne = async () => {
      const shop = await newShop();
      const { id } = (await create(shop)).body;
      const parcel = await ask<{ id: string }>(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel() });
      shipments.push(parcel.body.id);
      return id;
    };
    const asked = [await askForOne()];
    const countQueries = async () => (await server.statementsOf(pending)).length;
    const forOne = await countQueries();
    while (asked.length < 10) asked.push(await askForOne());
    expect(await countQueries()).toBe(forOne);
    const waiting = await pending();
    expect(asked.map((id) => waiting.find((one) => one.id === id)?.shipments)).toEqual(shipments.map((id) => [id]));
    for (const id of asked) await server.call('pickupAdmin.arrange', { id }, { as: manager });
  });

  it('has a list of what the courier takes', async () => {
    const shop = await newShop();
    const { id } = (await create(shop)).body;
    expect((await ask(shop.key, `/v1/pickups/${id}/list`)).body.code).toBe('conflict');
    const made = [];
    for (const reference of ['SO-1', 'SO-2'])
      made.push(await ask(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel({ reference }) }));
    await server.query(`update shipments set status = 'shipped' where id = $1`, [made[1]?.body.id]);
    const { rawPayload } = await server.request({
      url: `/v1/pickups/${id}/list`,
      headers: { authorization: `Bearer ${shop.key}` },
    });
    let text = '';
    for await (const page of readPdf(rawPayload)) text += page.text;
    expect(text).toContain('SO-1');
    expect(text).not.toContain('SO-2');
  });

  it('is one for each day and address, once for each Idempotency-Key', async () => {
    const shop = await newShop();
    const both = await Promise.all([create(shop), create(shop, { from: '13:00', until: '15:00' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const headers = { 'idempotency-key': 'pickup-1' };
    const other = { address: { line1: 'Kaj 2', city: 'Göteborg', country: 'SE' } };
    const responses = await Promise.all([create(shop, other, headers), create(shop, other, headers)]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect((await create(shop, { parcels: 1 }, headers)).body.code).toBe('key-reused');
    expect(await list(shop)).toHaveLength(2);
    const { id = '' } = responses[0]?.body ?? {};
    for (const _ of ['once', 'again']) expect((await cancel(shop, id)).body.state).toBe('cancelled');
    expect((await server.call('pickupAdmin.arrange', { id }, { as: manager })).outcome).toBe('CONFLICT');
    expect((await create(shop, other)).status).toBe(201);
  });

  it('is at the address of the profile, if that has one', async () => {
    const shop = await newShop();
    const { address, ...nowhere } = v1Pickup();
    const askForIt = () =>
      ask<Pickup & { errors?: unknown }>(shop.key, '/v1/pickups', { method: 'POST', payload: nowhere });
    expect((await askForIt()).body.errors).toEqual([
      { pointer: '/address', detail: 'Your profile has no address. Enter it there first.' },
    ]);
    await server.query(
      `update users set address = 'Magasinsgatan 3', city = 'Göteborg', nationality = 'Sweden' where id = $1`,
      [shop.id],
    );
    expect((await askForIt()).body.address).toBe('Magasinsgatan 3, Göteborg, Sweden');
  });

  it.each([
    [{ day: shiftDay(TODAY, -1) }, '/day', 'This day is over.'],
    [{ day: TODAY, from: '00:00', until: '00:00' }, '/until', 'Until must be later than From.'],
    [{ from: '12:00', until: '09:00' }, '/until', 'Until must be later than From.'],
    [{ day: shiftDay(TODAY, 61) }, '/day', 'Choose a day within 60 days.'],
    [{ day: '2026-02-30' }, '/day', 'Day must be a date.'],
    [{ from: '24:00' }, '/from', 'From must be a time, such as 09:30.'],
    [{ from: '9:00' }, '/from', 'From must be a time, such as 09:30.'],
    [{ parcels: 0 }, '/parcels', 'Parcels must be a whole number from 1 to 1000.'],
    [{ parcels: 1.5 }, '/parcels', 'Parcels must be a whole number from 1 to 1000.'],
    [{ parcels: 1_001 }, '/parcels', 'Parcels must be a whole number from 1 to 1000.'],
    [{ address: { line1: 'Kaj 1', city: 'Göteborg', country: 'Atlantis' } }, '/address/country', expect.any(String)],
    [{ state: 'arranged' }, '/state', 'Unknown field.'],
  ])('with %o is refused', async (details, pointer, detail) => {
    const shop = await newShop();
    const { body } = await create(shop, details);
    expect([body.code, body.errors]).toEqual(['validation', [{ pointer, detail }]]);
    expect(await list(shop)).toEqual([]);
  });

  it('is one of twenty that wait', async () => {
    const shop = await newShop();
    const days = Array.from({ length: MAX_PENDING_PICKUPS + 2 }, (_, at) => shiftDay(TODAY, at + 1));
    const made = await Promise.all(days.map((day) => create(shop, { day })));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_PENDING_PICKUPS);
  });

  it('can be asked for after twenty that nobody marked as arranged', async () => {
    const shop = await newShop();
    const days = Array.from({ length: MAX_PENDING_PICKUPS }, (_, at) => shiftDay(TODAY, at + 1));
    await Promise.all(days.map((day) => create(shop, { day })));
    await server.query('update pickups set day = day - 40 where user_id = $1', [shop.id]);
    expect((await create(shop)).status).toBe(201);
  });
});

it('lists long ago and many in pages, each pickup once', async () => {
  const shop = await newShop();
  await ownEverything(server, shop, 120, ['pickups']);
  await server.query(`update pickups set day = $2::date + 3 * (address < 'Kaj 2')::int where user_id = $1`, [
    shop.id,
    TODAY,
  ]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: Pickups } = await ask(shop.key, `/v1/pickups${cursor && `?cursor=${cursor}`}`);
    seen.push(...body.data.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  const own = async (before?: string) =>
    (await server.call('shipper.getPickups', { before }, { as: shop })).data.data.map(({ id }) => id);
  const first = await own();
  expect([...first, ...(await own(first.at(-1)))]).toEqual(seen.toReversed().slice(0, 100));
  expect((await ask(shop.key, '/v1/pickups?cursor=x')).status).toBe(400);
});

it('a shop’s own screen asks, and shows what is to come', async () => {
  const shop = await newShop();
  const own = () => server.call('shipper.getPickups', undefined, { as: shop });
  const asked = await server.call('shipper.createPickup', v1Pickup(), { as: shop });
  expect(asked.outcome).toBe('ok');
  expect((await own()).data).toMatchObject({ data: [{ state: 'pending' }], address: '' });
  const other = await newShop();
  const { id } = asked.data as Pickup;
  expect((await server.call('shipper.cancelPickup', { id }, { as: other })).outcome).toBe('NOT_FOUND');
  expect((await server.call('shipper.cancelPickup', { id }, { as: shop })).outcome).toBe('ok');
  expect((await own()).data).toMatchObject({ data: [] });
});

it('is forgotten 90 days later', async () => {
  const shop = await newShop();
  const kept = (await create(shop)).body;
  const { id } = (await create(shop, { day: shiftDay(TODAY, 3) })).body;
  await server.query(`update pickups set day = day - 95 where id = $1`, [id]);
  await deleteOldPickups(server.services.db);
  expect(await list(shop)).toMatchObject([{ id: kept.id }]);
});
