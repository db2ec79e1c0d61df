import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, serve } from '../../../tests/components/api.ts';
import { DESK as api, SHIPMENT_PATH as path } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';

test('a location is added from its panel, which closes and says so', async () => {
  await openPage(`${path}?view=add-location`, { as: MANAGER, size: DESKTOP, api });
  await expectAccessible();
  await fill({ Address: 'Hamburg', Comment: 'In transit' });
  serve({ shipmentAdmin: { updateShipmentActivity: () => ({ ok: true }) } });
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Location added')).toBeVisible();
  const sent = { address: 'Hamburg', comment: 'In transit' };
  expect(inputsOf('shipmentAdmin.updateShipmentActivity')).toMatchObject([sent]);
  expect(address()).toBe(path);
});

test('without a network a shipment that was never opened says that it is not on this device', async () => {
  await openPage('/track', { as: MANAGER });
  await expect.poll(() => inputsOf('auth.profile')).toHaveLength(1);
  setOnline(false);
  await openPage(path);
  await expect.element(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
});
