import type { Page } from '@playwright/test';
import { expect, goWithin, openAs, PASSWORD, said, test, withoutWorker } from './support/journey.ts';

const field = (page: Page, caption: string) =>
  page
    .locator('.cell')
    .filter({ has: page.getByText(caption, { exact: true }) })
    .getByRole('definition');

test('a manager finds and verifies a user, signs them out, sees the history, makes them a courier, and deletes the account', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const vera = await app.person({
    email: 'vera.waiting@example.com',
    firstName: 'Vera',
    lastName: 'Waiting',
    verified: false,
  });
  const { id } = await app.shipment({ senderEmail: vera.email, description: 'Parcel of Vera' });
  const manager = await app.person({
    email: 'verifier@example.com',
    firstName: 'Grace',
    lastName: 'Hopper',
    manager: true,
  });
  await openAs(page, manager.email, '/manager/users');
  await page.getByRole('searchbox', { name: 'Search' }).fill('a wait');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await page.getByRole('link', { name: 'Vera Waiting' }).click();
  await expect(page).toHaveURL(`/manager/users/${vera.id}`);
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Verify user' }).click();
  await question.getByRole('button', { name: 'Verify' }).click();
  await expect(field(page, 'Email verified')).toHaveText('Yes');

  // Every device of hers is signed out.
  await app.call(vera.email, 'auth.login', { email: vera.email, password: PASSWORD });
  const sessions = () => app.database.query('select 1 from sessions where user_id = $1', [vera.id]);
  expect(await sessions()).toHaveLength(2);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await question.getByRole('button', { name: 'End sessions' }).click();
  await expect(question).toBeHidden();
  expect(await sessions()).toEqual([]);

  await page.getByRole('checkbox', { name: /^Courier/ }).check();
  await page.getByRole('checkbox', { name: /^Dispatcher/ }).check();
  await page.getByRole('button', { name: 'Save roles' }).click();
  await expect(field(page, 'Roles')).toHaveText('Dispatcher, courier');

  // Her shipment, which verifying has linked, and the history of both.
  const tabs = page.getByRole('navigation', { name: 'User', exact: true });
  await tabs.getByRole('link', { name: 'History' }).click();
  const verified = page.getByRole('listitem').filter({ hasText: 'Grace Hopper verified the email' });
  await expect(verified).toContainText('Email verifiedNo → changed to Yes');
  await tabs.getByRole('link', { name: 'Shipments' }).click();
  await page.getByRole('link', { name: 'Parcel of Vera', exact: true }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Grace Hopper linked the shipment to the account with its email address')).toBeVisible();
  await expect(page.getByText('Dispatch Lovelace created the shipment')).toBeVisible();

  await goWithin(page, `/manager/users/${vera.id}`);
  await page.getByRole('button', { name: 'Delete user' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(said(page, 'User deleted')).toBeVisible();
  await expect(page).toHaveURL('/manager/users');
  await expect(page.getByText('Vera Waiting')).toHaveCount(0);
  await page.goto(`/manager/users/${vera.id}`);
  await expect(page).toHaveURL('/manager/users');
  await expect(said(page, 'User not found')).toBeVisible();
});
