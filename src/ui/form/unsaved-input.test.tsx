import { beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { BANK_ACCOUNT } from '../../../tests/components/account.ts';
import { type Api, callsOf, noAnswer, serve } from '../../../tests/components/api.ts';
import { ACCOUNT_PATH, DESK, SHIPMENT_PATH } from '../../../tests/components/desk.ts';
import { expectAccessible, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { HOME, logOut, NO_FACTORS } from '../../../tests/components/home.ts';
import { DEPOSIT } from '../../../tests/components/managed-money.ts';
import { DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { DETAILS, MANAGED, OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';
import {
  asksBeforeClosing,
  keptNotice,
  restart,
  storedInput,
  typeSlowly,
} from '../../../tests/components/unsaved-input.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';

const ACCOUNT: Api = {
  transaction: {
    getBalance: () => ({ total: 120.5, available: 120.5 }),
    getBankAccount: () => BANK_ACCOUNT,
    getTransactions: () => [],
  },
};
const PASSWORD = 'correct horse battery staple';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Withdraw' });
const summary = dialog.getByLabelText('Summary');
const startOver = page.getByRole('button', { name: 'Start over' });
const withdrawLink = page.getByRole('link', { name: 'Withdraw' });

async function expectNothingStored(): Promise<void> {
  await expect.poll(storedInput).toBeNull();
}

/** Opens the withdrawal once more, which still has its text. */
async function openWithdrawal(): Promise<void> {
  await withdrawLink.click();
  await expect.element(summary).toHaveValue('For the rent');
  await expect.element(keptNotice).toBeVisible();
}

beforeEach(() => {
  serve(DESK);
  serve(HOME);
});

test('an unfinished withdrawal survives a restart, Esc, the backdrop and Cancel', async () => {
  await openPage('/profile/account?view=withdraw', { as: CUSTOMER, api: ACCOUNT });
  await typeSlowly(summary, 'For the rent');
  await expect.element(keptNotice).not.toBeInTheDocument();
  await restart();
  await expect.element(summary).toHaveValue('For the rent');
  await expect.element(keptNotice).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await openWithdrawal();
  await userEvent.click(document.body, { position: { x: 10, y: 10 }, force: true });
  await expect.element(dialog).not.toBeInTheDocument();
  await openWithdrawal();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await openWithdrawal();
});

test('an unfinished withdrawal survives Back and other pages', async () => {
  const user = { getSessions: () => [] };
  const api = { ...ACCOUNT, ...NO_FACTORS, user };
  const { router } = await openPage('/profile/account', { as: CUSTOMER, api });
  await withdrawLink.click();
  await typeSlowly(summary, 'For the rent');
  await router.navigate(-1);
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Security' }).click();
  await expect.element(heading('Security')).toBeVisible();
  await router.navigate(-1);
  await openWithdrawal();
});

test('a withdrawal without an answer is offered again under its key, and one that was sent is not', async () => {
  await openPage('/profile/account?view=withdraw', { as: CUSTOMER, api: ACCOUNT });
  await fill({ 'Amount ($)': '12.50', IBAN: 'SE45 5000 0000 0583 9825 7466', 'Bank code': '50' });
  await typeSlowly(summary, 'For the rent');
  serve({ transaction: { withdraw: noAnswer } });
  const send = dialog.getByRole('button', { name: 'Withdraw' });
  await send.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('No response from the server.');
  await restart();
  await expect.element(summary).toHaveValue('For the rent');
  serve({ transaction: { withdraw: () => ({ id: 'a-withdrawal' }) } });
  await send.click();
  await expect.element(toastOf('Withdrawal requested')).toBeVisible();
  const [lost, again] = callsOf('transaction.withdraw').map(({ context }) => context.idempotencyKey);
  expect(again).toBe(lost);
  await expect.element(dialog).not.toBeInTheDocument();
  await expectNothingStored();
  await restart();
  await withdrawLink.click();
  await expect.element(summary).toHaveValue('');
  await expect.element(keptNotice).not.toBeInTheDocument();
});

test.each<[form: string, path: string, label: string, before: string]>([
  ['profile', '/profile?view=update', 'First name', 'Mina'],
  ['new shipment', '/manager/shipments/create', 'Description', ''],
  ['location', `${SHIPMENT_PATH}?view=add-location`, 'Comment', ''],
  ['shipment', `${SHIPMENT_PATH}?view=update-info`, 'Description', MANAGED.description],
  ['sender account', `${SHIPMENT_PATH}?view=link-sender`, 'Account email', MANAGED.senderEmail],
  ['email', '/manager/mail?to=', 'Subject', ''],
  ['email to someone', `/manager/mail?to=${CUSTOMER.email}`, 'Subject', ''],
  ['general bank account', '/manager/settings?view=update-bank-account', 'Bank name', ''],
  ['deposit', `${ACCOUNT_PATH}?view=add-deposit`, 'Summary', ''],
  ['fee', `${ACCOUNT_PATH}?view=charge-fee`, 'Summary', ''],
  ['bill', `${ACCOUNT_PATH}?view=add-bill`, 'Summary', ''],
  ['bank account', `${ACCOUNT_PATH}?view=update-bank-account`, 'Bank name', ''],
  ['transaction', `${ACCOUNT_PATH}?view=update-transaction&id=${DEPOSIT.id}`, 'Summary', 'Opening deposit'],
])('the form of a manager’s %s keeps what was typed', async (_, path, label, before) => {
  await openPage(path, { as: MANAGER, size: DESKTOP });
  await expect.element(field(label)).toHaveValue(before);
  await typeSlowly(field(label), 'Half a sentence');
  // Images that register twice look like a form that was emptied.
  await restart({ size: DESKTOP });
  await expect.element(field(label)).toHaveValue('Half a sentence');
  await startOver.click();
  await expect.element(field(label)).toHaveValue(before);
  await expect.element(keptNotice).not.toBeInTheDocument();
  await expectNothingStored();
});

test('a new run keeps its name', async () => {
  const newRun = page.getByRole('button', { name: 'New run' });
  await openPage('/manager/runs', { as: MANAGER, size: DESKTOP });
  await newRun.click();
  await typeSlowly(field('Name'), 'Harbour side');
  await restart();
  await newRun.click();
  await expect.element(field('Name')).toHaveValue('Harbour side');
  await startOver.click();
  await expect.element(field('Name')).toHaveValue('Run 1');
  await expectNothingStored();
});

test('a status that was chosen is kept', async () => {
  await openPage(`${SHIPMENT_PATH}?view=update-status`, { as: MANAGER, size: DESKTOP });
  await field('Status').selectOptions('held');
  await expect.poll(storedInput).not.toBeNull();
  await restart();
  await expect.element(field('Status')).toHaveValue('held');
  await startOver.click();
  await expect.element(field('Status')).toHaveValue('in-progress');
  await expectNothingStored();
});

test('a registration is kept without its password', async () => {
  await openPage('/register');
  await typeSlowly(field('First name'), 'Rosalind');
  await field('Nationality').selectOptions('Sweden');
  await page.getByLabelText('Show password').click();
  await field('Password').fill(PASSWORD);
  await restart();
  await expect.element(field('First name')).toHaveValue('Rosalind');
  await expect.element(field('Nationality')).toHaveValue('Sweden');
  await expect.element(field('Password')).toHaveValue('');
  await expectAccessible();
});

test('a login is kept without its password, and is gone once logged in', async () => {
  const { router } = await openPage('/login');
  await typeSlowly(field('Email'), 'rosalind@example.com');
  await field('Password').fill(PASSWORD);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect.element(heading('Reset password')).toBeVisible();
  await router.navigate(-1);
  await expect.element(field('Email')).toHaveValue('rosalind@example.com');
  await expect.element(field('Password')).toHaveValue('');
  serve({ auth: { login: () => ({ token: 'new' }), profile: () => CUSTOMER } });
  await field('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByText('Welcome, Ada')).toBeVisible();
  await expectNothingStored();
});

test('logging out deletes what was typed', async () => {
  await openPage('/profile?view=update', { as: CUSTOMER, api: { auth: { logout: () => ({ ok: true }) } } });
  await typeSlowly(field('First name'), 'Nobody else’s');
  await logOut();
  await expect.element(heading('Login')).toBeVisible();
  expect(storedInput()).toBeNull();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect.element(field('First name')).toHaveValue('');
  await expect.element(keptNotice).not.toBeInTheDocument();
});

test.each<[where: string, shipment: TrackedShipment, code: Locator]>([
  ['detailed=true', OVERVIEW, page.getByRole('textbox', { name: 'Code' })],
  ['view=link', { ...DETAILS, viewer: 'grant', receiverLinked: false }, page.getByLabelText('Sender code')],
])('codes are not stored: %s', async (search, shipment, code) => {
  const api: Api = { shipment: { getShipmentByTrackingId: () => shipment }, bill: { getBills: () => [] } };
  await openPage(`/track/${TRACKING_ID}?${search}`, { as: CUSTOMER, api });
  await code.fill('ABCD EFGH JKLM');
  await restart();
  await expect.element(code).toHaveValue('');
  expect(storedInput()).toBeNull();
});

test('without storage, links keep what was typed, and closing asks first', async () => {
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key === 'typed-work') throw new DOMException('No room', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  const { router } = await openPage('/profile?view=update', { as: CUSTOMER, api: ACCOUNT });
  await field('First name').fill('Only in memory');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect.element(heading('Account')).toBeVisible();
  // Also on a page without the form: it would be lost all the same.
  await expect.poll(asksBeforeClosing).toBe(true);
  await router.navigate(-1);
  await expect.element(field('First name')).toHaveValue('Only in memory');
  serve({ user: { updateProfile: () => ({ ok: true }) } });
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect.element(toastOf('Profile updated')).toBeVisible();
  await expect.poll(asksBeforeClosing).toBe(false);
});
