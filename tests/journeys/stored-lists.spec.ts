import { goOffline, waitUntilCached, waitUntilStored } from './support/device.ts';
import { expect, goWithin, openAs, test } from './support/journey.ts';
import { NETWORK } from './support/tablet.ts';

test('an offline manager filters what the tablet has, also after a reload', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { email } = await app.person({ email: 'warehouse.search@example.com', firstName: 'Ines', manager: true });
  await app.shipment({ description: 'A stored dulcimer' });
  const held = await app.shipment({ description: 'A held piano' });
  await app.call(email, 'shipmentAdmin.updateShipment', { id: held.id, status: 'held' });
  await openAs(page, email, '/manager/shipments');
  await waitUntilCached(page);
  await waitUntilStored(page, 'managed-shipments', 'A held piano');
  await goOffline(context, page);
  await goWithin(page, '/manager/shipments?q=piano&status=held');
  const table = page.getByRole('table', { name: 'Shipments' });
  const fromDevice = page.getByText(/^From \d+ shipments on this device\. There may be more\.$/);
  await expect(fromDevice).toBeVisible();
  await page.reload();
  await expect(fromDevice).toBeVisible();
  await expect(table).toContainText('A held piano');
  await expect(table).not.toContainText('A stored dulcimer');
  // This list was assembled here: the server's replaces it.
  await context.setOffline(false);
  await expect(page.getByText('1 shipment', { exact: true })).toBeVisible();
  await expect(fromDevice).toHaveCount(0);
});
