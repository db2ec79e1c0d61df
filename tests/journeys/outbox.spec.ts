import type { Page } from '@playwright/test';
import { goOffline, readAllStorage } from './support/device.ts';
import { expect, openAs, test } from './support/journey.ts';
import {
  addLocation,
  getShipmentStatus,
  listEntries,
  logOut,
  NETWORK,
  openShipment,
  setStatus,
} from './support/tablet.ts';

const TABLET = { width: 820, height: 1180 };
const outboxLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Outbox/ });
const allSent = (page: Page) => page.getByText('Everything has been sent.');

test('offline actions survive reloads, are sent once, and go with a logout', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await page.setViewportSize(TABLET);
  const { id } = await app.shipment({ description: 'A parcel on a tablet' });
  const email = 'ines.on.tablet@example.com';
  await openShipment(app, page, email, id);
  await goOffline(context, page);
  await addLocation(page, 'Loaded in the dark', 'Canary Quay 4');
  await setStatus(page, 'delivery');
  await setStatus(page, 'held');
  await page.reload();
  await expect(outboxLink(page)).toHaveAccessibleName('Outbox, 3 unsent');
  await page.goto('/outbox');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  expect(await listEntries(app, id)).toEqual(['Label created']);

  await context.setOffline(false);
  await expect(allSent(page)).toBeVisible();
  const sent = ['Label created', 'Loaded in the dark', 'Status changed to Delivery', 'Status changed to Held'];
  expect(await listEntries(app, id)).toEqual(sent);
  expect(await getShipmentStatus(app, id)).toBe('held');
  await page.goto(`/manager/shipments/${id}`);
  await expect(page.getByText('Loaded in the dark')).toHaveCount(1);

  await goOffline(context, page);
  await addLocation(page, 'A canary that is never sent');
  await expect.poll(() => readAllStorage(page)).toContain('A canary that is never sent');
  await logOut(page);
  const kept = await readAllStorage(page);
  for (const canary of ['Canary Quay', 'Loaded in the dark', 'A canary that is never sent', id])
    expect(kept).not.toContain(canary);
  await context.setOffline(false);
  await openAs(page, email, '/outbox');
  await expect(allSent(page)).toBeVisible();
  expect(await listEntries(app, id)).toEqual(sent);
});

test('an action is applied once, and sent when the worker wakes', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await page.setViewportSize(TABLET);
  const { id } = await app.shipment();
  await openShipment(app, page, 'ines.tries.again@example.com', id);

  let isLost = true;
  // Once its answer is lost, the worker may send it at any moment, past this route.
  const { promise: isSeen, resolve: lose } = Promise.withResolvers<void>();
  await context.route('**/shipmentAdmin.updateShipmentActivity', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await isSeen;
    await route.abort();
  });
  await addLocation(page, 'Said once');
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toContainText('Said once');
  expect(await listEntries(app, id)).toEqual(['Label created', 'Said once']);
  isLost = false;
  lose();
  await expect(outboxLink(page)).toHaveCount(0);
  expect(await listEntries(app, id)).toEqual(['Label created', 'Said once']);

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(app.url));
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  // The page gets no `online` event: only the worker can notify it.
  const setOnline = (isOnline: boolean) =>
    page.evaluate((value) => Object.defineProperty(navigator, 'onLine', { value, configurable: true }), isOnline);
  await setOnline(false);
  await addLocation(page, 'Sent when woken');
  await expect(outboxLink(page)).toHaveAccessibleName('Outbox, 1 unsent');
  await setOnline(true);
  const wake = { origin: app.url, registrationId, tag: 'outbox', lastChance: false };
  await devtools.send('ServiceWorker.dispatchSyncEvent', wake);
  await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'Said once', 'Sent when woken']);
});

test('a status that someone else changed waits for a decision', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  reports.allow(/status of 409/);
  const { id } = await app.shipment();
  const other = await app.person({ email: 'other.conflict@example.com', manager: true });
  await openShipment(app, page, 'ines.conflict@example.com', id);
  await goOffline(context, page);
  await setStatus(page, 'held');
  await addLocation(page, 'Put on a shelf');
  await setStatus(page, 'delivery');
  await app.call(other.email, 'shipmentAdmin.updateShipment', { id, status: 'delivered' });
  await page.goto('/outbox');
  await context.setOffline(false);
  const review = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Needs review' });
  await expect(review.getByRole('definition')).toContainText(['Held', 'Delivered']);
  // The location is in conflict with nothing.
  await expect.poll(() => listEntries(app, id)).toContain('Put on a shelf');
  expect(await getShipmentStatus(app, id)).toBe('delivered');
  await review.getByRole('button', { name: 'Keep mine' }).click();
  await expect(allSent(page)).toBeVisible();
  expect((await listEntries(app, id)).slice(-2)).toEqual(['Status changed to Held', 'Status changed to Delivery']);
  expect(await getShipmentStatus(app, id)).toBe('delivery');
});
