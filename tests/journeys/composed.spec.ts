/** Where things stand on a page, beside one another and while they come. */
import type { Locator } from '@playwright/test';
import { until } from '../support/until.ts';
import { expect, signIn, test } from './support/journey.ts';

test.use({ serviceWorkers: 'block' });

async function boxOf(element: Locator) {
  // It may just be drawn again.
  const box = await until(`${element} is shown`, () => element.boundingBox());
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
  // From the start: the device may fetch the account before its page is opened.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/trpc\/transaction\./, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, email);

  // On a phone the dashboard's tiles are in view at once.
  expect((await boxOf(page.getByText('In progress').first())).bottom).toBeLessThan(300);
  await page.goto('/packages');
  const description = page.getByRole('link', { name: /^Parts of a kiln/ });
  await expect(description).toBeVisible();
  expect((await boxOf(description)).height).toBeLessThan(50);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);

  // What comes later moves nothing.
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

test('rows, buttons and notices line up with what is around them', async ({ app, page, reports }) => {
  reports.allow(/registration blocked|status of 404/);
  const manager = await app.person({ email: 'edges@example.com', manager: true });
  const { id, trackingId } = await app.shipment({ receiverEmail: manager.email, description: 'Two lamps' });
  const bill = { userId: manager.id, trackingId, amount: 148.2, summary: 'Import duty and handling' };
  // Each call is a session, to be ended below.
  for (const again of [bill, bill]) await app.call(manager.email, 'billAdmin.addBill', again);
  const deposit = { userId: manager.id, amount: 9_999_999.99, summary: 'Compensation', status: 'successful' };
  await app.call(manager.email, 'transactionAdmin.addDeposit', deposit);
  await signIn(page, manager.email);

  // A row without a status has its date alone on its first line, then what it is and how much.
  await page.goto(`/manager/shipments/${id}`);
  const bills = page.getByRole('region', { name: 'Bills' }).getByRole('cell');
  const [date, amount, summary] = [await boxOf(bills.nth(0)), await boxOf(bills.nth(1)), await boxOf(bills.nth(2))];
  expect(summary.x).toBe(date.x);
  expect(summary.y).toBeGreaterThanOrEqual(date.bottom);
  expect(amount.y).toBeLessThan(summary.bottom);

  // A quiet button alone on its line starts at the page's edge.
  await page.goto('/manager/shipments/import');
  const edge = (await boxOf(page.getByRole('heading', { level: 1 }))).x;
  expect((await boxOf(page.getByRole('button', { name: 'Download template' }).locator('.icon'))).x).toBe(edge);

  // The buttons beside a heading share a row.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/manager/shipments');
  const exporting = await boxOf(page.getByRole('button', { name: 'Export CSV' }));
  expect((await boxOf(page.getByRole('link', { name: 'Create shipment' }))).y).toBe(exporting.y);

  // The buttons of one row never reach into the next.
  await page.goto('/profile/settings');
  const [first, second] = [
    page.getByRole('button', { name: /^End/ }).nth(0),
    page.getByRole('button', { name: /^End/ }).nth(1),
  ];
  expect((await boxOf(second)).y - (await boxOf(first)).bottom).toBeGreaterThanOrEqual(0);

  // Rows on their way are as tall as those that come, which have room for the largest amount.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/trpc\/transaction\./, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile/account');
  const coming = await boxOf(page.getByRole('status').locator('.cards-room > :nth-child(3)'));
  release();
  const there = await boxOf(page.getByRole('row', { name: 'Compensation' }));
  expect(Math.abs(there.height - coming.height)).toBeLessThanOrEqual(2);
  const largest = page.getByRole('cell', { name: '+$9,999,999.99' });
  expect(await largest.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  // However wide a card is, what it is about starts below its date, and its status ends the date's line.
  await page.setViewportSize({ width: 640, height: 900 });
  const cells = page.getByRole('row', { name: 'Compensation' }).getByRole('cell');
  const [day, about, status] = [await boxOf(cells.nth(0)), await boxOf(cells.nth(2)), await boxOf(cells.nth(3))];
  expect(about.x).toBe(day.x);
  expect(about.y).toBeGreaterThanOrEqual(day.bottom);
  expect(status.y).toBeLessThan(day.bottom);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const [profile, packages] = [
    page.getByRole('link', { name: 'Manage my profile' }),
    page.getByRole('link', { name: 'View my incoming' }),
  ];
  expect((await boxOf(packages)).x - (await boxOf(profile)).right).toBe(24);
  await page.goto('/track?error=Shipment%20not%20found');
  const field = await boxOf(page.getByLabel('Tracking ID'));
  const notice = page.locator('.notice', { hasText: 'Failed to track shipment' });
  expect((await boxOf(notice)).right).toBe(field.right);

  // Without a header, an invoice that can't be shown still has a way back.
  await page.goto(`/manager/shipments/${manager.id}/invoice`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shipment', exact: true })).toBeVisible();

  // An open panel changes nothing below but its place.
  const gap = async () => {
    const activity = await boxOf(page.locator('section', { has: page.getByRole('heading', { name: 'Activity' }) }));
    return (await boxOf(page.getByRole('heading', { name: 'Images' }))).y - activity.bottom;
  };
  await page.goto(`/manager/shipments/${id}`);
  const closed = await gap();
  await page.goto(`/manager/shipments/${id}?view=add-location`);
  await expect(page.getByRole('heading', { name: 'Add new location' })).toBeVisible();
  expect(await gap()).toBeCloseTo(closed, 0);
});
