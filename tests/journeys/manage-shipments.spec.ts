import type { Page } from '@playwright/test';
import { expect, openAs, said, test, withoutWorker } from './support/journey.ts';

const field = (page: Page, caption: string) =>
  page
    .locator('.cell')
    .filter({ has: page.locator('dt').and(page.getByText(caption, { exact: true })) })
    .getByRole('definition');

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
