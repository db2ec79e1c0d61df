import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, callsOf, held, inputsOf, rejecting, serve } from '../../tests/components/api.ts';
import { setOnline } from '../../tests/components/device.ts';
import {
  expectAccessible,
  expectShown,
  expectWords,
  toastOf as toastsOf,
} from '../../tests/components/expectations.ts';
import { HOME, logOut } from '../../tests/components/home.ts';
import { press } from '../../tests/components/keyboard.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, UNVERIFIED } from '../../tests/components/people.ts';
import type { User } from '../domain/user.ts';

const LINK = '/verify-email?token=from-the-email';
const USED_UP = 'This link has already been used or has expired. Request a new one.';

const heading = (name: string) => page.getByRole('heading', { name });
// React's strict mode shows those of a redirect twice.
const toastOf = (title: string) => toastsOf(title).first();
const request = page.getByRole('button', { name: 'Request verification' });
const password = page.getByLabelText('Password', { exact: true });

const rejectWith = (fieldErrors: Record<string, string[]>) => rejecting('BAD_REQUEST', 'Please check.', fieldErrors);

const needsPassword: Api = { auth: { verify: rejectWith({ password: ['Enter your password.'] }) } };

/** They are verified on another device once the test says so. */
function verifiedLater(): { profile: () => User; verify: () => void } {
  let user = UNVERIFIED;
  return {
    profile: () => user,
    verify: () => {
      user = CUSTOMER;
    },
  };
}

/** Waits until the dashboard has loaded. */
async function expectHome(): Promise<void> {
  await expect.element(heading('Welcome, Ada')).toBeVisible();
  await expect.poll(() => page.getByText('No shipments found.').elements()).toHaveLength(2);
  expect(address()).toBe('/');
}

beforeEach(() => serve(HOME));

test('an unverified person is shown their address, and can request a link', async () => {
  await openPage('/verify-email', { as: UNVERIFIED, api: { auth: { requestVerification: () => ({ sent: true }) } } });
  await expectShown(heading('Verify your account'), 'Your account has not been verified.');
  await expect.element(page.getByRole('main').getByText(UNVERIFIED.email)).toBeVisible();
  await request.click();
  const sent =
    'We have sent you a verification link. Please check your email and click the link to verify our account.';
  await expect.element(page.getByText(sent)).toBeVisible();
  await expectAccessible();
});

test.each(['focus', 'online'] as const)('the page continues on %s once verified elsewhere', async (event) => {
  const { profile, verify } = verifiedLater();
  const { client } = await openPage('/verify-email', { as: UNVERIFIED, api: { auth: { profile } } });
  await expect.element(request).toBeVisible();
  // A profile that is still on its way would be the answer to the next question, too.
  await expect.poll(() => client.isFetching()).toBe(0);
  const asked = inputsOf('auth.profile').length;
  if (event === 'online') setOnline(false);
  verify();
  if (event === 'online') setOnline(true);
  else dispatchEvent(new Event('focus'));
  await expect.poll(() => inputsOf('auth.profile').length).toBeGreaterThan(asked);
  await expect.element(toastOf('Your email address is verified')).toBeVisible();
  await expectHome();
});

test('a link is not requested by someone who was verified elsewhere', async () => {
  const { profile, verify } = verifiedLater();
  await openPage('/verify-email', { as: UNVERIFIED, api: { auth: { profile } } });
  await expect.element(request).toBeVisible();
  const answer = held<User>();
  // The click may focus the window, which asks for the profile too.
  serve({ auth: { profile: answer.answer } });
  await request.click();
  verify();
  answer.resolve(CUSTOMER);
  await expect.element(toastOf('Your email address is verified')).toBeVisible();
  await expectHome();
  expect(inputsOf('auth.requestVerification')).toEqual([]);
});

test('someone with a wrong address logs out to register again', async () => {
  await openPage('/verify-email', { as: UNVERIFIED, api: { auth: { logout: () => ({ ok: true }) } } });
  await expect.element(heading('Wrong address?')).toBeVisible();
  await page.getByRole('button', { name: 'Register again' }).click();
  await expect.element(heading('Create account')).toBeVisible();
  expect(address()).toBe('/register');
  expect(localStorage.getItem('token')).toBeNull();
  expect(callsOf('auth.logout')).toHaveLength(1);
});

test('an unverified person logs out after being asked', async () => {
  await openPage('/verify-email', { as: UNVERIFIED, api: { auth: { logout: () => ({ ok: true }) } } });
  await logOut();
  await expect.element(heading('Login')).toBeVisible();
  expect(address()).toBe('/login');
  expect(callsOf('auth.logout')).toHaveLength(1);
});

test('a link shows that it is being verified, then leads home', async () => {
  const answer = held<{ ok: true; email?: string }>();
  const { profile, verify } = verifiedLater();
  await openPage(LINK, { as: UNVERIFIED, api: { auth: { profile, verify: answer.answer } } });
  await expect.element(page.getByRole('status').getByText('Verifying your account...')).toBeVisible();
  expect(address()).toBe(LINK);
  await expectAccessible();
  verify();
  answer.resolve({ ok: true, email: UNVERIFIED.email });
  await expect.element(toastOf('Your email address is verified')).toBeVisible();
  await expectHome();
  expect(inputsOf('auth.verify')).toEqual([{ token: 'from-the-email' }]);
});

