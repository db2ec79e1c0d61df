import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../tests/components/api.ts';
import { expectAccessible, expectWords } from '../../tests/components/expectations.ts';
import { typeInto } from '../../tests/components/keyboard.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';

const LINK = '/reset-password?token=from-the-email';
const SENT = 'If there is an account with this address, a link to reset the password is on its way.';
const USED_UP = 'This link has already been used or has expired. Request a new one.';

const send = page.getByRole('button', { name: 'Send link' });
const status = (words: string) => page.getByRole('status').filter({ hasText: words });

const rejectLink = (reason: string) => rejecting('BAD_REQUEST', 'Please check.', { token: [reason] });
const checkResetLink = () => ({ ok: true }) as const;

test('the login leads here, and back', async () => {
  await openPage('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect.element(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  expect(address()).toBe('/reset-password');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('a link is requested by keyboard, and the result takes the focus', async () => {
  await openPage('/reset-password', { api: { auth: { forgotPassword: () => ({ ok: true }) } } });
  await typeInto(page.getByLabelText('Email'), 'no.such.person@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(status('Check your email')).toHaveFocus();
  await expect.element(page.getByText(SENT)).toBeVisible();
  await expectAccessible();
  expect(inputsOf('auth.forgotPassword')).toEqual([{ email: 'no.such.person@example.com' }]);
});

test('someone who was invited sets a name, too', async () => {
  const auth = {
    checkResetLink: () => ({ ok: true, asksName: true }) as const,
    resetPassword: () => ({ ok: true }) as const,
  };
  await openPage(LINK, { api: { auth } });
  await expect.element(page.getByRole('heading', { name: 'Join Waybill' })).toBeVisible();
  await page.getByLabelText('First name').fill('Disa');
  await page.getByLabelText('Last name').fill('Patch');
  await page.getByLabelText('New password').fill('a brand new secret');
  await expectAccessible();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect.element(status('Your password is set.')).toBeVisible();
  const name = { firstName: 'Disa', lastName: 'Patch' };
  expect(inputsOf('auth.resetPassword')).toEqual([{ token: 'from-the-email', password: 'a brand new secret', name }]);
});

test('the link sets a new password by keyboard, and leads to the login', async () => {
  const resetPassword = () => ({ ok: true, deviceTicket: 'a-ticket' }) as const;
  await openPage(LINK, { api: { auth: { checkResetLink, resetPassword } } });
  await expect.element(page.getByRole('checkbox', { name: 'Show password' })).toBeVisible();
  await typeInto(page.getByLabelText('New password'), 'a brand new secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(status('Your password is set.')).toHaveFocus();
  expect(inputsOf('auth.resetPassword')).toEqual([{ token: 'from-the-email', password: 'a brand new secret' }]);
  // So strangers' wrong guesses do not count here.
  expect(localStorage.getItem('device-ticket')).toBe('a-ticket');
  expect(address()).toBe(LINK);
  const login = page.getByRole('main').getByRole('link', { name: 'Login', exact: true });
  await expect.element(login).toHaveAttribute('href', '/login');
});

test.each([
  ['used', LINK, USED_UP],
  ['incomplete', '/reset-password?token=', 'This link is not complete.'],
])('a link that is %s says so before a password is typed', async (_, link, reason) => {
  await openPage(link, { api: { auth: { checkResetLink: rejectLink(reason) } } });
  const alert = page.getByRole('alert');
  await expectWords(alert, 'Password reset failed', reason);
  await expect.element(page.getByLabelText('New password')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: 'Get another link' }).click();
  await expect.element(send).toBeVisible();
  expect(address()).toBe('/reset-password');
});

test('a link that could not be checked may still set the password', async () => {
  const busy = rejecting('SERVICE_UNAVAILABLE', 'The service is busy. Please try again in a moment.');
  await openPage(LINK, { api: { auth: { checkResetLink: busy } } });
  serve({ auth: { resetPassword: () => ({ ok: true }) } });
  await page.getByLabelText('New password').fill('a brand new secret');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect.element(page.getByText('Your password is set.')).toBeVisible();
});
