/** A brand in New York, asked by people anywhere: a day that was written stays that day. */
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { formatInvoiceDate } from '../../src/domain/dates.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import { checkFile } from '../support/send-file.ts';
import { fileOf, HEADERS } from '../support/shipment-file.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const TIME_ZONE = 'America/New_York';
const server = await testServer({ environment: { TIME_ZONE } });
const manager = await server.signInAs('manager');

/** The rows of a file that differ in when they ship, as they are checked. */
async function checked(written: readonly string[]) {
  const rows = written.map((cell) =>
    cellsOf(parcelInput({ description: cell })).with(HEADERS.indexOf('Ship date'), cell),
  );
  const id = await checkFile(server, fileOf(rows), manager);
  const found = await server.query<{ fields: { shipDate: string } | null }>(
    'select fields from shipment_import_rows where import_id = $1 order by line',
    [id],
  );
  return found.map(({ fields }) => fields?.shipDate);
}

it('a file’s times without a zone are New York’s, and others keep theirs', async () => {
  const shipDates = await checked([
    ...['2026-11-20T06:40:00+01:00', '2026-11-20 06:40:00 -0500', '2026-11-20 6:40'],
    ...['2026-11-20 06:40:00 UTC', '2026/11/20'],
  ]);
  expect(shipDates).toEqual([
    '2026-11-20T05:40:00.000Z',
    '2026-11-20T11:40:00.000Z',
    '2026-11-20T11:40:00.000Z',
    '2026-11-20T06:40:00.000Z',
    '2026-11-20T05:00:00.000Z',
  ]);
  for (const iso of shipDates) expect(formatInvoiceDate(iso ?? '', TIME_ZONE)).toBe('Friday 20/11/2026');
});

it('an export begins each time with the day that the app shows, and is read back the same', async () => {
  const parcel = await server.parcel({
    description: 'Late on Friday',
    shipDate: '2026-11-21T04:30:00.123Z',
    deliveryDate: '2027-07-01T04:00:00.000Z',
  });
  const { body } = await server.request({
    url: '/api/shipments.csv?q=Late%20on%20Friday',
    headers: { authorization: `Bearer ${manager.token}` },
  });
  const [row] = parse(body, { bom: true, columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({
    'Tracking ID': parcel.trackingId,
    'Ship date': '2026-11-20T23:30:00.123-05:00',
    'Delivery date': '2027-07-01T00:00:00.000-04:00',
  });
  expect(await checked([row?.['Ship date'] ?? ''])).toEqual(['2026-11-21T04:30:00.123Z']);
});
