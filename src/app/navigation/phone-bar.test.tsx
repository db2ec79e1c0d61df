/** The bar at the lower edge of a phone: whose it is, where it is not, and that it covers nothing. */
import { expect, onTestFinished, test } from 'vitest';
import { cdp, type Locator, page } from 'vitest/browser';
import { type Api, held } from '../../../tests/components/api.ts';
import { newCourier, newRun, serveRun, started, stopPath } from '../../../tests/components/courier-runs.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { HOME, PROFILE } from '../../../tests/components/home.ts';
import { inPool } from '../../../tests/components/managed-runs.ts';
import { DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { COURIER, CUSTOMER, MANAGER, UNVERIFIED } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import type { User } from '../../domain/user.ts';
import { toast } from '../../ui/toast/toast.ts';

const bar = page.getByRole('navigation', { name: 'Places' });
const shown = () =>
  [...document.querySelectorAll('.phone-bar-place')].map(({ textContent, ariaCurrent }) =>
    ariaCurrent ? `${textContent} (${ariaCurrent})` : textContent,
  );
const topOfBar = () => bar.element().getBoundingClientRect().top;
const bottomOf = (locator: Locator) => locator.element().getBoundingClientRect().bottom;

const run = started(newRun([1, 1]));
const api: Api = {
  ...DESK,
  ...HOME,
  ...PROFILE,
  runAdmin: { ...DESK.runAdmin, pool: () => onePage(inPool(30)) },
  ...serveRun(run).api,
};

test.each<[string, User, string, string[]]>([
  ['a customer', CUSTOMER, '/packages', ['Home', 'Shipping', 'My packages (page)', 'My profile']],
  ['a customer in the profile', CUSTOMER, '/profile/account', ['Home', 'Shipping', 'My packages', 'My profile (true)']],
  ['a courier', COURIER, '/courier', ['My run (page)', 'Tracking', 'My profile']],
  ['a manager', MANAGER, '/manager/users', ['Manager (true)', 'Shipments', 'Scan', 'Runs', 'More']],
  [
    'a courier who is a manager',
    { ...MANAGER, courier: true },
    '/manager/runs',
    ['Manager (true)', 'Shipments', 'Scan', 'My run', 'More'],
  ],
])('%s has few places, and sees which this is', async (_who, as, path, places) => {
  await openPage(path, { as, api });
  await expect.element(bar).toBeInViewport();
  expect(shown()).toEqual(places);
  await expect.poll(() => innerHeight - bottomOf(bar)).toBe(0);
  await expectAccessible();
});

test.each<[string, User | undefined, string]>([
  ['a visitor', undefined, '/track'],
  ['someone unverified', UNVERIFIED, '/track'],
  ['a courier at a stop', COURIER, stopPath(run, 0)],
])('%s has none', async (_who, as, path) => {
  await openPage(path, { ...(as && { as }), api });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test('it is for phones, and not for paper', async () => {
  const print = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await print('')));
  await openPage('/', { as: CUSTOMER, api });
  await expect.element(bar).toBeVisible();
  await print('print');
  await expect.element(bar).not.toBeInTheDocument();
  await print('');
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.element(bar).not.toBeInTheDocument();
});

test('a selection and the last of a page stay above it', async () => {
  await openPage('/manager/runs', { as: MANAGER, api });
  await page.getByRole('main').getByRole('checkbox').first().click();
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
  expect(bottomOf(page.getByRole('region', { name: 'Selection' }))).toBe(topOfBar());
  scrollTo(0, document.documentElement.scrollHeight);
  // A page's height is rarely whole.
  await expect.poll(() => Math.round(bottomOf(page.getByRole('contentinfo')))).toBe(topOfBar());
});

test('a courier’s next step stays above it', async () => {
  await openPage('/courier', { as: newCourier(), api });
  const next = page.getByRole('link', { name: 'Next stop: 1' });
  await expect.element(next).toBeInViewport({ ratio: 1 });
  expect(bottomOf(next)).toBeLessThan(topOfBar());
});

test('a message stays above it', async () => {
  await openPage('/', { as: CUSTOMER, api });
  await expect.element(bar).toBeVisible();
  toast.success('Saved');
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Saved');
  await expect.poll(() => bottomOf(message) > 0 && bottomOf(message) < topOfBar()).toBe(true);
});

test('coming late to a public page it moves nothing', async () => {
  const profile = held<User>();
  await openPage('/track', { as: CUSTOMER, api: { auth: { profile: profile.answer } } });
  const foot = page.getByRole('contentinfo');
  await expect.element(foot).toBeVisible();
  const before = bottomOf(foot);
  profile.resolve(CUSTOMER);
  await expect.element(bar).toBeVisible();
  expect(bottomOf(foot)).toBe(before);
});

test('More opens the menu with the rest of the desk', async () => {
  await openPage('/manager/runs', { as: MANAGER, api });
  await bar.getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Users' }).click();
  await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
});
