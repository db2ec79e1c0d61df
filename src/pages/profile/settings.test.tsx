import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, noAnswer, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { OWN_ACCOUNT, PROFILE } from '../../../tests/components/home.ts';
import { press, typeInto } from '../../../tests/components/keyboard.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { ROWS_AT_ONCE } from '../../domain/pagination.ts';
import type { Session } from '../../domain/session.ts';

const HERE: Session = {
  id: 'here',
  device: 'Chrome on Linux',
  network: '198.51.100.0/24',
  createdAt: '2026-11-16T10:15:00.000Z',
  lastSeenAt: '2026-11-16T10:20:00.000Z',
  current: true,
};
const EARLIER: Session = { ...HERE, id: 'earlier', createdAt: '2026-11-13T10:15:00.000Z', current: false };
const ON_PHONE: Session = { ...EARLIER, id: 'phone', device: 'Chrome on Android' };

const api: Api = { ...OWN_ACCOUNT, user: { getSessions: () => [HERE, EARLIER, ON_PHONE] } };
const rows = page.getByRole('table', { name: 'Where you’re logged in' }).getByRole('row');
const dialog = page.getByRole('alertdialog');
const field = (label: string) => page.getByLabelText(label, { exact: true });
const change = page.getByRole('button', { name: 'Change password' });

const fillIn = ({ current = 'the old secret', confirmed = 'yet another secret' } = {}) =>
  fill({ 'Current password': current, 'New password': 'yet another secret', 'Confirm new password': confirmed });

test('sessions show their browser and when they were last seen', async () => {
  await openPage('/profile/settings', { as: CUSTOMER, api });
  await expect.element(page.getByText('This device', { exact: true })).toBeVisible();
  const bodyRows = () => rows.all().slice(1);
  await expect.poll(bodyRows).toHaveLength(3);
  for (const row of bodyRows()) {
    await expectShown(row.getByText('First seen'), row.getByText('Last seen'), row.getByText('198.51.100.0/24'));
    expect(row.element().querySelectorAll('time')).toHaveLength(2);
  }
  const begun = bodyRows().map((row) => row.element().querySelector('time')?.textContent);
  expect(begun[0]).not.toBe(begun[1]);
  await expect.element(rows.filter({ hasText: 'This device' }).getByRole('button')).not.toBeInTheDocument();
  await rows.filter({ hasText: 'Linux' }).getByRole('button').click();
  await expect.element(dialog).toMatchTextContent(`first seen ${begun[1]}`);
  await expectAccessible();
});

test('of more sessions than are listed it says so', async () => {
  const many = Array.from({ length: ROWS_AT_ONCE }, (_, at) => ({ ...EARLIER, id: `session-${at}` }));
  await openPage('/profile/settings', { as: CUSTOMER, api: { ...api, user: { getSessions: () => many } } });
  await expectShown('These are the latest 100. There may be more.');
});

test('a session elsewhere is ended after being asked', async () => {
  await openPage('/profile/settings', { as: CUSTOMER, api, size: DESKTOP });
  await page.getByRole('button', { name: 'End Chrome on Android' }).click();
  serve({ user: { endSession: () => ({ ok: true }), getSessions: () => [HERE, EARLIER] } });
  await dialog.getByRole('button', { name: 'End' }).click();
  await expect.element(page.getByText('Chrome on Android')).not.toBeInTheDocument();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputsOf('user.endSession')).toEqual([{ id: 'phone' }]);
});

test('a session that was not ended stays, and the dialog says why', async () => {
  await openPage('/profile/settings', { as: CUSTOMER, api: { ...api, user: { ...api.user, endSession: noAnswer } } });
  await page.getByRole('button', { name: 'End Chrome on Android' }).click();
  await dialog.getByRole('button', { name: 'End' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The session was not ended');
});

test('all other sessions are ended at once', async () => {
  await openPage('/profile/settings', { as: CUSTOMER, api });
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect.element(dialog).toMatchTextContent('Every device but this one will be logged out.');
  await expectAccessible();
  serve({ user: { endOtherSessions: () => ({ ended: 2 }), getSessions: () => [HERE] } });
  await dialog.getByRole('button', { name: 'End all others' }).click();
  await expect.element(toastOf('All other devices are logged out')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
  expect(inputsOf('user.endSession')).toEqual([]);
});

test('new passwords must match, whichever is corrected', async () => {
  await openPage('/profile/settings', { as: CUSTOMER, api });
  const names = () => [...document.querySelectorAll('form input[name]')].map((input) => input.getAttribute('name'));
  await expect.poll(names).toEqual(['currentPassword', 'password', 'confirmPassword']);
  await fillIn({ confirmed: 'something else' });
  await change.click();
  const differ = page.getByText('The passwords don’t match.');
  await expect.element(differ).toBeVisible();
  await field('New password').fill('something else');
  await expect.element(differ).not.toBeInTheDocument();
  await field('New password').fill('yet another secret');
  await expect.element(differ).toBeVisible();
  await field('Confirm new password').fill('yet another secret');
  await expect.element(differ).not.toBeInTheDocument();
  expect(inputsOf('user.updatePassword')).toEqual([]);
});

test('a password that was not saved is said above the form', async () => {
  await openPage('/profile/settings', {
    as: CUSTOMER,
    api: { ...api, user: { ...api.user, updatePassword: noAnswer } },
  });
  await fillIn();
  await change.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to update password');
  expect(localStorage.getItem('token')).not.toBeNull();
});

test('a new password, typed by keyboard, logs out and leads to the login', async () => {
  const user = { ...api.user, updatePassword: () => ({ ok: true }) as const };
  await openPage('/profile/settings', { as: CUSTOMER, api: { ...api, user } });
  await typeInto(field('Current password'), 'the old secret');
  await typeInto(field('New password'), 'yet another secret');
  await typeInto(field('Confirm new password'), 'yet another secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(address()).toBe('/login');
  await expect.element(toastOf('Password changed')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

test('the keyboard takes a logout back, and then logs out', async () => {
  await openPage('/profile', { as: CUSTOMER, api: { ...PROFILE, auth: { logout: () => ({ ok: true }) } } });
  const logout = page.getByRole('button', { name: 'Logout' });
  await press(logout);
  await expect.element(dialog).toMatchTextContent('Are you sure you want to logout?');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(logout).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await press(dialog.getByRole('button', { name: 'Continue' }));
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(address()).toBe('/login');
});
