import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { newPushDevice, type PushDevice, type PushService, startPushService } from '../support/push-service.ts';
import { goOffline, readAllStorage, readDatabases, waitUntilCached } from './support/device.ts';
import {
  test as base,
  expect,
  expectAccessible,
  openAs,
  type RunningApp,
  signOut,
  startApp,
} from './support/journey.ts';

const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

/** An app of one's own that sends to a push service of one's own. */
const test = base.extend<object, { pushed: { app: RunningApp; service: PushService } }>({
  pushed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
    async ({}, use) => {
      const service = await startPushService();
      const app = await startApp({ PUSH_SERVICES: service.url });
      await use({ app, service });
      await app.stop();
      await service.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ pushed }, use) => {
    await pushed.app.forgetCalls();
    await use(pushed.app.url);
  },
});

// One after the other: each worker would start such a browser, an app and its database.
test.describe.configure({ mode: 'default' });

const groups = (trackingId: string) => trackingId.match(/.{4}/g)?.join(' ') ?? '';
const spaced = (path: string) => new RegExp(`${path}$`);

/**
 * A headless browser has no push service, so the subscription is fake. What it sends to the server,
 * and everything after that, is real.
 */
async function subscribeAs(context: BrowserContext, { endpoint, keys }: PushDevice): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(
    (described) => {
      const KEY = 'test-push';
      const subscription = {
        ...described,
        toJSON: () => described,
        async unsubscribe() {
          localStorage.removeItem(KEY);
          return true;
        },
      };
      // Whether it is subscribed outlives the page, as it does in a browser.
      PushManager.prototype.getSubscription = async () =>
        (localStorage.getItem(KEY) ? subscription : null) as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        if (!options?.userVisibleOnly || !options.applicationServerKey) throw new Error('Not asked as it should be');
        localStorage.setItem(KEY, 'yes');
        return subscription as unknown as PushSubscription;
      };
    },
    { endpoint, keys },
  );
}

/**
 * Delivers what the push service received to the worker, as the browser does after decrypting, and
 * waits until all of it is shown. Do not query notifications earlier: Chromium drops one that is queried
 * while it is being shown.
 */
async function deliver(page: Page, url: string, ...messages: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const worker = page.context().serviceWorkers()[0];
  await worker?.evaluate((count) => {
    const { registration } = self as unknown as Worker;
    let left = count;
    const showing = new Promise<void>((resolve) => {
      registration.showNotification = async (...what) => {
        await ServiceWorkerRegistration.prototype.showNotification.apply(registration, what);
        left -= 1;
        if (left === 0) resolve();
      };
    });
    Object.assign(self, { showing });
  }, messages.length);
  for (const data of messages)
    await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
  await worker?.evaluate(() => (self as unknown as Worker).showing);
  await session.detach();
}

function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
    void session.send('ServiceWorker.enable');
  });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title} | ${body}`);
  });

/** The parts of a worker that a tap is made of, which a page's types do not know. */
interface Worker {
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): void;
  NotificationEvent: new (type: string, about: { notification: Notification }) => Event;
  WindowClient: { prototype: object };
  clients: object;
  /** Resolves once the next notification is on the screen. */
  showing?: Promise<void>;
  /** What a tap would have opened a window for. */
  opened?: string;
}

/**
 * Simulates a tap on a notification, since a headless browser shows none. A scripted event can
 * neither keep the worker alive nor let it focus a window; the rest is real.
 */
const tap = (page: Page) =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async () => {
      const worker = self as unknown as Worker;
      const [notification] = await worker.registration.getNotifications();
      if (!notification) throw new Error('There is nothing to tap');
      Object.assign(worker.WindowClient.prototype, {
        async focus() {
          return this;
        },
      });
      Object.assign(worker.clients, {
        async openWindow(url: string) {
          worker.opened = url;
          return null;
        },
      });
      const event = new worker.NotificationEvent('notificationclick', { notification });
      Object.defineProperty(event, 'waitUntil', { value: () => undefined });
      worker.dispatchEvent(event);
    });

const asRun = (pushed: { app: RunningApp }, email: string) => async (id: string, status: string) =>
  pushed.app.call(email, 'shipmentAdmin.updateShipment', { id, status });

test('a visitor gets pushes about a parcel on this device, and can open it offline', async ({
  pushed,
  context,
  page,
  reports,
}) => {
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
  await expectAccessible(page);
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

  await section.getByRole('button', { name: /notif/i }).click();
  await expect(section.getByText('You need to be online for this. Nothing was sent.')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await section.getByRole('button', { name: 'Stop notifying me' }).click();
  await expect(section.getByRole('button', { name: 'Notify me' })).toBeVisible();
  expect(await app.database.query('select 1 from push_devices where endpoint = $1', [device.endpoint])).toEqual([]);
});

test('a user gets pushes about their own shipments as they choose, and none once signed out', async ({
  pushed,
  context,
  page,
  reports,
}) => {
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
  await expectAccessible(page);
  const held = section.getByRole('group', { name: 'Held' });
  await held.getByRole('checkbox', { name: 'Email' }).uncheck();
  await section.getByRole('group', { name: 'Shipped' }).getByRole('checkbox', { name: 'Notification' }).uncheck();
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(section.locator('form')).toHaveAttribute('data-unfinished', 'false');
  await page.reload();
  await expect(held.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await expect(held.getByRole('checkbox', { name: 'Notification' })).toBeChecked();

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
  // Only what the push brought may be there, not what was cached of the user's own shipments.
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

test('a device with a new address from its push service gets pushes there, with no page open', async ({
  pushed,
  context,
  page,
}) => {
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

test('a push is shown if the server cannot be reached or never responds, and cached data does not count as news', async ({
  pushed,
  context,
  page,
  reports,
}) => {
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

test('tapping a notification does not replace a page with a form being filled in, and one for a deleted parcel or without data says so', async ({
  pushed,
  context,
  page,
  reports,
}) => {
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

test('if notifications are blocked or unsupported, the page says so and how to fix it', async ({
  pushed,
  context,
  page,
}) => {
  const { trackingId } = await pushed.app.shipment();
  const section = page.getByRole('region', { name: 'Notifications' });
  const device = newPushDevice(`${pushed.service.url}/push/nobody`);
  await subscribeAs(context, device);
  await page.goto(`/track/${trackingId}`);
  await waitUntilCached(page);

  // Asked and refused, then blocked for good.
  await page.evaluate(() => {
    Notification.requestPermission = async () => 'default';
  });
  await section.getByRole('button', { name: 'Notify me' }).click();
  await expect(section.getByRole('alert')).toContainText('Notifications aren’t allowed.');
  await page.evaluate(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(section.getByText('Notifications are blocked.')).toBeVisible();
  await expect(section.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await page.evaluate(() => {
    Reflect.deleteProperty(window, 'PushManager');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(section.getByText('This browser can’t show notifications.')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'standalone', { get: () => false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(section.getByText(/only installed apps show notifications/)).toBeVisible();
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
