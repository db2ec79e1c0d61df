import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords, toastOf } from '../../../tests/components/expectations.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { DETAILS, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { readStoredNames, untilStored } from '../../../tests/components/stored.ts';
import { reportStorageIssue } from '../../offline/storage-issue.ts';

const api: Api = {
  shipment: { getShipmentByTrackingId: () => DETAILS, getShipments: () => onePage([SUMMARY]) },
  bill: { getBills: () => [] },
};
const stored = page.getByRole('table', { name: 'Stored shipments' });
const others = page.getByRole('table', { name: 'Everything else that is stored' });
const kept = (words: string) => page.getByRole('definition').filter({ hasText: words });

/** A device that has stored a shipment and a list, and an image of it. */
async function openFilled(): Promise<void> {
  await openPage('/packages', { as: CUSTOMER, api });
  await expect.element(page.getByText(DETAILS.description)).toBeVisible();
  await openPage(`/track/${TRACKING_ID}`);
  for (const name of ['profile', 'tracked-shipment', 'own-shipments']) await untilStored(name);
  const headers = { 'x-sw-fetched-at': '2026-11-16T10:15:00.000Z' };
  await (await caches.open('images')).put('/images/kiln-640.webp', new Response('An image', { headers }));
  setOnline(false);
  await openPage('/profile/offline');
}

test('what is stored is listed offline, with its age and size', async () => {
  await openFilled();
  const row = stored.getByRole('row', { name: new RegExp(DETAILS.description) });
  await expectWords(row, TRACKING_ID, /\d\d:\d\d/, /\d (bytes|KB)/);
  await expect.element(others).toMatchTextContent('Your shipment lists');
  const images = others.getByRole('row', { name: /Shipment images/ });
  await expectWords(images, /\d\d:\d\d/, '8 bytes');
  await expectAccessible();
  await row.getByRole('link').click();
  await expect.element(page.getByRole('article', { name: new RegExp(TRACKING_ID.slice(0, 4)) })).toBeVisible();
});

test('Clear asks first, then nothing is stored but who is logged in', async () => {
  await openFilled();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('You’ll stay logged in');
  await question.getByRole('button', { name: 'Clear' }).click();
  await expectShown(toastOf('Cleared'), 'Nothing is stored yet.');
  expect(await readStoredNames()).toEqual(['profile']);
  await openPage(`/track/${TRACKING_ID}`);
  await expect.element(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
  await openPage('/profile/offline');
  expect(address()).toBe('/profile/offline');
});

test('persistent storage is requested when the person asks for it, and may be refused', async () => {
  const persisted = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(false);
  await openPage('/profile/offline', { as: CUSTOMER });
  await expect.element(kept('Until space runs low')).toBeVisible();
  expect(persist).not.toHaveBeenCalled();
  const keep = page.getByRole('button', { name: 'Always keep' });
  await keep.click();
  await expect.element(toastOf('Your browser decides')).toBeVisible();
  for (const answer of [persisted, persist]) answer.mockResolvedValue(true);
  await keep.click();
  await expect.element(kept('Until you clear it')).toBeVisible();
  await expect.element(keep).not.toBeInTheDocument();
});

test('on iOS the page explains how to install the app by hand', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  await openPage('/profile/offline', { as: CUSTOMER });
  await expect.element(page.getByText('Tap Share, then Add to Home Screen.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Install' })).not.toBeInTheDocument();
});

// The trouble with storage stays known in the tests below, as in a tab that stays open.

test('a device without room says so, once, and goes on', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await openPage('/packages', { as: CUSTOMER, api });
  await expect.element(page.getByText(DETAILS.description)).toBeVisible();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not stored on this device' })).toBeVisible();
  await openPage('/profile/offline');
  await expect.element(page.getByRole('main').getByText('It’s out of space.')).toBeVisible();
  await expectAccessible();
});

test('a browser that refuses storage says that nothing is available offline', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Refused', 'SecurityError');
  });
  await openPage('/packages', { as: CUSTOMER, api });
  await expect.element(page.getByText(DETAILS.description)).toBeVisible();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Nothing is stored on this device' })).toBeVisible();
  await openPage('/profile/offline');
  await expect.element(page.getByRole('main').getByText('This browser doesn’t allow it')).toBeVisible();
});

test('a login that could not be stored says how long it lasts', async () => {
  await openPage('/profile/offline', { as: CUSTOMER });
  reportStorageIssue('session');
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'You’re only logged in until you reload' }))
    .toBeVisible();
});
