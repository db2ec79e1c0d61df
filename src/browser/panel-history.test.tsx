import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { serve } from '../../tests/components/api.ts';
import { ACCOUNT_PATH, DESK, SHIPMENT_PATH } from '../../tests/components/desk.ts';
import { expectAccessible, toastOf } from '../../tests/components/expectations.ts';
import { fill } from '../../tests/components/fill.ts';
import { focusOn } from '../../tests/components/keyboard.ts';
import { DEPOSIT } from '../../tests/components/managed-money.ts';
import { address, DESKTOP, openPage } from '../../tests/components/open-page.tsx';
import { MANAGER } from '../../tests/components/people.ts';

const link = (name: string | RegExp) => page.getByRole('link', { name });
const region = (name: string) => page.getByRole('region', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const confirmation = page.getByRole('alertdialog');
const field = (label: string) => page.getByLabelText(label, { exact: true });
const DETAILS = { 'Delivery date': '2026-11-30T12:00', Weight: '32 kg' };
const place = () => history.state.idx as number;

const openDesk = (path: string) => openPage(path, { as: MANAGER, size: DESKTOP });

async function press(target: Locator): Promise<void> {
  await focusOn(target);
  await userEvent.keyboard('{Enter}');
}

beforeEach(() => serve(DESK));

test.each<[path: string, opener: string | RegExp, shown: Locator]>([
  [SHIPMENT_PATH, 'Add new location', region('Add new location')],
  [SHIPMENT_PATH, 'Delete shipment', confirmation],
  [SHIPMENT_PATH, 'Delete Import duty and handling', confirmation],
  [SHIPMENT_PATH, 'Unlink receiver account', confirmation],
  [SHIPMENT_PATH, 'Change receiver account', dialog('Change receiver account')],
  ['/manager/mail', /^Resend Shipment created to elin/, page.getByRole('dialog')],
  [ACCOUNT_PATH, 'Add deposit', region('Add deposit')],
  [ACCOUNT_PATH, /^Update .*Opening deposit/, dialog('Update transaction')],
  ['/manager/settings', 'Add bank account', region('Add bank account')],
  ['/profile/account', 'Withdraw', dialog('Withdraw')],
  ['/profile', 'Update profile', field('First name')],
])('on %s, %s opens over the page, and Back closes it', async (path, opener, shown) => {
  const { router } = await openDesk(path);
  await expect.element(link(opener)).toBeVisible();
  const before = place();
  await link(opener).click();
  await expect.element(shown).toBeVisible();
  await router.navigate(-1);
  await expect.element(shown).not.toBeInTheDocument();
  expect(address()).toBe(path);
  await router.navigate(1);
  await expect.element(shown).toBeVisible();
  const close = page
    .getByRole('button', { name: /^(Cancel|Close)$/ })
    .or(page.getByRole('link', { name: /^(Close|Cancel update)$/ }));
  await close.first().click();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.poll(address).toBe(path);
  expect(place()).toBe(before);
});

test('a panel opened while another closes ends on its page, not on the one before', async () => {
  await openDesk(SHIPMENT_PATH);
  const before = place();
  await link('Add new location').click();
  await expect.element(region('Add new location')).toBeVisible();
  // The address has changed, and nothing is drawn yet.
  addEventListener('popstate', () => (link('Delete shipment').element() as HTMLElement).click(), { once: true });
  history.back();
  await expect.element(confirmation).toBeVisible();
  expect(place()).toBe(before);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(confirmation).not.toBeInTheDocument();
  expect([address(), place()]).toEqual([SHIPMENT_PATH, before]);
});

test('one panel replaces another, and Back leads to the page without any', async () => {
  const { router } = await openDesk(SHIPMENT_PATH);
  await link('Add new location').click();
  await expect.element(region('Add new location')).toBeVisible();
  await link('Update shipment status').click();
  await expect.element(region('Update shipment status')).toBeVisible();
  await expect.element(region('Add new location')).not.toBeInTheDocument();
  await router.navigate(-1);
  await expect.element(region('Update shipment status')).not.toBeInTheDocument();
  await expect.poll(address).toBe(SHIPMENT_PATH);
});

test('a second Esc closes nothing more', async () => {
  const { router } = await openDesk('/manager/settings');
  await router.navigate(SHIPMENT_PATH);
  await link('Delete shipment').click();
  await expect.element(confirmation).toBeVisible();
  // Both before the page has gone back.
  const open = document.querySelector('dialog[open]');
  for (const _ of [1, 2]) open?.dispatchEvent(new Event('cancel', { cancelable: true }));
  await expect.element(confirmation).not.toBeInTheDocument();
  await expect.element(link('Delete shipment')).toBeVisible();
  await expect.poll(address).toBe(SHIPMENT_PATH);
});

test('a panel that its address has opened closes in its place', async () => {
  const { router } = await openDesk('/manager/settings');
  await router.navigate(`${SHIPMENT_PATH}?view=add-location`);
  const before = place();
  await link('Close').click();
  await expect.element(region('Add new location')).not.toBeInTheDocument();
  await expect.poll(address).toBe(SHIPMENT_PATH);
  expect(place()).toBe(before);
  await router.navigate(-1);
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('closed without sending, a panel returns the focus to what opened it', async () => {
  await openDesk(SHIPMENT_PATH);
  await press(link('Update shipment info'));
  await press(link('Close'));
  await expect.element(link('Update shipment info')).toHaveFocus();
});

test.each([
  [SHIPMENT_PATH, 'Add new location', { Comment: 'Found by keyboard' }, 'Add location', 'Location added', 'Activity'],
  [SHIPMENT_PATH, 'Update shipment status', { Status: 'shipped' }, 'Update status', 'Status updated', 'W482 07K1 59XQ'],
  [SHIPMENT_PATH, 'Update shipment info', DETAILS, 'Update shipment', 'Shipment updated', 'W482 07K1 59XQ'],
  [ACCOUNT_PATH, 'Charge fee', { 'Amount ($)': '2', Summary: 'Handling' }, 'Charge fee', 'Fee charged', 'Ada Lovelace'],
] as const)(
  'on %s, after “%s” by keyboard the focus is on a heading',
  async (path, opener, fields, send, done, name) => {
    const ok = () => ({ ok: true as const });
    await openDesk(path);
    serve({ shipmentAdmin: { updateShipmentActivity: ok, updateShipment: ok } });
    serve({ transactionAdmin: { chargeFee: () => ({ id: 'a-fee' }) } });
    await press(link(opener));
    await fill(fields);
    await press(page.getByRole('button', { name: send }));
    await expect.element(toastOf(done)).toBeVisible();
    await expect.element(page.getByRole('heading', { name })).toHaveFocus();
    await expectAccessible();
  },
);

test('after a row is deleted by keyboard, the focus is not lost', async () => {
  let transactions = [DEPOSIT];
  const deleteTransaction = () => {
    transactions = [];
    return { ok: true as const };
  };
  await openDesk(ACCOUNT_PATH);
  serve({ transactionAdmin: { getUserTransactions: () => transactions, deleteTransaction } });
  const row = link(/^Delete .*Opening deposit/);
  await press(row);
  await press(confirmation.getByRole('button', { name: 'Delete' }));
  await expect.element(toastOf('Transaction deleted')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});
