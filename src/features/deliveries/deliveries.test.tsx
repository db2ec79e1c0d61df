import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { VISIT as NEIGHBOUR } from '../../../tests/components/managed-runs.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { DETAILS, OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';

const PATH = `/track/${TRACKING_ID}?detailed=true`;
const SHA256 = '7'.repeat(64);
const deliveries = page.getByRole('region', { name: 'Deliveries' });
const photo = deliveries.getByRole('img', { name: 'Photo 1 of the visit' });

const VISIT = { ...NEIGHBOUR, proofs: [{ sha256: SHA256, kind: 'photo' as const, state: 'received' as const }] };

/** A picture of one pixel. */
async function servePhoto(): Promise<void> {
  const canvas = new OffscreenCanvas(1, 1);
  canvas.getContext('2d');
  const picture = await canvas.convertToBlob({ type: 'image/webp' });
  serveFile(`/api/proofs/${VISIT.id}/${SHA256}`, () => new Response(picture));
}

test('without the private code nothing of a visit is shown', async () => {
  await openPage(PATH, { api: { shipment: { getShipmentByTrackingId: () => OVERVIEW } } });
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect.element(deliveries).not.toBeInTheDocument();
});

const owners: Api = {
  shipment: { getShipmentByTrackingId: () => ({ ...DETAILS, visits: [VISIT] }) },
  bill: { getBills: () => [] },
};

test('owners see who took it, both times and the photo', async () => {
  await servePhoto();
  await openPage(PATH, { as: CUSTOMER, api: owners });
  await expect.element(deliveries).toMatchTextContent('Delivered to a neighbour: Kim Next-Door');
  await expect.element(deliveries.getByText('Report received')).toBeVisible();
  const times = [...deliveries.element().querySelectorAll('time')].map(({ dateTime }) => dateTime);
  expect(times).toEqual([VISIT.occurredAt, VISIT.createdAt]);
  await expect.element(photo).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  await expectAccessible();
});

test('without a network the words stay, and the photo comes later', async () => {
  await servePhoto();
  await openPage(`/track/${TRACKING_ID}`, { as: CUSTOMER, api: owners });
  await expect.element(page.getByRole('link', { name: 'Detailed view' })).toBeVisible();
  setOnline(false);
  await page.getByRole('link', { name: 'Detailed view' }).click();
  await expect.element(deliveries).toMatchTextContent('Delivered to a neighbour: Kim Next-Door');
  await expect.element(deliveries.getByText('Pictures of a delivery aren’t stored on this device.')).toBeVisible();
  await expectAccessible();
  setOnline(true);
  await expect.element(photo).toBeVisible();
});
