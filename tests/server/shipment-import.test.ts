import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { formatCsvLines } from '../../server/base/csv/write-csv.ts';
import { runImport } from '../../server/imports/import-shipments.ts';
import { deleteOldImports } from '../../server/imports/store/shipment-imports.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { COLUMNS, cellsOf } from '../../src/domain/shipment-file.ts';
import type { ImportRow } from '../../src/domain/shipment-import.ts';
import type { ProcedureName } from '../support/contract.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { checkFile, importShipments, sendFile } from '../support/send-file.ts';
import { fileOf, HEADERS, shipmentFile } from '../support/shipment-file.ts';
import { type Person, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');

const send = (payload: Buffer | string, search = '?fileName=parcels.csv', headers = {}) =>
  sendFile(server, `/api/shipment-imports${search}`, payload, manager, headers);
const checked = (file: Buffer | string) => checkFile(server, file, manager);

/** What is read from the only row of this file. */
async function fieldsOf(file: Buffer | string): Promise<unknown> {
  const [row] = await server.query('select fields from shipment_import_rows where import_id = $1', [
    await checked(file),
  ]);
  return row?.fields;
}

const showing = async (id: string) => (await server.call('shipmentImport.getImport', { id }, { as: manager })).data;
const rowsOf = async (id: string, errors = false): Promise<ImportRow[]> =>
  (await server.call('shipmentImport.getRows', { id, page: 1, errors }, { as: manager })).data.data;
const start = (id: string, scope: 'all' | 'good', headers = {}) =>
  server.call('shipmentImport.start', { id, scope }, { as: manager, headers });

/** So many good rows, each its own. */
const goodRows = (count: number, name = randomUUID()): CreateShipment[] =>
  Array.from({ length: count }, (_, at) => parcelInput({ description: `${name} ${at}` }));
const cells = (details: Partial<CreateShipment> = {}) => cellsOf(parcelInput(details));
const withCell = (head: string, cell: string, details: Partial<CreateShipment> = {}) =>
  cells(details).with(HEADERS.indexOf(head), cell);

/** What was created from a file, in the order of its rows. */
const createdFrom = (id: string) =>
  server.query<{ id: string; description: string; line: number; tracking_id: string }>(
    `select shipments.id, description, line, tracking_id from shipment_import_rows
     join shipments on shipments.id = shipment_id where import_id = $1 order by line`,
    [id],
  );

const NOT_OURS = 'Images have to be uploaded here. Links to other sites aren’t accepted.';
const NO_LONGER = 'An image is no longer available. Please upload it again.';

describe('a file', () => {
  it('is checked row by row, with line and column of each error, and creates nothing', async () => {
    const before = await server.query('select count(*) from shipments');
    const id = await checked(
      fileOf([
        cells({ description: 'Good one' }),
        withCell('Sender email', 'nobody', { description: 'Bad address' }),
        withCell('Value', 'much', { description: 'Bad value' }).with(HEADERS.indexOf('Service'), 'Teleport'),
        withCell('Description', ''),
        cells({ description: 'Good two' }),
      ]),
    );

    const counts = { rows: 5, good: 2, created: 0 };
    expect(await showing(id)).toMatchObject({ fileName: 'parcels.csv', state: 'checked', scope: null, ...counts });
    const services = 'Use Package, Freight Fowarding, Special Cargo, Full Truck Load or Warehousing & Storage.';
    const told = await rowsOf(id);
    expect(
      told.map(({ line, problems }) => [line, ...problems.flatMap(({ column, message }) => [column, message])]),
    ).toEqual([
      [2],
      [3, 'Sender email', 'Enter a full email address, such as name@example.com.'],
      [4, 'Service', services, 'Value', 'Enter the value like this: 1234.50'],
      [5, 'Description', 'Description is required.'],
      [6],
    ]);
    expect((await rowsOf(id, true)).map(({ description }) => description)).toEqual(['Bad address', 'Bad value', '']);
    const { shipTo, weight, dimensions } = parcelInput();
    expect(told[0]).toMatchObject({ shipTo, weight, dimensions, parcels: '1' });
    expect(told[1]).toMatchObject({ shipTo, weight, dimensions });
    expect(await server.query('select count(*) from shipments')).toEqual(before);
  });

  it('may have its columns in any order and spelling, and omit optional ones', async () => {
    const needed = COLUMNS.filter(({ isOptional }) => !isOptional).toReversed();
    const byKey = new Map(COLUMNS.map(({ key }, at) => [key, cells()[at] ?? '']));
    const heads = needed.map(({ key }) => key.replace(/[A-Z]/g, '_$&').toUpperCase());
    const id = await checked(fileOf([needed.map(({ key }) => byKey.get(key) ?? '')], heads));
    expect(await showing(id)).toMatchObject({ rows: 1, good: 1 });
  });

  it("may have an export's or a report's extra columns, empty lines and nameless empty columns", async () => {
    const text = formatCsvLines([
      ['Line', 'Problems', 'Tracking ID', 'Status', 'Created', ...HEADERS, '', ''],
      ['7', 'Something', 'W123', 'held', 'yesterday', ...cells(), '', ''],
    ]);
    const id = await checked(`${text}\r\n\r\n,,,\r\n`);
    expect(await showing(id)).toMatchObject({ rows: 1, good: 1 });
  });

  it('says which rows have a label that cuts something', async () => {
    const id = await checked(fileOf([cells(), cells({ reference: '1234567890'.repeat(6) })]));
    expect((await rowsOf(id)).map(({ labelNote }) => labelNote.slice(0, 8))).toEqual(['', 'Too long']);
  });

  it('may deliver on the day it ships, if no time of delivery is written', async () => {
    const at = { shipDate: '2026-11-20T06:40:00.000Z', deliveryDate: '2026-11-20' };
    const file = fileOf([cells().map((cell, index) => at[COLUMNS[index]?.key as 'shipDate'] ?? cell)]);
    expect(await fieldsOf(file)).toMatchObject({ deliveryDate: at.shipDate });
  });

  it.each<[column: string, cell: string, fields: Partial<CreateShipment>]>([
    ['Value', '10,50', { value: 10.5 }],
    ['Shipping fee', '7,5', { fee: 7.5 }],
    ['Value', '10.50', { value: 10.5 }],
    ['Value', '$1.840,50', { value: 1840.5 }],
    ['Service', 'warehousing & storage', { service: 'Warehousing & Storage' }],
    ['Service', ' FULL TRUCK LOAD ', { service: 'Full Truck Load' }],
    ['Payer', 'Sender', { payer: 'sender' }],
    ['Payer', 'BOTH', { payer: 'both' }],
    ['Payer', 'ＢＯＴＨ', { payer: 'both' }],
    ['Value', '１０．５', { value: 10.5 }],
    ['Ship date', '2026-11-20 06:40:00 -0500', { shipDate: '2026-11-20T11:40:00.000Z' }],
    ['Sender country', "people's republic of china", { senderCountry: 'China' }],
    ['Ship date', '２０２６／１１／２０\u00a0', { shipDate: '2026-11-20T00:00:00.000Z' }],
    ['Receiver name', 'Jose\u0301\u00a0 Mun\u0303oz\u200b', { receiverName: 'José Muñoz' }],
    ['Receiver email', '\u200bElin@example.com', { receiverEmail: 'Elin@example.com' }],
    ['Payer', '', { payer: 'receiver' }],
    ['Parcels', ' ３ ', { parcels: 3 }],
    ['Parcels', '', { parcels: 1 }],
    ['Ship to', 'Linnégatan 4\r\n413 04 Göteborg,\nSweden\n', { shipTo: 'Linnégatan 4, 413 04 Göteborg, Sweden' }],
  ])('with semicolons may have %s as %j', async (column, cell, fields) => {
    const lines = [HEADERS, withCell(column, cell)].map((line) => line.map((one) => `"${one}"`).join(';'));
    expect(await fieldsOf(lines.join('\r\n'))).toMatchObject(fields);
  });

  it('may have no column for who pays: the receiver does by default', async () => {
    const at = HEADERS.indexOf('Payer');
    const file = fileOf([cells({ payer: 'both' }).toSpliced(at, 1)], HEADERS.toSpliced(at, 1));
    expect(await fieldsOf(file)).toMatchObject({ payer: 'receiver' });
  });

  it.each([
    ['Value', '1,840', 'Enter the value like this: 1234.50'],
    ['Value', '0x10', 'Enter the value like this: 1234.50'],
    ['Value', '1.840', 'Enter the value like this: 1234.50'],
    ['Value', '-5', 'Enter the value like this: 1234.50'],
    ['Value', '10.005', 'Enter the value like this: 1234.50'],
    ['Value', '1000.005', 'Value can have at most two decimals.'],
    ['Ship date', '', 'Ship date is required.'],
    ['Ship date', '20/11/2026', 'Write the date like this: 2026-11-20 06:40'],
    ['Ship date', '2026-02-31', 'Write the date like this: 2026-11-20 06:40'],
    ['Delivery date', '2026-11-19', 'Delivery date can’t be before the ship date.'],
    ['Receiver name', 'Elin MartÃ\u00adnez', 'Receiver name has damaged letters: “MartÃ\u00adnez”. Correct them.'],
    ['Receiver name', 'Elin Mu?oz', 'Receiver name has damaged letters: “Mu?oz”. Correct them.'],
    ['Ship to', 'G\ufffdteborg', 'Ship to has damaged letters: “G\ufffdteborg”. Correct them.'],
    ['Parcels', 'two', 'Parcels must be a whole number from 1 to 20.'],
    ['Payer', 'Somebody', 'Use Sender, Receiver or Both.'],
    ['Receiver country', 'Narnia', 'Choose a country from the list.'],
    ['Images', 'https://elsewhere.example/a.webp', NOT_OURS],
    ['Images', `http://waybill.test/v1_1/waybill/image/${'0f'.repeat(16)}-640.webp`, NO_LONGER],
  ])('has an error at %s for %j', async (column, cell, message) => {
    const id = await checked(fileOf([withCell(column, cell)]));
    expect((await rowsOf(id)).map(({ problems }) => problems)).toEqual([[{ column, message }]]);
  });

  it('has an error at a cell that is too long to be read', async () => {
    const id = await checked(fileOf([withCell('Description', `Books${' '.repeat(6_000)}`)]));
    const message = 'Description can have at most 6000 characters.';
    expect((await rowsOf(id)).map(({ problems }) => problems)).toEqual([[{ column: 'Description', message }]]);
  });

  it.each<[latitude: string, longitude: string, found: string | object | undefined]>([
    ['57.7089', '11.9746', { latitude: 57.7089, longitude: 11.9746 }],
    ['57,7089', ' -0,1276', { latitude: 57.7089, longitude: -0.1276 }],
    ['-90', '+180', { latitude: -90, longitude: 180 }],
    ['0', '11.97', { latitude: 0, longitude: 11.97 }],
    ['', '', undefined],
    ['', '11.9746', 'Latitude: Give both latitude and longitude, or neither.'],
    ['57.7', '', 'Longitude: Give both latitude and longitude, or neither.'],
    ['90.01', '11.9746', 'Latitude: Latitude must be between -90 and 90.'],
    ['57.7089', '-181', 'Longitude: Longitude must be between -180 and 180.'],
    ['57.7089 N', '11.9746', 'Latitude: Enter the latitude like this: 57.7089'],
    ['57.7089', '1e2', 'Longitude: Enter the longitude like this: 11.9746'],
    ['577089', '11.9746', 'Latitude: Enter the latitude like this: 57.7089'],
    ['0', '0.0', 'Latitude: Latitude and longitude 0 are in the sea. Leave both out if you don’t know them.'],
  ])('may give latitude “%s” and longitude “%s”', async (latitude, longitude, found) => {
    const id = await checked(fileOf([withCell('Latitude', latitude).with(HEADERS.indexOf('Longitude'), longitude)]));
    const [row] = await rowsOf(id);
    const told = row?.problems.map(({ column, message }) => `${column}: ${message}`).join(' ');
    if (typeof found === 'string') return expect(told).toBe(found);
    const [stored] = await server.query<{ fields: CreateShipment }>(
      'select fields from shipment_import_rows where import_id = $1',
      [id],
    );
    expect(stored?.fields.location).toEqual(found);
  });

  it('has an error if a row is a duplicate, or has another number of cells than the first', async () => {
    const id = await checked(fileOf([cells(), cells(), [...cells({ weight: '2 kg' }), 'more'], ['alone']]));
    expect((await rowsOf(id)).map(({ problems }) => problems)).toEqual([
      [],
      [{ column: null, message: 'This row is the same as line 2.' }],
      [
        {
          column: null,
          message: `This row has ${HEADERS.length + 1} cells, but the first line has ${HEADERS.length} columns.`,
        },
      ],
      [{ column: null, message: `This row has 1 cell, but the first line has ${HEADERS.length} columns.` }],
    ]);
  });

  it('has an error if it is far too long', async () => {
    const id = await checked(Buffer.from(`${fileOf([cells()])}${'x'.repeat(200_000)}`));
    expect((await rowsOf(id)).map(({ problems }) => problems)).toEqual([
      [],
      [{ column: null, message: 'This row is too long.' }],
    ]);
  });

  it('may have 10,000 rows', async () => {
    const id = await checked(`${HEADERS}\n${'x\n'.repeat(10_000)}`);
    expect(await showing(id)).toMatchObject({ rows: 10_000, good: 0 });
  });

  it('may protect a cell from a spreadsheet as a formula', async () => {
    const file = fileOf([cells()]).toString().replace('31.4 kg', '="31.4 kg"');
    expect(await fieldsOf(file)).toMatchObject({ weight: '31.4 kg' });
  });
});

const good = shipmentFile([parcelInput()]);
const LATIN_1 = Buffer.from(fileOf([cells({ receiverName: 'Jörgen Å' })]).toString(), 'latin1');
const NO_HEADS = 'The first line must name the columns, separated by commas, semicolons or tabs.';
const UNCLEAR = 'Choose first what the columns of this file are for.';

describe('a file is rejected', () => {
  it.each<[string, Buffer | string, string[]]>([
    ['is empty', '', ['This file is empty.']],
    ['has heads alone', formatCsvLines([HEADERS]), ['There are no rows below the first line.']],
    ['has more than 10,000 rows', `${good}${'x\n'.repeat(10_000)}`, ['A file can have up to 10,000 rows.']],
    ['has no heads', formatCsvLines([cells(), cells()]), [UNCLEAR]],
    ['has bars between its cells', good.toString().replaceAll(',', '|'), [NO_HEADS]],
    ['is in letters that nobody has chosen', LATIN_1, [UNCLEAR]],
    [
      'is a spreadsheet',
      Buffer.from('PK\x03\x04 and more'),
      ['This is a spreadsheet, not a CSV file. Save it as “CSV UTF-8” and choose it again.'],
    ],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), ['This is not a text file. Choose a CSV file.']],
    ['has a NUL in it', Buffer.concat([good, Buffer.from('a\0b')]), ['This is not a text file. Choose a CSV file.']],
    ['is one line without end', 'x'.repeat(1_000_000), ['Line 1 is too long.']],
    ['has a column twice', fileOf([['x', ...cells()]], ['description', ...HEADERS]), [UNCLEAR]],
    ['lacks a column', fileOf([cells().slice(1)], HEADERS.slice(1)), [UNCLEAR]],
    ['has an unknown column', fileOf([['x', ...cells()]], ['Colour', ...HEADERS]), [UNCLEAR]],
    ['has a column without a name', fileOf([['1', ...cells()]], ['', ...HEADERS]), [UNCLEAR]],
  ])('%s: with an error, and nothing is stored', async (_what, file, sentences) => {
    const before = await server.fingerprint();
    const answer = await send(file);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toEqual({
      message: 'Please check what you entered.',
      data: { code: 'BAD_REQUEST', requestId: answer.headers['x-request-id'], fieldErrors: { file: sentences } },
    });
    expect(await server.fingerprint()).toEqual(before);
  });

  it.each([
    ['says how large it is', { 'content-length': String(16 * 1024 * 1024 + 1) }],
    ['does not', {}],
  ])('if larger than 16 MB and %s', async (_what, headers) => {
    const before = await server.fingerprint();
    const answer = await send(Buffer.alloc(16 * 1024 * 1024 + 1, 'x'), undefined, headers);
    expect(answer.statusCode).toBe(413);
    expect(answer.json().error.message).toBe('A file can be up to 16 MB.');
    expect(await server.fingerprint()).toEqual(before);
  });

  it.each([
    ['', 'fileName'],
    ['?fileName=', 'fileName'],
    [`?fileName=${'x'.repeat(256)}`, 'fileName'],
    ['?fileName=a%00b', 'fileName'],
    ['?fileName=a.csv&userId=1', 'userId'],
  ])('if it comes with %s', async (search, field) => {
    const answer = await send(good, search);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().error.data.fieldErrors)).toEqual([field]);
  });

  it('if its content type is another', async () => {
    const json = await send('{}', undefined, { 'content-type': 'application/json' });
    expect([json.statusCode, json.json().error.message]).toEqual([400, 'Send the file as text/csv.']);
    expect((await send(good, undefined, { 'content-type': 'text/html' })).statusCode).toBe(415);
  });
});

