import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, callsOf, inputsOf, rejecting, serve } from '../../tests/components/api.ts';
import { expectAccessible } from '../../tests/components/expectations.ts';
import { fill } from '../../tests/components/fill.ts';
import { logOut, PROFILE } from '../../tests/components/home.ts';
import { address, openAgain, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';
import { readEndedSession, recordEndedSession } from '../offline/ended-session.ts';

async function logIn(password: string): Promise<void> {
  await fill({ Email: 'ada@example.com', Password: password });
  await page.getByRole('button', { name: 'Login' }).click();
}
test('a wrong password shows an error, and the right one opens the page that was asked for', async () => {
  const login = rejecting('UNAUTHORIZED', 'Wrong email or password.');
  await openPage('/login?returnTo=%2Fprofile%3Fview%3Dupdate', { api: { auth: { login } } });
  await logIn('wrong');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Login failed');
  expect(inputsOf('auth.login')).toEqual([{ email: 'ada@example.com', password: 'wrong' }]);
  expect(address()).toBe('/login?returnTo=%2Fprofile%3Fview%3Dupdate');

  serve({ auth: { login: () => ({ token: 'right' }), profile: () => CUSTOMER }, ...PROFILE });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByLabelText('First name')).toHaveValue('Ada');
  expect(address()).toBe('/profile?view=update');
});

test('with a second factor a code is typed straight after the password', async () => {
  const step = { ticket: 'a-step', passkey: false, code: true };
  const login = rejecting('UNAUTHORIZED', 'Enter a code.', {}, undefined, step);
  const loginWithCode = () => ({ token: 'right' });
  await openPage('/login?returnTo=%2Fprofile', { api: { auth: { login, loginWithCode } } });
  await logIn('right');
  await expect.element(page.getByLabelText('Code')).toHaveFocus();
  await expectAccessible();
  serve({ auth: { loginWithCode, profile: () => CUSTOMER }, ...PROFILE });
  await userEvent.keyboard('123456{Enter}');
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(inputsOf('auth.loginWithCode')).toEqual([{ ticket: 'a-step', code: '123456' }]);
});

test('too many attempts say how long to wait', async () => {
  const login = rejecting('TOO_MANY_REQUESTS', 'Too many attempts. Try again in 30 seconds.');
  await openPage('/login', { api: { auth: { login } } });
  await logIn('one more guess');
  await expect.element(page.getByText('Too many attempts. Try again in 30 seconds.')).toBeVisible();
});

test('a device shows its ticket at every login, and keeps it after a logout', async () => {
  const ticket = () => localStorage.getItem('device-ticket');
  const api: Api = {
    auth: {
      login: () => ({ token: 'right', deviceTicket: 'a-ticket' }),
      profile: () => CUSTOMER,
      logout: () => ({ ok: true }),
    },
    ...PROFILE,
  };
  await openPage('/login?returnTo=%2Fprofile', { api });
  for (const _ of [1, 2]) {
    await logIn('right');
    await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(ticket()).toBe('a-ticket');
    await logOut();
    await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(ticket()).toBe('a-ticket');
    history.replaceState(history.state, '', '/login?returnTo=%2Fprofile');
    await openAgain();
  }
  expect(callsOf('auth.login').map(({ context }) => context.deviceTicket)).toEqual([null, 'a-ticket']);
});

const waitingOf = (id: string, count: number) =>
  localStorage.setItem('waiting-to-send', JSON.stringify({ mark: 'a', counts: { [id]: count }, lost: {} }));

test('a session that the server has ended says so, whose it was, and what waits', async () => {
  waitingOf(CUSTOMER.id, 3);
  await openPage('/login?returnTo=%2Fprofile', {});
  await expect.element(page.getByText('3 actions have not been sent')).toBeVisible();
  await expect.element(page.getByText(/the person who entered them logs in here again/)).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveValue('');

  recordEndedSession({ id: CUSTOMER.id, email: CUSTOMER.email, reason: 'Your session has ended.' });
  await openAgain();
  await expect.element(page.getByText('You were logged out')).toBeVisible();
  await expect.element(page.getByText(/sent when you log in here again/)).toBeVisible();
  await expect.element(page.getByLabelText('Email')).toHaveValue(CUSTOMER.email);
  await expectAccessible();

  serve({ auth: { login: () => ({ token: 'right' }), profile: () => CUSTOMER }, ...PROFILE });
  await page.getByLabelText('Password', { exact: true }).fill('journey through the night');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(readEndedSession()).toBeNull();
});

test('what others have left to send is not the business of whose session ended', async () => {
  waitingOf('someone-else', 2);
  recordEndedSession({ id: CUSTOMER.id, email: CUSTOMER.email, reason: 'Your session has ended.' });
  await openPage('/login');
  await expect.element(page.getByText('Your session has ended.')).toBeVisible();
  await expect.element(page.getByText(/not been sent/)).not.toBeInTheDocument();
});

test('a passkey is offered where the session has ended, and says if none was used', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('Dismissed', 'NotAllowedError'));
  waitingOf(CUSTOMER.id, 1);
  recordEndedSession({ id: CUSTOMER.id, email: CUSTOMER.email, reason: 'Your session has ended.' });
  const startPasskey = () => ({ challenge: 'AAAA', rpId: location.hostname, allow: [] });
  await openPage('/login', { api: { auth: { startPasskey } } });
  const notice = page.getByRole('main').getByText('You were logged out').element().closest('.notice');
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await button.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('No passkey was used');
  expect(notice?.contains(button.element())).toBe(true);
  expect(notice?.contains(page.getByRole('alert').element())).toBe(false);
  await expectAccessible();
});
