/** Where things stand on a page, beside one another and while they come. */
import type { Locator } from '@playwright/test';
import { expect, signIn, test } from './support/journey.ts';

test.use({ serviceWorkers: 'block' });

async function boxOf(element: Locator) {
  await element.waitFor();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('lists, forms, dialogs and the header stay aligned, on a phone and a desktop', async ({ app, page, reports }) => {
  reports.allow(/registration blocked/);
  const { id: userId, email } = await app.person({ email: 'lines@example.com' });
  await app.shipment({ receiverEmail: email, description: 'Parts of a kiln, with their numbers. '.repeat(5).trim() });
  const dispatch = (procedure: string, input: object) => app.call('dispatch@example.com', procedure, input);
  const account = { accountName: 'Ada Lovelace', bankName: 'Kattegat', accountNumber: '1122', routingNumber: '99' };
  await dispatch('transactionAdmin.createBankAccount', { userId, ...account });
  await dispatch('transactionAdmin.addDeposit', { userId, amount: 620, summary: 'Refund', status: 'successful' });
  await signIn(page, email);

  // On a phone the dashboard's tiles are in view at once.
  expect((await boxOf(page.getByText('In progress').first())).bottom).toBeLessThan(300);
  await page.goto('/packages');
  const description = page.getByRole('link', { name: /^Parts of a kiln/ });
  await expect(description).toBeVisible();
  expect((await boxOf(description)).height).toBeLessThan(50);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);

  // What comes later moves nothing.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/trpc\/transaction\./, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile/account');
  const transactions = page.getByRole('heading', { name: 'Transactions history' });
  await expect(page.getByText('Loading the bank account')).toBeAttached();
  const before = await boxOf(transactions);
  release();
  await expect(page.getByText('Kattegat')).toBeVisible();
  await expect(page.getByText('$620.00', { exact: true })).toBeVisible();
  expect((await boxOf(transactions)).y).toBe(before.y);

  // All of the withdrawal's fields stand above its buttons.
  await page.goto('/profile/account?view=withdraw');
  const send = await boxOf(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
  expect((await boxOf(page.getByLabel('Summary'))).bottom).toBeLessThan(send.y);

  await page.goto('/profile/account');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('cell', { name: '+$620.00' })).toHaveCSS('text-align', 'end');
  const edge = (await boxOf(page.getByRole('navigation', { name: 'Profile' }))).right;
  expect((await boxOf(page.getByRole('banner').getByText('My profile'))).right).toBeCloseTo(edge, 0);
  await page.goto('/profile?view=update');
  const update = await boxOf(page.getByRole('button', { name: 'Update profile' }));
  expect(update.height).toBe(48);
  expect(update.y).toBeGreaterThan((await boxOf(page.getByLabel('Nationality'))).bottom);
});
