import type { Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import { expect, goWithin, openAs, said, test, withoutWorker } from './support/journey.ts';

const field = (page: Page, caption: string) =>
  page
    .locator('.cell')
    .filter({ has: page.locator('dt').and(page.getByText(caption, { exact: true })) })
    .getByRole('definition');

test('a manager finds shipments by words, status and day in an address to share, by phone, and by the ID of what was deleted', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  await page.setViewportSize({ width: 820, height: 1180 });
  const manager = await app.person({ email: 'finds.all@example.com', manager: true });
  const gone = await app.person({ email: 'gone.person@example.com' });
  const harp = await app.shipment({ description: 'Harp strings 0' });
  await copyShipments(app.database, harp.id, 12, (place) => ({ description: `Harp strings ${place}` }));
  await app.call(manager.email, 'shipmentAdmin.updateShipment', { id: harp.id, status: 'held' });
  // Late in the evening here, the next day at the reader's.
  await app.database.query("update shipments set created_at = '2021-06-01T23:00:00Z' where id = $1", [harp.id]);
  const { id, trackingId } = await app.shipment({ description: 'No longer there' });
  await app.call(manager.email, 'shipmentAdmin.deleteShipment', { id });
  await app.call(manager.email, 'userAdmin.deleteUser', { id: gone.id });
  await openAs(page, manager.email, '/manager/shipments');

  const search = page.getByRole('search');
  const lookFor = async (words: string) => {
    await search.getByRole('searchbox').fill(words);
    await search.getByRole('searchbox').press('Enter');
  };
  await lookFor('HARP str');
  await expect(page.getByText('13 shipments')).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('Harp strings 1', { exact: true })).toBeVisible();
  await search.getByLabel('Status').selectOption('held');
  await search.getByLabel('From').fill('2021-06-02');
  await search.getByLabel('To').fill('2021-06-02');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/manager/shipments?q=HARP%20str&status=held&from=2021-06-02&to=2021-06-02');
  await expect(page.getByText('1 shipment', { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByText('Harp strings 0')).toBeVisible();
  await other.close();

  await lookFor(trackingId);
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}/history`);
  await expect(page.getByText('deleted the shipment')).toBeVisible();

  await goWithin(page, '/manager/users');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await lookFor('Gone.Person@example.com');
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page).toHaveURL(`/manager/users/${gone.id}/history`);
  await expect(page.getByText('deleted the user')).toBeVisible();
});

test('a manager finds a shipment by its tracking ID, shows its codes, corrects it, and deletes it', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const customer = await app.person({ email: 'linked@example.com' });
  const { id, trackingId } = await app.shipment({ description: 'A shipment in full', receiverEmail: customer.email });
  const manager = await app.person({ email: 'detail@example.com', manager: true });
  await openAs(page, manager.email, '/manager');
  await page.getByRole('textbox', { name: 'Tracking ID' }).fill(` ${trackingId.toLowerCase().replace(/.{4}/g, '$& ')}`);
  await page.getByRole('button', { name: 'Find shipment' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);
  await field(page, 'Sender code').getByRole('button', { name: 'Show codes' }).click();
  await expect(field(page, 'Sender code')).toHaveText(/^\w{12}$/);
  await expect(field(page, 'Receiver code')).toHaveText(/^\w{12}$/);
  await expect(page.getByRole('link', { name: 'View account →' })).toHaveCount(1);

  // The sender is the customer too, whose account is linked by the address.
  await page.getByRole('link', { name: 'Update shipment info' }).click();
  const form = page.getByRole('region', { name: 'Update shipment info' });
  await form.getByLabel('Sender email').fill(customer.email);
  await form.getByLabel('Delivery date').fill('2026-11-27T10:00');
  await form.getByLabel('Weight').fill('32 kg');
  await form.getByRole('button', { name: 'Update shipment' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);
  await expect(field(page, 'Weight')).toHaveText('32 kg');
  await expect(field(page, 'Delivery date')).toHaveText('Friday 27/11/2026 - 10:00 AM');
  await expect(page.getByRole('link', { name: 'View account →' })).toHaveCount(2);

  await page.getByRole('link', { name: 'Delete shipment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(said(page, 'Shipment deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shipments', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'A shipment in full' })).toHaveCount(0);
  await page.goto(`/manager/shipments/${id}`);
  await expect(page).toHaveURL('/manager/users');
  await expect(said(page, 'Shipment not found')).toBeVisible();
});
