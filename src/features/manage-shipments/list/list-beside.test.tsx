import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../../../tests/components/api.ts';
import { expectAccessible, expectLink, expectShown } from '../../../../tests/components/expectations.ts';
import { address, DESKTOP, openAgain, openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import { MANAGED, SUMMARY } from '../../../../tests/components/shipments.ts';

const idOf = (number: number) => `0198c5f0-0000-7000-8000-0000000007${String(number).padStart(2, '0')}`;
const api: Api = {
  shipmentAdmin: {
    getShipments: ({ page: { page: number = 1 } }) => ({
      data: [1, 2].map((at) => ({
        ...SUMMARY,
        id: idOf(number * 10 + at),
        description: `Harp ${number}${at}`,
      })),
      total: 12,
      pagination: { prev: number > 1 ? number - 1 : null, next: number < 2 ? number + 1 : null },
    }),
    getShipment: (input) => ({ ...MANAGED, ...('id' in input && { id: input.id }) }),
  },
  billAdmin: { getShipmentBills: () => [] },
  runAdmin: { exceptions: () => [] },
};
const openList = (size: typeof DESKTOP) => openPage('/manager/shipments?status=held', { as: MANAGER, size, api });

const list = page.getByRole('region', { name: 'Shipments', exact: true });
const row = (name: string) => list.getByRole('link', { name });
const label = page.getByRole('region', { name: 'Shipping label' });

test('a list stays beside the shipment opened from it, and Back works', async () => {
  await openList(DESKTOP);
  await page.getByRole('link', { name: 'Harp 12' }).click();
  await expectShown(label, row('Harp 11'), list.getByText('12 shipments · Held'));
  expect(address()).toBe(`/manager/shipments/${idOf(12)}`);
  await expect.element(row('Harp 12')).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
  await list.getByRole('button', { name: 'Next page' }).click();
  await row('Harp 21').click();
  await expect.poll(address).toBe(`/manager/shipments/${idOf(21)}`);
  await expect.element(row('Harp 21')).toHaveAttribute('aria-current', 'page');
  await expectLink(list.getByRole('link', { name: 'Back to the list' }), '/manager/shipments?status=held&page=2');
  history.back();
  await expect.poll(address).toBe(`/manager/shipments/${idOf(12)}`);
  history.back();
  await expect.poll(address).toBe('/manager/shipments?status=held');
  await expect.element(list).not.toBeInTheDocument();
});

test('after a reload, and on smaller screens, a shipment fills the page', async () => {
  await openList(DESKTOP);
  await page.getByRole('link', { name: 'Harp 12' }).click();
  await expectShown(list);
  await page.viewport(TABLET.width, TABLET.height);
  await expect.element(list).not.toBeInTheDocument();
  await openAgain({ size: DESKTOP });
  await expectShown(label);
  expect(address()).toBe(`/manager/shipments/${idOf(12)}`);
  await expect.element(list).not.toBeInTheDocument();
});
