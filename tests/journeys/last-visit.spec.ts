import type { Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import { readAllStorage } from './support/device.ts';
import { expect, openAs, PARCEL, type RunningApp, signOut, test, untilQuiet } from './support/journey.ts';

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

test('changes since the last visit appear above the lists, also of an old shipment', async ({ app, page }) => {
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
  await page.reload();
  await expect(row).toBeVisible();
  for (const canary of ['The oldest canary parcel', 'A newer parcel', 'last-visit', old.trackingId])
    await expect.poll(() => readAllStorage(page), canary).toContain(canary);

  // Seen changes are not news on the next visit, except from the last half minute, so none is
  // missed.
  await settle(app, me.id);
  await page.clock.setSystemTime(start + 90 * MINUTE);
  await page.reload();
  await expect(incoming.getByText('A newer parcel').first()).toBeVisible();
  await untilQuiet(page);
  await expect(changes).toHaveCount(0);

  await signOut(page);
  const after = await readAllStorage(page);
  for (const canary of ['canary parcel', 'A newer parcel', 'last-visit', old.trackingId, 'Rachel', me.id])
    expect(after, canary).not.toContain(canary);
});
