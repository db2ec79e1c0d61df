import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
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
  await openPage('/profile?view=update', {
    as: me,
    api: { user: { getNotifications: () => ({ mail: [], push: [] }), updateProfile: () => ({ ok: true }) } },
  });
  await expect.element(nationality.getByRole('option', { name: 'Sweden' })).toBeInTheDocument();
  await expect.element(nationality).toHaveValue(me.nationality);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect.element(page.getByText(me.nationality)).toBeVisible();
  expect(address()).toBe('/profile');
  expect(inputsOf('user.updateProfile')).toMatchObject([{ nationality: me.nationality }]);
});

test('if the list cannot be loaded, the country is typed', async () => {
  serveFile('/api/countries', () => new Response('', { status: 503 }));
  await openPage('/register');
  await expect
    .element(nationality)
    .toHaveAccessibleDescription('The list of countries couldn’t be loaded. Type the country instead.');
  await nationality.fill('Sweden');
  await expect.element(nationality).toHaveValue('Sweden');
});
