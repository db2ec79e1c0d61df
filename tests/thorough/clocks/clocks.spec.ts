import type { Page } from '@playwright/test';
import {
  deliverToMailbox,
  link,
  listProofs,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  startRun,
} from '../../journeys/support/courier.ts';
import { goOffline, readDatabases, waitUntilCached } from '../../journeys/support/device.ts';
import {
  ageShipments,
  changeClock,
  changeDeviceClock,
  DAY,
  HOUR,
  installDeviceClock,
  notHeardFor,
  shiftTo2015,
} from '../../journeys/support/device-clock.ts';
import { expect, expectAccessible, type RunningApp, test, untilQuiet } from '../../journeys/support/journey.ts';
import { addLocation, listEntries, NETWORK, openShipment } from '../../journeys/support/tablet.ts';

interface Entry {
  comment: string;
  status: string;
  isMarked: boolean;
  /** How long before its receipt it is placed, in minutes. */
  minutes: number;
}

const timesOf = (app: RunningApp, id: string) =>
  app.database.query<Entry>(
    `select comment, status, earliest_at is not null as "isMarked",
       round(extract(epoch from created_at - occurred_at) / 60)::int as minutes
     from activities where shipment_id = $1 order by occurred_at, created_at, id`,
    [id],
  );

test('a clock that is a day ahead, set back, or in 2015 keeps the order and the server’s time; the page says so, and undatable entries are marked', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await installDeviceClock(context);
  const { id } = await app.shipment();
  await openShipment(app, page, 'ines.set.back@example.com', id);
  await changeDeviceClock(page, DAY);
  // The device learns the server’s time by its own clock.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Add new location' })).toBeVisible();
  await untilQuiet(page);
  await goOffline(context, page);
  await addLocation(page, 'A day ahead');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Outbox/ })
    .click();
  const ahead = page.getByRole('main').getByText('This device’s clock is 1 day ahead', { exact: true });
  await expect(ahead).toBeVisible();
  await expectAccessible(page, { within: 'main' });
  await context.setOffline(false);
  await expect(page.getByText('Everything has been sent.')).toBeVisible();
  await changeDeviceClock(page, 0);
  await page.goto(`/manager/shipments/${id}`);
  await expect(page.getByRole('link', { name: 'Add new location' })).toBeVisible();
  await untilQuiet(page);
  await goOffline(context, page);
  await addLocation(page, 'First');
  // An open page knows how long ago that was.
  await changeClock(page, -3 * HOUR);
  await addLocation(page, 'Set back by three hours');
  await expect(page.getByText('This device’s clock is 3 hours behind').first()).toBeVisible();
  await context.setOffline(false);
  const inTime = ['Label created', 'A day ahead', 'First', 'Set back by three hours'];
  await expect.poll(() => listEntries(app, id)).toEqual(inTime);
  for (const { isMarked, minutes } of await timesOf(app, id)) expect([isMarked, minutes]).toEqual([false, 0]);

  // No clock that can be set decides about the next try.
  await context.route(/updateShipmentActivity/, (route) => route.abort());
  await addLocation(page, 'While the server was away');
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toBeVisible();
  await changeClock(page, -3 * DAY);
  await context.unroute(/updateShipmentActivity/);
  await expect.poll(() => listEntries(app, id)).toContain('While the server was away');

  // A restarted device knows only the last server response before it, and its receipt.
  await changeClock(page, 0);
  await page.reload();
  await untilQuiet(page);
  await ageShipments(app, [id], 5);
  await page.goto('/healthz'); // the app would note what it knows as it is left
  await notHeardFor(page, 2);
  await changeClock(page, shiftTo2015());
  await goOffline(context, page);
  await page.goto(`/manager/shipments/${id}`);
  await addLocation(page, 'By an empty battery');
  await addLocation(page, 'And another');
  await expect(page.getByRole('region', { name: 'Not sent yet' })).not.toContainText('2015');
  await context.setOffline(false);
  await expect.poll(() => listEntries(app, id)).toContain('And another');
  expect((await timesOf(app, id)).slice(-2)).toEqual([
    { comment: 'By an empty battery', status: 'in-progress', isMarked: true, minutes: 120 },
    { comment: 'And another', status: 'in-progress', isMarked: true, minutes: 120 },
  ]);
  const entry = page.getByRole('listitem').filter({ hasText: 'By an empty battery' });
  await expect(entry.getByText(/between \d\d:\d\d [AP]M and \d\d:\d\d [AP]M|^Between .* and /)).toBeVisible();
  await expectAccessible(page);
});

