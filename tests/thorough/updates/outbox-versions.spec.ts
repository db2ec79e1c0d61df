/**
 * One device, several versions of the app: a tab may be older than another, an update finds rows
 * that an older version stored, and after a rollback rows of a newer one.
 */
import type { Page } from '@playwright/test';
import { goOffline, readDatabases, waitUntilCached } from '../../journeys/support/device.ts';
import { expect, expectAccessible, openAs, signIn, test } from '../../journeys/support/journey.ts';
import { locationOf, writeToOutbox } from '../../journeys/support/outbox-rows.ts';
import {
  addLocation,
  getShipmentStatus,
  listEntries,
  logOut,
  NETWORK,
  openShipment,
} from '../../journeys/support/tablet.ts';
import { storedRowOf } from '../../support/stored-row.ts';

/** Seals a row of the outbox in place, as is done once its owner's keys are on the disk. */
async function sealRow(page: Page, opId: string): Promise<void> {
  const isSealed = () =>
    page.evaluate(async (wanted) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('waybill-outbox');
        request.onsuccess = () => resolve(request.result);
      });
      const ask = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      const objects = () => database.transaction('queries', 'readwrite').objectStore('queries');
      const keys = await ask(objects().getAllKeys());
      const values = await ask(objects().getAll());
      const place = values.findIndex((value) => value?.opId === wanted);
      const { input, problem, trackingId, ...open } = values[place];
      const file = await caches.match(`/keys/outbox-${open.userId}`, { cacheName: 'keys' });
      if (!file) return false;
      const bytes = (await file.arrayBuffer()).slice(0, 32);
      const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt']);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const clear = new TextEncoder().encode(JSON.stringify({ input, problem, trackingId }));
      const sealed = { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, clear) };
      await ask(objects().put({ ...open, trackingId: undefined, sealed }, keys[place]));
      database.close();
      return true;
    }, opId);
  // The app creates keys once it is idle.
  await expect.poll(isSealed).toBe(true);
}

/** The stored rows with their keys, unsealed. */
const storedRows = async (page: Page) =>
  (await readDatabases(page)).filter(({ database, key }) => database === 'waybill-outbox' && typeof key === 'number');

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('an older version can read what this one stores, and this one sends what an older one stored, in order, sealed or not', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const { id, trackingId } = await app.shipment();
  const email = 'ines.updated@example.com';
  const userId = await openShipment(app, page, email, id);
  await goOffline(context, page);
  await addLocation(page, 'For an older tab');
  const [row] = await storedRows(page);
  const input = { id, address: '', comment: 'For an older tab' };
  const expected = storedRowOf(userId, 'shipmentAdmin.updateShipmentActivity', input, {
    trackingId,
    opId: expect.any(String),
    occurredAt: expect.any(String),
    notBefore: expect.any(String),
    clockOffset: expect.any(Number),
  });
  expect(row).toEqual({ database: 'waybill-outbox', store: 'queries', key: 1, value: expected });

  // This device has already set a status, so its next one is based on an outdated version.
  await app.call(email, 'shipmentAdmin.updateShipment', { id, status: 'shipped' });
  const status = { id, status: 'held' };
  const rows = [
    locationOf(userId, id, 'Stored before the update'),
    storedRowOf(userId, 'shipmentAdmin.updateShipment', status, { baseStatusVersion: 1 }),
    locationOf(userId, id, 'Stored after it'),
  ];
  await writeToOutbox(page, rows, { [`led ${userId} ${id}`]: { from: 1, to: 2 } });
  await sealRow(page, rows[0]?.opId ?? '');
  await sealRow(page, rows[1]?.opId ?? '');

  await page.goto('/outbox');
  await expect(entries(page)).toHaveText([
    /For an older tab/,
    /Stored before the update/,
    /Status changed to Held/,
    /Stored after it/,
  ]);
  await context.setOffline(false);
  await expect(page.getByText('Everything has been sent.')).toBeVisible();
  expect((await listEntries(app, id)).filter((comment) => !/created|Shipped/.test(comment))).toEqual([
    'For an older tab',
    'Stored before the update',
    'Status changed to Held',
    'Stored after it',
  ]);
  expect(await getShipmentStatus(app, id)).toBe('held');
});

