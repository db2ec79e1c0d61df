import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { DESK, SHIPMENT_PATH as path } from '../../../tests/components/desk.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage } from '../../../tests/components/shipments.ts';

const STORED = { ...MANAGED, deliveryDate: '2026-12-24T10:00:00.000Z' };
const field = (label: string) => page.getByLabelText(label, { exact: true });
const submit = page.getByRole('button', { name: 'Update shipment', exact: true });
const form = () => document.querySelector('form[data-unfinished]');

/** Returns a function that sends it news of someone else’s change. */
async function openPanel(view: string, shipment: typeof MANAGED = STORED) {
  const api = { ...DESK, shipmentAdmin: { getShipment: () => shipment } };
  const { client } = await openPage(`${path}?view=${view}`, { as: MANAGER, size: DESKTOP, api });
  return (getShipment: () => typeof MANAGED) => {
    serve({ shipmentAdmin: { getShipment } });
    return client.invalidateQueries();
  };
}

test('someone else’s changes appear in the fields that nobody has touched', async () => {
  const hear = await openPanel('update-info', MANAGED);
  await field('Description').fill('Corrected by the first');
  await field('Delivery date').fill('2026-12-01T10:00');
  await hear(() => ({ ...MANAGED, weight: '99 kg', deliveryDate: '2026-12-24T10:00:00.000Z' }));
  await expect.element(field('Weight')).toHaveValue('99 kg');
  await expect.element(field('Description')).toHaveValue('Corrected by the first');
  await expect.element(field('Delivery date')).toHaveValue('2026-12-01T10:00');
  expect(form()?.getAttribute('data-unfinished')).toBe('true');

  serve({ shipmentAdmin: { updateShipment: () => ({ ok: true }) } });
  await submit.click();
  await expect.poll(address).toBe(path);
  // There was no delivery date when this one was typed.
  expect(inputsOf('shipmentAdmin.updateShipment')).toMatchObject([
    { description: 'Corrected by the first', weight: '99 kg', base: { weight: '99 kg', deliveryDate: null } },
  ]);
});

test('a field that both changed is replaced when saved again', async () => {
  const hear = await openPanel('update-info');
  await field('Weight').fill('5 kg');
  await hear(() => ({ ...STORED, weight: '99 kg' }));
  const message = 'Someone else changed this to “99 kg”. Save again to replace it.';
  serve({ shipmentAdmin: { updateShipment: rejecting('CONFLICT', 'Changed.', { weight: [message] }) } });
  await submit.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(field('Weight')).toHaveFocus();
  await expect.element(field('Weight')).toHaveValue('5 kg');

  serve({ shipmentAdmin: { updateShipment: () => ({ ok: true }) } });
  // Two presses within a second are one.
  await field('Ship to').fill('Hall 4');
  await submit.click();
  await expect.poll(address).toBe(path);
  expect(inputsOf('shipmentAdmin.updateShipment')).toMatchObject([
    { weight: '5 kg', base: { weight: MANAGED.weight } },
    { weight: '5 kg', base: { weight: '99 kg' } },
  ]);
});

test('what someone else saved between two edits is not replaced unseen', async () => {
  const hear = await openPanel('update-info');
  await field('Weight').fill('5 kg');
  await hear(() => ({ ...STORED, weight: '99 kg' }));
  await field('Description').fill('Corrected after that');
  serve({ shipmentAdmin: { updateShipment: () => ({ ok: true }) } });
  await submit.click();
  await expect.poll(address).toBe(path);
  expect(inputsOf('shipmentAdmin.updateShipment')).toMatchObject([
    { weight: '5 kg', base: { weight: MANAGED.weight, description: MANAGED.description } },
  ]);
});

test('a shipment changed by someone else while saving is sent once', async () => {
  const hear = await openPanel('update-info');
  const answer = held<{ ok: true }>();
  serve({ shipmentAdmin: { updateShipment: answer.answer } });
  await field('Description').fill('Sent once');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => inputsOf('shipmentAdmin.updateShipment')).toHaveLength(1);
  await hear(() => ({ ...STORED, weight: '99 kg' }));
  await expect.element(field('Weight')).toHaveValue('99 kg');
  field('Description').element().focus();
  await userEvent.keyboard('{Enter}');
  serve({ shipmentAdmin: { getShipment: () => ({ ...STORED, description: 'Sent once' }) } });
  answer.resolve({ ok: true });
  await expect.poll(address).toBe(path);
  await expect.element(page.getByText('Sent once').first()).toBeVisible();
  expect(inputsOf('shipmentAdmin.updateShipment')).toHaveLength(1);
});

test('the status form follows the shipment until a status is chosen', async () => {
  const hear = await openPanel('update-status');
  await expect.element(field('Status')).toHaveValue('in-progress');
  await hear(() => ({ ...STORED, status: 'shipped', statusVersion: 2 }));
  await expect.element(field('Status')).toHaveValue('shipped');
  await field('Status').selectOptions('held');
  await hear(() => ({ ...STORED, status: 'delivery', statusVersion: 3 }));
  await expect.element(page.getByText('Delivery', { exact: true }).first()).toBeVisible();
  await expect.element(field('Status')).toHaveValue('held');
});

test('what was typed stays when someone else deletes the shipment', async () => {
  const hear = await openPanel('update-info');
  await field('Description').fill('Not yet saved');
  await hear(rejecting('NOT_FOUND', 'Shipment not found'));
  const panel = page.getByRole('region', { name: 'Update shipment info' });
  await expect.element(panel.getByRole('alert')).toMatchTextContent('Someone else deleted this shipment');
  await expect.element(field('Description')).toHaveValue('Not yet saved');
  expect(address()).toBe(`${path}?view=update-info`);
  await expectAccessible();

  serve({ userAdmin: { getUsers: () => onePage([]) } });
  await page.getByRole('link', { name: 'Close' }).click();
  await expect.poll(address).toBe('/manager/users');
  await expectShown(toastOf('Shipment not found').first(), 'No users found.');
});
