import type { Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import { goOffline, waitUntilCached, waitUntilStored } from './support/device.ts';
import { expect, expectAccessible, goWithin, openAs, PARCEL, test } from './support/journey.ts';
import { addLocation, NETWORK, setStatus } from './support/tablet.ts';

const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('rowgroup').last().getByRole('row');

/** Opens further pages while there is a network, until this device has the named query of each. */
async function see(page: Page, ...pages: [path: string, query: string, text: string][]): Promise<void> {
  for (const [path, query, text] of pages) {
    await goWithin(page, path);
    await waitUntilStored(page, query, text);
  }
}

test('an offline manager searches, filters and pages through what the tablet has', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { email } = await app.person({ email: 'warehouse.search@example.com', firstName: 'Ines', manager: true });
  await app.person({ email: 'wilma.warehouse@example.com', firstName: 'Wilma', lastName: 'Wexford' });
  await app.shipment({ description: 'The first dulcimer' });
  const { id } = await app.shipment({ description: 'Tea chest 0' });
  const details = { ship_to: PARCEL.shipTo, receiver_name: PARCEL.receiverName };
  await copyShipments(app.database, id, 23, (count) => ({ ...details, description: `Tea chest ${count}` }));
  const held = await app.shipment({ description: 'A held piano', senderName: 'Sven Svensson' });
  await app.call(email, 'shipmentAdmin.updateShipment', { id: held.id, status: 'held' });
  await openAs(page, email, '/manager/shipments');
  await expect(page.getByText('A held piano')).toBeVisible();
  await waitUntilCached(page);
  await see(
    page,
    ['/manager/shipments?q=dulcimer', 'managed-shipments', 'The first dulcimer'],
    ['/manager/users', 'managed-users', 'Wexford'],
    ['/manager/mail', 'mails', ''],
  );

  await goOffline(context, page);
  const shipments = rowsOf(page, 'Shipments');
  const fromDevice = page.getByText(/^From \d+ shipments on this device\. There may be more\.$/);
  for (const path of ['/manager/shipments?status=held', '/manager/shipments?q=svensson']) {
    await goWithin(page, path);
    await expect(shipments, path).toHaveText([/A held piano/]);
    await expect(fromDevice).toBeVisible();
    await expect(page.getByText(/^Last updated .* You’re offline\.$/)).toBeVisible();
  }
  await expectAccessible(page);
  await page.reload();
  await expect(shipments).toHaveText([/A held piano/]);
  await goWithin(page, '/manager/shipments?q=nothing+like+it');
  await expect(page.getByText('No shipments found.')).toBeVisible();
  await expect(fromDevice).toBeVisible();
  // Eleven of them are here: ten of the first page, and the one that was searched for.
  await goWithin(page, '/manager/shipments?page=2');
  await expect(shipments).toHaveCount(1);
  await expect(shipments.first()).toContainText('The first dulcimer');
  await expect(fromDevice).toHaveText('From 11 shipments on this device. There may be more.');
  await goWithin(page, '/manager/shipments?page=3');
  await expect(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
  await goWithin(page, '/manager/users?q=wilma+wex');
  await expect(rowsOf(page, 'Users').filter({ hasText: 'Wilma Wexford' })).toHaveCount(1);
  await goWithin(page, '/manager/mail?state=failed');
  await expect(page.getByText(/^From \d+ emails? on this device/)).toBeVisible();

  // This list was assembled here: the server's replaces it, and it was not stored.
  await goWithin(page, '/manager/shipments?q=tea+chest');
  await expect(fromDevice).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('24 shipments')).toBeVisible();
  await expect(fromDevice).toHaveCount(0);
});

test('an offline customer finds a parcel among those on the phone', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'phone.search@example.com' });
  for (const description of ['A blue lamp', 'A red lamp', 'A kettle'])
    await app.shipment({ receiverEmail: email, description });
  await openAs(page, email, '/packages');
  await expect(rowsOf(page, 'Incoming shipments')).toHaveCount(3);
  await waitUntilCached(page);
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
  await openAs(page, manager.email, '/');
  await waitUntilCached(page);
  await see(
    page,
    ['/packages', 'own-shipments', trackingId],
    ['/manager', 'managed-shipments', trackingId],
    ['/manager/shipments', 'managed-shipments', trackingId],
    [`/manager/users/${manager.id}/shipments`, 'shipments-of-user', trackingId],
    [`/manager/runs?q=${trackingId}`, 'run-pool', trackingId],
    [`/manager/shipments/${id}`, 'managed-shipment', id],
  );
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
  await page.reload();
  for (const [path, table] of lists) {
    await goWithin(page, path);
    await expect(waiting(table), path).toHaveText(/(?=.*Waiting to send).*Delivery/s);
  }
  await goWithin(page, `/manager/shipments/${id}`);
  await addLocation(page, 'Left with the neighbour');
  await goWithin(page, '/manager/shipments');
  await expect(waiting('Shipments')).toContainText('Left with the neighbour');
  await expectAccessible(page);

  await goWithin(page, '/manager/shipments/create');
  await page.getByLabel('Description').fill('Made in the dark');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).not.toHaveURL('/manager/shipments/create');
  for (const path of ['/manager/shipments', '/manager']) {
    await goWithin(page, path);
    await expect(page.getByRole('region', { name: 'Not sent yet' }), path).toContainText('Made in the dark');
  }
  await context.setOffline(false);
  await goWithin(page, '/manager/shipments');
  await expect(waiting('Shipments')).not.toContainText('Waiting to send');
  await expect(waiting('Shipments')).toContainText('Left with the neighbour');
});