test('starting offline with a wrong clock keeps everything; a week of server time ends old data', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await installDeviceClock(context);
  await page.setViewportSize({ width: 820, height: 1180 });
  const run = await releaseRun(app, 'drawer', [1, 1]);
  const { courier } = run;
  await app.database.query('update users set manager = true where id = $1', [courier.id]);
  const { id } = await app.shipment({ description: 'Kept in a drawer' });
  await preparePhone(page, courier.email);
  await startRun(app, run);
  await link(page, 'Next stop: 1').waitFor();
  await page.goto('/manager/shipments/create');
  const country = page.getByLabel('Sender country');
  await expect(country.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  await page.goto('/manager/shipments');
  await link(page, 'Kept in a drawer').click();
  await expect(page.getByRole('link', { name: 'Add new location' })).toBeVisible();
  await untilQuiet(page);
  await goOffline(context, page);
  await addLocation(page, 'Before the drawer');
  await page.goto('/courier');
  await link(page, 'Next stop: 1').click();
  await deliverToMailbox(page);
  await saved(page, 'Delivered to the mailbox, Receiver 1');
  const photos = await readPhotos(page);
  expect(photos).toHaveLength(1);

  const before = await listEverythingStored(page);
  expect(before.length).toBeGreaterThan(40);
  for (const [clock, shift] of Object.entries({
    'three hours behind': -3 * HOUR,
    'in 2015': shiftTo2015(),
    'eight days ahead': 8 * DAY,
    'eight days ahead again': 8 * DAY,
  })) {
    await changeClock(page, shift);
    await page.goto('/courier');
    await expect(page.getByRole('list', { name: 'Stops', exact: true }), clock).toHaveText(/Receiver 2.*Open/s);
    await page.getByText('1 finished stop').click();
    await expect(page.getByRole('list', { name: 'Finished stops' }), clock).toHaveText(/Receiver 1.*Delivered/s);
    if (['in 2015', 'eight days ahead again'].includes(clock)) {
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Outbox/ })
        .click();
      await expect(page.getByText('Before the drawer'), clock).toBeVisible();
      // The dashboard was never opened.
      await link(page, 'Manager').click();
      await expect(page.getByText('Kept in a drawer'), clock).toBeVisible();
    }
    const after = await listEverythingStored(page);
    expect(
      before.filter((one) => !after.includes(one)),
      clock,
    ).toEqual([]);
  }
  await page.goto('/manager/shipments/create');
  await expect(country.getByRole('option', { name: 'Sweden' })).toHaveCount(1);

  // The server’s time counts once it responds, so recent data stays.
  await context.setOffline(false);
  await expect.poll(() => listEntries(app, id)).toContain('Before the drawer');
  await expect.poll(() => listProofs(app, courier.id)).toEqual(photos);
  await page.goto('/outbox');
  await untilQuiet(page);
  expect(await keptKeys(page)).toEqual(expect.arrayContaining(['profile', 'managed-shipments', 'managed-shipment']));

  await changeClock(page, 0);
  await ageKept(page, 8 * DAY);
  await page.goto('/outbox');
  await expect.poll(() => keptKeys(page)).not.toContain('managed-shipment');
  expect(await keptKeys(page)).toContain('profile');
});

async function listEverythingStored(page: Page): Promise<string[]> {
  const rows = (await readDatabases(page)).filter(({ value }) => value !== null);
  const others = await page.evaluate(async () => {
    const names = await caches.keys();
    const files = names.map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => `${name} ${url}`),
    );
    return [...Object.keys(localStorage), ...(await Promise.all(files)).flat()];
  });
  return [...rows.map(({ database, store, key }) => `${database} ${store} ${key}`), ...others];
}

async function keptKeys(page: Page): Promise<string[]> {
  const rows = (await readDatabases(page)).filter(({ store }) => store === 'queries');
  return rows.flatMap(({ value }) => (value as { queryKey?: string[] } | null)?.queryKey?.[1] ?? []);
}

/** Backdates everything stored by this much. */
const ageKept = (page: Page, by: number) =>
  page.evaluate(async (time) => {
    const name = (await indexedDB.databases()).find((one) => /^waybill-[\w]{8}-/.test(one.name ?? ''))?.name ?? '';
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const writing = database.transaction('queries', 'readwrite');
    const cursor = writing.objectStore('queries').openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      at.update({ ...at.value, confirmedAt: at.value.confirmedAt - time });
      at.continue();
    };
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    database.close();
  }, by);

