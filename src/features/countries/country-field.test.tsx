import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, serve } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { fill } from '../../../tests/components/fill.ts';
import { PROFILE } from '../../../tests/components/home.ts';
import { address, openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';

const nationality = page.getByLabelText('Nationality');
const countries = ['China', 'Iran', 'North Macedonia', 'Sweden'].map((name) => ({ name, alpha3Code: 'XXX' }));
const serveCountries = () => serveFile('/api/countries', () => Response.json(countries));

test('a country is found by typing its everyday name', async () => {
  serveCountries();
  await openPage('/register');
  await expect.element(nationality.getByRole('option', { name: 'North Macedonia' })).toBeInTheDocument();
  for (const name of ['China', 'North Macedonia']) {
    nationality.element().focus();
    await userEvent.keyboard(name);
    await expect.element(nationality).toHaveValue(name);
    (nationality.element() as HTMLElement).blur();
  }
});

test('a country of an earlier list stays chosen, and is saved', async () => {
  serveCountries();
  const me = { ...CUSTOMER, nationality: 'Islamic Republic of Iran' };
  const user = { ...PROFILE.user, updateProfile: () => ({ ok: true }) as const };
  await openPage('/profile?view=update', { as: me, api: { ...PROFILE, user } });
  await expect.element(nationality.getByRole('option', { name: 'Sweden' })).toBeInTheDocument();
  await expect.element(nationality).toHaveValue(me.nationality);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect.element(page.getByText(me.nationality)).toBeVisible();
  expect(address()).toBe('/profile');
  expect(inputsOf('user.updateProfile')).toMatchObject([{ nationality: me.nationality }]);
});

const sweden = nationality.getByRole('option', { name: 'Sweden' });

test('a silent countries service leaves a field to type in', async () => {
  serveFile('/api/countries', () => Promise.reject(new TypeError('Failed to fetch')));
  await openPage('/register');
  await expectShown('The list of countries couldn’t be loaded. Type the country instead.');
  await nationality.fill('Sweden');
  await expectAccessible();
});

test('countries loaded once can be chosen offline; unsent input is stored nowhere', async () => {
  await openPage('/register');
  await expect.element(sweden).toBeInTheDocument();
  await expect.poll(() => localStorage.getItem('cached-queries')).toContain('Sweden');
  setOnline(false);
  await openAgain();
  await expect.element(sweden).toBeInTheDocument();
  for (const label of ['First name', 'Last name', 'Address', 'City', 'State']) await fill({ [label]: 'Canary Nobody' });
  await fill({ 'Date of birth': '1990-12-09', 'Phone number': '+1 202 555 0114', Nationality: 'Sweden' });
  await fill({ Email: 'canary.nobody@example.com', Password: 'canary in the night' });
  serve({ auth: { register: () => ({ ok: true }) } });
  await page.getByRole('button', { name: 'Create account' }).click();
  const alert = page.getByRole('alert');
  await expectWords(alert, 'Account creation failed', 'You need to be online for this. Nothing was sent.');
  expect(inputsOf('auth.register')).toEqual([]);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/canary/i);
});
