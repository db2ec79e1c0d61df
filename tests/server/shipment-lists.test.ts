import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { WEEK } from '../../server/base/database/tables/columns.ts';
import { matchesText } from '../../server/base/sql/text-search.ts';
import { listDeepPage, ofPeopleNamed } from '../../server/shipments/list-shipments.ts';
import type { ShipmentFilter } from '../../server/shipments/store/shipment-filter.ts';
import type { ManagedPage, PageSearch } from '../../src/domain/paged.ts';
import { searchable } from '../../src/domain/text.ts';
import { courierDay } from '../support/courier-day.ts';
import type { TestServer } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');

const list = async (page: ManagedPage, userId?: string) =>
  (await server.call('shipmentAdmin.getShipments', { page: { page: 1, ...page }, userId }, { as: manager })).data;
const found = async (q: string, more: PageSearch = {}) =>
  (await list({ ...more, q })).data.map(({ description }) => description);

/**
 * The statement gives each row’s number, description, time, status and sender. It skips creation.
 */
const fill = (on: TestServer, statement: string, owner: string | null = null) =>
  on.query(
    `insert into shipments (id, tracking_id, description, service, dimensions, weight, value_cents, fee_cents, payer,
       ship_to, ship_date, sender_id, sender_name, sender_email, sender_phone, sender_code,
       receiver_id, receiver_name, receiver_email, receiver_phone, receiver_code, created_at, status)
     select gen_random_uuid(), 'X' || substr(md5(description || n), 1, 11), description, 'Package', '1', '1', 0, 0, 'both',
       '', now(), case when n % 2 = 0 then $1::uuid end, sender, 's@x.test', '1', '',
       case when n % 3 = 0 then $1::uuid end, 'R', 'r@x.test', '1', '', moment, status
     from (${statement}) as made (n, description, moment, status, sender)`,
    [owner],
  );
/** A random ID has any two or three digits now and then, and is found by them. */
const giveTrackingId = (description: string, trackingId: string) =>
  server.query(`update shipments set tracking_id = '${trackingId}' where description = '${description}'`);
/** They are a minute apart, the newest first: a list cannot come across all of them. */
const addMany = (count: number, description: string, { from = 0, owner = '', sender = 'S' } = {}) =>
  fill(
    server,
    `select n, '${description} ' || n, now() - (n || ' minutes')::interval, 'in-progress', '${sender}'
     from generate_series(${from + 1}, ${from + count}) n`,
    owner || null,
  );

it('a row says where its shipment goes, and in which run', async () => {
  const { releasedRun, newCourier } = courierDay(server, manager);
  const run = await releasedRun(await newCourier(), [{ description: 'In a run', shipTo: 'Linnégatan 8, Gothenburg' }]);
  const [row] = (await list({ q: 'In a run' })).data;
  expect(row).toMatchObject({ shipTo: 'Linnégatan 8, Gothenburg', run: { id: run.id, name: 'Centre' } });
  await server.parcel({ description: 'Without any' });
  expect((await list({ q: 'Without any' })).data).toMatchObject([{ id: expect.any(String) }]);
  expect((await list({ q: 'Without any' })).data[0]).not.toHaveProperty('run');
});

