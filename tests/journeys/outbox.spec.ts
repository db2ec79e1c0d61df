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

test('an action is sent when the worker wakes', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await page.setViewportSize(TABLET);
  const { id } = await app.shipment();
  await openShipment(app, page, 'ines.tries.again@example.com', id);

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
  await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'Sent when woken']);
});
