import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { held, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';

const busy = rejecting('SERVICE_UNAVAILABLE', 'The service is busy. Please try again in a moment.');

test('a failed look-up keeps its words while it is tried again', async () => {
  await openPage(`/track?trackingId=${TRACKING_ID}`, { api: { shipment: { getShipmentByTrackingId: busy } } });
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('The service is busy.');
  const answer = held<typeof OVERVIEW>();
  serve({ shipment: { getShipmentByTrackingId: answer.answer } });
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect.element(retry).toHaveAttribute('aria-busy', 'true');
  await expect.element(alert).toMatchTextContent('The service is busy.');
  await expect.element(page.getByText('Looking for')).toBeVisible();
  answer.resolve(OVERVIEW);
  await expect.element(page.getByRole('article')).toBeVisible();
});

test('a look-up that a busy server did not answer is tried again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
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
