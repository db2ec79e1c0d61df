import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../tests/components/shipments.ts';

test('on a phone further filters are shown when asked for', async () => {
  await openPage('/shipping', {
    as: CUSTOMER,
    api: { shipment: { getShipments: ({ page: { status } }) => onePage(status ? [] : [SUMMARY]) } },
  });
  await expect.element(page.getByText('1 shipment', { exact: true })).toBeVisible();
  const status = page.getByLabelText('Status');
  await expect.element(status).not.toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await status.selectOptions('held');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(address).toBe('/shipping?status=held');
  await expect.element(page.getByText('No shipments found.')).toBeVisible();
  await expect.element(status).toBeVisible();
  await expectAccessible();
  expect(inputsOf('shipment.getShipments').at(-1)).toEqual({ rel: 'sender', page: { page: 1, status: 'held' } });
});

test('customers see more than a thousand matches as 1,000+, too', async () => {
  await openPage('/shipping?q=oboes', {
    as: CUSTOMER,
    api: { shipment: { getShipments: () => ({ ...onePage([SUMMARY]), total: 1_001 }) } },
  });
  await expect.element(page.getByText('1,000+ shipments')).toBeVisible();
});
