import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, noAnswer, serve } from '../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { fill } from '../../tests/components/fill.ts';
import { tabTo } from '../../tests/components/keyboard.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';
import { legalLink } from '../config/legal-link.ts';

const PASSWORD = 'journey through the night';
const TYPED = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  Email: 'grace@example.com',
  'Phone number': '+1 202 555 0114',
  'Date of birth': '1990-12-09',
  Address: '12 Harbour Road',
  City: 'Arlington',
  State: 'Virginia',
};
const REGISTERED = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  phone: '+1 202 555 0114',
  dob: '1990-12-09',
  address: '12 Harbour Road',
  city: 'Arlington',
  state: 'Virginia',
  nationality: 'Sweden',
  password: PASSWORD,
};

const field = (label: string) => page.getByLabelText(label, { exact: true });
const create = page.getByRole('main').getByRole('button', { name: 'Create account' });
const created: Api = { auth: { register: () => ({ ok: true }) } };

const fillIn = () => fill({ ...TYPED, Nationality: 'Sweden', Password: PASSWORD });

test('the login leads here, and here are the terms and the way back', async () => {
  await openPage('/login');
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect.element(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  expect(address()).toBe('/register');
  await expect.element(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', legalLink('terms').href);
  await expect
    .element(page.getByRole('link', { name: 'privacy policy' }))
    .toHaveAttribute('href', legalLink('privacy').href);
  const ways = page.getByRole('navigation', { name: 'Other ways' });
  await expect.element(ways.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
});

test('a name that is a link is rejected until it is corrected', async () => {
  await openPage('/register');
  await field('First name').fill('You have won! Visit http://evil.example');
  await field('Last name').fill('evil.example');
  await create.click();
  await expectShown('First name can only contain letters, digits, spaces and the signs - ’ . , & ( ).');
  await expect.element(page.getByText('Last name needs a space after each period.')).toBeVisible();
  await field('First name').fill('María José');
  await field('Last name').fill('O’Connor Jr.');
  await expect.element(page.getByText('can only contain letters')).not.toBeInTheDocument();
  await expect.element(page.getByText('needs a space')).not.toBeInTheDocument();
});

test('without an answer the form says so, keeps what was typed and can be sent again', async () => {
  await openPage('/register', { api: { auth: { register: noAnswer } } });
  await fillIn();
  await create.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('Account creation failed');
  await expect.element(alert).toMatchTextContent('No response from the server. Check your connection and try again.');
  await expect.element(field('First name')).toHaveValue('Grace');
  serve(created);
  await create.click();
  await expect.element(page.getByText('Check your email for instructions to verify your account.')).toBeVisible();
  await expectAccessible();
  expect(inputsOf('auth.register')).toEqual([REGISTERED, REGISTERED]);
  const login = page.getByRole('main').getByRole('link', { name: 'Login' });
  await expect.element(login).toHaveAttribute('href', '/login');
});

test('the keyboard alone fills in the form, and the result takes the focus', async () => {
  await openPage('/register', { api: created });
  const typeInto = async (label: string, keys: string) => {
    await tabTo(field(label));
    await userEvent.keyboard(keys);
  };
  await expect.element(field('Nationality').getByRole('option', { name: 'Sweden' })).toBeInTheDocument();
  for (const label of ['First name', 'Last name', 'Email', 'Phone number'] as const)
    await typeInto(label, TYPED[label]);
  // Day and month alike: which comes first is the browser's business.
  await typeInto('Date of birth', '09091990');
  for (const label of ['Address', 'City', 'State'] as const) await typeInto(label, TYPED[label]);
  await typeInto('Nationality', 'Swed');
  await typeInto('Password', PASSWORD);
  await typeInto('Show password', '[Space]');
  await expect.element(page.getByLabelText('Show password')).toBeChecked();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await tabTo(create);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status').filter({ hasText: 'Account created' })).toHaveFocus();
  expect(inputsOf('auth.register')).toEqual([{ ...REGISTERED, dob: '1990-09-09' }]);
});
