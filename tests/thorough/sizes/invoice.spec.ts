/** An invoice on paper, as a picture and on small screens, however long its words are. */
import type { Page } from '@playwright/test';
import { downloadInvoice } from '../../journeys/support/invoice-picture.ts';
import { expect, plantSession, test, withoutWorker } from '../../journeys/support/journey.ts';
import { decodeCodes } from '../../support/decode-codes.ts';

/** The width and height that a PNG says of itself. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)?.length;

/** Paper inside margins of 10 mm, in CSS pixels. */
const PAPERS = [
  ['A4', 718, 1047],
  ['Letter', 740, 980],
] as const;

/**
 * Prints on both papers: one page each, with everything on it and nothing that is for the screen
 * only.
 */
async function expectOnePage(page: Page, papers: readonly (typeof PAPERS)[number][] = PAPERS) {
  const window = page.viewportSize();
  for (const [paper, width, height] of papers) {
    expect(pagesOf(await page.pdf({ format: paper })), paper).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width, height });
    await expect(page.getByText('Download', { exact: true })).toBeHidden();
    await expect(page.getByRole('link', { name: /^(Track shipment|Shipment)$/ })).toBeHidden();
    await expect(page.getByRole('link', { name: /support@/ })).toHaveCSS('text-decoration-line', 'none');
    const cut = await page.getByRole('article').evaluate((sheet, bottom) => {
      const frame = sheet.getBoundingClientRect();
      return [...sheet.querySelectorAll('dt, dd, p, svg, strong, h1, a')]
        .filter((part) => {
          const box = part.getBoundingClientRect();
          const holder = part.closest('dl, .invoice-codes, .invoice-stub')?.getBoundingClientRect() ?? frame;
          const words = document.createRange();
          words.selectNodeContents(part);
          const right = Math.max(box.right, words.getBoundingClientRect().right);
          return right > holder.right + 1 || box.bottom > holder.bottom + 1 || box.bottom > bottom;
        })
        .map((part) => part.outerHTML.slice(0, 80));
    }, height);
    expect(cut, paper).toEqual([]);
    await page.emulateMedia({ media: null });
  }
  if (window) await page.setViewportSize(window);
}

test('an ordinary invoice is one page of A4 and of Letter', async ({ app, page }) => {
  await withoutWorker(page);
  const { trackingId } = await app.shipment();
  await page.goto(`/invoice/${trackingId}`);
  await expect(page.getByRole('heading', { name: 'Commercial Invoice' })).toBeVisible();
  await expectOnePage(page);
});

test('the longest invoice is still one page, a picture, and no wider than a phone', async ({ app, page }) => {
  await withoutWorker(page);
  const domain = ['W'.repeat(63), 'W'.repeat(63), 'W'.repeat(50), 'example'].join('.');
  const receiverEmail = `${'w'.repeat(64)}@${domain}`.slice(0, 254);
  const owner = await app.person({ email: receiverEmail });
  await plantSession(page, owner.email);
  for (const [kind, sign] of [
    ['wide letters', 'W'],
    ['ideograms', '漢'],
    ['line separators', '\u2028漢'],
  ] as const) {
    await test.step(kind, async () => {
      const long = (length: number) => sign.repeat(length).slice(-length);
      const { id, trackingId } = await app.shipment({
        description: long(200),
        service: 'Warehousing & Storage',
        dimensions: long(100),
        weight: long(50),
        value: 10_000_000,
        fee: 10_000_000,
        shipTo: long(300),
        shipDate: '2026-11-18T10:00:00.000Z',
        senderName: long(200),
        senderEmail: receiverEmail,
        senderPhone: '+'.padEnd(32, '8'),
        receiverName: long(200),
        receiverEmail,
        receiverPhone: '+'.padEnd(32, '8'),
      });
      // Countries could be this long before they were chosen from the list.
      await app.database.query('update shipments set sender_country = $2, receiver_country = $2 where id = $1', [
        id,
        long(100),
      ]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/invoice/${trackingId}`);
      await expect(page.getByText('$20,000,000.00')).toBeVisible();
      await expect(page.getByText(receiverEmail.slice(-60), { exact: false })).toHaveCount(2);
      await expectOnePage(page);

      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const { picture } = await downloadInvoice(page);
      expect(sizeOf(picture)).toEqual([1588, 2246]);
      // The picture has the same codes whatever the words are: of one kind is enough.
      if (sign === 'W')
        expect(await decodeCodes(picture)).toEqual([`Code128 ${trackingId}`, `QRCode ${app.url}/track/${trackingId}`]);
    });
  }
});

test('a scanner reads the label and the invoice on a phone by day and by night, and its picture is that of a desktop', async ({
  app,
  browser,
}) => {
  const { trackingId } = await app.shipment();
  const codes = [`Code128 ${trackingId}`, `QRCode ${app.url}/track/${trackingId}`];
  const viewport = { width: 390, height: 844 };
  const device = await browser.newContext({ baseURL: app.url, viewport, deviceScaleFactor: 2 });
  const phone = await device.newPage();
  await withoutWorker(phone);
  await phone.goto(`/track/${trackingId}`);
  const schemes = ['light', 'dark'] as const;
  for (const colorScheme of schemes) {
    await phone.emulateMedia({ colorScheme });
    const label = phone.getByRole('region', { name: 'Shipping label' });
    expect(await decodeCodes(await label.screenshot()), colorScheme).toEqual([`Code128 ${trackingId}`]);
  }
  await phone.getByRole('link', { name: 'Print invoice' }).click();
  const sheet = phone.getByRole('article', { name: 'Commercial Invoice' });
  for (const colorScheme of schemes) {
    await phone.emulateMedia({ colorScheme });
    expect(await decodeCodes(await sheet.screenshot()), colorScheme).toEqual(codes);
    const receipt = sheet.locator('.invoice-stub');
    expect(await decodeCodes(await receipt.screenshot()), colorScheme).toEqual([`Code128 ${trackingId}`]);
    // White, and its ink as dark, at night too.
    await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(sheet).toHaveCSS('color', 'rgb(20, 23, 28)');
  }
  // Still at night.
  const { picture } = await downloadInvoice(phone);
  expect(sizeOf(picture)).toEqual([1588, 2246]);
  await device.close();

  const desk = await browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
  const byDay = await desk.newPage();
  await withoutWorker(byDay);
  await byDay.goto(`/invoice/${trackingId}`);
  expect((await downloadInvoice(byDay)).picture.equals(picture)).toBe(true);
  await desk.close();
});