describe('a search', () => {
  beforeAll(async () => {
    await server.parcel({
      description: 'Fields 100% wool_felt',
      senderName: 'Åsa Öberg-Li',
      senderEmail: 'asa.oberg@felt.example',
      receiverName: 'Жанна Горохова',
      receiverEmail: 'zhanna@post.example',
    });
    await server.parcel({ description: 'Fields of 1000 woolXfelt', senderName: 'Alice Aalto', receiverName: '王芳' });
  });
  const [first, second] = ['Fields 100% wool_felt', 'Fields of 1000 woolXfelt'];

  it.each([
    ['a description', 'WOOL', [second, first]],
    ['a name', 'öberg', [first]],
    ['a name in another script', 'гороХ', [first]],
    ['an address', 'oberg@felt', [first]],
    ['several words', 'fields of', [second]],
    ['a part of a name with its capital', 'Åsa ö', [first]],
    ['a whole name with its sign', 'Åsa Öberg-Li', [first]],
    ['a name of two letters', '王芳', [second]],
    ['a long text', 'fields of 1000 WOOLxFelt', [second]],
    ['a long text with signs that mean something elsewhere', 'elds 100% wool_felt', [first]],
    ['a long text that is another at its end: none', 'fields of 1000 woolXfelts', []],
    ['words that begin like a name’s, and go on in another way: none', 'alic aaltonen', []],
    ['words that stand in this order, and not beside each other: none', 'fields woolxfelt', []],
    ['words with other signs between them: none', 'åsa öberg li', []],
    ['a short word between longer ones', 'ds of 1000', [second]],
    ['a text that begins with many signs: none', '---------------- felt', []],
  ])('finds %s by part of it', async (_, q, descriptions) => {
    expect(await found(q)).toEqual(descriptions);
  });

  it('finds a parcel by its reference, and by where it goes', async () => {
    await server.parcel({
      description: 'Ordered',
      reference: 'SO-4711/b',
      shipTo: '12 Kirkstall Road, Leeds LS10 2AB',
    });
    for (const q of ['so-47', '4711/B', 'kirkstall road', 'LS10', 'leeds'])
      expect(await found(q), q).toEqual(['Ordered']);
  });

  it('finds a number within a text as it is written there', async () => {
    await server.parcel({ description: 'Gate (12) 918-27 36' });
    for (const q of ['(12) 918-27 36', '12) 918', '918-27']) expect(await found(q), q).toEqual(['Gate (12) 918-27 36']);
    for (const q of ['(13) 918-27 36', '12 918', '918-27 37']) expect(await found(q), q).toEqual([]);
  });

  it('finds a tracking ID by any part, in any spelling', async () => {
    const { trackingId } = await server.parcel({ description: 'By its ID' });
    const groups = trackingId.match(/.{4}/g)?.join(' ') ?? '';
    for (const q of [trackingId, groups, groups.toLowerCase(), trackingId.slice(3), trackingId.replaceAll('0', 'o')])
      expect(await found(q), q).toEqual(['By its ID']);
  });

  it("finds either party's phone number, however its digits are grouped", async () => {
    await server.parcel({ description: 'By phone', senderPhone: '+46 (73) 918-27 36', receiverPhone: '040/771.53.19' });
    await giveTrackingId('By phone', 'WKMT8PXWKMT9');
    for (const q of ['+46 73 918 27 36', '9182736', '918-27', '(73) 91', '0407715319', '77 15', '46', '04'])
      expect(await found(q), q).toContain('By phone');
    for (const q of ['9182736 9182736', '36 04', '918x27y', '9182737', '71', '-'])
      expect(await found(q), q).not.toContain('By phone');
  });

  it('finds a phone number as people say it: with 0, with 00, or with +', async () => {
    const shipTo = 'Linnégatan 8';
    await server.parcel({
      description: 'With +',
      shipTo,
      senderPhone: '+46 31 555 0114',
      receiverPhone: '+46 8 123 45 67',
    });
    await server.parcel({ description: 'With 00', senderPhone: '0046 31 555 0114', receiverPhone: '0370 22 33 44' });
    await giveTrackingId('With +', 'W48207K159X1');
    for (const q of ['031-555 01 14', '0315550114', '031 555 0114', '0046315550114', '+46 31 555 01 14'])
      expect(await found(q), q).toEqual(['With 00', 'With +']);
    expect(await found('08-123 45')).toEqual(['With +']);
    expect(await found('0370-22 33 44')).toEqual(['With 00']);
    // A few digits after the 0 could be the middle of any number.
    for (const q of ['0', '00', '00 1', '031', '0 55501', '00 55501', '031-555 01 15', '000315550114'])
      expect(await found(q), q).not.toContain('With +');
  });

  it.each([
    ['accents', 'José Muñoz', ['jose munoz', 'Jose\u0301 Mun\u0303oz', 'JOSÉ MUÑOZ', 'munoz', 'mu']],
    ['apostrophes', 'Pat O’Brien', ["o'brien", 'O’Brien', 'pat o´brien', 'OʼBRIEN']],
    ['width', 'Kaori ２', ['ｋａｏｒｉ', 'kaori 2', 'Kaori\u3000２']],
    ['letters of their own', 'Łukasz Sørensen-Weiß', ['lukasz', 'SØRENSEN', 'sorensen‑weiss', 'lukasz sor']],
    ['spaces', 'Wide\u00a0Space', ['wide space', 'wide  space', 'Wide\u2009Space']],
  ])('finds a name in any spelling of its %s', async (what, receiverName, spellings) => {
    await server.parcel({ description: `Of ${what}`, receiverName });
    for (const q of spellings) expect(await found(q), q).toContain(`Of ${what}`);
    // Names were stored this way before spellings were normalized.
    await server.query('update shipments set receiver_name = normalize($2, NFD) where description = $1', [
      `Of ${what}`,
      receiverName,
    ]);
    for (const q of spellings) expect(await found(q), q).toContain(`Of ${what}`);
  });

  it('spells text as devices do', async () => {
    const odd = ['Łukasz Sørensen-Weiß Æther ＡＢＣ', 'Жанна\u00a0Ёж', '王芳 한국', 'Mun\u0303oz'];
    for (const text of ['José  MUÑOZ', "O´Brien's “x”—y", ...odd]) {
      expect(await server.query('select searchable($1) as spelled', [text])).toEqual([{ spelled: searchable(text) }]);
    }
  });

  it('finds a phone number in any form, also one without its country', async () => {
    await server.parcel({ description: 'Trunk', receiverPhone: '+46 (0)31 777 02 15' });
    await server.parcel({ description: 'Local', receiverPhone: '031-777 02 15' });
    await server.parcel({ description: 'Extended', receiverPhone: '+46 31 777 02 15 x7' });
    const odd = ['＋46\u00a031–777‑0215', '٤٦٣١٧٧٧٠٢١٥'];
    for (const q of ['+46 31 777 0215', '+46 (0)31-777 02 15', '0046 31 777 0215', ...odd])
      expect(await found(q), q).toEqual(['Extended', 'Local', 'Trunk']);
    expect(await found('031-777 02 15 ext. 7')).toEqual(['Extended', 'Local', 'Trunk']);
    expect(await found('+46 8 777 0215')).toEqual([]);
  });

  it('takes one or two characters as the start of a word', async () => {
    expect(await found('al')).toEqual([second]);
    expect(await found('aa')).toEqual([second]);
    expect(await found('lt'), 'in the middle of a word').toEqual([]);
  });

  it('takes every character literally', async () => {
    expect(await found('100%')).toEqual([first]);
    expect(await found('wool_f')).toEqual([first]);
    expect(await found('wo%felt')).toEqual([]);
    for (const q of ['%', '_', '\\', '%%%', '--', "'; drop table shipments; --", '\\\\', '(', '%_%'])
      expect(await found(q), q).toEqual([]);
  });

  it('never matches across two fields', async () => {
    expect(await found('felt åsa')).toEqual([]);
    expect(await found('wool_felt\n')).toEqual([first]);
    const answer = await server.call('shipmentAdmin.getShipments', { page: { q: 'wool_felt\n åsa' } }, { as: manager });
    expect(answer.error.data.fieldErrors).toEqual({ 'page.q': ['Search contains characters that can’t be used.'] });
  });

  it('covers only what the other filters leave', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await found('wool', { status: 'in-progress', from: today, to: today })).toEqual([second, first]);
    expect(await found('wool', { status: 'held' })).toEqual([]);
    expect(await found('wool', { to: '2020-01-01' })).toEqual([]);
    expect(await found('wool', { from: '2020-01-02', to: '2020-01-01' })).toEqual([]);
  });

  it('finds what changed, or was delivered, on these days', async () => {
    const [kept, moved] = [
      await server.parcel({ description: 'Daily kept' }),
      await server.parcel({ description: 'Daily moved' }),
    ];
    const status = (id: string, to: string, occurredAt: string) =>
      server.call('shipmentAdmin.updateShipment', { id, status: to, occurredAt }, { as: manager });
    for (const { id } of [kept, moved]) {
      const long = '2024-03-01T08:00:00.000Z';
      await server.query('update activities set occurred_at = $2 where shipment_id = $1', [id, long]);
      await server.query('update shipments set created_at = $2 where id = $1', [id, long]);
    }
    await status(moved.id, 'held', '2025-03-04T08:00:00.000Z');
    await status(moved.id, 'delivered', '2025-03-05T08:00:00.000Z');
    await status(moved.id, 'shipped', '2025-03-06T08:00:00.000Z');
    await status(moved.id, 'delivered', '2025-03-07T08:00:00.000Z');
    const on = (day: string, days: PageSearch['days']) => found('daily', { from: day, to: day, days });
    expect(await on('2024-03-01', 'changed')).toEqual(['Daily moved', 'Daily kept']);
    expect(await on('2025-03-04', 'changed')).toEqual(['Daily moved']);
    expect(await found('daily', { from: '2025-03-01', days: 'changed' })).toEqual(['Daily moved']);
    expect(await found('daily', { from: '2024-01-01', days: 'changed' })).toEqual(['Daily moved', 'Daily kept']);
    expect(await found('daily', { from: '2025-03-01', to: '2025-03-31', days: 'delivered' })).toEqual(['Daily moved']);
    expect(await on('2025-03-05', 'delivered')).toEqual([]);
    expect(await on('2025-03-07', 'delivered')).toEqual(['Daily moved']);
    const { data, total } = await list({ from: '2025-03-07', to: '2025-03-07', days: 'delivered' });
    expect([total, data[0]?.id]).toEqual([1, moved.id]);
    expect(await on('2025-03-07', 'created')).toEqual([]);
  });

  it("uses days of the reader's time zone", async () => {
    const { id } = await server.parcel({ description: 'Late in the evening' });
    await server.query("update shipments set created_at = '2024-05-06T23:30:00Z' where id = $1", [id]);
    const zone = 'Europe/Stockholm';
    expect(await found('evening', { from: '2024-05-06', to: '2024-05-06' })).toEqual(['Late in the evening']);
    expect(await found('evening', { from: '2024-05-06', to: '2024-05-06', zone })).toEqual([]);
    expect(await found('evening', { from: '2024-05-07', to: '2024-05-07', zone })).toEqual(['Late in the evening']);
    const page = { from: '2024-05-07', zone: 'Mars/Olympus' };
    const answer = await server.call('shipmentAdmin.getShipments', { page }, { as: manager });
    expect(answer.error.data.fieldErrors).toEqual({ 'page.zone': ['This time zone doesn’t exist.'] });
  });
});

