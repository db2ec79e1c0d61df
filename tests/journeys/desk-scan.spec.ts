import { randomBytes } from 'node:crypto';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { goOffline, readAllStorage, waitUntilCached } from './support/device.ts';
import { scanByHand } from './support/hand-scanner.ts';
import { expect, openAs, test } from './support/journey.ts';
import { getShipmentStatus, logOut, NETWORK } from './support/tablet.ts';

test('parcels scanned without a network arrive later, once each', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await page.setViewportSize({ width: 820, height: 1180 });
  const email = 'ida.with.scanner@example.com';
  await app.person({ email, firstName: 'Ida', manager: true });
  const { id } = await app.shipment();
  const ids = await copyShipments(app.database, id, 5, () => ({ receiver_name: 'Canary Scanned' }));
  const rows = await app.database.query<{ tracking_id: string }>(
    'select tracking_id from shipments where id = any($1)',
    [ids],
  );
  const trackingIds = rows.map((row) => row.tracking_id);
  const unknown = composeTrackingId('W', randomBytes(10));
  const main = page.getByRole('main');

  await openAs(page, email, '/manager');
  await main.getByRole('link', { name: 'Scan', exact: true }).click();
  await main.getByRole('textbox', { name: 'Place' }).fill('Canary depot');
  await waitUntilCached(page);
  await goOffline(context, page);
  await scanByHand(page, [...trackingIds, unknown]);
  await expect(main).toContainText('6 scanned');
  await page.reload();
  await expect(main).toContainText('6 scanned');
  await expect(main.getByText('Waiting to send')).toHaveCount(6);

  await context.setOffline(false);
  await expect(main).toContainText('No shipment has this tracking ID.');
  await expect(main.getByText('Waiting to send')).toHaveCount(0);
  for (const one of ids) expect(await getShipmentStatus(app, one)).toBe('held');
  const places = await app.database.query(
    "select count(*)::int as count from activities where address = 'Canary depot' group by shipment_id",
  );
  expect(places).toEqual(Array(5).fill({ count: 1 }));
  await main.getByRole('button', { name: 'Discard' }).click();
  await expect(main).toContainText('5 scanned');

  await logOut(page);
  const kept = await readAllStorage(page);
  for (const canary of ['Canary', ...trackingIds]) expect(kept).not.toContain(canary);
});
