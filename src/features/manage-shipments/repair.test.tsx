/** What a manager does about a shipment that belongs to the wrong person, or went to a wrong address. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { asBrand } from '../../../tests/components/brand.ts';
import { DESK, SHIPMENT_PATH as path } from '../../../tests/components/desk.ts';
import { expectAccessible, expectLink, toastOf } from '../../../tests/components/expectations.ts';
import { BILL as OWN_BILL } from '../../../tests/components/managed-money.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage } from '../../../tests/components/shipments.ts';

const LINKED = { ...MANAGED, receiverId: CUSTOMER.id };
/** Its payer was deleted since. */
const BILL = { ...OWN_BILL, payer: { id: CUSTOMER.id, name: '' } };

async function openShipment(shipment: typeof MANAGED, more: Api['shipmentAdmin'] = {}, search = '') {
  const billAdmin = { getShipmentBills: () => [BILL] };
  const api = { ...DESK, shipmentAdmin: { getShipment: () => shipment, ...more }, billAdmin };
  await openPage(path + search, { as: MANAGER, size: DESKTOP, api });
  await expect.element(page.getByText('Receiver account', { exact: true })).toBeVisible();
}

const textUnder = (caption: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === caption)?.nextElementSibling
    ?.textContent;
const showCodes = page.getByRole('button', { name: 'Show codes' });

test('an account is unlinked after a warning, and its code hidden', async () => {
  await openShipment(LINKED, { showCodes: () => ({ senderCode: 'AAAABBBBCCCC', receiverCode: 'DDDDEEEEFFFF' }) });
  await showCodes.last().click();
  await expect.poll(() => textUnder('Receiver code')).toBe('DDDDEEEEFFFF');
  await page.getByRole('link', { name: 'Unlink receiver account' }).click();
  await expect.poll(address).toBe(`${path}?view=unlink-receiver`);
  const question = page.getByRole('alertdialog', { name: 'Unlink receiver account' });
  await expect.element(question).toMatchTextContent('The account will no longer see this shipment.');
  await expect.element(question).toMatchTextContent(`We’ll send a new one to ${MANAGED.receiverEmail}.`);
  await expectAccessible();
  serve({ shipmentAdmin: { changeAccount: () => ({ ok: true }), getShipment: () => MANAGED } });
  await question.getByRole('button', { name: 'Unlink' }).click();
  await expect.element(toastOf('Receiver account unlinked')).toBeVisible();
  await expect.poll(() => textUnder('Receiver account')).toContain('Account not linked');
  await expect.poll(() => textUnder('Receiver code')).toMatch(/^Show codes/);
  await expect.poll(address).toBe(path);
  const unlinking = { id: MANAGED.id, party: 'receiver', from: CUSTOMER.id, email: null };
  expect(inputsOf('shipmentAdmin.changeAccount')).toEqual([unlinking]);
});

test('an account is linked by keyboard, and an unknown one says so', async () => {
  const unknown = { email: ['No account has this email.'] };
  await openShipment(MANAGED, { changeAccount: rejecting('BAD_REQUEST', 'Not linked', unknown) });
  await expect.element(page.getByRole('link', { name: 'Link receiver account' })).toBeVisible();
  page.getByRole('link', { name: 'Link receiver account' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const linking = page.getByRole('dialog', { name: 'Link receiver account' });
  await linking.getByLabelText('Account email').fill('nobody@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(linking.getByText('No account has this email.')).toBeVisible();
  await expectAccessible();
  serve({ shipmentAdmin: { changeAccount: () => ({ ok: true }), getShipment: () => LINKED } });
  await linking.getByLabelText('Account email').fill(CUSTOMER.email);
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Receiver account linked')).toBeVisible();
  await expectLink(page.getByRole('link', { name: 'View account →' }), `/manager/users/${CUSTOMER.id}`);
  expect(inputsOf('shipmentAdmin.changeAccount')).toMatchObject([
    { party: 'receiver', email: 'nobody@example.com' },
    { party: 'receiver', email: CUSTOMER.email },
  ]);
});

test('who corrects an address reads first that the old code stops working', async () => {
  await openShipment(MANAGED, {}, '?view=update-info');
  const notice = page.getByRole('status').filter({ hasText: 'New code for the' });
  await expect.element(page.getByLabelText('Receiver email')).toHaveValue(MANAGED.receiverEmail);
  await expect.element(notice).not.toBeInTheDocument();
  await page.getByLabelText('Receiver email').fill('right.address@example.com');
  await expect.element(notice).toMatchTextContent('The old receiver code and links will stop working');
  await expectAccessible();
});

test('cash that coins can’t pay is said where it is set, and refused nowhere', async () => {
  asBrand({ currency: 'CHF', smallestCoin: 0.05 });
  await openShipment(MANAGED, {}, '?view=update-info');
  const cod = page.getByLabelText('Cash on delivery (CHF)');
  await cod.fill('12.34');
  const hint = page.getByText('In cash it is CHF 12.35: the smallest coin is CHF 0.05.');
  await expect.element(hint).toBeVisible();
  await expectAccessible();
  await cod.fill('12.35');
  await expect.element(hint).not.toBeInTheDocument();
});

test('bills of a deleted person show, and close with the shipment', async () => {
  await openShipment(MANAGED);
  const bills = page.getByRole('table', { name: 'Bills' });
  await expect.element(bills).toMatchTextContent('Import duty and handling For a deleted user');
  await bills.getByRole('link', { name: 'Delete Import duty and handling' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete bill' });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();

  await page.getByRole('link', { name: 'Delete shipment' }).click();
  const deleting = page.getByRole('alertdialog', { name: 'Delete shipment' });
  await expect.element(deleting).toMatchTextContent('Its bills will be closed.');
  serve({ shipmentAdmin: { deleteShipment: () => ({ ok: true }), getShipments: () => onePage([]) } });
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(address).toBe('/manager/shipments');
  await expect.poll(() => inputsOf('shipmentAdmin.deleteShipment')).toEqual([{ id: MANAGED.id }]);
  await expect.element(page.getByText('No shipments found.')).toBeVisible();
});
