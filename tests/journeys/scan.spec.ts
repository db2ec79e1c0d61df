import type { Page } from '@playwright/test';
import { composeTrackingId, inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { expect, readCameraStates, test } from './support/camera.ts';
import { goOffline, waitUntilCached } from './support/device.ts';
import { qrCodeFrame } from './support/film.ts';
import { expectAccessible, openAs, type RunningApp, untilQuiet, withoutWorker } from './support/journey.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';

interface Label {
  id: string;
  trackingId: string;
  barcode: Buffer;
}

let photographed: Label | undefined;

/** A shipment, and its barcode as the app draws it, photographed once from its label. */
async function labelOf(app: RunningApp, page: Page): Promise<Label> {
  if (photographed) return photographed;
  const shipment = await app.shipment();
  await withoutWorker(page);
  await page.goto(`/track/${shipment.trackingId}`);
  photographed = { ...shipment, barcode: await page.locator('.barcode').screenshot() };
  return photographed;
}

const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan a code' });

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
test('a visitor scans the QR code of an invoice; the scanner loads with the first scan, and reads offline then', async ({
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

  await scanButton(phone).click();
  await expect(phone).toHaveURL(`/track/${trackingId}`);
  await expect(phone.getByRole('region', { name: 'Shipping label' })).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['/assets/scan-worker.js', '/assets/zxing_reader.wasm']));
  expect(await readCameraStates(phone)).toEqual(['ended']);
  await untilQuiet(phone);

  await goOffline(phone.context(), phone);
  await phone.goto('/track');
  await scanButton(phone).click();
  await expect(phone).toHaveURL(`/track/${trackingId}`);
  await expect(phone.getByText(/\. You’re offline\./)).toBeVisible();
});

test('if the scanner was never loaded it says so offline, and an ID can be typed', async ({
  app,
  page,
  deviceSeeing,
  reports,
}) => {
  reports.allow(/Failed to load resource|Failed to fetch|FetchEvent|no-response/);
  const { trackingId, barcode } = await labelOf(app, page);
  const phone = await deviceSeeing([barcode], withoutLookupPause);
  await phone.goto(`/track/${trackingId}`);
  await waitUntilCached(phone);
  await goOffline(phone.context(), phone);
  await phone.goto('/track');
  await scanButton(phone).click();
  const alert = dialog(phone).getByRole('alert');
  await expect(alert).toContainText('The scanner couldn’t be loaded');
  await expect(alert).toContainText('It’s not on this device yet. Go online to load it, or type the tracking ID.');
  await expectAccessible(phone);
  expect(await readCameraStates(phone)).toEqual(['ended']);
  await dialog(phone).getByRole('button', { name: 'Cancel' }).click();
  await expect(scanButton(phone)).toBeFocused();
  await phone.getByLabel('Tracking ID').fill(trackingId);
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(`/track/${trackingId}`);
});

test('a manager scans a label and gets to the parcel’s page; an unknown one stays in the field with an error', async ({
  app,
  page,
  deviceSeeing,
  showCamera,
  reports,
}) => {
  reports.allow(/status of 404/);
  const { id, barcode } = await labelOf(app, page);
  const manager = await app.person({ email: 'scanning.manager@example.com', manager: true });
  const tablet = await deviceSeeing([barcode], async (one) => {
    await withoutWorker(one);
    await withoutLookupPause(one);
  });
  await tablet.setViewportSize({ width: 820, height: 1180 });
  await openAs(tablet, manager.email, '/manager');
  await scanButton(tablet).click();
  await expect(tablet).toHaveURL(`/manager/shipments/${id}`);
  expect(await readCameraStates(tablet)).toEqual(['ended']);

  const unknown = composeTrackingId('W', new Uint8Array(10));
  const written = inGroupsOfFour(unknown.toLowerCase()).join('-');
  await showCamera([await qrCodeFrame(`https://other.example/track/${written}`)]);
  await tablet.goto('/manager');
  await scanButton(tablet).click();
  await expect(tablet.getByRole('alert')).toContainText('Unable to find shipment');
  await expect(tablet.getByLabel('Tracking ID')).toHaveValue(unknown);
});

/** Makes the next calls for the camera fail, one after the other, with errors of these names. */
async function refuse(page: Page, ...names: string[]): Promise<void> {
  await page.addInitScript((left) => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (wanted) => {
      const name = left.shift();
      return name ? Promise.reject(new DOMException('no', name)) : ask(wanted);
    };
  }, names);
}

/** A reader of the browser's own, which no headless one has. */
async function giveDetector(page: Page, says: string | null): Promise<void> {
  await withoutWorker(page);
  await page.addInitScript((rawValue) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['code_128', 'ean_13', 'qr_code'];
      async detect(source: unknown) {
        if (!(source instanceof HTMLVideoElement)) throw new TypeError('Not a video');
        if (rawValue === null) throw new DOMException('The service is away', 'NotSupportedError');
        return [{ rawValue: 'something else' }, { rawValue }];
      }
    }
    Object.assign(globalThis, { BarcodeDetector });
  }, says);
}

