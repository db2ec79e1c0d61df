import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';

async function copy(writeText: () => Promise<void>) {
  await openPage(`/track/${TRACKING_ID}`, { api: { shipment: { getShipmentByTrackingId: () => OVERVIEW } } });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await page.getByRole('button', { name: 'Copy tracking ID' }).click();
  expect(write.mock.calls).toEqual([[TRACKING_ID]]);
}

test('a tracking ID is copied, and a toast says so', async () => {
  await copy(async () => undefined);
  await expect.element(toastOf('Tracking ID copied')).toBeVisible();
});

test('where copying is not allowed, a toast says what to do', async () => {
  await copy(() => Promise.reject(new Error('Not allowed')));
  await expectShown(toastOf('Tracking ID not copied'), toastOf('Select it and copy it by hand.'));
});
