import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { figureCell, formatCsvLines } from '../../server/base/csv/write-csv.ts';
import { listCountries } from '../../server/countries/countries.ts';
import { checkShipmentFile } from '../../server/imports/check-shipment-file.ts';
import { createShipments } from '../../server/shipments/create-shipment.ts';
import { type CreateShipment, CreateShipmentSchema, PAYERS, SERVICE_TYPES } from '../../src/domain/shipment.ts';
import { FIELD_COLUMNS, unescapeFormula } from '../../src/domain/shipment-file.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { courierDay, NOT_HOME } from '../support/courier-day.ts';
import { checkFile } from '../support/send-file.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const OUTCOME = ['Delivered at', 'Delivered', 'Recipient', 'Attempts', 'Last reason', 'Run', 'Courier'];
const HEADS = ['Tracking ID', 'Status', 'Created', ...FIELD_COLUMNS.map(({ head }) => head), ...OUTCOME];

const ask = (search = '', token = manager.token) =>
  server.request({ url: `/api/shipments.csv${search}`, headers: { authorization: `Bearer ${token}` } });

/** The rows of a response, keyed by header. */
const rowsOf = (body: string): Record<string, string>[] => parse(body, { bom: true, columns: true });

const create = async (inputs: CreateShipment[]) => [
  ...(await server.inUnit((unit) => createShipments(unit, inputs))).values(),
];

