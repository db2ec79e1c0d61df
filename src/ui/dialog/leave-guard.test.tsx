import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serve } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { unfoldMore } from '../../../tests/components/fill.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { asksBeforeClosing, typeSlowly } from '../../../tests/components/unsaved-input.ts';

const PHOTO = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], 'photo.png', { type: 'image/png' });

const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
const stay = question.getByRole('button', { name: 'Stay' });
const leave = question.getByRole('button', { name: 'Leave' });
const description = page.getByLabelText('Description');
const fileInput = () => document.querySelector('input[type=file]') as HTMLInputElement;

beforeEach(() => {
  serve(DESK);
  serve({ shipmentImport: { getImports: () => [] } });
  // It is on its way for as long as the test takes.
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined);
});

/** Opens the new shipment over the list of all, with text and a picture that is uploading. */
async function uploadSlowly() {
  const opened = await openPage('/manager/shipments', { as: MANAGER, size: DESKTOP });
  await page.getByRole('link', { name: 'Create shipment' }).click();
  await typeSlowly(description, 'A slow picture');
  await unfoldMore();
  await userEvent.upload(fileInput(), PHOTO);
  await expect.element(page.getByText('Uploading image 1 of 1.')).toBeVisible();
  return opened;
}

test('a link asks first while an image is uploading, and Stay stays', async () => {
  await uploadSlowly();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect.element(stay).toHaveFocus();
  await expect.element(question).toMatchTextContent('What you typed is kept.');
  await expectAccessible();
  await stay.click();
  await expect.element(question).not.toBeInTheDocument();
  expect(address()).toBe('/manager/shipments/create');
  await expect.element(page.getByText('Uploading image 1 of 1.')).toBeVisible();
});

test('Back asks too, and so does closing the page', async () => {
  const { router } = await uploadSlowly();
  expect(asksBeforeClosing()).toBe(true);
  void router.navigate(-1);
  await stay.click();
  await expect.element(question).not.toBeInTheDocument();
  expect(address()).toBe('/manager/shipments/create');
});

test('Leave leaves, and what was typed is kept without the picture', async () => {
  const { router } = await uploadSlowly();
  void router.navigate(-1);
  await leave.click();
  await expect.element(page.getByRole('heading', { name: 'Shipments', exact: true })).toBeVisible();
  expect(address()).toBe('/manager/shipments');
  expect(asksBeforeClosing()).toBe(false);
  await page.getByRole('link', { name: 'Create shipment' }).click();
  await expect.element(description).toHaveValue('A slow picture');
  expect(asksBeforeClosing()).toBe(false);
});

test('a file that is being checked would have to be chosen again', async () => {
  await openPage('/manager/shipments/import', { as: MANAGER, size: DESKTOP });
  await expect.element(page.getByText('Choose a CSV file')).toBeVisible();
  await userEvent.upload(fileInput(), new File(['x'], 'a.csv', { type: 'text/csv' }));
  await expect.poll(asksBeforeClosing).toBe(true);
  await page.getByRole('link', { name: 'Shipments' }).first().click();
  await expect.element(question).toMatchTextContent('choose it again');
  await leave.click();
  await expect.element(page.getByRole('heading', { name: 'Shipments', exact: true })).toBeVisible();
  expect(asksBeforeClosing()).toBe(false);
});