test('a denied, missing or busy camera shows a message and can be retried; if the browser’s own reader fails, ours reads', async ({
  app,
  page,
  deviceSeeing,
}) => {
  const { trackingId, barcode } = await labelOf(app, page);
  const phone = await deviceSeeing([barcode], async (one) => {
    await giveDetector(one, null);
    await withoutLookupPause(one);
    await refuse(one, 'NotAllowedError', 'NotFoundError', 'NotReadableError', 'NotAllowedError');
  });
  const asked = scannerRequests(phone);
  await phone.goto('/track');
  await scanButton(phone).click();
  const alert = dialog(phone).getByRole('alert');
  for (const [title, sentence] of [
    ['Camera access is blocked', 'Allow it for this site in your browser’s settings, or type the tracking ID.'],
    ['No camera found', 'Type the tracking ID instead.'],
    ['The camera is busy', 'Another app may be using it. Close that app and try again, or type the tracking ID.'],
  ] as const) {
    await expect(alert).toContainText(title);
    await expect(alert).toContainText(sentence);
    await expectAccessible(phone);
    await alert.getByRole('button', { name: 'Try again' }).click();
  }
  await expect(alert).toContainText('Camera access is blocked');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(phone).toHaveURL(`/track/${trackingId}`);
  expect(asked).toContain('/assets/zxing_reader.wasm');
});

test('the keyboard opens and closes the camera, which opens nothing that a malicious code says, and stops while the page is hidden', async ({
  app,
  deviceSeeing,
}) => {
  const codes = await Promise.all(
    [
      'https://evil.example/track/?next=/logout',
      'javascript:alert(document.domain)',
      '<img src=x onerror=alert(1)>',
    ].map(qrCodeFrame),
  );
  const phone = await deviceSeeing(codes, async (one) => {
    await withoutWorker(one);
    await one.addInitScript(() => {
      let isHidden = false;
      Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
      Object.assign(window, {
        hide(hidden: boolean) {
          isHidden = hidden;
          document.dispatchEvent(new Event('visibilitychange'));
        },
      });
      // A light beside the camera, which no fake one has.
      const { prototype } = MediaStreamTrack;
      prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      prototype.applyConstraints = async (wanted) => {
        document.documentElement.dataset.light = JSON.stringify(wanted?.advanced);
      };
    });
  });
  const opened: string[] = [];
  phone.on('dialog', (one) => opened.push(one.message()));
  phone.on('popup', () => opened.push('a window'));
  phone.context().on('request', (request) => {
    if (!request.url().startsWith(app.url)) opened.push(request.url());
  });
  const hide = (isHidden: boolean) =>
    phone.evaluate((hidden) => (window as unknown as { hide(hidden: boolean): void }).hide(hidden), isHidden);
  await phone.goto('/track');
  await phone.getByLabel('Tracking ID').focus();
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Tab');
  await expect(scanButton(phone)).toBeFocused();
  await expect(scanButton(phone)).toBeEnabled();
  await phone.keyboard.press('Enter');
  await expect(dialog(phone).getByLabel('Camera view')).toBeVisible();
  await expect(dialog(phone).getByRole('alert')).toContainText('This code is not a tracking ID');
  await expect(dialog(phone)).not.toContainText(/evil|alert|img/);
  await expect(phone).toHaveURL('/track');
  expect(await readCameraStates(phone)).toEqual(['live']);

  const light = dialog(phone).getByRole('button', { name: 'Light' });
  await expect(light).toHaveAttribute('aria-pressed', 'false');
  await light.press('Enter');
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  await expect(phone.locator('html')).toHaveAttribute('data-light', '[{"torch":true}]');
  await expectAccessible(phone);

  await hide(true);
  await expect.poll(() => readCameraStates(phone)).toEqual(['ended']);
  await hide(false);
  await expect.poll(() => readCameraStates(phone)).toEqual(['ended', 'live']);
  await expect(light).toHaveAttribute('aria-pressed', 'false');
  await phone.keyboard.press('Escape');
  await expect(dialog(phone)).toHaveCount(0);
  await expect(scanButton(phone)).toBeFocused();
  expect(await readCameraStates(phone)).toEqual(['ended', 'ended']);
  expect(opened).toEqual([]);
});

test('a browser that reads codes itself does not load our scanner', async ({ app, deviceSeeing }) => {
  const { trackingId } = await app.shipment();
  const link = `${app.url}/track/${trackingId.toLowerCase()}`;
  const phone = await deviceSeeing([await qrCodeFrame('not what it sees')], async (one) => {
    await giveDetector(one, link);
    await withoutLookupPause(one);
  });
  const asked = scannerRequests(phone);
  await phone.goto('/track');
  await scanButton(phone).click();
  await expect(phone).toHaveURL(`${app.url}/track/${trackingId}`);
  expect(asked).toEqual([]);
});
