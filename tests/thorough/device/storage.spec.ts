import { readAllStorage, waitUntilCached } from '../../journeys/support/device.ts';
import { expect, openAs, test } from '../../journeys/support/journey.ts';

test('pages work when storage does not respond, and signing out does not wait for it', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/status of 401/);
  await app.shipment({ description: 'A parcel behind a lock' });
  const { email, id } = await app.person({ email: 'locked.out@example.com', firstName: 'Lou', manager: true });
  await openAs(page, email, '/manager/shipments');
  await expect(page.getByText('A parcel behind a lock')).toBeVisible();
  await waitUntilCached(page);
  // A page that was frozen in the middle of writing.
  const frozen = await context.newPage();
  await frozen.goto('/robots.txt');
  const stores = [`waybill-${id}`, 'waybill-outbox'];
  await frozen.evaluate(async (names) => {
    for (const name of names) {
      const rows = await new Promise<IDBObjectStore>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result.transaction('queries', 'readwrite').objectStore('queries'));
      });
      const hold = () => {
        rows.get('nothing').onsuccess = hold;
      };
      hold();
    }
  }, stores);
  // Stopped where it is, in the middle of both.
  const devtools = await context.newCDPSession(frozen);
  const stopped = new Promise<void>((resolve) => devtools.once('Debugger.paused', () => resolve()));
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  await stopped;
  /** Which stores answer within a second. */
  const answering = () =>
    page.evaluate(async (names) => {
      const responses = names.map(
        (name) =>
          new Promise<string[]>((resolve) => {
            setTimeout(() => resolve([]), 1_000);
            const request = indexedDB.open(name);
            request.onsuccess = () => {
              const rows = request.result.transaction('queries', 'readwrite').objectStore('queries');
              rows.get('nothing').onsuccess = () => resolve([name]);
            };
          }),
      );
      return (await Promise.all(responses)).flat();
    }, stores);
  expect(await answering()).toEqual([]);
  await page.goto('/manager/shipments');
  await expect(page.getByText('A parcel behind a lock')).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await frozen.close();
  await expect.poll(() => readAllStorage(page)).not.toContain('A parcel behind a lock');
});

test('a response in flight at sign-out is not stored', async ({ app, page, context, reports }) => {
  reports.allow(/status of 401/);
  const { email } = await app.person({ email: 'late.answer@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: email, shipTo: 'Late Street 7' });
  await openAs(page, email, '/');
  await waitUntilCached(page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('Late Street 7')).toBeVisible();
  await expect.poll(() => readAllStorage(page)).toContain('Late Street 7');
  const [signedOut, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(/getShipmentByTrackingId/, async (route) => {
    const response = await route.fetch();
    await signedOut.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  await page.reload();
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  signedOut.resolve();
  await answered.promise;
  // The worker stores in order: once this is there, the one before would be, too.
  await context.unroute(/getShipmentByTrackingId/);
  const next = await app.shipment();
  await page.goto(`/track/${next.trackingId}`);
  await expect.poll(() => readAllStorage(page)).toContain(next.trackingId);
  expect(await readAllStorage(page)).not.toContain('Late Street 7');
});