it('says since when each shipment has its status', async () => {
  const { id } = await server.parcel({ description: 'Ageing cheese' });
  await server.query("update shipments set created_at = created_at - interval '3 hours' where id = $1", [id]);
  const read = async () => (await list({ q: 'ageing cheese' })).data[0];
  const created = await read();
  expect(created).toMatchObject({ statusVersion: 1, statusSince: created?.createdAt });
  const times = [new Date(Date.now() - 7_200_000).toISOString(), new Date(Date.now() - 3_600_000).toISOString()];
  for (const [at, status] of (['shipped', 'held'] as const).entries()) {
    const occurredAt = times[at];
    await server.call('shipmentAdmin.updateShipment', { id, status, occurredAt }, { as: manager });
  }
  const note = { id, comment: 'Smells', address: '' };
  await server.call('shipmentAdmin.updateShipmentActivity', note, { as: manager });
  expect(await read()).toMatchObject({ status: 'held', statusVersion: 3, statusSince: times[1] });
});

describe('a list of very many', () => {
  let owner = '';
  beforeAll(async () => {
    owner = (await server.person()).id;
    await addMany(6_000, 'Ladder', { owner });
    await addMany(1_001, 'Lantern', { from: 6_000, owner });
    await addMany(999, 'Lattice', { from: 7_001, owner });
    await addMany(12, 'Lute', { from: 8_000, owner });
    await server.query('vacuum analyze shipments');
  });
  const numbered = (word: string, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${word} ${from + index + 1}`);

  it('finds frequent, rare and old matches alike, page by page', async () => {
    const expected = { Ladder: 0, Lantern: 6_000, Lattice: 7_001 };
    for (const [word, from] of Object.entries(expected)) {
      for (const page of [1, 2, 50, 99])
        expect(await found(word, { page }), `${word} ${page}`).toEqual(numbered(word, from + (page - 1) * 10, 10));
    }
    expect(await found('lute', { page: 2 })).toEqual(numbered('Lute', 8_010, 2));
    const { data, total, pagination } = await list({ q: 'lantern', page: 3, size: 25 });
    expect(data.map(({ description }) => description)).toEqual(numbered('Lantern', 6_050, 25));
    expect({ total, pagination }).toEqual({ total: 1_001, pagination: { prev: 2, next: 4 } });
    expect(await found('la', { page: 80 }), 'the beginning of them all').toEqual(numbered('Ladder', 790, 10));
  });

  it.each([
    ['words', 'lute', 'shipments_words_by_status', 'status'],
    ['phone numbers', '918 273', 'shipments_digits_by_week', ''],
    ['phone numbers with 0', '0739 182 736', 'shipments_digits_by_week', ''],
  ])('uses the index of %s, which is on exactly the same expression', async (_, q, index, column) => {
    const plan = await server.services.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const asked = sql`explain select id from shipments
        where deleted_at is null and ${matchesText(q)} and ${WEEK} = '2026-01-03Z' and status = 'in-progress'`;
      return (await tx.execute<{ 'QUERY PLAN': string }>(asked)).rows.map((row) => row['QUERY PLAN']).join(' ');
    });
    expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${index} [^>]*Index Cond: [^>]*date_bin[^>]*${column}`));
  });

  it('uses one core of the database', async () => {
    const { rows } = await server.services.db.execute('show max_parallel_workers_per_gather');
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }]);
  });

  it('counts matches exactly up to 1,000, and returns 1,001 for more', async () => {
    const total = async (page: PageSearch) => (await list(page)).total;
    expect(await total({ q: 'ladder' })).toBe(1_001);
    expect(await total({ q: 'lantern' })).toBe(1_001);
    expect(await total({ q: 'lattice' })).toBe(999);
    expect(await total({ q: 'lute' })).toBe(12);
    expect(await total({ from: '2020-01-01' })).toBe(1_001);
    expect((await list({ q: 'ladder', page: 101 })).pagination).toEqual({ prev: 100, next: null });
  });

  it('counts what came in one go exactly, however many of the newest match', async () => {
    await fill(
      server,
      `select n, case when n <= 900 then 'Burst' when n % 2 = 0 then 'Steady' else 'Other' end || ' ' || n,
         now() - (n || ' hours')::interval, 'failed', 'S' from generate_series(1, 4000) n`,
    );
    const total = async (q: string) => (await list({ q, status: 'failed' })).total;
    expect(await total('burst')).toBe(900);
    expect(await total('steady')).toBe(1_001);
    expect(await found('burst', { status: 'failed', page: 90 })).toEqual(numbered('Burst', 890, 10));
  });

  it('counts all rows without a search', async () => {
    const { total, pagination } = await list({ page: 801, status: 'in-progress' }, owner);
    const [counted] = await server.query<{ count: string }>(
      'select count(*) from shipments where sender_id = $1 or receiver_id = $1',
      [owner],
    );
    expect(total).toBe(Number(counted?.count));
    expect(pagination).toEqual({ prev: Math.ceil(total / 10), next: null });
  });

  it('of one person merges both roles in one order, with shipments to oneself once', async () => {
    const [all] = await server.query<{ words: string[] }>(
      `select array_agg(description order by created_at desc, id desc) as words from shipments
       where sender_id = $1 or receiver_id = $1`,
      [owner],
    );
    const words = all?.words ?? [];
    for (const page of [1, 2, 533]) {
      const listed = (await list({ page }, owner)).data.map(({ description }) => description);
      expect(listed, `page ${page}`).toEqual(words.slice((page - 1) * 10, page * 10));
    }
    const lutes = words.filter((word) => word.startsWith('Lute'));
    expect((await list({ q: 'lute' }, owner)).data.map(({ description }) => description)).toEqual(lutes);
    expect(lutes.length).toBeGreaterThan(5);
  });
});

