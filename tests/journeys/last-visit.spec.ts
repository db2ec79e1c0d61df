import type { Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import { goOffline, readAllStorage, waitUntilCached } from './support/device.ts';
import {
  expect,
  expectAccessible,
  openAs,
  PARCEL,
  type RunningApp,
  signOut,
  test,
  untilQuiet,
  withoutWorker,
} from './support/journey.ts';

const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;
const MINUTE = 60_000;

/** Everything that has happened to a person's shipments, happened yesterday. */
const settle = (app: RunningApp, userId: string) =>
  app.database.query(
    `update activities set created_at = created_at - interval '1 day', occurred_at = occurred_at - interval '1 day'
     where shipment_id in (select id from shipments where sender_id = $1 or receiver_id = $1)`,
    [userId],
  );

/**
 * Switches to another tab and back. The device's clock has moved on, and the tab has stayed open.
 */
async function lookAway(page: Page, clockAt: number): Promise<void> {
  const turn = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await turn(true);
  await page.clock.setSystemTime(clockAt);
  await turn(false);
}

test('changes since the last visit appear above the lists, also for a shipment that is not among the newest', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const me = await app.person({ email: 'comes.back@example.com', firstName: 'Rachel' });
  const manager = await app.person({ email: 'comes.back.manager@example.com', manager: true });
  const old = await app.shipment({ receiverEmail: me.email, description: 'The oldest canary parcel' });
  const description = 'A newer parcel';
  const newer = await app.shipment({ receiverEmail: me.email, senderEmail: me.email, description });
  const details = { ship_to: PARCEL.shipTo, receiver_name: PARCEL.receiverName, description };
  await copyShipments(app.database, newer.id, 5, () => details);
  await settle(app, me.id);
  const happened = (comment: string) =>
    app.call(manager.email, 'shipmentAdmin.updateShipmentActivity', {
      id: old.id,
      address: 'Canary Wharf',
      comment,
      // What a device without network wrote down yesterday is news today.
      occurredAt: new Date(Date.now() - 20 * 60 * MINUTE).toISOString(),
    });
  const changes = page.getByRole('region', { name: 'Since your last visit' });
  const incoming = page.getByRole('table', { name: 'Incoming shipments' });

  await openAs(page, me.email, '/');
  await expect(incoming.getByText('A newer parcel').first()).toBeVisible();
  await expect(incoming.getByText('The oldest canary parcel')).toHaveCount(0);
  await happened('Left the sorting centre');
  await page.reload();
  await expect(incoming.getByText('A newer parcel').first()).toBeVisible();
  await untilQuiet(page);
  await expect(changes).toHaveCount(0);

  // Half an hour later, in the same tab, it is another visit; a reload is not.
  const start = Date.now();
  await lookAway(page, start + 31 * MINUTE);
  const row = changes.getByRole('row', { name: /The oldest canary parcel/ });
  await expect(row).toContainText('Left the sorting centre');
  await expect(row).toContainText('Canary Wharf');
  await expect(row).toContainText('In progress');
  await expect(changes.getByRole('row')).toHaveCount(2);
  await expect(changes.getByRole('link', { name: 'The oldest canary parcel' })).toHaveAttribute(
    'href',
    `/track/${old.trackingId}`,
  );
  await expectAccessible(page);
  await page.reload();
  await expect(row).toBeVisible();
  await waitUntilCached(page);

  // A person's lists are available offline, with their changes, however long it takes.
  for (const path of ['/shipping', '/packages']) {
    await page.goto(path);
    await expect(page.getByText('A newer parcel').first()).toBeVisible();
    // A page that is left the moment it shows something has not stored it yet.
    await waitUntilCached(page);
  }
  await goOffline(context, page);
  await page.clock.setSystemTime(start + 90 * MINUTE);
  for (const path of ['/shipping', '/packages', '/']) {
    await page.goto(path);
    await expect(page.getByText('A newer parcel').first(), path).toBeVisible();
    await expect(page.getByText(/^Last updated .* You’re offline\.$/), path).toBeVisible();
  }
  await expect(row).toBeVisible();
  await context.setOffline(false);

  // Seen changes are not news on the next visit, except from the last half minute, so none is
  // missed.
  await settle(app, me.id);
  await page.clock.setSystemTime(start + 150 * MINUTE);
  await page.reload();
  await expect(incoming.getByText('A newer parcel').first()).toBeVisible();
  await untilQuiet(page);
  await expect(changes).toHaveCount(0);
  const before = await readAllStorage(page);
  for (const canary of ['The oldest canary parcel', 'A newer parcel', 'last-visit', old.trackingId])
    expect(before, canary).toContain(canary);

  await signOut(page);
  const after = await readAllStorage(page);
  for (const canary of ['canary parcel', 'A newer parcel', 'last-visit', old.trackingId, 'Rachel', me.id])
    expect(after, canary).not.toContain(canary);
});

test('if a request fails, the dashboard shows the age of its oldest data', async ({ app, page, reports }) => {
  reports.allow(NETWORK);
  reports.allow(/status of 50[03]/);
  await withoutWorker(page);
  const me = await app.person({ email: 'half.stale@example.com' });
  await app.shipment({ senderEmail: me.email, description: 'A parcel seen before' });
  await openAs(page, me.email, '/');
  await expect(page.getByText('A parcel seen before')).toBeVisible();
  await untilQuiet(page);
  // Only the lists fail; the counts come with other queries and are fresh. No live stream, which
  // refetches too.
  await page.route(/live\.follow/, (route) => route.abort());
  await page.route(/shipment\.getShipments\b/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('A parcel seen before')).toBeVisible();
  await expect(page.getByText(/^Last updated \d\d:\d\d\. The server isn’t responding\.$/)).toBeVisible();
  await page.unroute(/shipment\.getShipments\b/);
  // A rejection is shown as the server sent it.
  await app.database.query('alter table shipments rename to shipments_elsewhere');
  try {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(
      page.getByText(/^Last updated \d\d:\d\d\. Something went wrong on our side\..*\(Request /),
    ).toBeVisible();
  } finally {
    await app.database.query('alter table shipments_elsewhere rename to shipments');
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Last updated/)).toHaveCount(0);
});
