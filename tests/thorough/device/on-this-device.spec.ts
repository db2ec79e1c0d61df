import type { Page } from '@playwright/test';
import {
  goOffline,
  readAllStorage,
  saveData,
  waitUntilCached,
  waitUntilStored,
} from '../../journeys/support/device.ts';
import { expect, openAs, test, untilQuiet } from '../../journeys/support/journey.ts';
import { uploadImages } from '../../journeys/support/upload-image.ts';

const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/;

/**
 * Waits until everything that is saved without being asked has been: the last of it is an image.
 */
const untilSaved = (page: Page, text: string) =>
  expect.poll(() => readAllStorage(page), { timeout: 30_000, intervals: [1_000] }).toContain(text);

/** Passes the four seconds after which a settled page begins to save; its clock was installed before it opened. */
const settle = (page: Page) => page.clock.fastForward(5_000);

const imagesKept = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('images')).keys()).map(({ url }) => url));

test('the latest shipments are available offline unopened, with images in their display size, which are requested again if they failed', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const customer = await app.person({ email: 'saved.for@example.com', firstName: 'Savannah' });
  const [image = ''] = await uploadImages(app, 1);
  const parcel = { receiverEmail: customer.email, images: [image] };
  const { trackingId } = await app.shipment({ ...parcel, description: 'Never opened', shipTo: 'Saved Street 7' });
  let refused = 0;
  await context.route(/-640\.webp$/, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.clock.install();
  await openAs(page, customer.email, '/');
  await waitUntilCached(page);
  await settle(page);
  await untilSaved(page, 'Saved Street 7');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await context.unroute(/-640\.webp$/);
  await page.reload();
  await untilQuiet(page);
  await settle(page);
  await expect.poll(() => imagesKept(page), { timeout: 30_000 }).toHaveLength(1);
  // A phone of 390 pixels draws a slide of 358: not the photo of 700.
  expect(await imagesKept(page)).toEqual([image.replace('-700.webp', '-640.webp')]);

  await goOffline(context, page);
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/packages');
  await expect(cold.getByText('Never opened')).toBeVisible();
  await cold.getByRole('link', { name: 'Never opened' }).click();
  await expect(cold.getByRole('article', { name: new RegExp(trackingId) })).toBeVisible();
  const picture = cold.getByRole('img', { name: 'Image 1 of 1 of Never opened' });
  const drawn = () => picture.evaluate((element: HTMLImageElement) => element.naturalWidth > 0 && element.currentSrc);
  await expect.poll(drawn).toBe(image.replace('-700.webp', '-640.webp'));
  await cold.getByRole('link', { name: 'Detailed view' }).click();
  await expect(cold.getByRole('heading', { name: 'Timeline' })).toBeVisible();

  await cold.goto('/profile/offline');
  await cold.getByRole('button', { name: 'Clear', exact: true }).click();
  await cold.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(cold.getByText('Nothing is stored yet.')).toBeVisible();
  expect(await imagesKept(cold)).toEqual([]);
  expect(await readAllStorage(cold)).not.toContain('Saved Street 7');
});

test('an offline visitor finds what was tracked here with all its images, and clears it', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const images = await uploadImages(app, 3);
  const { trackingId } = await app.shipment({ description: 'Seen by a visitor', images });
  const { trackingId: other } = await app.shipment({ description: 'Seen as well' });
  const onDevice = page.getByRole('region', { name: 'On this device' });
  await page.goto('/track');
  await waitUntilCached(page);
  await expect(onDevice).toHaveCount(0);
  for (const id of [other, trackingId]) {
    await page.goto(`/track/${id}`);
    await expect.poll(() => readAllStorage(page)).toContain(id);
  }
  // Those not viewed as well.
  await expect.poll(() => imagesKept(page), { timeout: 30_000 }).toHaveLength(3);

  await goOffline(context, page);
  await page.goto('/track');
  await expect(onDevice).toContainText(/available offline: [\d.]+ KB with 3 images\./);
  await onDevice.getByRole('link', { name: 'Seen by a visitor' }).click();
  await expect(page.getByRole('article', { name: new RegExp(trackingId) })).toBeVisible();
  await page.goBack();
  await onDevice.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(onDevice).toContainText('Nothing is stored yet.');
  await expect(onDevice.getByRole('button', { name: 'Clear' })).toBeFocused();
  const kept = await readAllStorage(page);
  for (const id of [trackingId, other]) expect(kept).not.toContain(id);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Scan' })).toBeEnabled();
  await expect(onDevice).toHaveCount(0);
  await context.setOffline(false);
});

test('a visitor and a receiver who learn that a shipment was deleted no longer find it offline', async ({
  app,
  page,
  browser,
  reports,
}) => {
  reports.allow(NETWORK);
  reports.allow(/status of 404/);
  const { email } = await app.person({ email: 'was.to.receive@example.com' });
  const { id, trackingId } = await app.shipment({ receiverEmail: email, description: 'Made by mistake' });
  const theirs = await browser.newContext({ baseURL: app.url });
  const receivers = await theirs.newPage();
  await page.goto(`/track/${trackingId}`);
  await openAs(receivers, email, `/track/${trackingId}`);
  for (const one of [page, receivers]) {
    await expect(one.getByText('Made by mistake').first()).toBeVisible();
    await waitUntilCached(one);
  }
  await waitUntilStored(receivers, 'tracked-shipment');
  await app.call('dispatch@example.com', 'shipmentAdmin.deleteShipment', { id });
  for (const one of [page, receivers]) {
    await one.goto(`/track/${trackingId}`);
    await expect(one.getByText('Shipment not found').first()).toBeVisible();
    await goOffline(one.context(), one);
    await one.goto('/track');
    await expect(one.getByPlaceholder('Tracking ID')).toBeVisible();
    await expect(one.getByText('Made by mistake')).toHaveCount(0);
    await one.goto(`/track/${trackingId}`);
    await expect(one.getByText('Not on this device yet.')).toBeVisible();
    await expect(one.getByText('Made by mistake')).toHaveCount(0);
  }
  await theirs.close();
});

test('on a metered connection, only opened pages are saved', async ({ app, page, context }) => {
  await saveData(context);
  const customer = await app.person({ email: 'pays.for.bytes@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: customer.email, shipTo: 'Costly Street 7' });
  await app.shipment({ receiverEmail: customer.email, shipTo: 'Frugal Street 8' });
  await page.clock.install();
  await openAs(page, customer.email, '/');
  await waitUntilCached(page);
  const begun = page.waitForRequest(/\/cache-shipments-/);
  await settle(page);
  await begun;
  await untilQuiet(page);
  expect(await readAllStorage(page)).not.toContain('Costly Street 7');
  await page.goto(`/track/${trackingId}`);
  await expect.poll(() => readAllStorage(page)).toContain('Costly Street 7');
  await settle(page);
  await untilQuiet(page);
  expect(await readAllStorage(page)).not.toContain('Frugal Street 8');
  // What costs nothing is saved.
  await page.evaluate(() => {
    Object.assign((navigator as unknown as { connection: object }).connection, { saveData: false });
    dispatchEvent(new Event('online'));
  });
  await untilSaved(page, 'Frugal Street 8');
});
