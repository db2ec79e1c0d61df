import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, serve } from '../../../tests/components/api.ts';
import { setHidden, setOnline } from '../../../tests/components/device.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { serveNews } from '../../../tests/components/news.ts';
import { DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { OVERVIEW, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';

const MINUTE_MS = 60_000;
const path = `/track/${TRACKING_ID}`;
const PARCEL = { trackingIds: [TRACKING_ID], own: false, managed: false, runs: false };
const shipmentIs = (status: ShipmentStatus) => ({
  shipment: { getShipmentByTrackingId: () => ({ ...OVERVIEW, status }) },
});
const expectShown = (status: ShipmentStatus) =>
  expect.element(page.getByRole('article', { name: `Shipment ${TRACKING_ID}, ${statusLabel(status)}` })).toBeVisible();

/** The page's timers go on by themselves, and faster if a test says so. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
}

/** Waits until the page follows this: a second after it has settled. */
async function untilFollowed(news: ReturnType<typeof serveNews>, what: unknown[]): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500);
      return news.followed();
    })
    .toEqual(what);
}

test('an open shipment follows what happens to it', async () => {
  fakeTimers();
  const news = serveNews();
  await openPage(path, { api: shipmentIs('in-progress') });
  await expectShown('in-progress');
  await untilFollowed(news, [PARCEL]);
  serve(shipmentIs('shipped'));
  news.say({ trackingIds: [TRACKING_ID] });
  await expectShown('shipped');
  expect(news.requests.map(({ headers }) => headers.get('authorization'))).toEqual([null]);
});

test('a hidden tab follows nothing, and catches up when it is shown', async () => {
  fakeTimers();
  const news = serveNews();
  await openPage(path, { api: shipmentIs('in-progress') });
  await untilFollowed(news, [PARCEL]);
  setHidden(true);
  await expect.poll(news.followed).toEqual([]);
  serve(shipmentIs('shipped'));
  setHidden(false);
  await expectShown('shipped');
  await untilFollowed(news, [PARCEL]);
});

test('a page that was offline follows again, and catches up', async () => {
  fakeTimers();
  const news = serveNews();
  await openPage(path, { api: shipmentIs('in-progress') });
  await untilFollowed(news, [PARCEL]);
  setOnline(false);
  await expect.poll(news.followed).toEqual([]);
  serve(shipmentIs('held'));
  await expectShown('in-progress');
  setOnline(true);
  await expectShown('held');
  await untilFollowed(news, [PARCEL]);
});

test('without a stream a page asks again when someone comes back to it', async () => {
  fakeTimers();
  let refused = 0;
  serveFile('/api/trpc/live.follow', () => {
    refused += 1;
    throw new TypeError('Failed to fetch');
  });
  await openPage(path, { api: shipmentIs('in-progress') });
  await expectShown('in-progress');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => refused).toBeGreaterThan(0);
  serve(shipmentIs('delivery'));
  setHidden(true);
  // What was asked only just now is not asked again.
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expectShown('in-progress');
  setHidden(false);
  await expectShown('delivery');
});

test('a person’s list has what came while it was open', async () => {
  fakeTimers();
  const news = serveNews();
  await openPage('/packages', { as: CUSTOMER, size: DESKTOP, api: { shipment: { getShipments: () => onePage([]) } } });
  await expect.element(page.getByText('No shipments found.')).toBeVisible();
  await untilFollowed(news, [{ trackingIds: [], own: true, managed: false, runs: false }]);
  serve({ shipment: { getShipments: () => onePage([{ ...SUMMARY, status: 'held' as const }]) } });
  news.say({ own: true });
  const incoming = page.getByRole('table', { name: 'Incoming shipments' });
  await expect.element(incoming.getByText(SUMMARY.description)).toBeVisible();
  await expect.element(incoming.getByText('Held', { exact: true })).toBeVisible();

  // The token travels in a header, and in no address.
  for (const { url, headers } of news.requests) {
    expect(url).not.toContain('token-of');
    expect(headers.get('authorization')).toBe(`Bearer token-of-${CUSTOMER.id}`);
  }
});

test('managers see changes that were made elsewhere', async () => {
  fakeTimers();
  const news = serveNews();
  const shipmentAdmin = { getShipments: () => onePage([SUMMARY]) };
  await openPage('/manager/shipments', { as: MANAGER, size: DESKTOP, api: { shipmentAdmin } });
  const row = page.getByRole('row').filter({ hasText: SUMMARY.description });
  await expect.element(row.getByText('In progress', { exact: true })).toBeVisible();
  await untilFollowed(news, [{ trackingIds: [], own: false, managed: true, runs: true }]);
  serve({ shipmentAdmin: { getShipments: () => onePage([{ ...SUMMARY, status: 'failed' as const }]) } });
  news.say({ managed: true });
  await expect.element(row.getByText('Failed', { exact: true })).toBeVisible();
  expect(inputsOf('shipmentAdmin.getShipments').length).toBeGreaterThan(1);
});
