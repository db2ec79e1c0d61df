import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../tests/components/expectations.ts';
import { HOME as api } from '../../tests/components/home.ts';
import { openPage, TABLET } from '../../tests/components/open-page.tsx';
import { COURIER, CUSTOMER } from '../../tests/components/people.ts';

const inHeader = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My run' });
const onPage = page.getByRole('main').getByRole('link', { name: 'My run' });

test('header and first page lead couriers to their run', async () => {
  await openPage('/', { as: COURIER, size: TABLET, api: { ...api, courier: { getRun: () => null } } });
  await expect.element(onPage).toHaveAttribute('href', '/courier');
  await expect.element(inHeader).toHaveAttribute('href', '/courier');
  await expectAccessible();
});

test('nobody else has a link to a run', async () => {
  await openPage('/', { as: CUSTOMER, size: TABLET, api });
  await expect.element(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My run' })).not.toBeInTheDocument();
});