describe('the export', () => {
  it('of a selection has those shipments and no others', async () => {
    const [first, , third] = await create([parcelInput(), parcelInput(), parcelInput()]);
    const send = (payload: object) =>
      server.request({
        method: 'POST',
        url: '/api/shipments.csv',
        headers: { authorization: `Bearer ${manager.token}` },
        payload,
      });
    const answer = await send({ ids: [first?.id, third?.id] });
    expect(rowsOf(answer.body).map((row) => row['Tracking ID'])).toEqual([third?.trackingId, first?.trackingId]);
    expect((await send({ ids: [] })).json().error.data.fieldErrors).toEqual({ ids: ['Choose at least one shipment.'] });
  });

  it('is a CSV file in UTF-8 with a byte order mark, all fields of creation and no private code', async () => {
    const parcel = await server.parcel({ description: 'Köksfläkt, 2 “cartons”', deliveryDate: undefined });

    const answer = await ask('?q=K%C3%B6ksfl%C3%A4kt');

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="shipments.csv"');
    expect(answer.body.startsWith(`\uFEFF${HEADS.join(',')}\r\n`)).toBe(true);
    const [row] = rowsOf(answer.body);
    expect(row).toMatchObject({
      'Tracking ID': parcel.trackingId,
      Status: 'in-progress',
      Description: 'Köksfläkt, 2 “cartons”',
      Value: '1840',
      'Shipping fee': '212.5',
      'Ship date': '2026-11-20T06:40:00.000Z',
      'Delivery date': '',
      'Sender phone': "'+351 222 010 417",
    });
    expect(answer.body).not.toContain(parcel.senderCode);
    expect(answer.body).not.toContain(parcel.receiverCode);
  });

  it('has only the header if nothing matches', async () => {
    const answer = await ask('?q=nowhere-to-be-found');
    expect(answer.body).toBe(`\uFEFF${HEADS.join(',')}\r\n`);
  });

  it('uses the filter of the list: text, status and days', async () => {
    const made = await create([
      parcelInput({ description: 'Filtered lamp' }),
      parcelInput({ description: 'Filtered chair' }),
      parcelInput({ description: 'Filtered desk' }),
    ]);
    await server.query("update shipments set status = 'held' where id = $1", [made[1]?.id]);
    await server.query("update shipments set created_at = '2025-01-15T23:59:59Z' where id = $1", [made[2]?.id]);
    const described = async (search: string) => rowsOf((await ask(search)).body).map((row) => row.Description);

    expect((await described('?q=filtered')).toSorted()).toEqual(['Filtered chair', 'Filtered desk', 'Filtered lamp']);
    expect(await described('?q=filtered&status=held')).toEqual(['Filtered chair']);
    expect(await described('?q=filtered&from=2025-01-15&to=2025-01-15')).toEqual(['Filtered desk']);
    expect(await described('?q=filtered&to=2025-01-14')).toEqual([]);
    // There it was the next day already.
    const zone = `zone=${encodeURIComponent('Europe/Stockholm')}`;
    expect(await described(`?q=filtered&from=2025-01-16&to=2025-01-16&${zone}`)).toEqual(['Filtered desk']);
    expect(await described(`?q=filtered&to=2025-01-15&${zone}`)).toEqual([]);
  });

  it('says what became of a shipment: attempts, delivery, run and courier', async () => {
    const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);
    const bo = await newCourier();
    await releasedRun(bo, [{ description: 'Outcome' }]);
    const { tasks } = await loadAndStart(bo);
    await visit(bo, tasks[0], NOT_HOME);
    await visit(bo, tasks[0], { result: 'delivered', method: 'neighbour' }, { recipient: 'Mr, Next “Door”' });
    const [row] = rowsOf((await ask('?q=outcome&days=delivered&from=2020-01-01')).body);
    expect(row).toMatchObject({
      Status: 'delivered',
      'Delivered at': expect.stringMatching(/^20.*Z$/),
      Delivered: 'to a neighbour',
      Recipient: 'Mr, Next “Door”',
      Attempts: '1',
      'Last reason': 'Nobody home',
      Run: 'Centre',
      Courier: expect.stringMatching(/^Bo /),
    });
    const [other] = rowsOf((await ask('?q=filtered')).body);
    expect(OUTCOME.map((head) => other?.[head])).toEqual(['', '', '', '0', '', '', '']);
  });

  it('neither skips nor repeats any of many created in the same instant, newest first', async () => {
    const first = await server.parcel({ description: 'Bulk' });
    const copies = await copyShipments(server, first.id, 1_202);
    await server.query('update shipments set created_at = now()');
    await server.query('update shipments set deleted_at = now() where id = $1', [copies[7]]);
    const latest = await server.parcel({ description: 'Bulk' });
    const expected = await server.query<{ tracking_id: string }>(
      'select tracking_id from shipments where id = any($1) and deleted_at is null order by id desc',
      [[first.id, ...copies]],
    );
    expect(expected).toHaveLength(1_202);

    const rows = rowsOf((await ask('?q=bulk')).body);

    const listed = rows.map((row) => row['Tracking ID']);
    expect(listed).toEqual([latest.trackingId, ...expected.map((row) => row.tracking_id)]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''-1"])(
    'has no cell that a spreadsheet would run: %j',
    (text) => {
      const [[cell = ''] = []] = parse(formatCsvLines([[text]])) as string[][];
      expect(cell).toMatch(/^'/);
      expect(unescapeFormula(cell)).toBe(text);
    },
  );

  it('takes no negative figure for a formula, with or without decimals', () => {
    const rows = [[-6, figureCell(-6, 'JPY'), figureCell(-6, 'EUR'), '-6']];
    expect(formatCsvLines(rows)).toBe("-6,-6,-6.00,'-6\r\n");
    expect(formatCsvLines(rows, 'semicolon')).toBe("-6;-6;-6,00;'-6\r\n");
  });

  it('has semicolons and decimal commas for who wants them, and is imported as it is', async () => {
    await create([parcelInput({ description: 'Semicolon; 2.50, “new”', value: 1840.5 })]);
    const person = await server.person({ manager: true });
    const token = await server.newSession(person);
    const profile = { firstName: 'Ada', lastName: '24 Parts', phone: '+46 31 555 0192', dob: '1990-05-17' };
    const place = { address: 'Kaj 1', city: 'Lund', state: 'Skåne', nationality: 'Sweden' };
    const chosen = { ...profile, ...place, csvStyle: 'semicolon' } as const;
    expect((await server.call('user.updateProfile', chosen, { as: token })).outcome).toBe('ok');
    // What is left out stays.
    expect((await server.call('user.updateProfile', { ...profile, ...place }, { as: token })).outcome).toBe('ok');
    const { body } = await ask('?q=semicolon', token);
    expect(body.startsWith(`\uFEFF${HEADS.join(';')}\r\n`)).toBe(true);
    const [row] = parse(body, { bom: true, columns: true, delimiter: ';' }) as Record<string, string>[];
    expect(row).toMatchObject({ Description: 'Semicolon; 2.50, “new”', Value: '1840,5', 'Shipping fee': '212,5' });
    const id = await checkFile(server, body, manager);
    expect((await server.call('shipmentImport.getImport', { id }, { as: manager })).data).toMatchObject({ good: 1 });
    const figures = await server.request({
      url: '/api/reports.csv?from=2026-11-01&to=2026-11-30&step=day',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(figures.body).toContain('Measure;Day;Part;');
  });

  it.each(['plain', "'quoted'", "O'Hara", '1+1', ''])('leaves %j as it is', (text) => {
    const [[cell] = []] = parse(formatCsvLines([[text, 'end']])) as string[][];
    expect(cell).toBe(text);
  });

  it.each([
    ['?status=lost', 'status'],
    ['?from=2026-02-31', 'from'],
    ['?to=tomorrow', 'to'],
    ['?page=1', 'page'],
    ['?q=a&q=b', 'q'],
    ['?q=%00', 'q'],
    ['?secret=1', 'secret'],
  ])('rejects %s at its field', async (search, field) => {
    const answer = await ask(search);
    expect(answer.statusCode).toBe(400);
    const { data } = answer.json().error;
    expect(data).toMatchObject({ code: 'BAD_REQUEST', requestId: answer.headers['x-request-id'] });
    expect(Object.keys(data.fieldErrors)).toEqual([field]);
  });

  it('is an error, not half a file, if the database fails on the way', async () => {
    await server.query('alter table shipments rename to shipments_elsewhere');
    const answer = await ask('?q=nowhere', await server.newSession(await server.person({ manager: true })));
    await server.query('alter table shipments_elsewhere rename to shipments');
    expect(answer.statusCode).toBe(500);
    expect(answer.json().error.message).toContain(answer.headers['x-request-id']);
    expect(answer.body).not.toContain('relation');
  });
});

/** Texts with everything in them that a CSV file or a spreadsheet could trip over. */
const text = (maximum: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...'=+-@\'",; \t\\|\uFEFF“'), fc.string({ unit: 'grapheme', maxLength: 3 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => parts.join('').slice(0, maximum).toWellFormed().trim());

const moment = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const country = fc.constantFrom('', ...listCountries().map(({ name }) => name));
const cents = fc.integer({ min: 0, max: 1_000_000_000 }).map((amount) => amount / 100);
const phone = fc.constantFrom('+46 31 555 0192', '(031) 555-0192', '031 555', '-555 01');

const shipment = fc
  .record({
    description: text(200),
    service: fc.constantFrom(...SERVICE_TYPES),
    dimensions: text(100),
    weight: text(50),
    value: cents,
    fee: cents,
    payer: fc.constantFrom(...PAYERS),
    shipTo: text(300),
    shipDate: moment,
    deliveryDate: fc.option(moment, { nil: undefined }),
    senderName: text(200),
    senderEmail: fc.constantFrom('+tag@example.com', '=eq@example.com'),
    senderPhone: phone,
    senderCountry: country,
    receiverName: text(200),
    receiverEmail: fc.constantFrom('-minus@example.com', 'elin@example.com'),
    receiverPhone: phone,
    receiverCountry: country,
    images: fc.constant([]),
    reference: fc.oneof(fc.constant(''), text(64)),
    parcels: fc.integer({ min: 1, max: 20 }),
  })
  .filter((input) => v.is(CreateShipmentSchema, input))
  // Parsed like stored ones. In a file, a question mark within a name is a letter that was lost.
  .map((input) => v.parse(CreateShipmentSchema, input))
  .filter(({ shipTo, senderName, receiverName }) => ![shipTo, senderName, receiverName].join().includes('?'));

it('survives a round trip: every cell of an export is the same when imported', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(shipment, { minLength: 1, maxLength: 5 }), async (inputs) => {
      round += 1;
      const made = await create(inputs);
      const token = await server.newSession(await server.person({ manager: true }));
      const day = new Date(Date.UTC(2001, 0, round)).toISOString().slice(0, 10);
      await server.query('update shipments set created_at = $1 where id = any($2)', [day, made.map(({ id }) => id)]);
      const { rawPayload } = await ask(`?from=${day}&to=${day}`, token);

      const file = { bytes: rawPayload, fileName: 'back.csv', userId: manager.id, setsFee: true };
      const { id } = await server.inUnit((unit) => checkShipmentFile(unit, file));

      const rows = await server.query<{ fields: CreateShipment; problems: unknown }>(
        'select fields, problems from shipment_import_rows where import_id = $1 order by line desc',
        [id],
      );
      const distinct = new Set(inputs.map((input) => JSON.stringify(input))).size;
      if (distinct === inputs.length) {
        expect(rows.map(({ problems }) => problems)).toEqual(inputs.map(() => null));
        expect(rows.map(({ fields }) => fields)).toEqual(
          inputs.map(({ deliveryDate, ...input }) => ({ ...input, ...(deliveryDate && { deliveryDate }) })),
        );
      }
    }),
    { numRuns: 60 },
  );
});
