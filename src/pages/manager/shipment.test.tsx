import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, serve } from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { DESK as api, SHIPMENT_PATH as path } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { DISPATCHER, MANAGER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';

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

const withoutCode: Api = {
  ...api,
  shipmentAdmin: { ...api.shipmentAdmin, getShipment: () => ({ ...MANAGED, codeless: ['receiver'] }) },
};
const sendButton = page.getByRole('button', { name: 'Send code' });

test('the code of a corrected address is sent there, after which nothing asks for it', async () => {
  await openPage(path, { as: MANAGER, size: DESKTOP, api: withoutCode });
  await expectShown('The receiver has no private code', sendButton);
  await expectAccessible();
  serve({ shipmentAdmin: { ...api.shipmentAdmin, sendCode: () => ({ ok: true }) } });
  await sendButton.click();
  await expect.element(toastOf('Code sent')).toBeVisible();
  await expect.element(page.getByText('The receiver has no private code')).not.toBeInTheDocument();
  const sent = {
    id: MANAGED.id,
    party: 'receiver',
    email: MANAGED.receiverEmail,
    phone: MANAGED.receiverPhone,
  };
  expect(inputsOf('shipmentAdmin.sendCode')).toEqual([sent]);
});

test('a dispatcher reads that a manager has to send a code', async () => {
  await openPage(path, { as: DISPATCHER, size: DESKTOP, api: withoutCode });
  await expectShown('The receiver has no private code', page.getByText(/A manager has to check it/));
  await expect.element(sendButton).not.toBeInTheDocument();
  await expectAccessible();
});

test('at the desk the acts are one line, and a panel opens at the right, moving nothing', async () => {
  await openPage(path, { as: MANAGER, size: DESKTOP, api });
  const strip = page.getByRole('group', { name: 'Shipment actions' });
  await expect
    .poll(textsOf(strip.getByRole('link')))
    .toEqual(['Location', 'Status', 'Edit', 'Label', 'Repeat', 'Delete']);
  expect(strip.element().getBoundingClientRect().height).toBeLessThan(48);
  const topOf = (name: string) => page.getByRole('heading', { name, exact: true }).element().getBoundingClientRect();
  expect(topOf('From').top).toBe(topOf('To').top);
  expect(Math.abs(topOf('From').top - topOf('Activity').top)).toBeLessThan(16);
  expect(topOf('Activity').left).toBeGreaterThan(topOf('To').right);
  const places = () =>
    [...document.querySelectorAll('main :is(h1, h2, dt)')]
      .filter((element) => !element.closest('.panel'))
      .map((element) => JSON.stringify(element.getBoundingClientRect()));
  const before = places();
  for (const name of ['Add new location', 'Update shipment status', 'Update shipment info']) {
    await page.getByRole('link', { name, exact: true }).click();
    const title = page.getByRole('region', { name }).getByRole('heading', { name });
    await expect.element(title).toBeVisible();
    expect(title.element().getBoundingClientRect().left).toBeGreaterThan(topOf('To').right);
    const { borderTopWidth } = getComputedStyle(title.element().closest('.panel') ?? document.body);
    expect(borderTopWidth).toBe('2px');
    expect(places()).toEqual(before);
    await expectAccessible();
  }
});
