import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { setOnline } from '../../../tests/components/device.ts';
import {
  expectAccessible,
  expectLink,
  expectShown,
  expectWords,
  toastOf,
} from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { savedBy, serveUploads } from '../../../tests/components/files.ts';
import { address, DESKTOP, openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import type { ImportRow, ShipmentImport } from '../../domain/shipment-import.ts';

const HEADS = COLUMNS.map(({ head }) => head).join(',');

/** Twelve rows, two of them with errors. */
const FILE: ShipmentImport = {
  id: '01a1f7d0-aefa-73a4-bfef-a6220580602b',
  fileName: 'monday.csv',
  state: 'checked',
  scope: null,
  rows: 12,
  good: 10,
  created: 0,
  createdBefore: 0,
  createdAt: '2026-11-16T10:15:00.000Z',
};
/** Two rows without errors. */
const WHOLE: ShipmentImport = { ...FILE, fileName: 'friday.csv', rows: 2, good: 2 };
const DONE: ShipmentImport = { ...WHOLE, state: 'done', scope: 'all', created: 2 };

const READY: ImportRow = {
  line: 2,
  description: 'Lamp',
  senderName: MANAGED.senderName,
  receiverName: MANAGED.receiverName,
  shipTo: 'Kaj 1, Göteborg',
  parcels: '2',
  weight: '850 g',
  dimensions: '30 × 20 × 12 cm',
  problems: [],
  labelNote: '',
  codNote: '',
  shipmentId: null,
  trackingId: null,
};
const IMPORTED: ImportRow = { ...READY, shipmentId: MANAGED.id, trackingId: TRACKING_ID };
const BAD: ImportRow = {
  ...READY,
  line: 3,
  description: 'Bread without an address',
  problems: [
    { column: 'Sender phone', message: 'Sender phone is required.' },
    { column: 'Receiver email', message: 'Enter a full email address, such as name@example.com.' },
    { column: 'Service', message: 'Use Package or Special Cargo.' },
  ],
};

const path = `/manager/shipments/import/${FILE.id}`;
const picker = page.getByLabelText('Choose a CSV file');
const alert = page.getByRole('alert');
const rows = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row');
const csv = (name: string, content: BlobPart = 'Description\n') => new File([content], name, { type: 'text/csv' });

const openImports = (imports: ShipmentImport[] = []) =>
  openPage('/manager/shipments/import', {
    as: MANAGER,
    size: DESKTOP,
    api: { shipmentImport: { getImports: () => imports } },
  });

const openFile = (file: ShipmentImport, listed: ImportRow[], more: Api['shipmentImport'] = {}, size = DESKTOP) =>
  openPage(path, {
    as: MANAGER,
    size,
    api: { shipmentImport: { getImport: () => file, getRows: () => onePage(listed), ...more } },
  });

test('the template names every column and has no rows', async () => {
  await openImports();
  await expect.element(page.getByText('No files yet.')).toBeVisible();
  const template = await savedBy(() => page.getByRole('button', { name: 'Download template' }).click());
  expect(template).toEqual({ name: 'shipments-template.csv', text: `\uFEFF${HEADS}\r\n` });
});

test('a file that is rejected as a whole says why', async () => {
  const fieldErrors = { file: ['Unknown columns: “Colour”.'] };
  const data = { code: 'BAD_REQUEST', httpStatus: 400, fieldErrors };
  serveUploads(async () => ({ status: 400, body: { error: { message: 'Not a shipment file', data } } }));
  await openImports();
  await picker.upload(csv('columns.csv'));
  await expectWords(alert, 'columns.csv can’t be imported', 'Unknown columns: “Colour”.');
  await expectAccessible();
});

test('a file that is too large is rejected before it is sent', async () => {
  await openImports();
  const chosen = new DataTransfer();
  chosen.items.add(csv('large.csv', new Uint8Array(16 * 1024 * 1024 + 1)));
  const input = picker.element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(alert).toMatchTextContent('A file can be up to 16 MB.');
});

test('the keyboard reaches the file control, which shows its focus ring', async () => {
  await openImports();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  crumbs.getByRole('link', { name: 'Shipments' }).element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(picker).toHaveFocus();
  const label = picker.element().closest('label');
  expect(label && getComputedStyle(label).outlineStyle).toBe('solid');
});

test('a file shows how much of it is sent, then opens', async () => {
  const answer = Promise.withResolvers<{ status: number; body: object }>();
  let progress = (_part: number) => {};
  let sent = '';
  serveUploads((upload) => {
    progress = upload.progress;
    sent = upload.url.pathname + upload.url.search;
    return answer.promise;
  });
  await openImports();
  serve({ shipmentImport: { getImport: () => WHOLE, getRows: () => onePage([READY]) } });
  await picker.upload(csv('friday.csv'));
  await expect.element(page.getByText('Sending friday.csv, 0%')).toBeVisible();
  progress(0.37);
  await expect.element(page.getByText('Sending friday.csv, 30%')).toBeVisible();
  progress(1);
  await expect.element(page.getByText('Checking friday.csv')).toBeVisible();
  answer.resolve({ status: 200, body: { id: FILE.id } });
  await expect.poll(address).toBe(path);
  await expect.element(page.getByText('2 rows without errors')).toBeVisible();
  expect(sent).toBe('/api/shipment-imports?fileName=friday.csv&step=read');
});

test('a file whose columns have other names is checked by what somebody says of them', async () => {
  const sent: URLSearchParams[] = [];
  const reading = {
    encoding: 'Windows-1252',
    letters: ['Jörgen'],
    headers: ['Consignor', 'Colour'],
    samples: [['Ada', '']],
    rows: 2,
    mapping: {},
    isRemembered: false,
  };
  serveUploads(async ({ url: { searchParams } }) => {
    sent.push(searchParams);
    return { status: 200, body: searchParams.has('mapping') ? { id: FILE.id } : reading };
  });
  await openImports();
  serve({ shipmentImport: { getImport: () => WHOLE, getRows: () => onePage([READY]) } });
  await picker.upload(csv('friday.csv'));
  await expectShown('friday.csv: 2 rows', page.getByText(/^Without .* every row will have an error\.$/));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await page.getByLabelText('Consignor').selectOptions('Sender name');
  await expect.element(page.getByText('Ada', { exact: true }).first()).toBeVisible();
  const heights = [...document.querySelectorAll('details li')].map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThanOrEqual(40);
  // A field has one column.
  await page.getByLabelText('Colour').selectOptions('Sender name');
  await expect.element(page.getByLabelText('Consignor')).toHaveValue('');
  await page.getByLabelText('Consignor').selectOptions('Sender name');
  await expect.element(page.getByLabelText('Colour')).toHaveValue('');
  const first = page.getByRole('table', { name: 'First rows' });
  await expect.element(first).toMatchTextContent('Receiver name is required.');
  await page.getByLabelText('Service').fill('Package');
  await expect.element(page.getByLabelText('Letters of the file')).toHaveAccessibleDescription(/^For example Jörgen/);
  await expectAccessible();
  await page.getByRole('button', { name: 'Check 2 rows' }).click();
  await expect.poll(address).toBe(path);
  expect(sent.map((search) => search.get('encoding'))).toEqual([null, 'Windows-1252']);
  expect(JSON.parse(sent[1]?.get('mapping') ?? '')).toEqual({
    senderName: { column: 'Consignor', otherwise: '' },
    service: { column: null, otherwise: 'Package' },
  });
});

test('recent files are listed offline too, where none can be sent', async () => {
  await openImports([FILE, { ...DONE, id: MANAGED.id }]);
  const files = page.getByRole('table', { name: 'Files' });
  await expectWords(files, '12 rows, 2 with errors', 'Not started', '2 imported');
  setOnline(false);
  await openAgain();
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  await expect.element(files.getByRole('link', { name: 'monday.csv' })).toHaveAttribute('href', path);
  await picker.upload(csv('wednesday.csv'));
  await expect.element(alert).toMatchTextContent('You need to be online for this. Nothing was sent.');
});

test('a file shows its errors line by line, or only those lines', async () => {
  const next = { data: [READY, BAD], total: 12, pagination: { prev: null, next: 2 } };
  await openFile(FILE, [], { getRows: ({ errors }) => (errors ? onePage([BAD]) : next) });
  await expect.element(rows.nth(1)).toMatchTextContent('Ready');
  await expectShown(page.getByRole('heading', { name: 'monday.csv' }), page.getByRole('link', { name: 'All (12)' }));
  await expect.element(page.getByRole('status').filter({ hasText: '2 rows with errors' })).toBeVisible();
  await expect.element(rows.nth(1)).toMatchTextContent('Lamp, 2 × 850 g, 30 × 20 × 12 cm');
  await expect
    .poll(textsOf(rows.nth(2).getByRole('cell')))
    .toEqual([
      'Line 3',
      `${MANAGED.receiverName}Receiver email: Enter a full email address, such as name@example.com.`,
      'Kaj 1, Göteborg',
      'Bread without an address, 2 × 850 g, 30 × 20 × 12 cmService: Use Package or Special Cargo.',
      `From ${MANAGED.senderName}Sender phone is required.`,
      'Error',
    ]);
  await expectAccessible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(address).toBe(`${path}?page=2`);
  await page.getByRole('link', { name: 'With errors (2)' }).click();
  await expect.poll(address).toBe(`${path}?errors=true`);
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.poll(() => inputsOf('shipmentImport.getRows')).toContainEqual({ id: FILE.id, page: 2, errors: false });
});

test('the valid rows are imported, and the page follows until all are', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openFile(FILE, [READY, BAD], { start: () => ({ ok: true }) });
  await expect.element(page.getByRole('button', { name: 'Import 10 valid rows' })).toBeVisible();
  const running: ShipmentImport = { ...FILE, state: 'running', scope: 'good', created: 4 };
  serve({ shipmentImport: { getImport: () => running } });
  await page.getByRole('button', { name: 'Import 10 valid rows' }).click();
  await expect.element(page.getByText('Importing, 4 of 10')).toBeVisible();
  const done: ShipmentImport = { ...running, state: 'done', created: 10 };
  serve({ shipmentImport: { getImport: () => done, getRows: () => onePage([IMPORTED, BAD]) } });
  vi.advanceTimersByTime(1000);
  await expectShown('10 shipments created', '2 rows with errors skipped. The report says why.');
  await expect.element(rows.nth(1)).toMatchTextContent('Imported');
  await expectLink(rows.getByRole('link', { name: MANAGED.receiverName }), `/manager/shipments/${MANAGED.id}`);
  await expectAccessible();
  expect(inputsOf('shipmentImport.start')).toEqual([{ id: FILE.id, scope: 'good', createdBefore: 0 }]);

  serveFile(`/api/shipment-imports/${FILE.id}/report.csv`, () => {
    return new Response('Line,Problems\r\n', { headers: { 'content-type': 'text/csv' } });
  });
  const report = await savedBy(() => page.getByRole('button', { name: 'Download report' }).click());
  expect(report).toEqual({ name: 'monday-errors.csv', text: 'Line,Problems\r\n' });
});

