import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { captureInstallPrompt } from '../../pwa/install.ts';

const path = `/track/${TRACKING_ID}`;
const offer = page.getByRole('complementary', { name: 'Install' });
const api = { shipment: { getShipmentByTrackingId: () => OVERVIEW } };
const DAY_MS = 86_400_000;

/** What happens when another tab opens the app. */
function startTab(): void {
  sessionStorage.clear();
  captureInstallPrompt();
}

/** A visitor who opens a parcel in one tab after another. */
async function comeBack(times = 2): Promise<void> {
  for (let tab = 0; tab < times; tab += 1) startTab();
  await openPage(path, { api });
  await expect.element(page.getByRole('heading', { name: 'Shipment', exact: true })).toBeVisible();
}

/** The browser offers to install the app; returns what it is asked. */
function offerInstall(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(async () => ({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  dispatchEvent(event);
  // The browser's own banner stays away.
  expect(event.defaultPrevented).toBe(true);
  return prompt;
}

test('on iOS the offer explains how to install the app by hand', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  await comeBack();
  await expect.element(offer).toMatchTextContent('Tap Share, then Add to Home Screen.');
  await expect.element(offer.getByRole('button', { name: 'Install' })).not.toBeInTheDocument();
  await expectAccessible();
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer).not.toBeInTheDocument();
});

test('a new visitor is not offered the app', async () => {
  await comeBack(1);
  offerInstall();
  await expect.element(offer).not.toBeInTheDocument();
});

test('a returning visitor is, unless busy or having declined lately', async () => {
  await comeBack();
  offerInstall();
  await expect.element(offer).toMatchTextContent('to your home screen');
  await expectAccessible();
  await page.getByRole('banner').getByRole('link', { name: 'Waybill' }).click();
  await expect.element(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();
  history.back();
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer).not.toBeInTheDocument();

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 27 * DAY_MS });
  await comeBack();
  await expect.element(offer).not.toBeInTheDocument();
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  await comeBack();
  await expect.element(offer).toBeVisible();
});

test('an offer that comes before the first render is not lost', async () => {
  startTab();
  const prompt = offerInstall();
  await comeBack(1);
  await offer.getByRole('button', { name: 'Install' }).click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(offer).not.toBeInTheDocument();
});

test('who declines the browser’s question is not asked again for weeks', async () => {
  const prompt = offerInstall('dismissed');
  await comeBack();
  await offer.getByRole('button', { name: 'Install' }).click();
  expect(prompt).toHaveBeenCalledOnce();
  offerInstall();
  await comeBack();
  await expect.element(offer).not.toBeInTheDocument();
});