describe('a file whose columns have other names', () => {
  const at = HEADERS.indexOf('Service');
  const others: Record<string, string> = { 'Sender name': 'Our side', 'Receiver phone': 'Mobile' };
  const heads = ['Colour', ...HEADERS.toSpliced(at, 1)].map((head) => others[head] ?? head);
  const file = fileOf([['blue', ...cells({ description: 'Renamed' }).toSpliced(at, 1)]], heads);
  const read = async (content: Buffer | string = file) => (await send(content, '?fileName=a.csv&step=read')).json();
  const sendBy = (mapping: string) => send(file, `?fileName=a.csv&mapping=${encodeURIComponent(mapping)}`);

  it('is read, then checked by what somebody says of them, which is remembered', async () => {
    const { mapping, ...reading } = await read();
    expect(reading).toMatchObject({ headers: heads, rows: 1, isRemembered: false });
    expect(reading.samples[0][0]).toBe('blue');
    expect(mapping).toMatchObject({ receiverPhone: { column: 'Mobile', otherwise: '' } });
    expect(Object.keys(mapping)).toHaveLength(HEADERS.length - 2);
    const said = { ...mapping, senderName: { column: 'Our side', otherwise: '' } };
    const whole = { ...said, service: { column: null, otherwise: 'Package' } };
    const { id } = (await sendBy(JSON.stringify(whole))).json();
    const [row] = await server.query('select fields from shipment_import_rows where import_id = $1', [id]);
    expect(row?.fields).toEqual({ ...parcelInput({ description: 'Renamed' }), receiverCountry: 'Sweden' });
    expect(await read()).toMatchObject({ mapping: whole, isRemembered: true });
    const partly = (await sendBy(JSON.stringify(said))).json();
    expect((await rowsOf(partly.id))[0]?.problems).toMatchObject([{ column: 'Service' }]);
  });

  it('is not read as somebody reads orders', async () => {
    const as = await server.signedIn({ roles: ['manager', 'shipper'] });
    const mapping = { receiverName: { column: 'Mobile' } };
    const headers = { 'idempotency-key': randomUUID() };
    await server.call('shipper.saveMapping', { headers: heads, mapping }, { as, headers });
    const read = await sendFile(server, '/api/shipment-imports?fileName=a.csv&step=read', file, as);
    expect(read.json()).toMatchObject({ isRemembered: false });
  });

  it('is checked at once if they are only in another order', async () => {
    expect(await read(fileOf([cells().toReversed()], HEADERS.toReversed()))).toEqual({ id: expect.any(String) });
  });

  it('in other letters is read with examples of them, and checked in those that are chosen', async () => {
    const reading = await read(LATIN_1);
    expect(reading).toMatchObject({ encoding: 'Windows-1252', letters: expect.arrayContaining(['Jörgen Å']) });
    const mapping = encodeURIComponent(JSON.stringify(reading.mapping));
    const search = `?fileName=a.csv&encoding=Windows-1252&mapping=${mapping}`;
    const { id } = (await send(LATIN_1, search)).json();
    expect(await rowsOf(id)).toMatchObject([{ receiverName: 'Jörgen Å', problems: [] }]);
    const wide = Buffer.from(`Shipments of May\n\n${fileOf([cells()])}`, 'utf16le');
    expect(await showing((await read(wide)).id)).toMatchObject({ rows: 1, good: 1 });
  });

  it.each([
    ['no mapping', '{', 'mapping'],
    ['a column that it does not have', '{"senderName":{"column":"Nobody"}}', 'mapping'],
    ['a field that we do not have', '{"colour":{"column":"Colour"}}', 'colour'],
    ['a letter that cannot be stored', '{"service":{"column":null,"otherwise":"\\ud800"}}', 'BAD_REQUEST'],
    ['very long names', JSON.stringify({ service: { column: 'x'.repeat(9_000) } }), 'mapping'],
  ])('is refused with %s, and nothing is stored', async (_, mapping, found) => {
    const before = await server.fingerprint();
    const { statusCode, body } = await sendBy(mapping);
    expect([statusCode, body]).toEqual([400, expect.stringContaining(found)]);
    expect(await server.fingerprint()).toEqual(before);
  });
});