describe('a name that many have', () => {
  beforeAll(async () => {
    await addMany(2_500, 'Newer');
    await addMany(1_002, 'Penny', { from: 20_000, sender: 'Penny Penfold' });
  });
  const pennies = (from: number, count = 10) => Array.from({ length: count }, (_, n) => `Penny ${20_001 + from + n}`);

  it('is found by its beginning, page by page, however long ago', async () => {
    for (const weeks of [0, 20]) {
      await server.query(
        `update shipments set created_at = created_at - make_interval(weeks => $1) where sender_name = $2`,
        [weeks, 'Penny Penfold'],
      );
      for (const q of ['penny pen', 'Penny Penfold', 'pen']) {
        expect(await found(q), q).toEqual(pennies(0));
        expect(await found(q, { page: 100 }), q).toEqual(pennies(990));
        expect((await list({ q })).total, q).toBe(1_001);
      }
    }
  });

  it('is counted exactly once there are no more than 1,000, and within other filters', async () => {
    const total = async (page: PageSearch) => (await list({ q: 'Penny Penfold', ...page })).total;
    await server.query("update shipments set status = 'held' where description in ('Penny 20001', 'Penny 20002')");
    expect(await total({ status: 'held' })).toBe(2);
    expect(await total({ from: '2099-01-01' })).toBe(0);
    await server.query("update shipments set deleted_at = now() where description in ('Penny 20001', 'Penny 20002')");
    expect(await total({})).toBe(1_000);
    expect((await list({ q: 'Penny -' })).total).toBe(0);
  });

  it('counts each shipment once that the same name sends and receives', async () => {
    const total = async () => (await list({ q: 'Penny Penfold' })).total;
    await server.query("update shipments set receiver_name = sender_name where sender_name = 'Penny Penfold'");
    expect(await total()).toBe(1_000);
    await server.query("update shipments set sender_name = 'S' where description like 'Penny 201%'");
    expect(await total()).toBe(1_000);
    await server.query("update shipments set receiver_name = 'Penny Penfold' where description = 'Newer 2000'");
    expect(await total()).toBe(1_001);
    expect(await found('Penny Penfold')).toEqual(['Newer 2000', ...pennies(2, 9)]);
  });

  it('uses the indexes of names', async () => {
    await server.query('vacuum analyze shipments');
    const asked = sql`explain ${ofPeopleNamed('Penny Pen')} limit 1001`;
    const { rows } = await server.services.db.execute<{ 'QUERY PLAN': string }>(asked);
    const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
    for (const name of ['sender', 'receiver'])
      expect(plan).toMatch(new RegExp(`Index Scan \\w+ shipments_by_${name}_name .*Index Cond: .*'penny pen'`));
  });
});

