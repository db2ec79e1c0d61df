import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../tests/components/api.ts';
import { expectAccessible } from '../../tests/components/expectations.ts';
import { openPage, TABLET } from '../../tests/components/open-page.tsx';
import { COURIER, CUSTOMER } from '../../tests/components/people.ts';
import { onePage } from '../../tests/components/shipments.ts';

const api: Api = {
  shipment: {
    getShipments: () => onePage([]),
    getShipmentsStats: () => ({ inProgress: 0, delivered: 0, cancelled: 0, failed: 0 }),
    getChanges: () => ({ data: [], total: 0, until: '2026-11-18T09:00:00.000Z' }),
  },
};
const inHeader = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My run' });
const onPage = page.getByRole('main').getByRole('link', { name: 'My run' });

test('header and first page lead couriers to their run', async () => {
  await openPage('/', { as: COURIER, size: TABLET, api });
  await expect.element(onPage).toHaveAttribute('href', '/courier');
  await expect.element(inHeader).toHaveAttribute('href', '/courier');
  await expectAccessible();
});

test('nobody else has a link to a run', async () => {
  await openPage('/', { as: CUSTOMER, size: TABLET, api });
  await expect.element(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'My run' })).not.toBeInTheDocument();
});