/** An uploaded image, and what removes it. */
async function savedImage() {
  const variants = [{ width: 320, bytes: Buffer.from('a picture') }];
  const { link, key } = await server.services.images.save({ width: 320, height: 240, variants });
  return { link, remove: () => server.services.images.remove({ key, width: 320 }) };
}

describe('an import', () => {
  it('creates the same shipments as creation by hand, in the order of the file', async () => {
    const known = await server.person();
    const file = [
      parcelInput({ description: 'First', receiverEmail: known.email.toUpperCase() }),
      parcelInput({ description: 'Second', deliveryDate: '2026-12-01T00:00:00.000Z', value: 12.34 }),
    ];
    const id = await checked(shipmentFile(file));
    const { headers } = await start(id, 'all');
    expect(await showing(id)).toMatchObject({ state: 'running', scope: 'all', created: 0 });
    await runImport(server.services, id);

    expect(await showing(id)).toMatchObject({ state: 'done', created: 2 });
    const made = await createdFrom(id);
    expect(made.map(({ description }) => description)).toEqual(['First', 'Second']);
    const byHand = await server.parcel({ ...file[1], description: 'By hand' });
    const everything = async (shipmentId: string | undefined) => {
      const { data } = await server.call('shipmentAdmin.getShipment', { id: shipmentId }, { as: manager });
      const { activity, description, status, value, deliveryDate, receiverId, senderId, payer } = data;
      const entries = activity.map(({ kind, comment }) => [kind, comment]);
      const mails = await server.query('select kind, receiver, state from mails where about @> $1 order by id', [
        { shipmentId },
      ]);
      const jobs = await server.query(
        `select 1 from pgboss.job join mails on mails.id = (data->>'mailId')::uuid where about @> $1 and name = 'mail'`,
        [{ shipmentId }],
      );
      return { description, status, value, deliveryDate, receiverId, senderId, payer, entries, mails, jobs };
    };
    expect(await everything(made[0]?.id)).toMatchObject({ receiverId: known.id, senderId: null });
    const hand = await everything(byHand.id);
    expect(hand.jobs).toHaveLength(2);
    expect(await everything(made[1]?.id)).toEqual({ ...hand, description: 'Second' });
    expect(made[1]?.tracking_id).toMatch(/^W[0-9A-Z]{11}$/);
    const asked = 'select sender_code, receiver_code from shipments where id = $1';
    const [stored] = await server.query<Record<string, Buffer>>(asked, [made[1]?.id]);
    const codes = Object.values(stored ?? {}).map((code) => server.services.secrets.decryptCode(code));
    for (const code of codes) expect(code).toMatch(/^[0-9A-Z]{12}$/);
    expect(new Set(codes).size).toBe(2);
    const audited = 'select actor_id, procedure, before, request_id from audit_entries where entity_id = $1';
    const by = { actor_id: manager.id, procedure: 'shipmentImport.start', request_id: headers['x-request-id'] };
    expect(await server.query(audited, [made[1]?.id])).toEqual([{ ...by, before: null }]);
    expect((await rowsOf(id)).map(({ shipmentId }) => shipmentId)).toEqual(made.map((one) => one.id));
  });

  it('of a file imported before says how many shipments that creates or has created, in any encoding', async () => {
    const rows = [cells({ description: randomUUID() }), cells({ weight: '7 kg', description: randomUUID() })];
    const first = await checked(fileOf(rows));
    expect(await showing(first)).toMatchObject({ createdBefore: 0 });
    expect(await showing(await checked(fileOf(rows)))).toMatchObject({ createdBefore: 0 });
    await start(first, 'all');
    expect(await showing(await checked(fileOf(rows)))).toMatchObject({ createdBefore: 2 });
    await runImport(server.services, first);
    const saved = [HEADERS, ...rows].map((line) => line.map((cell) => `"${cell}"`).join(';')).join('\r\n');
    const again = await checked(saved);
    expect(await showing(again)).toMatchObject({ state: 'checked', createdBefore: 2 });
    expect(await showing(first)).toMatchObject({ created: 2, createdBefore: 0 });
    expect(await showing(await checked(fileOf(rows.slice(1))))).toMatchObject({ createdBefore: 0 });
    expect((await server.call('shipmentImport.undo', { id: first }, { as: manager })).outcome).toBe('ok');
    expect(await showing(again)).toMatchObject({ createdBefore: 0 });
  });

  it('that two managers start at the same time is started once, and by the second only when they know', async () => {
    const rows = [cells({ description: randomUUID() })];
    const ids = [await checked(fileOf(rows)), await checked(fileOf(rows))];
    const startSeeing = (id: string, createdBefore: number) =>
      server.call('shipmentImport.start', { id, scope: 'all', createdBefore }, { as: manager });
    const responses = await Promise.all(ids.map((id) => startSeeing(id, 0)));
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    const second = ids[responses.findIndex(({ outcome }) => outcome === 'CONFLICT')] ?? '';
    expect(await showing(second)).toMatchObject({ state: 'checked', createdBefore: 1 });
    expect((await startSeeing(second, 1)).outcome).toBe('ok');
  });

  it('leaves out the bad rows if only the valid ones are wanted', async () => {
    const id = await checked(
      fileOf([cells({ description: 'Kept' }), withCell('Weight', ''), cells({ weight: '3 kg' })]),
    );
    await start(id, 'good');
    await runImport(server.services, id);
    expect((await createdFrom(id)).map(({ line }) => line)).toEqual([2, 4]);
    expect(await showing(id)).toMatchObject({ state: 'done', scope: 'good', rows: 3, good: 2, created: 2 });
  });

  it('is not started if it is all or nothing and a row is invalid, or if no row is valid', async () => {
    const some = await checked(fileOf([cells(), withCell('Weight', '')]));
    const none = await checked(fileOf([withCell('Weight', '')]));
    const before = await server.fingerprint();
    expect((await start(some, 'all')).error).toMatchObject({
      message: 'Some rows have errors. Fix them, or import only the valid rows.',
      data: { code: 'PRECONDITION_FAILED' },
    });
    expect((await start(none, 'good')).outcome).toBe('PRECONDITION_FAILED');
    expect((await start(randomUUID(), 'good')).outcome).toBe('NOT_FOUND');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('is started once: a second time is rejected, and a repeated key gets the first response', async () => {
    const id = await checked(shipmentFile(goodRows(1)));
    const headers = { 'idempotency-key': randomUUID() };
    const both = await Promise.all([start(id, 'all', headers), start(id, 'all', headers)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect((await start(id, 'all')).error.message).toBe('This import has already started.');
    const jobs = await server.query(
      "select 1 from pgboss.job where name = 'shipment-import' and data->>'importId' = $1",
      [id],
    );
    expect(jobs).toHaveLength(1);
  });

  it('of the good rows goes on later once its turn is over, all rows at once do not', async () => {
    const turn = { isOver: async () => true };
    const counts = async (scope: 'all' | 'good') => {
      const id = await checked(shipmentFile(goodRows(60)));
      await start(id, scope);
      const isDone = await runImport(server.services, id, turn);
      return [
        isDone,
        (await createdFrom(id)).length,
        await runImport(server.services, id),
        (await showing(id)).created,
      ];
    };
    expect([await counts('good'), await counts('all')]).toEqual([
      [false, 50, true, 60],
      [true, 60, true, 60],
    ]);
  });

  it.each(['all', 'good'] as const)(
    'creates each row once (%s) where two servers do it at once, and again',
    async (scope) => {
      const id = await checked(shipmentFile(goodRows(300)));
      await start(id, scope);
      // One may give up waiting for the other's lock; then its job runs again.
      await Promise.allSettled([runImport(server.services, id), runImport(server.services, id)]);
      await runImport(server.services, id);
      const made = await createdFrom(id);
      expect(new Set(made.map(({ id: shipment }) => shipment)).size).toBe(300);
      expect(await countLike(made[0]?.description)).toBe(300);
      expect(await showing(id)).toMatchObject({ state: 'done', created: 300 });
    },
  );

  it('continues after a server error: with the rest of the valid rows, or from the start', async () => {
    await server.query(`create function refuse_boom() returns trigger language plpgsql as
      $$ begin if new.description like '%boom' then raise exception 'boom'; end if; return new; end $$`);
    await server.query('create trigger boom before insert on shipments for each row execute function refuse_boom()');
    const files: { id: string; name: string }[] = [];
    // One after the other: on a busy machine one would end by waiting too long for the other.
    for (const scope of ['all', 'good'] as const) {
      const name = randomUUID();
      const rows = goodRows(300, name).with(270, parcelInput({ description: `${name} boom` }));
      const id = await checked(shipmentFile(rows));
      await start(id, scope);
      await expect(runImport(server.services, id)).rejects.toThrow();
      files.push({ id, name });
    }
    const counts = () => Promise.all(files.map(({ name }) => countLike(name)));
    expect(await counts()).toEqual([0, 250]);
    expect((await showing(files[1]?.id ?? '')).created).toBe(250);

    await server.query('drop trigger boom on shipments');
    for (const { id } of files) await runImport(server.services, id);
    expect(await counts()).toEqual([300, 300]);
  });

  it('accepts an uploaded image, and rejects the row if the image is gone before the import', async () => {
    const { link, remove } = await savedImage();
    const withImage = () =>
      checked(shipmentFile(goodRows(2).with(1, parcelInput({ description: randomUUID(), images: [link] }))));
    const [first, all, some] = [await withImage(), await withImage(), await withImage()];
    for (const id of [first, all]) await start(id, 'all');
    await start(some, 'good');
    await runImport(server.services, first);
    await remove();
    for (const id of [all, some]) await runImport(server.services, id);

    expect(await showing(first)).toMatchObject({ state: 'done', created: 2 });
    expect(await showing(all)).toMatchObject({ state: 'checked', scope: null, good: 1, created: 0 });
    expect(await showing(some)).toMatchObject({ state: 'done', good: 1, created: 1 });
    expect((await createdFrom(all)).length + (await createdFrom(some)).length).toBe(1);
    const problems = [{ column: 'Images', message: NO_LONGER }];
    expect(await rowsOf(all, true)).toMatchObject([{ line: 3, problems }]);
  });

  it('creates nothing if not all rows are valid any more, even if it ends before it can say so', async () => {
    const { link, remove } = await savedImage();
    const id = await checked(
      shipmentFile(goodRows(2).with(1, parcelInput({ description: randomUUID(), images: [link] }))),
    );
    await start(id, 'all');
    await remove();
    await server.query(`create function end_here() returns trigger language plpgsql as
      $$ begin raise exception 'the server ends'; end $$`);
    await server.query(`create trigger end_here before update on shipment_imports for each row
      when (new.state = 'checked') execute function end_here()`);
    await expect(runImport(server.services, id)).rejects.toThrow();
    await server.query('drop trigger end_here on shipment_imports');
    await runImport(server.services, id);
    expect(await showing(id)).toMatchObject({ state: 'checked', good: 1, created: 0 });
    expect(await createdFrom(id)).toEqual([]);
  });
});

describe('the report', () => {
  const report = (id: string, as: Pick<Person, 'token'> = manager) =>
    server.request({ url: `/api/shipment-imports/${id}/report.csv`, headers: { authorization: `Bearer ${as.token}` } });

  it('has the invalid rows unchanged with their problems, and can be imported once they are fixed', async () => {
    const wrong = { description: '=Bad', weight: 'heavy'.repeat(50), shipTo: 'Kaj 1\nTestby' };
    const bad = withCell('Sender email', 'nobody', wrong);
    const id = await checked(fileOf([cells(), bad]));

    const { body, statusCode } = await report(id);

    expect(statusCode).toBe(200);
    const rows: string[][] = parse(body, { bom: true });
    expect(rows).toEqual([
      ['Line', 'Problems', ...HEADERS],
      [
        '3',
        'Weight can have at most 50 characters. Sender email: Enter a full email address, such as name@example.com.',
        ...bad.with(0, "'=Bad").map((cell) => (cell.startsWith('+') ? `'${cell}` : cell)),
      ],
    ]);
    const again = await checked(body.replace(',nobody,', ',somebody@example.com,').replace(/(heavy)+/, '2 kg'));
    expect(await showing(again)).toMatchObject({ rows: 1, good: 1 });
  });

  it('has only its header if no row is bad', async () => {
    const id = await checked(shipmentFile(goodRows(1)));
    expect((await report(id)).body).toBe(`\uFEFF${['Line', 'Problems', ...HEADERS].join(',')}\r\n`);
  });

  it('of an unknown file is NOT_FOUND, and without an ID a bad request', async () => {
    expect((await report(randomUUID())).json().error.data.code).toBe('NOT_FOUND');
    expect((await report('nothing')).json().error.data.code).toBe('BAD_REQUEST');
  });
});

describe('undoing an import', () => {
  const ask = (procedure: ProcedureName, input: object) => server.call(procedure, input, { as: manager });
  const undo = (id: string) => server.call('shipmentImport.undo', { id }, { as: manager });
  async function imported(count: number): Promise<{ id: string; ids: string[]; trackingIds: string[] }> {
    const id = await importShipments(server, shipmentFile(goodRows(count)), manager);
    const made = await createdFrom(id);
    return { id, ids: made.map((one) => one.id), trackingIds: made.map((one) => one.tracking_id) };
  }
  const left = async (ids: string[]) => {
    const [row] = await server.query<{ count: number }>(
      'select count(*)::int from shipments where id = any($1) and deleted_at is null',
      [ids],
    );
    return row?.count;
  };

  it('deletes every shipment it created, each with an entry in its history, and happens once', async () => {
    const { id, ids, trackingIds } = await imported(3);
    // Looking at codes is not a change.
    await server.call('shipmentAdmin.showCodes', { id: ids[0] }, { as: manager });
    expect((await undo(id)).data).toEqual({ ok: true });
    expect(await left(ids)).toBe(0);
    expect(await showing(id)).toMatchObject({ state: 'undone', rows: 3, good: 3, created: 0 });
    expect((await rowsOf(id)).map(({ shipmentId }) => shipmentId)).toEqual([null, null, null]);
    expect((await server.call('shipment.getShipmentByTrackingId', { trackingId: trackingIds[1] })).outcome).toBe(
      'NOT_FOUND',
    );
    const audit = await server.query(
      "select actor_id, after from audit_entries where entity_id = any($1) and procedure = 'shipmentImport.undo'",
      [ids],
    );
    expect(audit).toEqual(Array.from({ length: 3 }, () => ({ actor_id: manager.id, after: null })));
    expect((await undo(id)).outcome).toBe('CONFLICT');
    expect((await start(id, 'all')).outcome).toBe('CONFLICT');
  });

  it.each<[what: string, change: (made: { id: string; trackingId: string }) => Promise<unknown>]>([
    ['a status was set', ({ id }) => ask('shipmentAdmin.updateShipment', { id, status: 'held' })],
    [
      'a location was added',
      ({ id }) => ask('shipmentAdmin.updateShipmentActivity', { id, comment: 'x', address: '' }),
    ],
    ['one was deleted', ({ id }) => ask('shipmentAdmin.deleteShipment', { id })],
    [
      'one was linked to an account',
      async ({ id }) => {
        const [row] = await server.query<{ receiver_email: string }>('select * from shipments where id = $1', [id]);
        const person = await server.person({ email: row?.receiver_email ?? '', verified: false });
        await ask('userAdmin.verifyUser', { id: person.id });
      },
    ],
    [
      'one was put in a run',
      async ({ id }) => {
        const courier = await server.person({ courier: true });
        const run = { day: '2026-11-23', name: 'Harbour side', courierId: courier.id, shipmentIds: [id] };
        expect((await ask('runAdmin.create', run)).outcome).toBe('ok');
      },
    ],
    [
      'one was billed',
      async ({ id, trackingId }) => {
        const person = await server.person();
        await server.query('update shipments set sender_id = $2 where id = $1', [id, person.id]);
        const bill = { userId: person.id, amount: 5, summary: 'Duty', trackingId };
        expect((await ask('billAdmin.addBill', bill)).outcome).toBe('ok');
      },
    ],
  ])('deletes none of them if %s', async (_, change) => {
    const email = `${randomUUID()}@example.com`;
    const file = shipmentFile(goodRows(2).map((row, at) => ({ ...row, receiverEmail: `${at}${email}` })));
    const id = await importShipments(server, file, manager);
    const made = await createdFrom(id);
    const [first] = made;
    if (!first) throw new Error('Nothing was made');
    await change({ id: first.id, trackingId: first.tracking_id });
    const before = await left(made.map((one) => one.id));
    const answer = await undo(id);
    const reason = '1 shipment from this import changed since. Delete the ones you don’t need one by one.';
    expect([answer.outcome, answer.error.message]).toEqual(['PRECONDITION_FAILED', reason]);
    expect(await left(made.map((one) => one.id))).toBe(before);
    expect(await showing(id)).toMatchObject({ state: 'done', created: 2 });
  });

  it('is rejected for a file that was not imported, and for an unknown one', async () => {
    expect((await undo(await checked(good))).outcome).toBe('CONFLICT');
    expect((await undo(randomUUID())).outcome).toBe('NOT_FOUND');
  });

  it('can delete more than one statement can', async () => {
    const { id, ids } = await imported(1);
    const copies = await copyShipments(server, ids[0] ?? '', 2_000);
    await server.query(
      `insert into shipment_import_rows (import_id, line, fields, shipment_id)
       select import_id, line + place, fields, copy
       from shipment_import_rows, unnest($2::uuid[]) with ordinality as copies (copy, place) where import_id = $1`,
      [id, copies],
    );
    expect(await left([...ids, ...copies])).toBe(2_001);
    expect((await undo(id)).data).toEqual({ ok: true });
    expect(await left([...ids, ...copies])).toBe(0);
  });
});

it('files are forgotten after a week with their rows, unless they are being imported', async () => {
  const one = () => checked(shipmentFile(goodRows(1)));
  const [old, running, fresh] = [await one(), await one(), await one()];
  await start(running, 'all');
  await server.query("update shipment_imports set created_at = now() - interval '8 days' where id = any($1)", [
    [old, running],
  ]);
  await deleteOldImports(server.services.db, 7);
  const kept = await server.query<{ import_id: string }>(
    'select import_id from shipment_import_rows where import_id = any($1)',
    [[old, running, fresh]],
  );
  expect(kept.map((row) => row.import_id).toSorted()).toEqual([running, fresh].toSorted());
  expect((await server.call('shipmentImport.getRows', { id: old, page: 1 }, { as: manager })).outcome).toBe(
    'NOT_FOUND',
  );
  expect((await server.call('shipmentImport.getImports', undefined, { as: manager })).data.length).toBe(5);
});

async function countLike(name = ''): Promise<number> {
  const pattern = `${name.slice(0, 36)}%`;
  const [row] = await server.query<{ count: string }>('select count(*) from shipments where description like $1', [
    pattern,
  ]);
  return Number(row?.count);
}
