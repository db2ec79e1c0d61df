import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, Rejection, serve } from '../../tests/components/api.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';
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
