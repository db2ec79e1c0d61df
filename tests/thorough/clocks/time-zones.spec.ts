import {
  expect,
  expectAccessible,
  openAs,
  type RunningApp,
  test,
  withoutWorker,
} from '../../journeys/support/journey.ts';
import { uploadImages } from '../../journeys/support/upload-image.ts';

/** Changes the status of a shipment past the page, as often as there are statuses. */
async function goesThrough(app: RunningApp, id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) await app.call('dispatch@example.com', 'shipmentAdmin.updateShipment', { id, status });
}

test('an invoice has the same dates on every device, and a delivered shipment shows when', async ({ app, browser }) => {
  const me = await app.person({ email: 'days@example.com' });
  const { id, trackingId } = await app.shipment({ receiverEmail: me.email, shipDate: '2026-11-16T23:30:00.000Z' });
  await goesThrough(app, id, 'shipped', 'delivered');
  await app.database.query(
    `update activities set occurred_at = '2026-11-17T23:30:00Z', created_at = '2026-11-17T23:30:00Z'
     where shipment_id = $1 and status = 'delivered'`,
    [id],
  );
  for (const [timezoneId, delivered] of [
    ['Pacific/Auckland', 'Wednesday 18/11/2026 - 12:30 PM'],
    ['America/Los_Angeles', 'Tuesday 17/11/2026 - 03:30 PM'],
  ] as const) {
    const context = await browser.newContext({ baseURL: app.url, timezoneId });
    const page = await context.newPage();
    await withoutWorker(page);
    await openAs(page, me.email, `/track/${trackingId}`);
    const label = page.getByRole('region', { name: 'Shipping label' }).or(page.getByLabel('Shipping label'));
    await expect(label.getByText(delivered)).toBeVisible();
    await expect(page.getByText('Monday 16/11/2026')).toBeVisible();
    await page.getByRole('link', { name: 'Print invoice' }).click();
    await expect(page).toHaveURL(`/invoice/${trackingId}`);
    await expect(page.getByText('Monday 16/11/2026')).toBeVisible();
    await expect(page.getByText('Tuesday 17/11/2026')).toBeVisible();
    await context.close();
  }
});

for (const { timezoneId, colorScheme, count, width } of [
  { timezoneId: 'Pacific/Kiritimati', colorScheme: 'light', count: 0, width: 390 },
  { timezoneId: 'UTC', colorScheme: 'dark', count: 1, width: 390 },
  { timezoneId: 'Pacific/Pago_Pago', colorScheme: 'light', count: 3, width: 1440 },
] as const) {
  test(`the app goes on from a page in ${timezoneId}, ${colorScheme}, ${width} wide, with ${count} images`, async ({
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
      // No worker may ask for the files that it keeps.
      serviceWorkers: 'block',
    });
    reports.watch(context);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('getShipmentByTrackingId')) asked.push(request.url());
    });
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
    await page.goto(`${app.url}/track/${trackingId}`);
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
    expect(scripts.filter((script) => /\/(forms|person|lists|palette|desk|register)-/.test(script))).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Detailed view' }).click();
    await expect(page.getByLabel('Private code')).toBeVisible();
    await context.close();
  });
}
