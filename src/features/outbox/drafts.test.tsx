import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { callsOf, inputsOf, noAnswer, serve } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { unfoldMore } from '../../../tests/components/fill.ts';
import { address, openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { readOutbox, storedRow, writeOutbox } from '../../../tests/components/outbox.ts';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';

const { dimensions, weight, shipTo, senderName, senderEmail, senderPhone, receiverEmail, receiverPhone } = MANAGED;
/** What a draft has of a shipment, without its receiver’s name. */
const BEGUN = {
  description: 'Begun in a tunnel',
  service: 'Package',
  payer: 'receiver',
  value: 12.5,
  fee: 8,
  dimensions,
  weight,
  shipTo,
  senderName,
  senderEmail,
  senderPhone,
  receiverEmail,
  receiverPhone,
  shipDate: '2026-11-16T10:12:00.000Z',
};
const draftOf = (input: object) => storedRow('shipmentAdmin.createShipment', input, { state: 'draft' });

const send = page.getByRole('button', { name: 'Send', exact: true });

test('offline a shipment becomes a draft, which is never sent by itself', async () => {
  await openPage('/manager/shipments/create', { as: MANAGER, size: TABLET });
  setOnline(false);
  await expect.element(page.getByRole('button', { name: 'Create shipment' })).not.toBeInTheDocument();
  await expect.element(page.getByText('You can only add images online.')).toBeVisible();
  await page.getByLabelText('Description').fill('Begun in a tunnel');
  await unfoldMore();
  await page.getByLabelText('Value ($)').fill('12.5');
  await page.getByLabelText('Ship date').fill('2026-11-16T10:12');
  await page.getByRole('button', { name: 'Save as draft' }).dblClick();
  await expect.poll(address).toBe('/outbox');
  await openAgain();
  await expectShown('Begun in a tunnel', page.getByText('Draft', { exact: true }));
  await expect.element(send).not.toBeInTheDocument();
  expect(await readOutbox()).toHaveLength(1);
  await expectAccessible();

  setOnline(true);
  await page.getByRole('link', { name: 'Open draft' }).click();
  await expect.element(page.getByLabelText('Description')).toHaveValue('Begun in a tunnel');
  await unfoldMore();
  await expect.element(page.getByLabelText('Value ($)')).toHaveValue('12.50');
  await expect.element(page.getByLabelText('Ship date')).toHaveValue('2026-11-16T10:12');
  expect(inputsOf('shipmentAdmin.createShipment')).toEqual([]);
});

test('a draft is completed in its form, and can then be sent', async () => {
  await writeOutbox([draftOf(BEGUN)]);
  await openPage('/outbox', { as: MANAGER, size: TABLET });
  await expect.element(page.getByRole('link', { name: 'Open draft' })).toBeVisible();
  await expect.element(send).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Open draft' }).click();
  await page.getByLabelText('Receiver name').fill('Elin Strand');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expectShown('New shipment to Elin Strand', send);
  setOnline(false);
  await expect.element(send).not.toBeInTheDocument();
  expect(inputsOf('shipmentAdmin.createShipment')).toEqual([]);
});

test('a draft without a response is sent again under its key', async () => {
  await writeOutbox([draftOf({ ...BEGUN, receiverName: 'Elin Strand' })]);
  await openPage('/outbox', { as: MANAGER, size: TABLET, api: { shipmentAdmin: { createShipment: noAnswer } } });
  await expect.element(send).toBeVisible();
  // Time passes only while this waits.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await send.click();
  await expect.poll(() => inputsOf('shipmentAdmin.createShipment')).toHaveLength(1);
  await expect.element(page.getByRole('main').getByText('Waiting to send')).toBeVisible();
  serve({ shipmentAdmin: { createShipment: () => ({ id: MANAGED.id, trackingId: MANAGED.trackingId }) } });
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500);
      return page.getByText('Everything has been sent.').query();
    })
    .not.toBe(null);
  const calls = callsOf('shipmentAdmin.createShipment');
  expect(calls.at(-1)?.input).toMatchObject({ description: 'Begun in a tunnel', value: 12.5 });
  expect(new Set(calls.map(({ context }) => context.idempotencyKey)).size).toBe(1);
});
