import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  PASSWORD,
  plantSession,
  type RunningApp,
  test,
  withoutWorker,
} from './support/journey.ts';

const PROFILE = {
  phone: '+46 31 555 0192',
  dob: '1985-05-17',
  address: 'Linnégatan 8',
  city: 'Gothenburg',
  state: 'Västra Götaland',
  nationality: 'Sweden',
};

async function managed(app: RunningApp, page: Page, name: string) {
  const manager = await app.person({ ...PROFILE, email: `${name}@example.com`, manager: true });
  const customer = await app.person({ email: `${name}.customer@example.com` });
  const { id, trackingId } = await app.shipment({ receiverEmail: customer.email });
  const deposit = { userId: customer.id, amount: 50, status: 'successful', summary: 'A deposit' };
  await app.call(manager.email, 'transactionAdmin.addDeposit', deposit);
  const bill = { userId: customer.id, amount: 5, summary: 'Storage', trackingId };
  await app.call(manager.email, 'billAdmin.addBill', bill);
  await plantSession(page, manager.email);
  return { customer, id, trackingId, account: `/manager/users/${customer.id}/account` };
}

/** Goes to an element with the keyboard alone, and presses Enter. */
async function press(element: Locator): Promise<void> {
  await element.focus();
  await element.press('Enter');
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('Back closes a panel or dialog, and closing it leaves nothing in the history', async ({ app, page }) => {
  await withoutWorker(page);
  const { id, account } = await managed(app, page, 'panels');
  const shipment = `/manager/shipments/${id}`;
  const panels: [address: string, opener: string | RegExp, shown: Locator][] = [
    [shipment, 'Add new location', page.getByRole('region', { name: 'Add new location' })],
    [shipment, 'Delete shipment', page.getByRole('alertdialog')],
    [shipment, 'Delete Storage', page.getByRole('alertdialog')],
    [shipment, 'Unlink receiver account', page.getByRole('alertdialog')],
    [shipment, 'Change receiver account', page.getByRole('dialog', { name: 'Change receiver account' })],
    ['/manager/mail', /^Resend Shipment created to panels\.customer@/, page.getByRole('dialog')],
    [account, 'Add deposit', page.getByRole('region', { name: 'Add deposit' })],
    [account, /^Update .*A deposit/, page.getByRole('dialog', { name: 'Update transaction' })],
    ['/manager/settings', 'Add bank account', page.getByRole('region', { name: 'Add bank account' })],
    ['/profile/account', 'Withdraw', page.getByRole('dialog', { name: 'Withdraw' })],
    ['/profile', 'Update profile', field(page, 'First name')],
  ];
  await page.goto('/shipping');
  for (const [address, opener, shown] of panels) {
    if (new URL(page.url()).pathname !== address) await page.goto(address);
    const link = page.getByRole('link', { name: opener });
    const place = () => page.evaluate(() => history.state.idx);
    const before = await place();
    await link.click();
    await expect(shown).toBeVisible();
    await page.goBack();
    await expect(shown).toBeHidden();
    await expect(page).toHaveURL(address);
    await page.goForward();
    await expect(shown).toBeVisible();
    const close = page.getByRole('button', { name: /^(Cancel|Close)$/ }).or(page.getByRole('link', { name: 'Close' }));
    if (address === '/profile') await page.getByRole('link', { name: 'Cancel update' }).click();
    else await close.first().click();
    await expect(shown).toBeHidden();
    await expect(page).toHaveURL(address);
    expect(await place(), String(opener)).toBe(before);
  }
});

test('one panel replaces another, a second Esc closes nothing more, and an address opens a panel too', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const { id } = await managed(app, page, 'one.panel');
  await page.goto('/manager');
  await page.goto(`/manager/shipments/${id}`);
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByRole('link', { name: 'Update shipment status' }).click();
  await expect(page.getByRole('region', { name: 'Update shipment status' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);

  await page.getByRole('link', { name: 'Delete shipment' }).click();
  await page.getByRole('alertdialog').waitFor();
  // Both before the page has gone back.
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    for (const _ of [1, 2]) dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);

  await page.goBack();
  await expect(page).toHaveURL('/manager');
  await page.goto(`/manager/shipments/${id}?view=add-location`);
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);
  await page.goBack();
  await expect(page).toHaveURL('/manager');
});

test('after submitting by keyboard the focus is on the result, and a toast confirms it', async ({ app, page }) => {
  await withoutWorker(page);
  const { id, account } = await managed(app, page, 'by.keyboard');
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`/manager/shipments/${id}`);
  await press(page.getByRole('link', { name: 'Add new location' }));
  await field(page, 'Comment').fill('Found by keyboard');
  await field(page, 'Comment').press('Enter');
  await expect(page.getByText('Location added')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeFocused();
  await press(page.getByRole('link', { name: 'Update shipment status' }));
  await field(page, 'Status').selectOption('shipped');
  await press(page.getByRole('button', { name: 'Update status' }));
  await expect(page.getByText('Status updated')).toBeVisible();
  await expect(heading).toBeFocused();
  await press(page.getByRole('link', { name: 'Update shipment info' }));
  await field(page, 'Weight').fill('32 kg');
  await field(page, 'Delivery date').fill('2026-11-30T12:00');
  await field(page, 'Weight').press('Enter');
  await expect(page.getByText('Shipment updated')).toBeVisible();
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  // Closing without sending returns to the previous page.
  await press(page.getByRole('link', { name: 'Update shipment info' }));
  await press(page.getByRole('link', { name: 'Close' }));
  await expect(page.getByRole('link', { name: 'Update shipment info' })).toBeFocused();

  await page.goto(account);
  await press(page.getByRole('link', { name: 'Charge fee' }));
  await field(page, 'Amount ($)').fill('2');
  await field(page, 'Summary').fill('Handling');
  await field(page, 'Summary').press('Enter');
  await expect(page.getByText('Fee charged')).toBeVisible();
  await expect(heading).toBeFocused();
  await press(page.getByRole('link', { name: /^Delete .*Handling/ }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect(page.getByText('Transaction deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Delete .*Handling/ })).toBeHidden();
  await expect(page.locator(':focus')).not.toHaveCount(0);

  await page.goto('/profile?view=update');
  await field(page, 'First name').fill('Augusta');
  await field(page, 'First name').press('Enter');
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(heading).toBeFocused();
});

test('when a result replaces a form, the result has the focus', async ({ page, app }) => {
  await withoutWorker(page);
  await page.goto('/register');
  const words = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Email: 'answered@example.com',
    'Phone number': '+46 31 555 0192',
    'Date of birth': '1985-05-17',
    Address: 'Linnégatan 8',
    City: 'Gothenburg',
    State: 'Västra Götaland',
    Password: PASSWORD,
  };
  for (const [label, text] of Object.entries(words)) await field(page, label).fill(text);
  await field(page, 'Nationality').selectOption('Sweden');
  await field(page, 'Password').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Account created' })).toBeFocused();
  await page.goto('/reset-password');
  await field(page, 'Email').fill('answered@example.com');
  await field(page, 'Email').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeFocused();
  const [, link = ''] =
    /(\/reset-password\?token=\S+)/.exec(
      (
        await app.mails.mail(
          ({ receivers, text = '' }) =>
            receivers.includes('answered@example.com') && text.includes('/reset-password?token='),
        )
      ).text ?? '',
    ) ?? [];
  await page.goto(link);
  await field(page, 'New password').fill('yet another secret');
  await field(page, 'New password').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your password is set.' })).toBeFocused();
});