test('a stored detailed view is used for an hour, which a clock set back does not extend; tracked shipments survive a clock weeks ahead, and expire after thirty days of server time', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const { id, trackingId } = await app.shipment();
  const { receiverCode } = await app.call<{ receiverCode: string }>('dispatch@example.com', 'shipmentAdmin.showCodes', {
    id,
  });
  await page.goto('/track');
  await waitUntilCached(page);
  const accessWith = (headers: Record<string, string>) =>
    page.evaluate(
      async ([trackingId, headers]) => {
        const input = encodeURIComponent(JSON.stringify({ trackingId }));
        const response = await fetch(`/api/trpc/shipment.getShipmentByTrackingId?input=${input}`, { headers });
        return [(await response.json()).result.data.access, response.headers.get('x-sw-fetched-at')];
      },
      [trackingId, headers] as const,
    );
  const grant = await page.evaluate(
    async (input) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/api/trpc/shipment.verifyShipmentCode', {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      });
      return (await response.json()).result.data.grant as string;
    },
    { id, code: receiverCode },
  );
  // This device is three hours behind the server.
  const date = new Date(Date.now() + 3 * HOUR).toUTCString();
  await context.route(/getShipmentByTrackingId/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  const asHolder = { 'x-shipment-grant': grant };
  expect(await accessWith({})).toEqual(['overview', null]);
  expect(await accessWith(asHolder)).toEqual(['detailed', null]);
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('tracking')).keys()).length)).toBe(2);
  await context.unroute(/getShipmentByTrackingId/);
  await goOffline(context, page);
  const at = new Date(date).toISOString();
  expect(await accessWith(asHolder)).toEqual(['detailed', at]);

  /** Copies look as if the device’s clock had moved. */
  const moveClock = (by: number) =>
    page.evaluate(async (by) => {
      const cache = await caches.open('tracking');
      for (const request of await cache.keys()) {
        const stored = await cache.match(request);
        if (!stored) continue;
        const headers = new Headers(stored.headers);
        headers.set('x-sw-stored-at', new Date(Date.now() - by).toISOString());
        await cache.put(request, new Response(await stored.blob(), { headers }));
      }
    }, by);
  for (const [by, access] of [
    [0.9 * HOUR, 'detailed'],
    [1.1 * HOUR, 'overview'],
    [-2 * HOUR, 'overview'],
    [0, 'detailed'],
  ] as const) {
    await moveClock(by);
    expect(await accessWith(asHolder), `${by}`).toEqual([access, at]);
  }
  await context.setOffline(false);

  const [old, fresh] = [await app.shipment(), await app.shipment()];
  const open = async ({ trackingId }: { trackingId: string }) => {
    await page.goto(`/track/${trackingId}`);
    await expect(page.getByRole('heading', { name: 'Shipment', exact: true })).toBeVisible();
  };
  await open(old);
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('tracking')).keys()).map(({ url }) => url).join(' '));
  await expect.poll(kept).toContain(old.trackingId);
  // To a clock that is ahead all of it looks as old as this.
  await page.evaluate(async (by) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('workbox-expiration');
      request.onsuccess = () => resolve(request.result);
    });
    const writing = database.transaction('cache-entries', 'readwrite');
    const cursor = writing.objectStore('cache-entries').openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      at.update({ ...at.value, timestamp: at.value.timestamp - by });
      at.continue();
    };
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    database.close();
  }, 40 * DAY);
  await goOffline(context, page);
  for (const _ of [1, 2]) await open(old);
  await context.setOffline(false);

  await context.route(/getShipmentByTrackingId/, async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + 31 * DAY).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await open(fresh);
  await expect.poll(kept).not.toContain(old.trackingId);
  expect(await kept()).toContain(fresh.trackingId);
});

test('an app that was opened while its clock was ahead still looks for a new version when it is shown', async ({
  page,
  context,
}) => {
  await installDeviceClock(context);
  await context.addInitScript(() => {
    const { update } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.update = function look() {
      Object.assign(window, { hasLooked: true });
      return update.call(this);
    };
  });
  await page.goto('/track');
  await waitUntilCached(page);
  await changeDeviceClock(page, 3 * HOUR);
  await page.reload();
  await waitUntilCached(page);
  const hasLooked = () => page.evaluate(() => 'hasLooked' in window);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await hasLooked()).toBe(false);
  await changeDeviceClock(page, 0);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await hasLooked()).toBe(true);
});
