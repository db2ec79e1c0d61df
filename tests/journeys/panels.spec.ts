import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, openAs, type RunningApp, test, withoutWorker } from './support/journey.ts';

const PROFILE = {
  phone: '+46 31 555 0192',
  dob: '1985-05-17',
  address: 'Linnégatan 8',
  city: 'Gothenburg',
  state: 'Västra Götaland',
  nationality: 'Sweden',
};

/** A manager, a parcel and an account, with something in every list. */
async function managed(app: RunningApp, page: Page) {
  const manager = await app.person({ ...PROFILE, email: 'panels@example.com', manager: true });
  const customer = await app.person({ email: 'panels.customer@example.com' });
  const { id, trackingId } = await app.shipment({ receiverEmail: customer.email });
  const deposit = { userId: customer.id, amount: 50, status: 'successful', summary: 'A deposit' };
  await app.call(manager.email, 'transactionAdmin.addDeposit', deposit);
  const bill = { userId: customer.id, amount: 5, summary: 'Storage', trackingId };
  await app.call(manager.email, 'billAdmin.addBill', bill);
  await openAs(page, manager.email, '/shipping');
  return { shipment: `/manager/shipments/${id}`, account: `/manager/users/${customer.id}/account` };
}

/** Goes to an element with the keyboard alone, and presses Enter. */
async function press(element: Locator): Promise<void> {
  await element.focus();
  await element.press('Enter');
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('panels and dialogs are left with Back, Esc, a link or by submitting, each back to where they were opened', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const { shipment, account } = await managed(app, page);

  await test.step('Back closes them, and closing them leaves nothing in the history', async () => {
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
      const close = page
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .or(page.getByRole('link', { name: 'Close' }));
      if (address === '/profile') await page.getByRole('link', { name: 'Cancel update' }).click();
      else await close.first().click();
      await expect(shown).toBeHidden();
      await expect(page).toHaveURL(address);
      expect(await place(), String(opener)).toBe(before);
    }
  });

  await test.step('one replaces another, a second Esc closes nothing more, and an address opens one too', async () => {
    await page.goto('/manager');
    await page.goto(shipment);
    await page.getByRole('link', { name: 'Add new location' }).click();
    await page.getByRole('link', { name: 'Update shipment status' }).click();
    await expect(page.getByRole('region', { name: 'Update shipment status' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(shipment);

    await page.getByRole('link', { name: 'Delete shipment' }).click();
    await page.getByRole('alertdialog').waitFor();
    // Both before the page has gone back.
    await page.evaluate(() => {
      const dialog = document.querySelector('dialog[open]');
      for (const _ of [1, 2]) dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
    });
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(page).toHaveURL(shipment);

    await page.goBack();
    await expect(page).toHaveURL('/manager');
    await page.goto(`${shipment}?view=add-location`);
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page).toHaveURL(shipment);
    await page.goBack();
    await expect(page).toHaveURL('/manager');
  });

  await test.step('after submitting by keyboard the focus is on the result, and a toast confirms it', async () => {
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto(shipment);
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
});
