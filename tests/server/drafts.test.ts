import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { type Draft, formatDraftProblems } from '../../src/domain/shops/draft.ts';
import type { FileReading } from '../../src/domain/shops/draft-file.ts';
import { importOrders, sendOrders } from '../support/send-file.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
await server.inUnit((unit) =>
  insertRate(unit.tx, { userId: null, maxGrams: 2_000, country: null, postcode: '', feeCents: 590n }),
);

type Shop = Awaited<ReturnType<typeof server.signedIn>>;
const newShop = () => server.signedIn({ roles: ['shipper'], phone: '+46 31 555 0100' });
const once = () => ({ headers: { 'idempotency-key': randomUUID() } });

const HEADERS = ['Order reference', 'Full name', 'Email', 'Phone', 'Address line 1', 'City', 'Postcode', 'Country'];
const MORE = ['Contents', 'Weight', 'Length', 'Width', 'Height'];
const row = (number: number) => [
  ...[`#${1000 + number}`, `Elin Strand ${number}`, 'elin@example.com', '+46 31 555 0192', `Kaj ${number}`],
  ...['Göteborg', '411 04', 'Sweden', 'Books', '0.85', '30', '20', '12,5'],
];
const fileOf = (rows: readonly string[][], separator = ',') =>
  [[...HEADERS, ...MORE], ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\r\n');
const FIFTY = Array.from({ length: 50 }, (_, at) => row(at + 1));

const send = (shop: Pick<Shop, 'token'>, step: 'read' | 'save', file: string | Buffer, encoding?: string) =>
  sendOrders(server, shop, step, file, encoding);
const importFile = async (shop: Shop, file: string | Buffer) => (await importOrders(server, shop, file)).imported;

const draftsOf = async (shop: Shop) => (await server.call('shipper.getDrafts', { page: 1 }, { as: shop })).data;
const confirm = (shop: Shop, drafts: readonly Draft[]) => {
  const seen = drafts.map(({ id, version, fee }) => ({ id, version, seenFee: fee ?? 0 }));
  return server.call('shipper.confirmDrafts', { drafts: seen }, { as: shop, ...once() });
};
const countShipments = async (shop: Shop) =>
  Number((await server.query('select count(*) from shipments where sender_id = $1', [shop.id]))[0]?.count);

describe('a file of orders', () => {
  it('makes 50 drafts of 50 rows, however often it comes', async () => {
    const shop = await newShop();
    expect(await importFile(shop, fileOf(FIFTY))).toMatchObject({ added: 50, changed: 0, unchanged: 0, toFix: 0 });
    const again = await Promise.all([send(shop, 'save', fileOf(FIFTY)), send(shop, 'save', fileOf(FIFTY))]);
    for (const { body } of again) expect(body).toMatchObject({ added: 0, changed: 0, unchanged: 50, toFix: 0 });
    const { data, counts } = await draftsOf(shop);
    expect(counts).toEqual({ ready: 50, toFix: 0, withheld: 0 });
    expect(data.map(({ fields }) => fields.reference)).toEqual(FIFTY.map(([reference]) => reference));
    expect(data[0]).toMatchObject({ fee: 5.9, fields: { weightG: '850', heightMm: '125' } });
    expect(await countShipments(shop)).toBe(0);
  });

  it('names bad cells by row and column', async () => {
    const shop = await newShop();
    const bad = row(1).with(2, 'nobody').with(7, 'Atlantis').with(9, 'heavy');
    expect(await importFile(shop, fileOf([bad, row(2).with(9, '7')]))).toMatchObject({ added: 2, toFix: 1 });
    const { data } = await draftsOf(shop);
    expect(data.map((draft) => [draft.origin?.line, ...formatDraftProblems(draft)])).toEqual([
      [
        2,
        'Email: Enter a full email address, such as name@example.com.',
        'Weight must be from 1 g to 1,000 kg, in whole grams.',
        'Country: Choose a country from the list.',
      ],
      [3, 'There is no rate for 7 kg to Sweden. Ask Waybill for one.'],
    ]);
  });

  it('says in a column which parcels need the receiver’s code', async () => {
    const shop = await newShop();
    const [heads = '', ...rows] = fileOf([row(1), row(2), row(3)]).split('\r\n');
    const words = ['Yes', 'QR', 'perhaps'];
    await importFile(
      shop,
      [`${heads},"Handover code"`, ...rows.map((one, at) => `${one},"${words[at]}"`)].join('\r\n'),
    );
    const { data } = await draftsOf(shop);
    expect(data.flatMap(formatDraftProblems)).toEqual(['Handover code: Choose required, qr or off.']);
    await confirm(shop, data.slice(0, 2));
    const made = await server.query('select proof from shipments where sender_id = $1 order by reference', [shop.id]);
    expect(made).toMatchObject([{ proof: { code: 'required' } }, { proof: { code: 'qr' } }]);
  });

  it('says what the label of a draft cuts, which can be sent all the same', async () => {
    const shop = await newShop();
    await importFile(shop, fileOf([row(1).with(0, '1234567890'.repeat(6)), row(2)]));
    const { data } = await draftsOf(shop);
    expect(data.map(({ labelNote, fee }) => [labelNote, fee])).toEqual([
      [expect.stringContaining('its end is cut: “1234567890'), 5.9],
      ['', 5.9],
    ]);
  });

  it('is read with any separator and encoding, and in the one that is chosen', async () => {
    const reading = { rows: 1, format: 'click-and-drop', isRemembered: false };
    const text = fileOf([row(1)]);
    const utf16 = Buffer.from(`\uFEFF${fileOf([row(1)], '\t')}`, 'utf16le');
    const files = { 'UTF-8': fileOf([row(1)], ';'), 'UTF-16': utf16, 'Windows-1252': Buffer.from(text, 'latin1') };
    for (const [encoding, content] of Object.entries(files)) {
      const { body } = await send(await newShop(), 'read', content);
      expect(body).toMatchObject({ ...reading, encoding });
      expect(body.samples[0]).toContain('Göteborg');
      expect(body.letters).toEqual(encoding === 'UTF-8' ? [] : ['Göteborg']);
    }
    const polish = Buffer.from(fileOf([row(1).with(5, '£ód\x9f')]), 'latin1');
    const { body } = await send(await newShop(), 'read', polish);
    expect(body).toMatchObject({ encoding: 'Windows-1250', letters: ['Łódź'] });
    const chosen = await send(await newShop(), 'read', polish, 'Windows-1252');
    expect(chosen.body).toMatchObject({ encoding: 'Windows-1252', letters: ['£ódŸ'] });
    expect((await send(await newShop(), 'read', polish, 'EBCDIC')).status).toBe(400);
  });

  it('with an emoji where a description is cut is imported', async () => {
    const shop = await newShop();
    expect(await importFile(shop, fileOf([row(1).with(8, '😀'.repeat(120))]))).toMatchObject({ added: 1 });
    expect((await draftsOf(shop)).data[0]?.fields.description).toBe(`${'😀'.repeat(99)}…`);
  });

  it('whose numbers name no unit is not imported before somebody has said which', async () => {
    const shop = await newShop();
    const { body } = await send(shop, 'read', fileOf([row(1)]));
    expect(body).toMatchObject({
      weightUnit: null,
      lengthUnit: null,
      bareColumns: ['Weight', 'Length', 'Width', 'Height'],
    });
    const { headers, mapping } = body as FileReading;
    await server.call('shipper.saveMapping', { headers, mapping, weightUnit: 'kg' }, { as: shop, ...once() });
    const refused = await send(shop, 'save', fileOf([row(1)]));
    expect([refused.status, refused.body.error.message]).toEqual([412, 'Say first which unit the sizes are in.']);
    const units = { weightUnit: 'kg', lengthUnit: 'mm' };
    await server.call('shipper.saveMapping', { headers, mapping, ...units }, { as: shop, ...once() });
    await send(shop, 'save', fileOf([row(1)]));
    expect((await draftsOf(shop)).data[0]?.fields).toMatchObject({ weightG: '850', lengthMm: '30', heightMm: '13' });
  });

  it('leaves a value in another currency out, with a note', async () => {
    const shop = await newShop();
    const [heads, ...rows] = fileOf([row(1), row(2), row(3)]).split('\r\n');
    const worth = ['"1.234,50",USD', '68.00,CAD', '"12,00 €",'];
    await importFile(shop, [`${heads},Subtotal,Currency`, ...rows.map((one, at) => `${one},${worth[at]}`)].join('\n'));
    const { data } = await draftsOf(shop);
    expect(data.map(({ fields, notes, fee }) => [fields.value, notes, fee])).toEqual([
      ['1234.5', [], 5.9],
      [undefined, ['Without its value: 68.00 CAD is not in USD.'], 5.9],
      [undefined, ['Without its value: 12,00 € is not in USD.'], 5.9],
    ]);
    const { data: made } = await confirm(shop, data);
    expect(made.map(({ message }) => message)).toEqual([null, null, null]);
    const values = await server.query('select value_cents from shipments where sender_id = $1 order by reference', [
      shop.id,
    ]);
    expect(values.map(({ value_cents }) => value_cents)).toEqual(['123450', '0', '0']);
  });

  it('remembers what its columns are for, for this person', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    await importFile(shop, fileOf([row(1)]));
    expect((await send(shop, 'read', fileOf([row(9)]))).body).toMatchObject({ isRemembered: true });
    expect((await send(other, 'read', fileOf([row(9)]))).body).toMatchObject({ isRemembered: false });
    expect((await send(other, 'save', fileOf([row(9)]))).status).toBe(412);
  });

  it('changes drafts that nobody has touched, and leaves the others', async () => {
    const shop = await newShop();
    await importFile(shop, fileOf([row(1), row(2), row(3)]));
    const [first, second] = (await draftsOf(shop)).data;
    const edited = { id: first?.id, version: 1, fields: { ...first?.fields, city: 'Kungälv' } };
    await server.call('shipper.saveDraft', edited, { as: shop, ...once() });
    await confirm(shop, second ? [second] : []);
    const heavier = [row(1), row(2), row(3)].map((cells) => cells.with(9, '1.5'));
    expect(await importFile(shop, fileOf(heavier))).toMatchObject({ added: 0, changed: 1, unchanged: 2, toFix: 0 });
    expect((await draftsOf(shop)).data.map(({ fields }) => [fields.city, fields.weightG])).toEqual([
      ['Kungälv', '850'],
      ['Göteborg', '1500'],
    ]);
  });

  it('is read again whatever the names of its columns are', async () => {
    const names = ['  Name ', 'A\u00a0  b\tc', 'x'.repeat(300), 'e\u0301', '', 'Name'];
    const content = [names.map((name) => `"${name}"`).join(','), 'Elin,1,2,3,4,5'].join('\n');
    expect(await importFile(await newShop(), content)).toMatchObject({ added: 1 });
  });

  it.each([
    ['a spreadsheet', Buffer.from('PK\x03\x04'), /spreadsheet, not a CSV file/],
    ['nothing', '', /empty/],
    ['one column', 'Name\r\nElin', /must name the columns/],
    ['only names of columns', fileOf([]), /no rows/],
    ['a row with a cell too many', `${fileOf([row(1)])},x`, /Row 2: .*14 cells/],
    ['301 columns', `${'a,'.repeat(300)}a\n${'1,'.repeat(300)}1`, /up to 300 columns/],
    ['1,001 rows', fileOf(Array.from({ length: 1_001 }, (_, at) => row(at))), /up to 1,000 rows/],
  ])('that is %s is refused', async (_, content, sentence) => {
    const { status, body } = await send(await newShop(), 'read', content);
    expect([status, body.error.data.fieldErrors.file[0]]).toEqual([400, expect.stringMatching(sentence)]);
  });
});

