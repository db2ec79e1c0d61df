import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, callsOf, inputsOf, Rejection, serve } from '../../tests/components/api.ts';
import { address, openAgain, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';

test('a wrong password shows an error, and the right one opens the page that was asked for', async () => {
  await openPage('/login?returnTo=%2Fprofile', {
    api: {
      auth: {
        login: () => {
          throw new Rejection('UNAUTHORIZED', 'Wrong email or password.');
        },
      },
    },
  });
  await page.getByLabelText('Email').fill('ada@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Login failed');
  expect(inputsOf('auth.login')).toEqual([{ email: 'ada@example.com', password: 'wrong' }]);
  expect(address()).toBe('/login?returnTo=%2Fprofile');

  serve({
    auth: { login: () => ({ token: 'right' }), profile: () => CUSTOMER },
    user: { getNotifications: () => ({ mail: [], push: [] }) },
  });
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
  expect(address()).toBe('/profile');
});

test('too many attempts say how long to wait', async () => {
  await openPage('/login', {
    api: {
      auth: {
        login: () => {
          throw new Rejection('TOO_MANY_REQUESTS', 'Too many attempts. Try again in 30 seconds.');
        },
      },
    },
  });
  await page.getByLabelText('Email').fill('ada@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('one more guess');
  await page.getByRole('button', { name: 'Login' }).click();
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
    user: { getNotifications: () => ({ mail: [], push: [] }) },
  };
  await openPage('/login?returnTo=%2Fprofile', { api });
  for (const _ of [1, 2]) {
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('right');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(ticket()).toBe('a-ticket');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(ticket()).toBe('a-ticket');
    history.replaceState(history.state, '', '/login?returnTo=%2Fprofile');
    await openAgain();
  }
  expect(callsOf('auth.login').map(({ context }) => context.deviceTicket)).toEqual([null, 'a-ticket']);
});
