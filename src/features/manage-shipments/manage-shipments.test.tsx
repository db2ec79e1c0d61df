import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, held, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { readDescriptions, textsOf } from '../../../tests/components/descriptions.ts';
import { expectAccessible, expectLink, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { BILL } from '../../../tests/components/managed-money.ts';
import { OPEN_EXCEPTION, RUN, VISIT } from '../../../tests/components/managed-runs.ts';
import { address, openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { discardDrafts, openDraft } from '../../offline/drafts.ts';
import { setUnsavedInputStore } from '../../ui/form/unsaved-input.ts';

const path = `/manager/shipments/${MANAGED.id}`;
const LINKED: ManagedShipment = { ...MANAGED, receiverId: CUSTOMER.id, senderCountry: '' };
const serving = (shipment: ManagedShipment): Api => ({
  shipmentAdmin: { getShipment: () => shipment },
  billAdmin: { getShipmentBills: () => [] },
  runAdmin: { exceptions: () => [] },
});
const openShipment = (shipment = LINKED, more: Api = {}, search = '') =>
  openPage(path + search, { as: MANAGER, size: TABLET, api: { ...serving(shipment), ...more } });

const actions = page.getByRole('group', { name: 'Shipment actions' });
const question = page.getByRole('alertdialog', { name: 'Delete shipment' });

test('a shipment shows every field, and where its parties’ accounts are', async () => {
  await openShipment();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect
    .poll(textsOf(crumbs.getByRole('listitem')))
    .toEqual(['Manager', 'Shipments', `Shipment - #${TRACKING_ID}`]);
  await expect.element(crumbs.getByRole('link', { name: 'Shipments' })).toHaveAttribute('href', '/manager/shipments');
  await expect.element(page.getByText(MANAGED.description)).toBeVisible();
  await expect.poll(readDescriptions).toMatchObject({
    Sender: 'Tomás Pereira',
    'Sender country': 'N/A',
    'Sender email': expect.stringContaining('tomas.pereira@example.com'),
    'Sender phone': '+351 222 010 417',
    'Sender account': expect.stringContaining('Account not linked'),
    Receiver: 'Elin Strand',
    'Receiver country': 'Sweden',
    'Receiver email': expect.stringContaining('elin.strand@example.com'),
    'Receiver phone': '+46 31 555 0192',
    'Receiver account': expect.stringContaining('View account →'),
    Service: 'Special Cargo',
    Dimensions: '12 x 55in',
    Weight: '31.4 kg',
    'Value ($)': '$1,840.00',
    'Clearance detail': 'Cleared',
    'Shipping fee ($)': '$212.50',
    Payer: 'Receiver',
    'Ship To': 'Linnégatan 8, 413 04 Gothenburg',
    // The brand's clock counts, which is not this device's.
    'Ship date': 'Monday 16/11/2026 - 10:12 AM',
    'Delivery date': 'N/A',
  });
  await expect.element(page.getByText('Ship date and delivery date are in UTC.')).toBeVisible();
  await expectLink(page.getByRole('link', { name: 'View account →' }), `/manager/users/${CUSTOMER.id}`);
  await expectShown('No images', 'Label created');
});

test.each([
  ['Add new location', 'add-location'],
  ['Update shipment status', 'update-status'],
  ['Update shipment info', 'update-info'],
])('the panel “%s” has its own address', async (name, view) => {
  await openShipment();
  await focusOn(actions.getByRole('link', { name }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`${path}?view=${view}`);
  await expect.element(page.getByRole('region', { name })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect.poll(address).toBe(path);
  await expect.element(page.getByRole('region', { name })).not.toBeInTheDocument();
});

test('the action of the open form cancels it', async () => {
  await openShipment(LINKED, {}, '?view=update-info');
  await expect.element(page.getByRole('region', { name: 'Update shipment info' })).toBeVisible();
  await expect.element(actions.getByRole('link', { name: 'Update shipment info' })).not.toBeInTheDocument();
  await actions.getByRole('link', { name: 'Cancel update' }).click();
  await expect.poll(address).toBe(path);
  await expect.element(page.getByRole('region', { name: 'Update shipment info' })).not.toBeInTheDocument();
});

test('updating starts from the current values, and needs a delivery date', async () => {
  await openShipment(LINKED, {}, '?view=update-info');
  const form = page.getByRole('region', { name: 'Update shipment info' });
  await expect.element(form.getByLabelText('Description')).toHaveValue(MANAGED.description);
  await expect.element(form.getByLabelText('Ship date')).toHaveValue('2026-11-16T10:12');
  await expect.element(form.getByLabelText('Delivery date')).toBeRequired();
  await expect.element(form.getByLabelText('Delivery date')).toHaveAccessibleDescription('UTC');
  await form.getByLabelText('Sender email').fill('not an address');
  await form.getByRole('button', { name: 'Update shipment' }).click();
  await expect.element(form.getByText('Delivery date is required.')).toBeVisible();
  await expect.element(form.getByText('Enter a full email address, such as name@example.com.')).toBeVisible();
  await expectAccessible();
  await form.getByLabelText('Sender email').fill('ada@example.com');
  await form.getByLabelText('Delivery date').fill('2026-11-15T10:00');
  await expect.element(form.getByText('Delivery date can’t be before the ship date.')).toBeVisible();
  const deliveryDate = '2026-11-27T00:30:00.000Z';
  await fill({ 'Delivery date': '2026-11-27T00:30', Weight: '32 kg' });
  const saved: ManagedShipment = { ...LINKED, senderId: CUSTOMER.id, weight: '32 kg', deliveryDate };
  serve({ shipmentAdmin: { updateShipment: () => ({ ok: true }), getShipment: () => saved } });
  await form.getByRole('button', { name: 'Update shipment' }).click();
  await expect.element(toastOf('Shipment updated')).toBeVisible();
  await expect.poll(address).toBe(path);
  await expect.poll(readDescriptions).toMatchObject({ 'Delivery date': 'Friday 27/11/2026 - 12:30 AM' });
  await expect.poll(() => page.getByRole('link', { name: 'View account →' }).elements().length).toBe(2);
  const { id, shipDate } = MANAGED;
  const sent = { id, senderEmail: 'ada@example.com', weight: '32 kg', shipDate, deliveryDate };
  expect(inputsOf('shipmentAdmin.updateShipment')).toMatchObject([sent]);
});

test('deleting asks first, and Escape keeps the shipment', async () => {
  await openShipment();
  await actions.getByRole('link', { name: 'Delete shipment' }).click();
  await expect.poll(address).toBe(`${path}?view=delete`);
  await expect.element(question.getByText('Are you sure you want to delete this shipment?')).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(address).toBe(path);
});

test('deleting leaves the page at once, and the list changes later', async () => {
  const { answer, resolve } = held<{ ok: true }>();
  const going = { ...SUMMARY, description: 'Soon to be gone' };
  await openShipment(LINKED, {}, '?view=delete');
  serve({ shipmentAdmin: { deleteShipment: answer, getShipments: () => onePage([going]) } });
  await question.getByRole('button', { name: 'Delete' }).dblClick();
  await expect.element(page.getByRole('link', { name: 'Soon to be gone' })).toBeVisible();
  expect(address()).toBe('/manager/shipments');
  await expect.element(toastOf('Shipment deleted')).not.toBeInTheDocument();
  serve({ shipmentAdmin: { getShipments: () => onePage([]) } });
  resolve({ ok: true });
  await expect.element(toastOf('Shipment deleted')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Soon to be gone' })).not.toBeInTheDocument();
  expect(inputsOf('shipmentAdmin.deleteShipment')).toEqual([{ id: MANAGED.id }]);
});

test('an unknown shipment leads to the users, and says so', async () => {
  await openShipment(LINKED, {
    shipmentAdmin: { getShipment: rejecting('NOT_FOUND', 'Shipment not found') },
    userAdmin: { getUsers: () => onePage([]) },
  });
  await expect.poll(address).toBe('/manager/users');
  // React's strict mode runs effects twice.
  await expect.element(toastOf('Shipment not found').first()).toBeVisible();
});

test('bills, run and deliveries of a shipment are shown with their links', async () => {
  const run = { id: RUN.id, name: 'Broken day', courier: 'Kaj Lovelace' };
  await openShipment({ ...LINKED, run, visits: [VISIT] }, { billAdmin: { getShipmentBills: () => [BILL] } });
  const bills = page.getByRole('table', { name: 'Bills' });
  await expect.element(bills.getByText('$148.20')).toBeVisible();
  await expectLink(bills.getByRole('link', { name: 'Ada Lovelace' }), `/manager/users/${CUSTOMER.id}/account`);
  const facts = page.getByRole('region', { name: 'Shipment', exact: true });
  await expectLink(facts.getByRole('link', { name: 'Broken day' }), `/manager/runs/${RUN.id}`);
  await expect
    .element(page.getByRole('region', { name: 'Deliveries' }).getByRole('button', { name: 'Show 1 proof' }))
    .toBeVisible();
  await expectAccessible();
});

test('an exception that someone else resolves first says so, and is gone', async () => {
  await openShipment(LINKED, { runAdmin: { exceptions: () => [{ ...OPEN_EXCEPTION, kind: 'proof-not-given' }] } });
  const exceptions = page.getByRole('region', { name: 'Exceptions' });
  await expect.element(exceptions).toMatchTextContent('A required proof is missing.');
  await expectLink(exceptions.getByRole('link', { name: 'Centre' }), `/manager/runs/${RUN.id}`);
  await expectAccessible();
  await exceptions.getByRole('button', { name: /^Resolve/ }).click();
  const words = 'Someone else has already resolved this.';
  serve({ runAdmin: { resolve: rejecting('CONFLICT', words), exceptions: () => [] } });
  const dialog = page.getByRole('dialog', { name: 'Resolve exception' });
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(words);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(exceptions).not.toBeInTheDocument();
});

const BRAND = { photo: 'asked', signature: 'off', name: 'off' } as const;
const SIGNED = { ...BRAND, signature: 'required' } as const;
const proofDialog = page.getByRole('dialog', { name: 'Proof of delivery' });
const change = page.getByRole('link', { name: 'Change proof of delivery' });
const ofBrand = { ...LINKED, proof: null, brandProof: BRAND };

test('what proves a delivery is set by keyboard, for one shipment only', async () => {
  await openShipment(ofBrand);
  await expect.poll(readDescriptions).toMatchObject({ 'Proof of delivery': 'Photo requestedChange' });
  await focusOn(change);
  await userEvent.keyboard('{Enter}');
  await expect.element(proofDialog).toMatchTextContent('Default: photo requested.');
  await expectAccessible();
  const signature = proofDialog.getByLabelText('Signature');
  await focusOn(signature);
  await userEvent.keyboard('Required');
  await expect.element(signature).toHaveValue('required');
  serve({ shipmentAdmin: { setProof: () => ({ ok: true }), getShipment: () => ({ ...ofBrand, proof: SIGNED }) } });
  await focusOn(proofDialog.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Proof of delivery saved')).toBeVisible();
  await expect.poll(readDescriptions).toMatchObject({
    'Proof of delivery': expect.stringMatching(/^Photo requested, signature required ?Only for this shipment/),
  });
  await expect.element(change).toHaveFocus();
  expect(inputsOf('shipmentAdmin.setProof')).toEqual([
    { id: MANAGED.id, base: null, proof: { ...SIGNED, code: 'off' } },
  ]);
});

test('the usual proof leaves a shipment without special rules', async () => {
  await openShipment({ ...ofBrand, proof: SIGNED });
  await change.click();
  await proofDialog.getByLabelText('Signature').selectOptions('Off');
  serve({ shipmentAdmin: { setProof: () => ({ ok: true }), getShipment: () => ofBrand } });
  await proofDialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(proofDialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Only for this shipment')).not.toBeInTheDocument();
  expect(inputsOf('shipmentAdmin.setProof')).toEqual([{ id: MANAGED.id, base: SIGNED, proof: null }]);
});

test('nobody overwrites someone else’s proof rules, not even after a restart', async () => {
  const shipment = { ...ofBrand, proof: SIGNED };
  const theirs = { photo: 'required', signature: 'asked', name: 'asked' } as const;
  // The app does the same when it starts.
  setUnsavedInputStore(openDraft);
  onTestFinished(discardDrafts);
  await openShipment(shipment);
  await change.click();
  await proofDialog.getByLabelText('Signature').selectOptions('Off');
  const words = 'Someone else changed what proves this delivery.';
  const getShipment = () => ({ ...shipment, proof: theirs });
  serve({ shipmentAdmin: { setProof: rejecting('CONFLICT', words), getShipment } });
  await proofDialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(proofDialog.getByRole('alert')).toMatchTextContent(words);

  await openAgain();
  await expect.element(proofDialog.getByLabelText('Signature')).toHaveValue('off');
  await proofDialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(proofDialog.getByRole('alert')).toMatchTextContent(words);
  await proofDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(readDescriptions).toMatchObject({
    'Proof of delivery': expect.stringContaining('Photo required, signature requested, name requested'),
  });
  await change.click();
  await proofDialog.getByRole('button', { name: 'Start over' }).click();
  await expect.element(proofDialog.getByLabelText('Signature')).toHaveValue('asked');
  expect(inputsOf('shipmentAdmin.setProof')).toEqual([
    { id: MANAGED.id, base: SIGNED, proof: null },
    // The base of the changed field stays what it was.
    { id: MANAGED.id, base: { ...theirs, signature: 'required' }, proof: { ...theirs, signature: 'off', code: 'off' } },
  ]);
});
