import { goOffline, waitUntilCached } from './support/device.ts';
import { expect } from './support/journey.ts';
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
