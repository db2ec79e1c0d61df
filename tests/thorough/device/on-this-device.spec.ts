import type { Page } from '@playwright/test';
import {
  goOffline,
  readAllStorage,
  saveData,
  waitUntilCached,
  waitUntilStored,
} from '../../journeys/support/device.ts';
import { changeDeviceClock, DAY, installDeviceClock } from '../../journeys/support/device-clock.ts';
import { expect, expectAccessible, openAs, signIn, test, untilQuiet } from '../../journeys/support/journey.ts';
import { uploadImages } from '../../journeys/support/upload-image.ts';

const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/;
const NOT_HERE = 'Not on this device yet. Go online to load it.';

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

  // Stored data can be viewed and cleared offline too.
  await cold.goto('/profile/offline');
  const row = cold.getByRole('table', { name: 'Stored shipments' }).getByRole('row', { name: /Never opened/ });
  await expect(row).toContainText(trackingId);
  await expect(row).toContainText(/\d\d:\d\d/);
  await expect(row).toContainText(/\d (bytes|KB)/);
  await expect(cold.getByRole('table', { name: 'Everything else that is stored' })).toContainText('Your dashboard');
  const pictures = cold.getByRole('row', { name: /Shipment images/ });
  await expect(pictures).toContainText(/\d\d:\d\d/);
  await expectAccessible(cold);
  await cold.getByRole('button', { name: 'Clear', exact: true }).click();
  await cold.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(cold.getByText('Nothing is stored yet.')).toBeVisible();
  expect(await imagesKept(cold)).toEqual([]);
  expect(await readAllStorage(cold)).not.toContain('Saved Street 7');
  await cold.goto(`/track/${trackingId}`);
  await expect(cold.getByText(NOT_HERE)).toBeVisible();
  await cold.goto('/');
  await expect(cold.getByText('Welcome, Savannah')).toBeVisible();
});

test('an offline visitor finds what was tracked here with all its images, its age and size, and clears it', async ({
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
  // The page of a network that wants to be paid came in place of an answer.
  await page.evaluate(async () => {
    const address = '/api/trpc/shipment.getShipmentByTrackingId?input=x&person=nobody&grant=none';
    await (await caches.open('tracking')).put(address, new Response('<h1>Pay for the network</h1>'));
  });

  await goOffline(context, page);
  await page.goto('/track');
  await expect(onDevice).toContainText(/available offline: [\d.]+ KB with 3 images\./);
  const rows = onDevice.getByRole('row');
  await expect(rows).toHaveText([/./, /Seen by a visitor/, /Seen as well/]);
  await expect(rows.nth(1)).toContainText(trackingId);
  await expect(rows.nth(1)).toContainText(/\d\d:\d\d/);
  await expectAccessible(page);
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

test('a device that has no room says so to visitors and people, once, and everything else works', async ({
  app,
  page,
  context,
}) => {
  const { trackingId } = await app.shipment({ description: 'A parcel without room' });
  const manager = await app.person({ email: 'no.room@example.com', firstName: 'Norah', manager: true });
  const devtools = await context.newCDPSession(page);
  await page.goto('/track');
  await waitUntilCached(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 1 });
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('A parcel without room').first()).toBeVisible();
  const notice = (tab: Page) => tab.getByRole('alert').filter({ hasText: 'Not stored on this device' });
  await expect(notice(page)).toBeVisible();

  const tab = await context.newPage();
  await openAs(tab, manager.email, '/manager/shipments');
  await expect(tab.getByText('A parcel without room')).toBeVisible();
  await expect(notice(tab)).toBeVisible();
  await tab.goto('/profile/offline');
  await expect(tab.getByRole('main').getByText('It’s out of space.')).toBeVisible();
  await expectAccessible(tab);
});

test('without browser storage a person can sign in and work until the page is closed, and is warned', async ({
  app,
  page,
  context,
  reports,
}) => {
  // What the page still asks while its session ends is rejected.
  reports.allow(/status of 401/);
  const { email } = await app.person({ email: 'private.window@example.com', firstName: 'Priya' });
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  });
  await signIn(page, email);
  await expect(page.getByText('Welcome, Priya')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'You’re only logged in until you reload' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing is stored on this device' })).toBeVisible();
  await page.getByRole('link', { name: 'Manage my profile' }).click();
  await page.getByRole('link', { name: 'On this device' }).click();
  await expect(page.getByRole('main').getByText('This browser doesn’t allow it')).toBeVisible();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('a clock that is a day ahead or behind loses nothing: codes open, and seen data is available offline', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await installDeviceClock(context);
  await page.goto('/robots.txt');
  for (const [when, shift] of [
    ['ahead', DAY],
    ['behind', -DAY],
  ] as const) {
    const sender = `clock.${when}@example.com`;
    const { trackingId } = await app.shipment({ senderEmail: sender, shipTo: 'Clock Street 7' });
    const mail = await app.mails.mail(({ receivers }) => receivers.includes(sender));
    const code = /code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '';
    await changeDeviceClock(page, shift);
    await page.goto(`/track/${trackingId}?detailed=true`);
    await waitUntilCached(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await untilQuiet(page);
    await goOffline(context, page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expect(page.getByText(/^Last updated .*\. You’re offline\.$/)).toBeVisible();
    await context.setOffline(false);
  }
});
