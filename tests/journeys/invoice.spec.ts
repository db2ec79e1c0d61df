import { decodeCodes } from '../support/decode-codes.ts';
import { downloadInvoice } from './support/invoice-picture.ts';
import { expect, test, withoutWorker } from './support/journey.ts';

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length;

test('a visitor prints an invoice on one page, and saves a picture that scanners read', async ({ app, page }) => {
  await withoutWorker(page);
  const { trackingId } = await app.shipment();
  await page.goto(`/track/${trackingId}`);
  await page.getByRole('link', { name: 'Print invoice' }).click();
  await expect(page).toHaveURL(`/invoice/${trackingId}`);
  const sheet = page.getByRole('article', { name: 'Commercial Invoice' });
  await expect(sheet.getByText('T•••• P••••')).toBeVisible();
  expect(await page.content()).not.toMatch(
    /Tomás|Pereira|Elin|Strand|tomas\.|elin\.|222 010|555 0192|Linnégatan|413 04/,
  );

  const { name, picture } = await downloadInvoice(page);
  expect(name).toBe(`Invoice-${trackingId}.png`);
  await expect(page.getByText(`Saved as ${name}`)).toBeAttached();
  expect(await decodeCodes(picture)).toEqual([`Code128 ${trackingId}`, `QRCode ${app.url}/track/${trackingId}`]);

  expect(pagesOf(await page.pdf({ format: 'A4' }))).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByText('Download', { exact: true })).toBeHidden();
});
