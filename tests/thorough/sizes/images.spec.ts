/** Where the images of a parcel stand while they come, and what there is without them. */
import type { Page } from '@playwright/test';
import { expect, test, untilQuiet, withoutWorker } from '../../journeys/support/journey.ts';
import { uploadImages } from '../../journeys/support/upload-image.ts';

const carousel = (page: Page) => page.getByRole('region', { name: 'Images' });

test('a page without images loads no carousel, and images shift nothing', async ({ app, page }) => {
  await withoutWorker(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const none = await app.shipment();
  const some = await app.shipment({ images: await uploadImages(app, 3) });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/track/${none.trackingId}`);
  await expect(page.getByText('No images', { exact: true })).toBeVisible();
  await untilQuiet(page);
  expect(scripts.filter((url) => url.includes('carousel-engine'))).toEqual([]);
  await page.goto(`/track/${some.trackingId}`);
  await expect(carousel(page).getByRole('img').first()).toBeVisible();
  const heightBefore = (await carousel(page).boundingBox())?.height;
  await untilQuiet(page);
  expect((await carousel(page).boundingBox())?.height).toBe(heightBefore);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
  await expect(carousel(page).getByText('1/3')).toBeVisible();
  await expect.poll(() => scripts.filter((url) => url.includes('carousel-engine')).length).toBeGreaterThan(0);
});

test('all images can be reached without the script of the carousel, and a missing one says so', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/net::ERR|Failed to load|status of 404/);
  const { id, trackingId } = await app.shipment({ images: await uploadImages(app, 3) });
  await page.route('**/carousel-engine-*.js', (route) => route.abort());
  // A page that reloaded because of a missing script does not reload again right away.
  await page.addInitScript(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
  await page.goto(`/track/${trackingId}`);
  const next = carousel(page).getByRole('button', { name: 'Next image' });
  for (const expected of ['2', '3', '1']) {
    await next.click();
    await expect(carousel(page).getByText(`${expected}/3`)).toBeVisible();
  }

  const lost = `${app.url}/v1_1/waybill/image/${'0'.repeat(32)}-640.webp`;
  await app.database.query('update shipments set images = $2 where id = $1', [id, [lost]]);
  await page.reload();
  await expect(page.getByText('This image can’t be shown.')).toBeVisible();
});