/** Some are created in the same moment, some deleted. */
async function serverWith(statement: string) {
  const own = await testServer();
  const { id } = await own.person();
  const made = `select *, case when n % 5 = 0 then 'held' else 'shipped' end, 'S' from (${statement}) as rows (n)`;
  await fill(own, made, id);
  await own.query(
    "update shipments set deleted_at = now() where ('x' || substr(md5(id::text), 1, 2))::bit(8)::int < 25",
  );
  return { own, ownerId: id };
}

describe('a page deep in a list', async () => {
  const { own, ownerId } = await serverWith(
    `select n, 'Deep ' || n, '2026-03-01T12:00:00Z'::timestamptz - (n / 7) * interval '97 minutes' - (n / 90) * interval '4 days'
     from generate_series(1, 400) n`,
  );
  const filters: [string, ShipmentFilter, string][] = [
    ['all', {}, 'true'],
    ['one status', { status: 'held' }, "status = 'held'"],
    ['a sender', { ownerId, relation: 'sender' }, `sender_id = '${ownerId}'`],
    ['a receiver', { ownerId, relation: 'receiver' }, `receiver_id = '${ownerId}'`],
    ['a person', { ownerId }, `(sender_id = '${ownerId}' or receiver_id = '${ownerId}')`],
    [
      'a person and a status',
      { ownerId, status: 'held' },
      `(sender_id = '${ownerId}' or receiver_id = '${ownerId}') and status = 'held'`,
    ],
    ['a status that nothing has', { status: 'failed' }, 'false'],
  ];

  it.each(filters)('has the same rows as skipping all rows before it: %s', async (_, filter, condition) => {
    const rows = await own.query<{ description: string }>(
      `select description from shipments where deleted_at is null and ${condition} order by created_at desc, id desc`,
    );
    const descriptions = rows.map(({ description }) => description);
    for (let offset = 0; offset <= descriptions.length + 10; offset += 10) {
      const { listings, total } = await listDeepPage(own.services.db, filter, { limit: 10, offset });
      const listed = listings.map(({ description }) => description);
      expect(listed, `from ${offset}`).toEqual(descriptions.slice(offset, offset + 10));
      expect(total).toBe(descriptions.length);
    }
  });
});

