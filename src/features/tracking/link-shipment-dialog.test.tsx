import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { press, typeInto } from '../../../tests/components/keyboard.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, UNVERIFIED } from '../../../tests/components/people.ts';
import { DETAILS, OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';

const PATH = `/track/${TRACKING_ID}`;
/** Opened with one of its codes, by someone who is not its owner. */
const GRANTED: TrackedShipment = { ...DETAILS, viewer: 'grant', receiverLinked: false };

const serving = (shipment: TrackedShipment): Api => ({
  shipment: { getShipmentByTrackingId: () => shipment },
  bill: { getBills: () => [] },
});
const dialog = page.getByRole('dialog', { name: 'Link shipment' });
const field = (label: string) => dialog.getByLabelText(label);
const link = dialog.getByRole('button', { name: 'Link shipment' });
const offer = page.getByText('Does this shipment belong to you?');

test.each<[who: string, shipment: TrackedShipment]>([
  ['an owner', { ...GRANTED, viewer: 'owner' }],
  ['a guest of a linked shipment', { ...GRANTED, receiverLinked: true }],
])('%s is not offered to link it', async (_, shipment) => {
  await openPage(`${PATH}?detailed=true`, { as: CUSTOMER, api: serving(shipment) });
  await expect.element(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
});

test('the dialog asks for both codes', async () => {
  await openPage(`${PATH}?detailed=true`, { as: CUSTOMER, api: serving(GRANTED) });
  await page.getByRole('link', { name: 'Link shipment' }).click();
  await expect.poll(address).toBe(`${PATH}?detailed=true&view=link`);
  await link.click();
  await expectShown(dialog.getByText('Receiver code is required.'), dialog.getByText('Sender code is required.'));
  await expectAccessible();
});

test('codes that are wrong, or of a linked shipment, are rejected above the form', async () => {
  await openPage(`${PATH}?view=link`, { as: CUSTOMER, api: serving(GRANTED) });
  for (const message of ['Those codes don’t match this shipment.', 'This shipment is already linked to an account.']) {
    serve({ shipment: { linkShipment: rejecting('CONFLICT', message) } });
    await field('Receiver code').fill('WRONG');
    await field('Sender code').fill('ABCD EFGH JKLM');
    await link.click();
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(message);
  }
  await expectAccessible();
});

test('the keyboard alone links a shipment, which then offers it no more', async () => {
  await openPage(PATH, { as: CUSTOMER, api: serving(GRANTED) });
  await press(page.getByRole('link', { name: 'Link shipment' }));
  await expect.element(field('Receiver code')).toHaveFocus();
  await userEvent.keyboard('ABCD EFGH JKLM');
  await typeInto(field('Sender code'), 'NPQR STUV WXYZ');
  serve(serving({ ...DETAILS, receiverLinked: true }));
  serve({ shipment: { linkShipment: () => ({ ok: true }) } });
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Shipment linked')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(offer).not.toBeInTheDocument();
  expect(address()).toBe(PATH);
  const codes = { receiverCode: 'ABCD EFGH JKLM', senderCode: 'NPQR STUV WXYZ' };
  expect(inputsOf('shipment.linkShipment')).toEqual([{ id: OVERVIEW.id, ...codes }]);
});

test('a link to the dialog sends a visitor to the login', async () => {
  const path = `${PATH}?view=link`;
  await openPage(path, { api: serving(OVERVIEW) });
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(address()).toBe(`/login?returnTo=${encodeURIComponent(path)}`);
});

test('a link to the dialog sends an unverified person to the verification', async () => {
  await openPage(`${PATH}?view=link`, { as: UNVERIFIED, api: serving(OVERVIEW) });
  await expect.element(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
  expect(address()).toBe('/verify-email');
});
