/** Pushes on bad networks, at new addresses and of lost parcels; and what else needs a browser with windows. */
import { goOffline, waitUntilCached } from '../../journeys/support/device.ts';
import { expect } from '../../journeys/support/journey.ts';
import {
  deliver,
  groups,
  NETWORK,
  shown,
  spaced,
  subscribeAs,
  tap,
  test,
  type Worker,
} from '../../journeys/support/push.ts';

// One after the other: each worker would start such a browser, an app and its database.
test.describe.configure({ mode: 'default' });

test('a new push address is reported with no page open', async ({ pushed, context, page }) => {
  const { app, service } = pushed;
  const [before, after] = [service.device(), service.device()];
  await subscribeAs(context, before);
  const { trackingId } = await app.shipment();
  await page.goto(`/track/${trackingId}`);
  await waitUntilCached(page);
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByRole('button', { name: 'Notify me' }).click();
  await expect(section.getByRole('button', { name: 'Stop notifying me' })).toBeVisible();
  await page.goto('/track');

  const worker = context.serviceWorkers()[0];
  await worker?.evaluate(
    ([from, to]) => {
      const { fetch } = self;
      self.fetch = (input, init) => {
        Object.assign(self, { isLimited: init?.signal instanceof AbortSignal });
        return fetch(input, init);
      };
      const event = new Event('pushsubscriptionchange');
      const newSubscription = { ...to, toJSON: () => to };
      Object.assign(event, { oldSubscription: from, newSubscription, waitUntil: () => undefined });
      self.dispatchEvent(event);
    },
    [before, after].map(({ endpoint, keys }) => ({ endpoint, keys })),
  );

  const known = () =>
    app.database.query('select endpoint from push_devices where endpoint = any($1)', [
      [before.endpoint, after.endpoint],
    ]);
  await expect.poll(known).toEqual([{ endpoint: after.endpoint }]);
  // A network that never responds does not keep the worker busy.
  expect(await worker?.evaluate(() => 'isLimited' in self && self.isLimited)).toBe(true);
});

test('a push is shown without a server and without cached data', async ({ pushed, context, page, reports }) => {
  reports.allow(NETWORK);
  const { app } = pushed;
  await context.grantPermissions(['notifications']);
  const [seen, other] = [await app.shipment(), await app.shipment()];
  await page.goto('/track');
  await waitUntilCached(page);
  await page.goto(`/track/${seen.trackingId}`);
  await expect(page.getByRole('article', { name: /, In progress$/ })).toBeVisible();
  const unknown = ({ trackingId }: typeof seen) =>
    `${groups(trackingId)} | The status has changed. Open it for details.`;
  await goOffline(context, page);
  await deliver(page, app.url, JSON.stringify({ kind: 'status-changed', trackingId: seen.trackingId }));
  expect(await shown(page)).toEqual([unknown(seen)]);

  await context.setOffline(false);
  await context.serviceWorkers()[0]?.evaluate(async () => {
    const { registration } = self as unknown as Worker;
    for (const notification of await registration.getNotifications()) notification.close();
    self.fetch = (request) =>
      new Promise((_, reject) => {
        const { signal } = request as Request;
        signal.addEventListener('abort', () => reject(signal.reason));
      });
  });
  const both = [seen, other];
  const messages = both.map(({ trackingId }) => JSON.stringify({ kind: 'status-changed', trackingId }));
  await deliver(page, app.url, ...messages);
  expect((await shown(page)).toSorted()).toEqual(both.map(unknown).toSorted());
});

test('a tap spares a half-filled form; a deleted parcel says so', async ({ pushed, context, page, reports }) => {
  reports.allow(/404|Failed to load resource/);
  const { app } = pushed;
  await context.grantPermissions(['notifications']);
  await app.person({ email: 'push.three@example.com', manager: true });
  const { id, trackingId } = await app.shipment();
  await page.goto('/register');
  await waitUntilCached(page);
  await page.getByLabel('First name').fill('Typed at length');
  await deliver(page, app.url, JSON.stringify({ kind: 'status-changed', trackingId }));
  expect(await shown(page)).toHaveLength(1);
  await tap(page);
  const opened = () => context.serviceWorkers()[0]?.evaluate(() => (self as unknown as Worker).opened);
  await expect.poll(opened).toBe(`${app.url}/track/${trackingId}`);
  await expect(page).toHaveURL(spaced('/register'));
  await expect(page.getByLabel('First name')).toHaveValue('Typed at length');

  await page.goto('/track');
  await app.call('push.three@example.com', 'shipmentAdmin.deleteShipment', { id });
  await deliver(page, app.url, JSON.stringify({ kind: 'status-changed', trackingId }));
  expect(await shown(page)).toEqual([`${groups(trackingId)} | This shipment no longer exists.`]);
  await tap(page);
  await expect(page).toHaveURL(/\/track\?/);
  await expect(page.getByText('Shipment not found')).toBeVisible();

  for (const nonsense of ['', 'not json', '{"trackingId":"../../login"}']) {
    await deliver(page, app.url, nonsense);
    expect(await shown(page)).toEqual(['Shipment update | Open the app to see your shipments.']);
  }
});

// Here because it needs a browser with windows too.
test('the app can be installed: the browser finds no obstacle', async ({ pushed: { app }, context, page }) => {
  await page.goto('/track');
  await waitUntilCached(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The one that every page of a journey has: it has no profile.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}');
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await page.request.get(`${app.url}${src}`)).ok(), src).toBe(true);
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(`${app.url}${url}`)).ok(), url).toBe(true);
});
