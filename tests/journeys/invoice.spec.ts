import type { Locator, Page } from '@playwright/test';
import { format } from 'date-fns/format';
import { decodeCodes } from '../support/decode-codes.ts';
import { downloadInvoice } from './support/invoice-picture.ts';
import { expect, expectAccessible, openAs, PARCEL, plantSession, test, withoutWorker } from './support/journey.ts';

/** That a sheet shows all these words. */
async function expectOn(sheet: Locator, words: readonly string[]): Promise<void> {
  await expect(async () => {
    const shown = (await sheet.innerText()).replace(/\s+/g, ' ').toLowerCase();
    expect(words.filter((one) => !shown.includes(one.toLowerCase()))).toEqual([]);
  }).toPass();
}

/** What only those with access may read of PARCEL. */
const PRIVATE = [
  'Tomás',
  'Pereira',
  'Elin',
  'Strand',
  'tomas.',
  'elin.',
  '222 010',
  '555 0192',
  'Linnégatan',
  '413 04',
];
const MASKED = ['T•••• P••••', 'E•••• S••••'];
const IN_FULL = [
  ...[PARCEL.senderName, PARCEL.senderEmail, PARCEL.senderPhone],
  ...[PARCEL.receiverName, PARCEL.receiverPhone, PARCEL.shipTo],
];

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

test('a visitor prints and saves an invoice without names; a picture that cannot be made shows an error, and printing still works', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const { trackingId } = await app.shipment();
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');
  await page.goto(`/track/${trackingId}`);
  const print = page.getByRole('link', { name: 'Print invoice' });
  await expect(print).toHaveAttribute('href', `/invoice/${trackingId}`);
  await print.click();
  await expect(page).toHaveURL(`/invoice/${trackingId}`);

  await expect(page.getByRole('heading', { name: 'Commercial Invoice', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: `support@${process.env.SITE_DOMAIN || 'localhost'}` })).toBeVisible();
  const sheet = page.getByRole('article', { name: 'Commercial Invoice' });
  await expect(sheet.getByText('$1,840.00')).toHaveCount(2);
  const amounts = ['$212.50', '$2,052.50'];
  const days = ['Monday 16/11/2026', format(new Date(), 'EEEE dd/MM/yyyy')];
  await expectOn(sheet, [
    ...MASKED,
    ...['Portugal', 'Sweden', 'Special Cargo', '12 x 55in', '31.4 kg'],
    ...days,
    ...amounts,
  ]);
  await expect(sheet.getByRole('img', { name: groups })).toHaveCount(2);
  await expect(page.getByText('Ship To')).toHaveCount(0);
  const all = await page.content();
  expect(PRIVATE.filter((words) => all.includes(words))).toEqual([]);

  // It is nothing but the sheet: no header, menu or footer, and the company is not named.
  for (const landmark of ['banner', 'navigation', 'contentinfo'] as const) {
    await expect(page.getByRole(landmark)).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0);
  expect(await page.locator('body').textContent()).not.toContain(process.env.SITE_NAME || 'Waybill');
  await expect(page).toHaveTitle(`Invoice-${trackingId}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', new RegExp(groups));

  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  const { name, picture } = await downloadInvoice(page);
  expect(name).toBe(`Invoice-${trackingId}.png`);
  await expect(page.getByText(`Saved as ${name}`)).toBeAttached();
  expect(await decodeCodes(picture)).toEqual([`Code128 ${trackingId}`, `QRCode ${app.url}/track/${trackingId}`]);
  await expectOnePage(page);

  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert')).toContainText('Download failed');
  await expect(page.locator('.invoice-stage')).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('[data-printed]')).toBeVisible();

  await page.getByRole('link', { name: 'Track shipment' }).click();
  await expect(page).toHaveURL(`/track/${trackingId}`);
});

test("a manager gets the full invoice, from the shipment's page and from its own address", async ({ app, page }) => {
  await withoutWorker(page);
  const manager = await app.person({ email: 'invoice.manager@example.com', manager: true });
  const { id, trackingId } = await app.shipment();
  await openAs(page, manager.email, `/manager/shipments/${id}`);
  await page.getByRole('link', { name: 'Print invoice' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}/invoice`);
  await expectInFull(page, PARCEL.receiverEmail);
  await expect(page).toHaveTitle(`Invoice-${trackingId}`);
  await expectOnePage(page, [PAPERS[0]]);
  await page.getByRole('link', { name: 'Shipment', exact: true }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);

  await page.goto(`/invoice/${trackingId}`);
  await expect(page).toHaveURL(`/manager/shipments/${id}/invoice`);
  await expectInFull(page, PARCEL.receiverEmail);
});

test('the owner and the holder of a code get the full invoice', async ({ app, page, browser }) => {
  await withoutWorker(page);
  const owner = await app.person({ email: 'owner.of.invoice@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: owner.email });
  await openAs(page, owner.email, `/invoice/${trackingId.toLowerCase()}`);
  await expect(page).toHaveURL(`/invoice/${trackingId}`);
  await expectInFull(page, owner.email);

  // Somebody else comes from the masked invoice to the form for the code, and back.
  const visitor = await browser.newContext({ baseURL: app.url });
  const phone = await visitor.newPage();
  await withoutWorker(phone);
  await phone.goto(`/invoice/${trackingId}`);
  await phone.getByRole('link', { name: 'Enter code' }).click();
  const mail = await app.mails.mail(({ receivers }) => receivers.includes(owner.email));
  const code = /Receiver code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '';
  await phone.getByRole('textbox', { name: 'Code' }).fill(code);
  await phone.getByRole('button', { name: 'Show details' }).click();
  await expect(phone.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await phone.getByRole('link', { name: 'Print invoice' }).click();
  await expectInFull(phone, owner.email);
  await visitor.close();
});

async function expectInFull(page: Page, receiverEmail: string) {
  const sheet = page.getByRole('article', { name: 'Commercial Invoice' });
  await expectOn(sheet, [...IN_FULL, receiverEmail]);
  await expect(page.getByText('Enter code')).toHaveCount(0);
}

test('an unknown shipment leads to the track page, a server that is down does not', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/status of (404|503)|net::ERR_FAILED/);
  await withoutWorker(page);
  // No news, which would ask again before anybody can press Retry.
  await context.route(/live\.follow/, (route) => route.abort());
  await page.goto('/invoice/W0000000000W');
  await expect(page).toHaveURL('/track?error=Shipment%20not%20found');
  await expect(page.getByRole('alert')).toContainText('Shipment not found');

  const { trackingId } = await app.shipment();
  const look = '**/api/trpc/shipment.getShipmentByTrackingId**';
  const error = {
    message: 'The service is busy.',
    code: -32603,
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 },
  };
  await context.route(look, (route) => route.fulfill({ status: 503, json: { error } }));
  await page.goto(`/invoice/${trackingId}`);
  await expect(page.getByRole('alert')).toContainText('The service is busy.');
  await context.unroute(look);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Commercial Invoice' })).toBeVisible();
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
      // As long as it could be before countries were chosen from the list.
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
