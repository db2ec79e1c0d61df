import type { Page } from '@playwright/test';
import { goOffline, waitUntilCached } from './support/device.ts';
import { expect, expectAccessible, plantSession, startApp, test } from './support/journey.ts';
import { addLocation, NETWORK, setStatus } from './support/tablet.ts';

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowgroup').last().getByRole('row');

/** Opens pages while there is a network, so that this device has them. */
async function see(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    // A busy machine may ask for the data after a pause that looks like the end.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await waitUntilCached(page);
  }
}

test('an offline manager searches, filters and pages through what the tablet has', async ({ browser }) => {
  // Of its own: it counts.
  const app = await startApp();
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { email } = await app.person({ email: 'warehouse.search@example.com', firstName: 'Ines', manager: true });
  await app.person({ email: 'wilma.warehouse@example.com', firstName: 'Wilma', lastName: 'Wexford' });
  await app.shipment({ description: 'The first harp', receiverName: 'Nora Needle' });
  for (let count = 1; count <= 24; count += 1) await app.shipment({ description: `Crate ${count}` });
  const held = await app.shipment({ description: 'A held piano', senderName: 'Sven Svensson' });
  await app.call(email, 'shipmentAdmin.updateShipment', { id: held.id, status: 'held' });
  await plantSession(page, email);
  await see(page, '/manager/shipments', '/manager/shipments?q=harp', '/manager/users', '/manager/mail');

  await goOffline(context, page);
  const shipments = rowsOf(page, 'Shipments');
  const fromDevice = page.getByText(/^From \d+ shipments on this device\. There may be more\.$/);
  for (const [path, expected] of [
    ['/manager/shipments?q=svensson', ['A held piano']],
    ['/manager/shipments?q=needle', ['The first harp']],
    ['/manager/shipments?status=held', ['A held piano']],
    [`/manager/shipments?q=${held.trackingId.slice(0, 6).toLowerCase()}`, ['A held piano']],
  ] as const) {
    await page.goto(path);
    await expect(shipments, path).toHaveText(expected.map((words) => new RegExp(words)));
    await expect(fromDevice).toBeVisible();
    await expect(page.getByText(/^Last updated .* You’re offline\.$/)).toBeVisible();
  }
  await expectAccessible(page);
  await page.reload();
  await expect(shipments).toHaveText([/A held piano/]);
  await page.goto('/manager/shipments?q=nothing+like+it');
  await expect(page.getByText('No shipments found.')).toBeVisible();
  await expect(fromDevice).toBeVisible();
  await page.goto('/manager/shipments?from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('No shipments found.')).toBeVisible();
  // Eleven of them are here: ten of the first page, and the one that was searched for.
  await page.goto('/manager/shipments?page=2');
  await expect(shipments).toHaveCount(1);
  await expect(shipments.first()).toContainText('The first harp');
  await expect(fromDevice).toHaveText('From 11 shipments on this device. There may be more.');
  await page.goto('/manager/shipments?page=3');
  await expect(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
  await page.goto('/manager/users?q=wilma+wex');
  await expect(rowsOf(page, 'Users').filter({ hasText: 'Wilma Wexford' })).toHaveCount(1);
  await page.goto('/manager/mail?state=failed');
  await expect(page.getByText(/^From \d+ emails? on this device/)).toBeVisible();

  // This list was assembled here: the server's replaces it, and it was not stored.
  await page.goto('/manager/shipments?q=crate');
  await expect(fromDevice).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('24 shipments')).toBeVisible();
  await expect(fromDevice).toHaveCount(0);
  await context.close();
  await app.stop();
});

test('an offline customer finds a parcel among those on the phone', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'phone.search@example.com' });
  for (const description of ['A blue lamp', 'A red lamp', 'A kettle'])
    await app.shipment({ receiverEmail: email, description });
  await plantSession(page, email);
  await see(page, '/packages');
  await goOffline(context, page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('LAMP');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const parcels = rowsOf(page, 'Incoming shipments');
  await expect(parcels).toHaveCount(2);
  await expect(page.getByText('From 3 shipments on this device. There may be more.')).toBeVisible();
  await page.reload();
  await expect(parcels).toHaveCount(2);
});

test('unsent changes are marked in every list, and a new shipment is at its top', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const manager = await app.person({ email: 'marks@example.com', firstName: 'Ines', manager: true });
  const { id, trackingId } = await app.shipment({ description: 'A marked parcel', receiverEmail: manager.email });
  await plantSession(page, manager.email);
  await see(page, '/', '/packages', '/manager', '/manager/shipments', `/manager/users/${manager.id}/shipments`);
  await see(page, `/manager/runs?q=${trackingId}`, `/manager/shipments/${id}`);
  await goOffline(context, page);
  await setStatus(page, 'delivery');
  const waiting = (table: string) => rowsOf(page, table).filter({ hasText: 'A marked parcel' });
  const lists = [
    ['/manager/shipments', 'Shipments'],
    ['/manager/shipments?q=marked', 'Shipments'],
    ['/manager', 'Recent shipments'],
    [`/manager/users/${manager.id}/shipments`, 'User shipments'],
    ['/packages', 'Incoming shipments'],
    ['/', 'Incoming shipments'],
    [`/manager/runs?q=${trackingId}`, 'Shipments without a run'],
  ] as const;
  for (const [path, table] of lists) {
    await page.goto(path);
    await expect(waiting(table), path).toHaveText(/(?=.*Waiting to send).*Delivery/s);
  }
  await page.goto(`/manager/shipments/${id}`);
  await addLocation(page, 'Left with the neighbour');
  await page.goto('/manager/shipments');
  await expect(waiting('Shipments')).toContainText('Left with the neighbour');
  await expectAccessible(page);

  await page.goto('/manager/shipments/create');
  await page.getByLabel('Description').fill('Made in the dark');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).not.toHaveURL('/manager/shipments/create');
  for (const path of ['/manager/shipments', '/manager']) {
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'Not sent yet' }), path).toContainText('Made in the dark');
  }
  await context.setOffline(false);
  await page.goto('/manager/shipments');
  await expect(waiting('Shipments')).not.toContainText('Waiting to send');
  await expect(waiting('Shipments')).toContainText('Left with the neighbour');
});