test('a tab of an older version may send and store while this one sends', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const { id } = await app.shipment();
  const userId = await openShipment(app, page, 'ines.two.versions@example.com', id);
  const old = await context.newPage();
  await old.goto('/track');
  // The older tab sends: this one waits.
  await old.evaluate(() => {
    const end = new Promise((resolve) => Object.assign(window, { endSending: resolve }));
    return new Promise<void>((held) => {
      void navigator.locks.request('outbox', () => {
        held();
        return end;
      });
    });
  });
  let finishFirst = () => {};
  const isFinished = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  const asked: string[] = [];
  await context.route('**/shipmentAdmin.updateShipmentActivity', async (route) => {
    asked.push(String(route.request().postDataJSON().comment));
    if (asked.length === 1) await isFinished;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByLabel('Comment').fill('From this tab');
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect.poll(async () => (await storedRows(page)).length).toBe(1);
  expect(asked).toEqual([]);
  await old.evaluate(() => (window as unknown as { endSending(): void }).endSending());
  await expect.poll(() => asked).toEqual(['From this tab']);
  // While it sends, the older tab stores a row, and says so.
  await writeToOutbox(old, [locationOf(userId, id, 'From the older tab')]);
  await old.evaluate(() => new BroadcastChannel('outbox').postMessage({ isServerChanged: false }));
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toContainText('From the older tab');
  finishFirst();
  await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'From this tab', 'From the older tab']);
  await expect.poll(async () => (await storedRows(page)).length).toBe(0);
  expect(asked).toEqual(['From this tab', 'From the older tab']);
});

// That the next person can discard them is shown by disk.spec.ts.
test('actions left unsent at the end of a session are hidden from the next person, and sent later, except what only a newer version can send', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  reports.allow(/status of 401/);
  const { id } = await app.shipment();
  const email = 'ines.rolled.back@example.com';
  const userId = await openShipment(app, page, email, id);
  const next = await app.person({ email: 'next.rolled.back@example.com', manager: true });
  const visit = storedRowOf(userId, 'courier.position', { stop: 'Linnégatan 8' });
  await writeToOutbox(page, [visit]);
  await sealRow(page, visit.opId);

  await page.goto('/outbox');
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText('Update to send');
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/manager/shipments/${id}`);
  await addLocation(page, 'Sent past it');
  await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'Sent past it']);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('It stays on this device, hidden, until you log in here again.');
  await expect(dialog).not.toContainText('discards');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();

  await openAs(page, email, `/manager/shipments/${id}`);
  await waitUntilCached(page);
  await goOffline(context, page);
  await addLocation(page, 'Left behind');
  await app.database.query('delete from sessions where user_id = $1', [userId]);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();

  await signIn(page, next.email);
  const outbox = page.getByRole('banner').getByRole('link', { name: /^Outbox/ });
  await expect(outbox).toHaveAccessibleName('Outbox, 2 unsent from another user');
  await outbox.click();
  await expect(page.getByText('2 unsent actions from another user')).toBeVisible();
  await expect(page.getByText('Left behind')).toHaveCount(0);
  await expect(entries(page)).toHaveCount(0);
  await expectAccessible(page);
  // What waits for a newer version is not theirs to discard.
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toContainText('1 unsent action from another user will be lost.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await logOut(page);
  expect(await listEntries(app, id)).toEqual(['Label created', 'Sent past it']);

  await openAs(page, email, '/outbox');
  await expect.poll(() => listEntries(app, id)).toEqual(['Label created', 'Sent past it', 'Left behind']);
  await expect(entries(page)).toHaveText([/Update to send/]);
  expect(await storedRows(page)).toMatchObject([{ value: { opId: visit.opId, input: { stop: 'Linnégatan 8' } } }]);
});
