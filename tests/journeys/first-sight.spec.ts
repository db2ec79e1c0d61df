/** The page of a parcel as most people first see it: from an email, on a phone, without the app. */
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  openAs,
  type RunningApp,
  test,
  untilQuiet,
  withoutWorker,
} from './support/journey.ts';
import { uploadImages } from './support/upload-image.ts';

/** What a page asks the server about parcels. */
function lookUpsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('getShipmentByTrackingId')) asked.push(request.url());
  });
  return asked;
}

const pageOf = (app: RunningApp, trackingId: string) => `${app.url}/track/${trackingId}`;

test('the page is complete before any script runs', async ({ app, browser }) => {
  const { trackingId } = await app.shipment({ description: 'Tea & <b>biscuits</b>', receiverCountry: 'Norway' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // However the ID is written.
  const response = await page.goto(pageOf(app, trackingId.toLowerCase()));
  expect(response?.status()).toBe(200);
  await expect(page).toHaveURL(pageOf(app, trackingId));
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');
  await expect(page).toHaveTitle(`${groups} – Waybill`);
  await expect(page.getByRole('heading', { level: 1, name: groups })).toBeVisible();
  await expect(page.locator('.label-state')).toHaveText(/\w/);
  await expect(page.getByText('Tea & <b>biscuits</b>')).toBeVisible();
  await expect(page.getByText('Norway')).toBeVisible();
  await expect(page.getByText('No images')).toBeVisible();
  await expect(page.locator('svg.barcode path')).toHaveAttribute('d', /^M0 0h2v1h-2z/);
  await expect(page.getByText('needs JavaScript')).toHaveCount(0);
  await context.close();
});

for (const { timezoneId, colorScheme, count, width } of [
  { timezoneId: 'Pacific/Kiritimati', colorScheme: 'light', count: 0, width: 390 },
  { timezoneId: 'UTC', colorScheme: 'dark', count: 1, width: 390 },
  { timezoneId: 'Pacific/Pago_Pago', colorScheme: 'light', count: 3, width: 1440 },
] as const) {
  test(`in ${timezoneId}, ${colorScheme}, ${width} wide, with ${count} images the app goes on from the page without asking or changing a word`, async ({
    app,
    browser,
    reports,
  }) => {
    reports.allow(/registration blocked/);
    const images = await uploadImages(app, count);
    const { trackingId } = await app.shipment({
      images,
      description: 'Letters to ada@example.com',
      shipDate: '2026-11-20T23:30:00.000Z',
    });
    const context = await browser.newContext({
      timezoneId,
      colorScheme,
      viewport: { width, height: 900 },
      // As soon as there is one it asks for what it shall keep.
      serviceWorkers: 'block',
    });
    reports.watch(context);
    const page = await context.newPage();
    const asked = lookUpsOf(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const article = document.querySelector('article');
        const said = article?.querySelector('dl')?.textContent;
        Object.assign(window, { article, said });
      });
    });
    await page.goto(pageOf(app, trackingId));
    await expect(page.getByText(/Get notified on this device|Notifications are blocked|can’t show/)).toBeVisible();
    const { isSame, isUnchanged } = await page.evaluate(() => {
      const { article, said } = window as unknown as { article: Element; said: string };
      return {
        isSame: document.querySelector('article') === article,
        isUnchanged: article.querySelector('dl')?.textContent === said,
      };
    });
    // The very elements that the server has sent.
    expect({ isSame, isUnchanged }).toEqual({ isSame: true, isUnchanged: true });
    expect(asked).toEqual([]);
    // No part of the page brings the code of people's pages.
    expect(scripts.filter((script) => /\/(forms|person|lists|managed-lists|register)-/.test(script))).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Detailed view' }).click();
    await expect(page.getByLabel('Private code')).toBeVisible();
    await context.close();
  });
}

test('people with more rights see more, although the page is public', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'first.sight@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: email, receiverName: 'Nikolaj Coster' });
  await page.goto(pageOf(app, trackingId));
  await expect(page.getByText('N•••• C••••')).toBeVisible();
  await openAs(page, email, pageOf(app, trackingId));
  await expect(page.getByText('Nikolaj Coster')).toBeVisible();
});

test('a link to an unknown shipment leads to the form, and counts as one miss, also if someone is signed in', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const asked = lookUpsOf(page);
  const response = await page.goto(pageOf(app, 'W48207K159XX'));
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL('/track?error=Shipment%20not%20found');
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  const { email } = await app.person({ email: 'no.sight@example.com' });
  await openAs(page, email, pageOf(app, 'W48207K159XX'));
  await expect(page).toHaveURL('/track?error=Shipment%20not%20found');
  await untilQuiet(page);
  expect(asked).toEqual([]);
});
