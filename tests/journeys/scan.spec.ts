import type { Page } from '@playwright/test';
import { expect, test } from './support/camera.ts';
import { goOffline, waitUntilCached } from './support/device.ts';
import { qrCodeFrame } from './support/film.ts';
import { untilQuiet } from './support/journey.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';

const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan', exact: true });

/** What a device has asked for that only scanning needs. */
function scannerRequests(page: Page): string[] {
  const seen: string[] = [];
  page.context().on('request', (request) => {
    if (/scan-worker|zxing/.test(request.url())) seen.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.'));
  });
  return seen;
}

test.use({ deviceScaleFactor: 2 });
// One after the other: each worker would start such a browser, an app and its database.
test.describe.configure({ mode: 'default' });

// That this is what the code on an invoice says is shown by invoice.spec.ts.
test('a visitor scans the QR code of an invoice; the scanner comes with the first scan', async ({
  app,
  deviceSeeing,
  reports,
}) => {
  reports.allow(/Failed to load resource|Failed to fetch|FetchEvent|no-response/);
  const { trackingId } = await app.shipment();
  const phone = await deviceSeeing([await qrCodeFrame(`${app.url}/track/${trackingId}`)], withoutLookupPause);
  const asked = scannerRequests(phone);
  await phone.goto('/track');
  await waitUntilCached(phone);
  expect(asked).toEqual([]);
  expect(await phone.evaluate(() => caches.has('scanner'))).toBe(false);

  // It is not on this device yet.
  await goOffline(phone.context(), phone);
  await scanButton(phone).click();
  const dialog = phone.getByRole('dialog', { name: 'Scan a code' });
  await expect(dialog.getByRole('alert')).toContainText('The scanner couldn’t be loaded');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await phone.context().setOffline(false);

  await scanButton(phone).click();
  await expect(phone).toHaveURL(`/track/${trackingId}`);
  await expect(phone.getByRole('region', { name: 'Shipping label' })).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['/assets/scan-worker.js', '/assets/zxing_reader.wasm']));
  await untilQuiet(phone);

  await goOffline(phone.context(), phone);
  await phone.goto('/track');
  await scanButton(phone).click();
  await expect(phone).toHaveURL(`/track/${trackingId}`);
  await expect(phone.getByText(/\. You’re offline\./)).toBeVisible();
});