describe('confirming drafts', () => {
  it('creates each once, with two tabs too', async () => {
    const shop = await newShop();
    await importFile(shop, fileOf(FIFTY));
    const { data } = await draftsOf(shop);
    const [one, other] = await Promise.all([confirm(shop, data), confirm(shop, data)]);
    expect(one.data).toEqual(other.data);
    expect(new Set(one.data.map(({ shipment }) => shipment?.id)).size).toBe(50);
    expect(await countShipments(shop)).toBe(50);
    expect((await draftsOf(shop)).total).toBe(0);
    expect(await importFile(shop, fileOf(FIFTY))).toMatchObject({ added: 0, unchanged: 50 });
  });

  it('leaves those that can’t be created, and says why', async () => {
    const shop = await newShop();
    await importFile(shop, fileOf([row(1), row(2).with(9, '7'), row(3).with(2, 'x'), row(4)]));
    const [good, heavy, wrong, outdated] = (await draftsOf(shop)).data;
    if (!good || !heavy || !wrong || !outdated) throw new Error('There are four');
    const { data } = await confirm(shop, [good, heavy, wrong, { ...outdated, fee: 1 }]);
    expect(data.map(({ shipment, message }) => message ?? typeof shipment?.trackingId)).toEqual([
      'string',
      'There is no rate for 7 kg to Sweden. Ask Waybill for one.',
      'Enter a full email address, such as name@example.com.',
      'The fee is now $5.90. Check it and confirm again.',
    ]);
    expect((await draftsOf(shop)).total).toBe(3);
  });

  it('touches nobody else’s drafts', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    await importFile(shop, fileOf([row(1)]));
    const [draft] = (await draftsOf(shop)).data;
    if (!draft) throw new Error('There is one');
    const { id } = draft;
    expect((await server.call('shipper.getDraft', { id }, { as: other })).outcome).toBe('NOT_FOUND');
    const saved = await server.call('shipper.saveDraft', { id, fields: {} }, { as: other, ...once() });
    expect(saved.outcome).toBe('NOT_FOUND');
    await server.call('shipper.deleteDrafts', { ids: [id] }, { as: other, ...once() });
    expect((await confirm(other, [draft])).data[0]).toMatchObject({ message: 'This draft no longer exists.' });
    expect((await draftsOf(shop)).data).toEqual([draft]);
    const strangers = await Promise.all([server.signedIn(), server.signedIn({ manager: true })]);
    for (const one of strangers) expect((await send(one, 'read', fileOf([row(1)]))).status).toBe(403);
  });
});

it('a draft changed in another tab is not overwritten', async () => {
  const shop = await newShop();
  const save = (input: object) => server.call('shipper.saveDraft', input, { as: shop, ...once() });
  const { id, version } = (await save({ fields: { city: 'Oslo' } })).data;
  await save({ id, version, fields: { city: 'Bergen' } });
  expect((await save({ id, version, fields: { city: 'Moss' } })).outcome).toBe('CONFLICT');
  expect((await draftsOf(shop)).data[0]?.fields).toEqual({ city: 'Bergen' });
});