describe('a search among many weeks', async () => {
  // The newest are half a minute apart, then three every eight minutes, the last two years older.
  // One week (from Saturday, 3 October) has more than are counted.
  const { own, ownerId } = await serverWith(
    `select n, case
         when n <= 2500 then case when n % 240 = 0 then 'Mullion' else 'Mortar' end
         when n <= 4200 then case when n % 4 > 0 then 'Mullion' else 'Newel' end
         when n <= 4800 then case when n % 60 = 0 then 'Newel' else 'Mortar' end
         else 'Oriel' end || ' ' || n,
       '2026-10-08Z'::timestamptz - least(n, 2500) * interval '30 seconds' - greatest(0, n - 2500) / 3 * interval '8 minutes'
         - case when n > 4800 then interval '2 years' else interval '0' end
     from generate_series(1, 4830) n`,
  );
  const searches: [string, PageSearch, string | undefined, string][] = [
    ['often among the newest', { q: 'mortar' }, undefined, "description like 'Mortar%'"],
    ['seldom among the newest, then often', { q: 'mullion' }, undefined, "description like 'Mullion%'"],
    ['some hundreds of times', { q: 'newel' }, undefined, "description like 'Newel%'"],
    ['only long ago', { q: 'oriel' }, undefined, "description like 'Oriel%'"],
    ['nowhere', { q: 'transom' }, undefined, 'false'],
    ['by two words', { q: 'mullion 3' }, undefined, "description like 'Mullion 3%'"],
    ['in one status', { q: 'mullion', status: 'held' }, undefined, "description like 'Mullion%' and status = 'held'"],
    [
      'with one person',
      { q: 'mullion' },
      ownerId,
      `description like 'Mullion%' and (sender_id = '${ownerId}' or receiver_id = '${ownerId}')`,
    ],
  ];

  it.each(searches)('finds matches %s like reading every row does', async (_, search, userId, condition) => {
    const manager = await own.signInAs('manager');
    const rows = await own.query<{ description: string }>(
      `select description from shipments where deleted_at is null and ${condition} order by created_at desc, id desc`,
    );
    const descriptions = rows.map(({ description }) => description);
    for (const page of [1, 2, 3, 10, 50, 99, 101]) {
      const input = { page: { ...search, page }, userId };
      const { data } = await own.call('shipmentAdmin.getShipments', input, { as: manager });
      const listed = data.data.map(({ description }) => description);
      expect(listed, `page ${page}`).toEqual(descriptions.slice((page - 1) * 10, page * 10));
      expect(data.total).toBe(Math.min(1_001, descriptions.length));
    }
  });
});
