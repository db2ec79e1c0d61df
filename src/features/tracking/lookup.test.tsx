import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';

test('a look-up that a busy server did not answer is tried again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const busy = () => {
    throw new Rejection('SERVICE_UNAVAILABLE', 'The service is busy. Please try again in a moment.');
  };
  await openPage(`/track?trackingId=${TRACKING_ID}`, { api: { shipment: { getShipmentByTrackingId: busy } } });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to track shipment');
  const tries = inputsOf('shipment.getShipmentByTrackingId').length;
  serve({ shipment: { getShipmentByTrackingId: () => OVERVIEW } });
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      return inputsOf('shipment.getShipmentByTrackingId').length;
    })
    .toBeGreaterThan(tries);
  await expect.element(page.getByRole('article')).toBeVisible();
  expect(address()).toBe(`/track/${TRACKING_ID}`);
});