test('a file without errors is imported as a whole', async () => {
  await openFile(WHOLE, [READY], { start: () => ({ ok: true }) });
  await expectShown('2 rows without errors', 'All or nothing: either every row becomes a shipment or none does.');
  serve({ shipmentImport: { getImport: () => DONE } });
  await page.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect.element(page.getByText('2 shipments created')).toBeVisible();
  expect(inputsOf('shipmentImport.start')).toEqual([{ id: FILE.id, scope: 'all', createdBefore: 0 }]);
});

test('on a tablet a file without a valid row cannot be imported', async () => {
  await openFile({ ...FILE, rows: 1, good: 0 }, [BAD], {}, TABLET);
  await expect.element(page.getByText('No rows can be imported')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
  await expect.poll(textsOf(page.getByRole('columnheader'))).toEqual(['Line', 'To', 'Parcel', 'From', 'Result']);
  await expectAccessible();
});

test('a file that is no longer there says so', async () => {
  const gone = rejecting('NOT_FOUND', 'This file is no longer available. Please choose it again.');
  await openFile(FILE, [], { getImport: gone, getRows: gone });
  await expect.element(alert).toMatchTextContent('This file is no longer available. Please choose it again.');
});

test('a file that someone else imported is not imported again unseen', async () => {
  const message = 'This file has been imported since you opened this page.';
  await openFile(WHOLE, [READY], { start: rejecting('CONFLICT', message) });
  await expect.element(page.getByText('2 rows without errors')).toBeVisible();
  serve({ shipmentImport: { getImport: () => ({ ...WHOLE, createdBefore: 2 }) } });
  await page.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect.element(alert).toMatchTextContent(message);
  await expectShown('This file was imported before, or is being imported: 2 shipments');
  await expectAccessible();
});

test('an import is undone after a warning', async () => {
  await openFile(DONE, [IMPORTED], { undo: rejecting('CONFLICT', '1 shipment from this import changed since.') });
  await page.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect.element(question).toMatchTextContent('This deletes all 2 shipments from this import');
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf('shipmentImport.undo')).toEqual([]);

  await page.getByRole('button', { name: 'Undo import' }).click();
  await question.getByRole('button', { name: 'Delete 2 shipments' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('1 shipment from this import changed since.');
  const undone: ShipmentImport = { ...DONE, state: 'undone' };
  const ok = () => ({ ok: true }) as const;
  serve({ shipmentImport: { undo: ok, getImport: () => undone, getRows: () => onePage([READY]) } });
  await question.getByRole('button', { name: 'Delete 2 shipments' }).click();
  await expectShown('This import was undone', toastOf('2 shipments deleted'));
  await expect.element(rows.nth(1)).toMatchTextContent('Deleted');
  await expect.element(page.getByRole('button', { name: 'Undo import' })).not.toBeInTheDocument();
});
