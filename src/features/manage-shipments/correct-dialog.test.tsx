import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { DESK, SHIPMENT_PATH as path } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectLink, expectWords, toastOf } from '../../../tests/components/expectations.ts';
import { address, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { readOutbox, storedRow, writeOutbox } from '../../../tests/components/outbox.ts';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';

const api = { ...DESK, shipmentAdmin: { getShipment: () => MANAGED } };
const openShipment = () => openPage(path, { as: MANAGER, size: TABLET, api });
const dialog = (party: 'sender' | 'receiver') => page.getByRole('dialog', { name: `Correct ${party}` });
const save = page.getByRole('button', { name: 'Save', exact: true });
const phone = page.getByLabelText('Phone', { exact: true });
const SEEN = { id: MANAGED.id, party: 'receiver' };

test('a phone number is corrected in three taps, without a delivery date', async () => {
  await openShipment();
  serve({ shipmentAdmin: { correctParty: () => ({ ok: true }) } });
  await page.getByRole('link', { name: 'Correct receiver' }).click();
  await expect.element(dialog('receiver')).toBeVisible();
  await expectAccessible();
  await phone.fill(MANAGED.receiverPhone.replaceAll(' ', '-'));
  await expect.element(page.getByText('New code for the receiver')).not.toBeInTheDocument();
  await phone.fill('+46 31 555 0199');
  await expectWords(dialog('receiver'), 'New code for the receiver');
  await expectWords(dialog('receiver'), 'If this is another number, the old receiver code and links will stop working');
  await save.click();
  await expect.element(toastOf('Receiver corrected')).toBeVisible();
  expect(address()).toBe(path);
  expect(inputsOf('shipmentAdmin.correctParty')).toEqual([
    { ...SEEN, phone: '+46 31 555 0199', base: { phone: MANAGED.receiverPhone } },
  ]);
});

test('a sender has no delivery address, and a new email address brings a new code', async () => {
  await openShipment();
  await page.getByRole('link', { name: 'Correct sender' }).click();
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue(MANAGED.senderName);
  await expect.element(page.getByLabelText('Ship to')).not.toBeInTheDocument();
  await page.getByLabelText('Email', { exact: true }).fill('right@example.com');
  await expectWords(dialog('sender'), 'New code for the sender');
});

test('what someone else has corrected since is replaced only when saved again', async () => {
  await openShipment();
  await page.getByRole('link', { name: 'Correct receiver' }).click();
  await phone.fill('+46 31 555 0199');
  const message = 'Someone else changed this to “112”. Save again to replace it.';
  serve({
    shipmentAdmin: {
      getShipment: () => ({ ...MANAGED, receiverPhone: '112' }),
      correctParty: rejecting('CONFLICT', 'Changed.', { phone: [message] }),
    },
  });
  await save.click();
  await expect.element(page.getByText(message)).toBeVisible();
  serve({ shipmentAdmin: { correctParty: () => ({ ok: true }) } });
  await phone.fill('+46 31 555 0198');
  await save.click();
  await expect.poll(address).toBe(path);
  expect(inputsOf('shipmentAdmin.correctParty').at(-1)).toMatchObject({ base: { phone: '112' } });
});

test('offline, corrections wait, and the second is one of the first', async () => {
  await openShipment();
  await expect.element(page.getByRole('link', { name: 'Correct receiver' })).toBeVisible();
  setOnline(false);
  for (const [was, is] of [
    [MANAGED.receiverPhone, '+46 31 555 0198'],
    ['+46 31 555 0198', '+46 31 555 0199'],
  ] as const) {
    await page.getByRole('link', { name: 'Correct receiver' }).click();
    await expect.element(phone).toHaveValue(was);
    await phone.fill(is);
    await save.click();
    await expect.element(dialog('receiver')).not.toBeInTheDocument();
  }
  await expectWords(page.getByRole('region', { name: 'Not sent yet' }), 'Corrected the receiver: +46 31 555 0199');
  const waiting = { input: { phone: '+46 31 555 0199', base: { phone: '+46 31 555 0198' } } };
  await expect.poll(readOutbox).toMatchObject([{}, waiting]);
});

test('a correction that was overtaken is sent again as mine', async () => {
  const problem = { code: 'CONFLICT', message: 'Changed.', fieldErrors: { phone: ['Someone else changed this.'] } };
  const input = { ...SEEN, phone: '+46 31 555 0199', base: { phone: '112' } };
  await writeOutbox([storedRow('shipmentAdmin.correctParty', input, { state: 'review', problem })]);
  await openPage('/outbox', { as: MANAGER, api: { shipmentAdmin: { correctParty: () => ({ ok: true }) } } });
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(page.getByText('Everything has been sent.')).toBeVisible();
  expect(inputsOf('shipmentAdmin.correctParty')).toEqual([{ ...SEEN, phone: '+46 31 555 0199' }]);
});

test('a party is called, or written to, from the shipment', async () => {
  await openShipment();
  await expectLink(page.getByRole('link', { name: MANAGED.receiverPhone }), 'tel:+46315550192');
  const to = encodeURIComponent(MANAGED.receiverEmail);
  await expectLink(page.getByRole('link', { name: 'Write email to the receiver' }), `/manager/mail?to=${to}`);
});
