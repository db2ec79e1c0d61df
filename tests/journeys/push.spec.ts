import { goOffline, readAllStorage, readDatabases, waitUntilCached } from './support/device.ts';
import { expect, openAs, signOut, untilQuiet } from './support/journey.ts';
import { asRun, deliver, groups, NETWORK, shown, spaced, subscribeAs, tap, test } from './support/push.ts';

// One after the other: each worker would start such a browser, an app and its database.
test.describe.configure({ mode: 'default' });

test('a visitor gets pushes about a parcel, and opens it offline', async ({ pushed, context, page, reports }) => {
  reports.allow(NETWORK);
  const { app, service } = pushed;
  await app.person({ email: 'push.one@example.com', manager: true });
  const setStatus = asRun(pushed, 'push.one@example.com');
  const device = service.device();
  await subscribeAs(context, device);
  const { id, trackingId } = await app.shipment({ description: 'A parcel that says where it is' });

  await page.goto(`/track/${trackingId}`);
  await waitUntilCached(page);
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByRole('button', { name: 'Notify me' }).click();
  await expect(section.getByText('You’ll be notified here when the status of this shipment changes.')).toBeVisible();
  await page.reload();
  await expect(section.getByRole('button', { name: 'Stop notifying me' })).toBeVisible();

  // Nobody is looking; the app is no longer open on this parcel.
  await page.goto('/track');
  await setStatus(id, 'delivery');
  await expect.poll(() => service.received.filter((one) => one.device === device).length).toBe(1);
  const [request] = service.received.filter((one) => one.device === device);
  await deliver(page, app.url, JSON.stringify(request?.message));
  expect(await shown(page)).toEqual([`Delivery: ${groups(trackingId)} | A parcel that says where it is`]);

  await goOffline(context, page);
  await tap(page);
  await expect(page).toHaveURL(spaced(`/track/${trackingId}`));
  await expect(page.getByRole('article', { name: /, Delivery$/ })).toBeVisible();
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  expect(await shown(page)).toEqual([]);

  await context.setOffline(false);
  await page.reload();
  await section.getByRole('button', { name: 'Stop notifying me' }).click();
  await expect(section.getByRole('button', { name: 'Notify me' })).toBeVisible();
  expect(await app.database.query('select 1 from push_devices where endpoint = $1', [device.endpoint])).toEqual([]);
});

test('a user gets the pushes they choose, and none once signed out', async ({ pushed, context, page, reports }) => {
  reports.allow(NETWORK);
  const { app, service } = pushed;
  await app.person({ email: 'push.two@example.com', manager: true });
  const setStatus = asRun(pushed, 'push.two@example.com');
  const me = await app.person({ email: 'push.rachel@example.com', firstName: 'Rachel' });
  const device = service.device();
  await subscribeAs(context, device);
  const { id, trackingId } = await app.shipment({ receiverEmail: me.email, description: 'A canary in a crate' });
  const mails = (status: string) => () =>
    app.database
      .query("select 1 from mails where receiver = $1 and about->>'status' = $2", [me.email, status])
      .then((rows) => rows.length);

  await openAs(page, me.email, '/profile');
  await waitUntilCached(page);
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByRole('button', { name: 'Notify me' }).click();
  await expect(
    section.getByText('You’ll be notified here when the status of any of your shipments changes.'),
  ).toBeVisible();
  const held = section.getByRole('group', { name: 'Held' });
  await held.getByRole('checkbox', { name: 'Email' }).uncheck();
  await section.getByRole('group', { name: 'Shipped' }).getByRole('checkbox', { name: 'Notification' }).uncheck();
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();

  await setStatus(id, 'shipped');
  await setStatus(id, 'held');
  await expect.poll(() => service.received.filter((one) => one.device === device).length).toBe(1);
  await expect.poll(mails('shipped')).toBe(1);
  expect(await mails('held')()).toBe(0);

  // The push has only public data: this device never had the person's view, and says so.
  const [request] = service.received.filter((one) => one.device === device);
  await deliver(page, app.url, JSON.stringify(request?.message));
  expect(await shown(page)).toEqual([`Held: ${groups(trackingId)} | A canary in a crate`]);
  await expect.poll(() => readAllStorage(page)).toContain('A canary in a crate');
  // Only what the push brought may be there, not what was cached of the user's own shipments, nor what
  // is still on its way.
  await untilQuiet(page);
  const own = (await readDatabases(page)).filter(
    ({ database, value }) => database !== 'waybill-outbox' && JSON.stringify(value ?? '').includes(trackingId),
  );
  await page.evaluate(async (rows) => {
    const cache = await caches.open('tracking');
    for (const key of await cache.keys()) {
      if (!key.url.includes('person=nobody')) await cache.delete(key);
    }
    for (const { database: name, store, key } of rows) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      database.transaction(store, 'readwrite').objectStore(store).delete(key);
      database.close();
    }
  }, own);
  await goOffline(context, page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByRole('article', { name: /, Held$/ })).toBeVisible();
  await expect(page.getByText('This is the public view. Go online to see the rest.')).toBeVisible();
  await page.goto('/profile');
  await expect(held.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await context.setOffline(false);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('This is the public view.')).toHaveCount(0);

  await signOut(page);
  expect(await app.database.query('select 1 from push_devices where endpoint = $1', [device.endpoint])).toEqual([]);
  expect(await shown(page)).toEqual([]);
  const kept = await readAllStorage(page);
  for (const canary of ['A canary in a crate', trackingId, me.email, 'Rachel', 'test-push']) {
    expect(kept).not.toContain(canary);
  }
});
