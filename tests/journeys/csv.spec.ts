import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import { fileOf, HEADERS } from '../support/shipment-file.ts';
import { expect, openAs, PARCEL, test, withoutWorker } from './support/journey.ts';

const row = (details: Partial<CreateShipment>) => cellsOf({ ...PARCEL, ...details } as CreateShipment);

async function choose(page: Page, name: string, content: Buffer | string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('Choose a CSV file').setInputFiles(file);
}

/** The file behind a button, with the name it is saved under. */
async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a manager imports a file and its report, undoes one, and exports', async ({ app, page, reports }) => {
  await withoutWorker(page);
  // What this device has seen of a shipment is asked for again, and it has gone.
  reports.allow(/status of 404/);
  const manager = await app.person({ email: 'csv.manager@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments/import');
  const count = async () => {
    const [found] = await app.database.query(
      "select count(*)::int from shipments where description like '%csv journey%' and deleted_at is null",
    );
    return found?.count;
  };
  const rows = [
    row({ description: 'Lamp for the csv journey', receiverEmail: 'lamp.receiver@example.com' }),
    row({ description: 'Bread for the csv journey', receiverEmail: 'nobody' }),
    row({ description: 'Chair for the csv journey' }).with(HEADERS.indexOf('Service'), 'Teleport'),
    row({ description: '=HYPERLINK("https://evil.example","csv journey")' }),
  ];
  await choose(page, 'monday.csv', fileOf(rows));
  await expect(page.getByRole('status').filter({ hasText: '2 rows with errors' })).toBeVisible();
  expect(await count()).toBe(0);
  await page.getByRole('button', { name: 'Import 2 valid rows' }).click();
  await expect(page.getByText('2 shipments created')).toBeVisible();
  expect(await count()).toBe(2);
  // Emails of a file wait a minute for others to the same door.
  await app.database.query("update pgboss.job set start_after = now() where name = 'mail' and state < 'active'");
  const mail = await app.mails.mail(({ receivers }) => receivers.includes('lamp.receiver@example.com'));
  expect(mail.text).toMatch(/code: [\w ]{14}/);

  // The report can be imported once its rows are fixed.
  const report = await downloaded(page, 'Download report');
  expect(report.name).toBe('monday-errors.csv');
  const corrected = report.text.replace(',nobody,', ',somebody@example.com,').replace(',Teleport,', ',Package,');
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await choose(page, 'tuesday.csv', corrected);
  await page.getByRole('button', { name: 'Import 2 shipments' }).click();
  await expect(page.getByText('2 shipments created')).toBeVisible();
  expect(await count()).toBe(4);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 shipments' }).click();
  await expect(page.getByText('This import was undone')).toBeVisible();
  expect(await count()).toBe(2);

  await page.goto('/manager/shipments?q=csv+journey');
  await expect(page.getByText('2 shipments')).toBeVisible();
  const { name, text } = await downloaded(page, 'Export CSV');
  expect(name).toMatch(/^shipments-\d{4}-\d\d-\d\d\.csv$/);
  expect(text).toContain(',Lamp for the csv journey,');
  expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""csv journey"")",`);
  expect(text).not.toContain('Bread');
});
