import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import { fileOf, HEADERS } from '../support/shipment-file.ts';
import { goOffline, waitUntilStored } from './support/device.ts';
import { expect, expectAccessible, openAs, PARCEL, test, withoutWorker } from './support/journey.ts';

const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

const row = (details: Partial<CreateShipment>) => cellsOf({ ...PARCEL, ...details } as CreateShipment);
const asFile = (name: string, content: Buffer | string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

/** The file behind a button, with the name it is saved under. */
async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a manager imports a file with errors: the valid rows first, the rest from the report', async ({
  app,
  context,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  reports.allow(NETWORK);
  const manager = await app.person({ email: 'csv.manager@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  await expect(page).toHaveURL('/manager/shipments/import');
  await expect(page.getByText('No files yet.')).toBeVisible();

  // The template names every column and has no rows.
  const template = await downloaded(page, 'Download template');
  expect(template).toEqual({ name: 'shipments-template.csv', text: `\uFEFF${HEADERS.join(',')}\r\n` });
  const picker = page.getByLabel('Choose a CSV file');
  // A file of another kind is rejected at once.
  await picker.setInputFiles(asFile('columns.csv', 'Description,Colour\nLamp,red\n'));
  await expect(page.getByRole('alert')).toContainText('columns.csv can’t be imported');
  await expect(page.getByRole('alert')).toContainText('Unknown columns: “Colour”.');
  await expectAccessible(page);
  // Made in the page: it would be sent there in a text of 22 MB.
  await picker.evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'large.csv', { type: 'text/csv' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByRole('alert')).toContainText('A file can be up to 16 MB.');

  // The keyboard reaches the file control, and its focus ring shows on the button that replaces it.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shipments' }).focus();
  await page.keyboard.press('Tab');
  await expect(picker).toBeFocused();
  const focused = page.locator('label', { hasText: 'Choose a CSV file' });
  expect(await focused.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('solid');

  const bad = row({ description: 'Bread without an address', receiverEmail: 'nobody' });
  const rows = [
    row({ description: 'Lamp for the csv journey', receiverEmail: 'lamp.receiver@example.com' }),
    bad,
    row({ description: 'Chair for the csv journey' }).with(HEADERS.indexOf('Service'), 'Teleport'),
    ...Array.from({ length: 9 }, (_, at) => row({ description: `Box ${at} for the csv journey` })),
  ];
  await picker.setInputFiles(asFile('monday.csv', fileOf(rows)));
  await expect(page).toHaveURL(/\/manager\/shipments\/import\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('definition')).toHaveText(['monday.csv', '12', '10', '2']);
  await expect(page.getByRole('status').filter({ hasText: '2 rows with errors' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Rows of the file' });
  const line = (number: number) => table.getByRole('row').filter({ hasText: new RegExp(`^Line ${number}\\D`) });
  await expect(line(2)).toContainText('Ready');
  await expect(line(3)).toContainText('Receiver email: Enter a full email address, such as name@example.com.');
  await expect(line(4)).toContainText('Service: Use Package, Freight Fowarding, Special Cargo,');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(line(13)).toContainText('Box 8 for the csv journey');
  await page.getByRole('link', { name: 'With errors' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(page).toHaveURL(/errors=true/);

  // Nothing has been created so far.
  const counted = async () => {
    const [found] = await app.database.query(
      "select count(*)::int from shipments where description like '%csv journey'",
    );
    return found?.count;
  };
  expect(await counted()).toBe(0);

  await page.getByRole('button', { name: 'Import 10 valid rows' }).click();
  await expect(page.getByText('10 shipments created')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('2 rows with errors skipped. The report says why.')).toBeVisible();
  expect(await counted()).toBe(10);
  const mail = await app.mails.mail(({ receivers }) => receivers.includes('lamp.receiver@example.com'));
  expect(mail.text).toMatch(/code: [\w ]{14}/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(line(2)).toContainText('Imported');
  await line(2).getByRole('link', { name: 'Lamp for the csv journey' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(page.getByText('Label created').first()).toBeVisible();
  await page.goBack();

  // The report can be imported once its rows are fixed.
  const report = await downloaded(page, 'Download report');
  expect(report.name).toBe('monday-errors.csv');
  expect(report.text.split('\r\n')[0]).toBe(`\uFEFF${['Line', 'Problems', ...HEADERS].join(',')}`);
  const corrected = report.text.replace(',nobody,', ',somebody@example.com,').replace(',Teleport,', ',Package,');
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await expect(page.getByRole('table', { name: 'Files' })).toContainText('10 imported');
  await page.getByLabel('Choose a CSV file').setInputFiles(asFile('tuesday.csv', corrected));
  await expect(page.getByText('2 rows without errors')).toBeVisible();
  await expect(page.getByText('All or nothing: either every row becomes a shipment or none does.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect(page.getByText('2 shipments created')).toBeVisible({ timeout: 30_000 });
  expect(await counted()).toBe(11);

  // It is stored among what goes with a sign-out. Offline it is still there, and nothing can be sent.
  await waitUntilStored(page, 'shipment-import-rows', 'Bread without an address');
  await goOffline(context, page);
  await expect(page.getByText(/Last updated/)).toBeVisible();
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await expect(page.getByRole('link', { name: 'tuesday.csv' })).toBeVisible();
  await page.getByLabel('Choose a CSV file').setInputFiles(asFile('wednesday.csv', fileOf(rows)));
  await expect(page.getByRole('alert')).toContainText('You need to be online for this. Nothing was sent.');
});

test('a manager exports the filtered list, safe for a spreadsheet', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 503|Failed to load resource|net::ERR/);
  const manager = await app.person({ email: 'csv.exporter@example.com', manager: true });
  await app.shipment({ description: '=HYPERLINK("https://evil.example","Exported one")' });
  await app.shipment({ description: 'Exported two' });
  await app.shipment({ description: 'Another matter' });
  // The days of the filter are the reader's also in the file.
  const late = await app.shipment({ description: 'Late in the evening' });
  await app.database.query("update shipments set created_at = '2021-06-01T23:00:00Z' where id = $1", [late.id]);
  await openAs(page, manager.email, '/manager/shipments?from=2021-06-02&to=2021-06-02');
  await expect(page.getByText('Late in the evening')).toBeVisible();
  expect((await downloaded(page, 'Export CSV')).text).toContain(',Late in the evening,');

  await page.goto('/manager/shipments?q=exported');
  await expect(page.getByText('Exported two')).toBeVisible();

  const { name, text } = await downloaded(page, 'Export CSV');
  expect(name).toMatch(/^shipments-\d{4}-\d\d-\d\d\.csv$/);
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe(`\uFEFF${['Tracking ID', 'Status', 'Created', ...HEADERS].join(',')}`);
  expect(lines[1]).toContain(',Exported two,');
  expect(lines[2]).toContain(`,"'=HYPERLINK(""https://evil.example"",""Exported one"")",`);
  expect(text).toContain("'+351 222 010 417");

  // An interrupted upload shows an error, and the next attempt may succeed.
  await page.route('**/api/shipments.csv*', (route) => route.abort('connectionreset'), { times: 1 });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('alert')).toContainText('No response from the server.');
  await expectAccessible(page);
  expect((await downloaded(page, 'Export CSV')).text).toBe(text);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a recent file is the same on a tablet, a deleted one says so, and a slow upload shows its progress', async ({
  app,
  context,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|404)/);
  await page.setViewportSize({ width: 820, height: 1180 });
  const manager = await app.person({ email: 'csv.tablet@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments/import/01a1f7d0-aefa-73a4-bfef-a6220580602b');
  await expect(page.getByRole('alert')).toContainText('This file is no longer available. Please choose it again.');
  await page.goto('/manager/shipments/import');
  const devtools = await context.newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 100 * 1024 });
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles(asFile('long.csv', `Description,Colour\n${'Lamp,red\n'.repeat(60_000)}`));
  await expect(page.getByText(/^Sending long\.csv, [1-9]0%$/)).toBeVisible();
  await devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await expect(page.getByRole('alert')).toContainText('Unknown columns: “Colour”.');

  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles(
      asFile('all-wrong.csv', fileOf([row({ description: 'Wrong' }).with(HEADERS.indexOf('Weight'), '')])),
    );
  await expect(page.getByText('No rows can be imported')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expect(page.getByRole('columnheader')).toHaveText(['Line', 'Shipment', 'Errors', 'Result']);
  await expectAccessible(page);
  await page.goto('/manager/shipments/import');
  await expect(page.getByRole('table', { name: 'Files' })).toContainText('Not started');
});

test('a file chosen again shows what it created before, and an import can be undone', async ({
  app,
  page,
  context,
  reports,
}) => {
  await withoutWorker(page);
  // What this device has seen of a shipment is asked for again, and it has gone.
  reports.allow(/status of (404|409|412)/);
  const manager = await app.person({ email: 'csv.undo@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments/import');
  const rows = [row({ description: 'Undone lamp' }), row({ description: 'Undone chair' })];
  const choose = () => page.getByLabel('Choose a CSV file').setInputFiles(asFile('friday.csv', fileOf(rows)));
  const other = await context.newPage();
  await choose();
  await expect(page.getByRole('button', { name: 'Import 2 shipments' })).toBeVisible();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Import 2 shipments' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await choose();
  await page.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect(page.getByText('2 shipments created')).toBeVisible({ timeout: 30_000 });
  const first = new URL(page.url()).pathname;
  await other.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect(other.getByRole('alert')).toContainText('This file has been imported since you opened this page.');
  await expect(other.getByText('This file was imported before, or is being imported: 2 shipments')).toBeVisible();
  await other.close();
  const [made] = await app.database.query<{ id: string; tracking_id: string }>(
    "select id, tracking_id from shipments where description = 'Undone lamp'",
  );
  await expect(page.getByText(made?.tracking_id ?? '')).toBeVisible();

  await page.getByRole('link', { name: 'Choose another file' }).click();
  await choose();
  await expect(page.getByText('This file was imported before, or is being imported: 2 shipments')).toBeVisible();
  await expectAccessible(page);

  await page.goto(first);
  await page.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo import' }).or(page.getByRole('alertdialog'));
  await expect(question).toContainText('This deletes all 2 shipments from this import');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await app.call(manager.email, 'shipmentAdmin.updateShipment', { id: made?.id, status: 'held' });
  await page.getByRole('button', { name: 'Undo import' }).click();
  await question.getByRole('button', { name: 'Delete 2 shipments' }).click();
  await expect(question.getByRole('alert')).toContainText('1 shipment from this import changed since.');
  await question.getByRole('button', { name: 'Cancel' }).click();

  // Another one, to which nothing has happened.
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await choose();
  await page.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect(page.getByText('2 shipments created')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Undo import' }).click();
  await question.getByRole('button', { name: 'Delete 2 shipments' }).click();
  await expect(page.getByText('This import was undone')).toBeVisible();
  await expect(page.getByText('2 shipments deleted')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows of the file' }).getByText('Deleted')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo import' })).toHaveCount(0);
  await page.goto('/manager/shipments?q=undone');
  await expect(page.getByText('2 shipments')).toBeVisible();
});