test('a used link says that the address is already verified', async () => {
  await openPage(LINK, { api: { auth: { verify: () => ({ ok: true }) } } });
  await expectShown(toastOf('Your email address is already verified'), heading('Login'));
  expect(address()).toBe('/login?returnTo=%2F');
  await openPage(LINK, { as: CUSTOMER });
  await expect.element(toastOf('Your email address is already verified')).toBeVisible();
  await expectHome();
});

test('an expired link says so, and leads back to request another', async () => {
  await openPage(LINK, { api: { auth: { verify: rejectWith({ token: [USED_UP] }) } } });
  await expectShown(heading('Verification failed'), 'We were unable to verify your account', page.getByText(USED_UP));
  await expect.element(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/verify-email');
  await expectAccessible();
});

test.each(['token=', 'token=%20', 'token=&view=new-password'])('an incomplete link says so: %s', async (search) => {
  await openPage(`/verify-email?${search}`);
  await expectShown(heading('Verification failed'), 'This link is not complete.');
  await expect.element(page.getByLabelText('New password')).not.toBeInTheDocument();
});

test('a link that a busy server did not take is tried again by itself', async () => {
  const busy = rejecting('SERVICE_UNAVAILABLE', 'The service is busy. Please try again in a moment.');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { profile, verify } = verifiedLater();
  await openPage(LINK, { as: UNVERIFIED, api: { auth: { profile, verify: busy } } });
  await expectShown(heading('Verification failed'), page.getByRole('button', { name: 'Try again' }));
  await expectAccessible();
  const tries = inputsOf('auth.verify').length;
  verify();
  serve({ auth: { verify: () => ({ ok: true, email: UNVERIFIED.email }) } });
  // What follows the call has a time-out, and its message goes, by the same timers, so steps are
  // short.
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return inputsOf('auth.verify').length;
    })
    .toBe(tries + 1);
  vi.useRealTimers();
  await expect.element(toastOf('Your email address is verified')).toBeVisible();
  await expectHome();
});

test('a link on another device asks for the password, then logs in', async () => {
  await openPage(LINK, { api: needsPassword });
  await expectShown(heading('Verify your account'), 'Enter this account’s password to verify your email address.');
  await expectAccessible();
  const button = page.getByRole('button', { name: 'Verify account' });
  await button.click();
  await expect.element(page.getByText('Enter your password.')).toBeVisible();
  await expect.element(password).toHaveFocus();

  serve({ auth: { verify: rejectWith({ password: ['This isn’t this account’s password.'] }) } });
  await password.fill('not my password');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This isn’t this account’s password.')).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expectAccessible();

  const verify = () => ({ ok: true, email: CUSTOMER.email }) as const;
  serve({ auth: { verify, login: () => ({ token: 'new' }), profile: () => CUSTOMER } });
  await password.fill('journey through the night');
  await button.dblClick();
  await expect.element(toastOf('Your email address is verified')).toBeVisible();
  await expectHome();
  const typed = { password: 'journey through the night' };
  expect(inputsOf('auth.verify').slice(-1)).toEqual([{ token: 'from-the-email', ...typed }]);
  expect(inputsOf('auth.login')).toEqual([{ email: CUSTOMER.email, ...typed }]);
});

test('someone verified elsewhere while typing the password is asked to log in', async () => {
  await openPage(LINK, { api: needsPassword });
  await password.fill('journey through the night');
  serve({ auth: { verify: () => ({ ok: true }) } });
  await page.getByRole('button', { name: 'Verify account' }).click();
  await expect.element(toastOf('Your email address is verified')).toBeVisible();
  await expect.poll(address).toBe('/login?returnTo=%2F');
});

test('the owner of the address sets a new password instead', async () => {
  const common = 'This password is too common. Choose another one.';
  await openPage(LINK, { api: needsPassword });
  const notYou = page.getByRole('link', { name: 'Not you?' });
  serve({ auth: { checkResetLink: () => ({ ok: true }), resetPassword: rejectWith({ password: [common] }) } });
  await press(notYou);
  await expectShown(heading('New password'), 'Everyone who is logged in to it is logged out');
  await expectAccessible();
  await page.getByRole('link', { name: 'Back to verification' }).click();
  await expect.element(heading('Verify your account')).toBeVisible();
  await notYou.click();
  await page.getByLabelText('New password').fill('password123');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect.element(page.getByText(common)).toBeVisible();

  serve({ auth: { resetPassword: () => ({ ok: true }) } });
  await page.getByLabelText('New password').fill('a brand new secret');
  await page.getByRole('button', { name: 'Set password' }).dblClick();
  await expectShown('Your password is set.', 'Your email address is verified. Log in and fill in your profile.');
  await expect.element(page.getByRole('link', { name: 'Back to verification' })).not.toBeInTheDocument();
  await expectAccessible();
  const sent = { token: 'from-the-email', password: 'a brand new secret' };
  expect(inputsOf('auth.resetPassword').slice(1)).toEqual([sent]);
  const login = page.getByRole('main').getByRole('link', { name: 'Login' });
  await expect.element(login).toHaveAttribute('href', '/login?returnTo=%2Fprofile%3Fview%3Dupdate');
});

test('a used link takes nobody’s password, and says so first', async () => {
  await openPage(`${LINK}&view=new-password`, { api: { auth: { checkResetLink: rejectWith({ token: [USED_UP] }) } } });
  await expectWords(page.getByRole('alert'), 'Password reset failed', USED_UP);
  await expect.element(page.getByLabelText('New password')).not.toBeInTheDocument();
});
