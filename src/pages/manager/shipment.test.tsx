import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, serve } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, toastOf } from '../../../tests/components/expectations.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';

const api: Api = {
  shipmentAdmin: { getShipment: () => MANAGED },
  billAdmin: { getShipmentBills: () => [] },
  runAdmin: { exceptions: () => [] },
};
const path = `/manager/shipments/${MANAGED.id}`;

test('a location is added from its panel, which closes and says so', async () => {
  await openPage(`${path}?view=add-location`, { as: MANAGER, size: DESKTOP, api });
  await expectAccessible();
  await page.getByLabelText('Address').fill('Hamburg');
  await page.getByLabelText('Comment').fill('In transit');
  serve({ shipmentAdmin: { updateShipmentActivity: () => ({ ok: true }) } });
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Location added')).toBeVisible();
  expect(inputsOf('shipmentAdmin.updateShipmentActivity')).toMatchObject([
    { address: 'Hamburg', comment: 'In transit' },
  ]);
  expect(address()).toBe(path);
});

test('without a network a shipment that was never opened says that it is not on this device', async () => {
  await openPage('/track', { as: MANAGER });
  await expect.poll(() => inputsOf('auth.profile')).toHaveLength(1);
  setOnline(false);
  await openPage(path);
  await expect.element(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
});
