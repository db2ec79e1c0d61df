import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, held, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { NO_MESSAGES, PROFILE } from '../../../tests/components/home.ts';
import { press, typeInto } from '../../../tests/components/keyboard.ts';
import { address, openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import type { ChosenMessages, MessageChoices } from '../../domain/messages.ts';
import type { User } from '../../domain/user.ts';

const UPDATE = '/profile?view=update';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: 'Update profile' });
const unfinished = () => document.querySelector('form[data-unfinished]')?.getAttribute('data-unfinished');

test('the profile has its parts, and its form opens and closes', async () => {
  await openPage('/profile', { as: CUSTOMER, api: PROFILE });
  await expect.element(page.getByText('12 Harbour Road')).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Profile' });
  for (const [name, href] of [
    ['Profile', '/profile'],
    ['Account', '/profile/account'],
    ['Security', '/profile/settings'],
  ] as const)
    await expect.element(parts.getByRole('link', { name })).toHaveAttribute('href', href);
  await page.getByRole('link', { name: 'Update profile' }).click();
  await expect.element(field('Nationality')).toHaveValue('Sweden');
  expect(address()).toBe(UPDATE);
  await page.getByRole('link', { name: 'Cancel update' }).click();
  await expect.element(page.getByRole('link', { name: 'Update profile' })).toBeVisible();
  expect(address()).toBe('/profile');
});

test('someone whose profile was cleared is greeted by address, and fills it in', async () => {
  const nothing = { firstName: '', lastName: '', phone: null, dob: null };
  const cleared: User = { ...CUSTOMER, ...nothing, address: '', city: '', state: '', nationality: '' };
  await openPage(UPDATE, { as: cleared, api: PROFILE });
  await expect.element(page.getByRole('heading', { name: cleared.email })).toBeVisible();
  for (const label of ['First name', 'Last name', 'Phone number', 'Date of birth', 'Address', 'City', 'State'])
    await expect.element(field(label)).toHaveValue('');
  await expectAccessible();
});

test('a form is unfinished only once something is typed', async () => {
  await openPage(UPDATE, { as: CUSTOMER, api: PROFILE });
  await expect.element(field('City')).toHaveValue('Arlington');
  expect(unfinished()).toBe('false');
  await field('City').fill('');
  await expect.poll(unfinished).toBe('true');
  await save.click();
  await expect.element(page.getByText('City is required.')).toBeVisible();
  await expectAccessible();
});

test('the keyboard alone changes a field, and the page shows it', async () => {
  let user = CUSTOMER;
  const updateProfile: NonNullable<Api['user']>['updateProfile'] = ({ base: _, ...changed }) => {
    user = { ...user, ...changed };
    return { ok: true };
  };
  const api: Api = { auth: { profile: () => user }, user: { updateProfile }, message: PROFILE.message };
  await openPage('/profile', { as: CUSTOMER, api });
  await press(page.getByRole('link', { name: 'Update profile' }));
  await typeInto(field('City'), 'Newport News');
  await press(save);
  await expectShown(toastOf('Profile updated'), 'Newport News');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  expect(address()).toBe('/profile');
});

test('stored values give way to the server’s, except where someone is typing', async () => {
  await openPage('/profile', { as: CUSTOMER, api: PROFILE });
  await expect.element(page.getByText('12 Harbour Road')).toBeVisible();
  const answer = held<User>();
  serve({ auth: { profile: answer.answer } });
  history.replaceState(null, '', UPDATE);
  await openAgain();
  await expect.element(field('Address')).toHaveValue('12 Harbour Road');
  await field('City').fill('Newport News');
  const now: User = { ...CUSTOMER, address: '2 Orbit Lane', nationality: 'Portugal' };
  answer.resolve(now);
  await expect.element(field('Address')).toHaveValue('2 Orbit Lane');
  await expect.element(field('Nationality')).toHaveValue('Portugal');
  await expect.element(field('City')).toHaveValue('Newport News');
  expect(unfinished()).toBe('true');
});

test('stored notifications give way to the server’s', async () => {
  const kept = page.getByRole('group', { name: /^Held/ });
  const chosen = (choices: MessageChoices) => ({ ...NO_MESSAGES, choices });
  const before = chosen({ mail: ['ready'], sms: [], push: [] });
  await openPage('/profile', { as: CUSTOMER, api: { message: { getChoices: () => before } } });
  await expect.element(kept.getByRole('checkbox', { name: 'Email' })).toBeChecked();
  const answer = held<ChosenMessages>();
  serve({ message: { getChoices: answer.answer } });
  await openAgain();
  await expect.element(kept.getByRole('checkbox', { name: 'Email' })).toBeChecked();
  answer.resolve(chosen({ mail: ['out'], sms: [], push: ['ready'] }));
  await expect.element(kept.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await expect.element(kept.getByRole('checkbox', { name: 'Notification' })).toBeChecked();
});

test('the form sends what it saw, so that nothing is overwritten unseen', async () => {
  await openPage(UPDATE, { as: CUSTOMER, api: PROFILE });
  await field('Address').fill('3 Orbit Lane');
  const now: User = { ...CUSTOMER, address: '4 Orbit Lane', city: 'Norfolk' };
  const changed = 'You changed this elsewhere to “4 Orbit Lane”. Save again to replace it.';
  const updateProfile = rejecting('CONFLICT', 'This has changed.', { address: [changed] });
  serve({ auth: { profile: () => now }, user: { updateProfile } });
  await save.click();
  await expect.element(page.getByText(changed)).toBeVisible();
  await expect.element(field('City')).toHaveValue('Norfolk');
  await expect.element(field('Address')).toHaveValue('3 Orbit Lane');
  serve({ user: { updateProfile: () => ({ ok: true }) } });
  await save.click();
  await expect.element(toastOf('Profile updated')).toBeVisible();
  expect(inputsOf('user.updateProfile')).toMatchObject([
    { address: '3 Orbit Lane', city: 'Arlington', base: { address: '12 Harbour Road', city: 'Arlington' } },
    { address: '3 Orbit Lane', city: 'Norfolk', base: { address: '4 Orbit Lane', city: 'Norfolk' } },
  ]);
});
