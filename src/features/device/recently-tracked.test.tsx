import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectWords } from '../../../tests/components/expectations.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';

const onDevice = page.getByRole('region', { name: 'On this device' });
const PUBLIC_VIEW = '&person=nobody&grant=none';

/** A file in a cache of the worker's, as the worker stores it. */
async function store(cache: string, path: string, body: string, fetchedAt = '2026-11-16T10:15:00.000Z'): Promise<void> {
  const response = new Response(body, { headers: { 'x-sw-fetched-at': fetchedAt } });
  await (await caches.open(cache)).put(path, response);
}

async function storeShipment(trackingId: string, description: string, fetchedAt?: string): Promise<void> {
  const data = { ...OVERVIEW, trackingId, description };
  const path = `/api/trpc/shipment.getShipmentByTrackingId?input=${trackingId}${PUBLIC_VIEW}`;
  await store('tracking', path, JSON.stringify({ result: { data } }), fetchedAt);
}

test('a visitor who has tracked nothing sees no list', async () => {
  await openPage('/track');
  await expect.element(page.getByRole('button', { name: 'Scan' })).toBeEnabled();
  await expect.element(onDevice).not.toBeInTheDocument();
});

test('a visitor finds offline what was tracked here, newest first', async () => {
  await storeShipment('W48207K159XR', 'Seen as well', '2026-11-15T08:00:00.000Z');
  await storeShipment(TRACKING_ID, 'Seen last');
  for (const place of [1, 2, 3]) await store('images', `/images/${place}-640.webp`, 'An image');
  // The page of a network that wants to be paid came in place of an answer.
  await store('tracking', `/api/trpc/shipment.getShipmentByTrackingId?input=x${PUBLIC_VIEW}`, '<h1>Pay</h1>');
  setOnline(false);
  await openPage('/track');
  await expect.element(onDevice).toMatchTextContent(/available offline: [\d.]+ (bytes|KB) with 3 images\./);
  const rows = onDevice.getByRole('row');
  await expectWords(rows.nth(1), 'Seen last', TRACKING_ID, /\d\d:\d\d [AP]M/);
  await expect.element(rows.nth(2)).toMatchTextContent('Seen as well');
  await expect.poll(() => rows.all()).toHaveLength(3);
  await expectAccessible();
  await onDevice.getByRole('button', { name: 'Clear' }).click();
  await expectWords(page.getByRole('alertdialog'), 'You won’t be able to see these shipments offline');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await onDevice.getByRole('link', { name: 'Seen last' }).click();
  await expect.poll(address).toBe(`/track/${TRACKING_ID}`);
});

test('a signed-in person does not see what visitors tracked here', async () => {
  await storeShipment(TRACKING_ID, 'Told to this device');
  const hasCache = vi.spyOn(caches, 'has');
  await openPage('/track', { as: CUSTOMER });
  await expect.element(page.getByRole('button', { name: 'Scan' })).toBeEnabled();
  // Nor is it looked for: the list would come a moment later.
  expect(hasCache).not.toHaveBeenCalledWith('tracking');
  await expect.element(onDevice).not.toBeInTheDocument();
  localStorage.clear();
  await openPage('/track');
  await expect.element(onDevice).toMatchTextContent('Told to this device');
});
