import type { BrowserContext, Page } from '@playwright/test';
import { goOffline, readAllStorage, waitUntilCached, waitUntilStored } from './support/device.ts';
import { expect, expectAccessible, goWithin, hold, openAs, PARCEL, test } from './support/journey.ts';
import { locationOf, rowOf, writeToOutbox } from './support/outbox-rows.ts';
import { addLocation, getShipmentStatus, listEntries, NETWORK, openShipment, setStatus } from './support/tablet.ts';

const TABLET = { width: 820, height: 1180 };

/**
 * From now on the server handles each call but its response is lost, until the network is restored.
 */
async function loseAnswers(context: BrowserContext, procedure: string): Promise<() => void> {
  let isLost = true;
  await context.route(`**/${procedure}`, async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return () => {
    isLost = false;
  };
}

const pendingOn = (page: Page) => page.getByRole('region', { name: 'Not sent yet' });
const outboxLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Outbox/ });

/** Returns the number on the app's icon, which a headless browser does not have. */
async function watchBadge(page: Page) {
  await page.context().addInitScript(() => {
    const shown: (number | null)[] = [];
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(null),
    });
    Object.assign(window, { shownBadges: shown });
  });
  return () => page.evaluate(() => (window as unknown as { shownBadges: (number | null)[] }).shownBadges.at(-1));
}

test("a manager's offline actions wait on the tablet, survive reloads, and are sent once; logging out warns about unsent ones, then deletes them", async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await page.setViewportSize(TABLET);
  // A headless browser has no icon to put a number on.
  const badge = await watchBadge(page);
  const { id } = await app.shipment({ description: 'A parcel on a tablet' });
  await openShipment(app, page, 'ines.on.tablet@example.com', id);
  await expect(outboxLink(page)).toHaveCount(0);

  await goOffline(context, page);
  // Input that the server would reject is rejected now, not when it is sent.
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByRole('button', { name: 'Add location' }).click();
  const missing = page.getByText('Enter an address or a comment.');
  await expect(missing).toBeVisible();
  await page.getByLabel('Address').fill('C');
  await expect(missing).toBeHidden();
  await page.getByLabel('Address').clear();
  await page.getByRole('link', { name: 'Add new location' }).click();
  await addLocation(page, 'Loaded in the dark', 'Canary Quay 4');
  await setStatus(page, 'delivery');
  await setStatus(page, 'held');
  for (const reload of [0, 1]) {
    if (reload > 0) await page.reload();
    await expect(pendingOn(page).getByRole('listitem'), `reload ${reload}`).toHaveText([
      /Status changed to Held.*Waiting to send/s,
      /Status changed to Delivery.*Waiting to send/s,
      /Loaded in the dark.*Waiting to send/s,
    ]);
    await expect(outboxLink(page)).toHaveAccessibleName('Outbox, 3 unsent');
    await expect.poll(badge).toBe(3);
  }
  // Beside it the brand keeps its name, all of it.
  const brand = page.getByRole('banner').getByText('Waybill', { exact: true });
  expect(await brand.evaluate((word) => word.clientWidth > 60 && word.clientWidth === word.scrollWidth)).toBe(true);
  await expectAccessible(page);

  await outboxLink(page).click();
  await expect(page).toHaveURL('/outbox');
  await expect(page.getByText('You’re offline', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  expect(await listEntries(app, id)).toEqual(['Label created']);

  await context.setOffline(false);
  await expect(page.getByText('Everything has been sent.')).toBeVisible();
  await expect(outboxLink(page)).toHaveCount(0);
  await expect.poll(badge).toBe(null);
  expect(await listEntries(app, id)).toEqual([
    'Label created',
    'Loaded in the dark',
    'Status changed to Delivery',
    'Status changed to Held',
  ]);
  expect(await getShipmentStatus(app, id)).toBe('held');
  await page.goto(`/manager/shipments/${id}`);
  await expect(page.getByText('Loaded in the dark')).toHaveCount(1);
  await expect(pendingOn(page)).toHaveCount(0);

  await goOffline(context, page);
  await addLocation(page, 'A canary that is never sent');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('1 action has not been sent');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await readAllStorage(page)).toContain('A canary that is never sent');
  await expect.poll(badge).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect.poll(badge).toBeNull();
  const kept = await readAllStorage(page);
  for (const canary of ['Canary Quay', 'Loaded in the dark', 'A canary that is never sent', id])
    expect(kept).not.toContain(canary);
  await context.setOffline(false);
  await openAs(page, 'ines.on.tablet@example.com', '/outbox');
  await expect(page.getByText('Everything has been sent.')).toBeVisible();
  expect(await listEntries(app, id)).toHaveLength(4);
});

test('an unsent action is sent once, after lost responses and errors, by the clock, with any other call that succeeds, and when the browser wakes', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  reports.allow(/status of 500/);
  // Timers may fire a little early.
  await context.addInitScript(() => {
    const { setTimeout } = window;
    const early = (work: () => void, wait = 0, ...given: unknown[]) => setTimeout(work, wait - 20, ...given);
    Object.assign(window, { setTimeout: early });
  });
  const { id } = await app.shipment();
  await page.setViewportSize(TABLET);
  await openShipment(app, page, 'ines.tries.again@example.com', id);
  const sent = ['Label created'];
  const untilSent = async (comment: string) => {
    sent.push(comment);
    await expect.poll(() => listEntries(app, id)).toEqual(sent);
  };
  const updates = '**/shipmentAdmin.updateShipmentActivity';

  await test.step('after a lost response', async () => {
    const mendNetwork = await loseAnswers(context, 'shipmentAdmin.updateShipmentActivity');
    // What is reported as saved survives a loss of power.
    const durability = page.evaluate(
      () =>
        new Promise((resolve) => {
          const { transaction } = IDBDatabase.prototype;
          IDBDatabase.prototype.transaction = function (...given) {
            const begun = transaction.apply(this, given);
            if (this.name === 'waybill-outbox' && begun.mode === 'readwrite') resolve(begun.durability);
            return begun;
          };
        }),
    );
    // Watched from the start: the message disappears after a few seconds.
    const message = expect(page.getByText('We’ll send it as soon as you’re back online.')).toBeVisible();
    await addLocation(page, 'Said once');
    expect(await durability).toBe('strict');
    await message;
    await expect(pendingOn(page)).toContainText('Said once');
    expect(await listEntries(app, id)).toEqual(['Label created', 'Said once']);
    // Before the network is mended: once all is sent, the link is gone.
    await outboxLink(page).click();
    mendNetwork();
    await page
      .getByRole('button', { name: 'Send now' })
      .click({ timeout: 2000 })
      .catch(() => undefined); // it may have gone by itself
    await expect(page.getByText('Everything has been sent.')).toBeVisible();
    await untilSent('Said once');
    await context.unroute(updates);
  });

  await test.step('by the clock', async () => {
    const tries: string[] = [];
    let isAway = true;
    await context.route(updates, (route) => {
      tries.push(route.request().url());
      return isAway ? route.abort() : route.continue();
    });
    await page.goBack();
    await addLocation(page, 'Tried by the clock');
    await expect.poll(() => tries.length).toBeGreaterThan(2);
    isAway = false;
    await untilSent('Tried by the clock');
    await expect(pendingOn(page)).toHaveCount(0);
    await context.unroute(updates);
  });

  await test.step('after errors, which are shown', async () => {
    const message = 'Something went wrong. Please try again.';
    await context.route(updates, (route) =>
      route.fulfill({
        status: 500,
        json: { error: { message, code: -32603, data: { code: 'INTERNAL_SERVER_ERROR' } } },
      }),
    );
    await addLocation(page, 'At a bad moment');
    await outboxLink(page).click();
    await expect(page.getByText('Not sent yet. Retrying.')).toBeVisible();
    await expectAccessible(page);
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    // Each failed try doubles the wait.
    for (let tries = 0; tries < 5; tries += 1) {
      const answered = page.waitForResponse(updates);
      await tryAgain.click();
      await answered;
    }
    await context.unroute(updates);
    // On a busy machine the next try may come before the click.
    await tryAgain.click({ timeout: 5_000 }).catch(() => undefined);
    await untilSent('At a bad moment');
    await expect(page.getByText('Everything has been sent.')).toBeVisible();
  });

  await test.step('with any other call that succeeds', async () => {
    await page.goBack();
    await context.route(/\/api\/trpc\//, (route) => route.abort());
    await addLocation(page, 'While the server was away');
    await outboxLink(page).click();
    const sendNow = page.getByRole('button', { name: 'Send now' });
    // Each failed try doubles the wait: now it is most of a minute.
    for (let tries = 0; tries < 6; tries += 1) {
      await sendNow.click();
      await expect(sendNow).toBeVisible();
    }
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    await context.unroute(/\/api\/trpc\//);
    await page.getByRole('banner').getByRole('link', { name: 'Manager' }).click();
    await untilSent('While the server was away');
  });

  await test.step('when the browser wakes the worker, where supported', async () => {
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(app.url));
        if (own) resolve(own.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered;
    await page.goto(`/manager/shipments/${id}`);
    // The page gets no `online` event: only the worker can notify it.
    const setOnline = (isOnline: boolean) =>
      page.evaluate((value) => Object.defineProperty(navigator, 'onLine', { value, configurable: true }), isOnline);
    await setOnline(false);
    await addLocation(page, 'Sent when woken');
    await expect(outboxLink(page)).toHaveAccessibleName('Outbox, 1 unsent');
    await setOnline(true);
    expect(await listEntries(app, id)).toEqual(sent);
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin: app.url,
      registrationId,
      tag: 'outbox',
      lastChance: false,
    });
    await untilSent('Sent when woken');
  });
});

test('a status conflict is shown to the person, also after the form was left, with three ways to resolve it, after which what waited behind it is sent', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  reports.allow(/status of 409/);
  const parcels = [await app.shipment(), await app.shipment(), await app.shipment(), await app.shipment()];
  const [mine, note, theirs, left] = parcels.map(({ id }) => id) as [string, string, string, string];
  const other = await app.person({ email: 'other.conflict@example.com', manager: true });
  const answer = await hold(page, 'shipmentAdmin.updateShipment');
  const userId = await openShipment(app, page, 'ines.conflict@example.com', left);

  await test.step('after its form was left', async () => {
    await page.getByRole('link', { name: 'Update shipment status' }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('held');
    const asked = page.waitForRequest(/shipmentAdmin\.updateShipment$/);
    await page.getByRole('button', { name: 'Update status' }).click();
    await asked;
    await page.goBack();
    await expect(page.getByLabel('Status', { exact: true })).toBeHidden();
    await app.call(other.email, 'shipmentAdmin.updateShipment', { id: left, status: 'shipped' });
    answer();
    await outboxLink(page).click();
    const review = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Needs review' });
    await expect(review.getByText('Someone else changed the status.')).toBeVisible();
    await review.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Everything has been sent.')).toBeVisible();
    expect(await getShipmentStatus(app, left)).toBe('held');
  });

  await goWithin(page, `/manager/shipments/${mine}`);
  await waitUntilStored(page, 'managed-shipment', mine);
  await goOffline(context, page);
  await setStatus(page, 'held');
  await addLocation(page, 'Put on a shelf');
  await setStatus(page, 'delivery');
  // The others as the forms store them.
  const statusOf = (id: string, status: string) =>
    rowOf(userId, 'shipmentAdmin.updateShipment', { id, status }, { baseStatusVersion: 1 });
  await writeToOutbox(page, [
    statusOf(note, 'held'),
    locationOf(userId, note, 'Put on a shelf'),
    statusOf(theirs, 'held'),
    locationOf(userId, theirs, 'Put on a shelf'),
    statusOf(theirs, 'delivery'),
  ]);
  for (const id of [mine, note, theirs]) {
    await app.call(other.email, 'shipmentAdmin.updateShipment', { id, status: 'delivered' });
  }
  // When the status changed is known by the kind of the entry, however its comment is worded.
  await app.database.query(
    "update activities set comment = 'Now delivered' where kind = 'status' and shipment_id = any($1::uuid[])",
    [[mine, note, theirs]],
  );
  await page.goto('/outbox');
  await context.setOffline(false);
  const entries = page.getByRole('main').getByRole('listitem');
  const reviews = entries.filter({ hasText: 'Needs review' });
  // The locations are in conflict with nothing.
  await expect(entries).toHaveCount(5);
  await expect(reviews).toHaveCount(3);
  for (const id of [mine, note, theirs]) expect(await listEntries(app, id)).toContain('Put on a shelf');
  const first = reviews.first();
  await expect(first.getByText('Yours')).toBeVisible();
  await expect(first.getByRole('definition').first()).toContainText('Held');
  await expect(first.getByRole('definition').last()).toContainText('Delivered');
  await expect(first.getByRole('definition').last().getByRole('time')).toBeVisible();
  await expectAccessible(page);

  // A storage that fails changes nothing, and nobody is left to guess.
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('No disk', 'UnknownError');
    };
    addEventListener('disk-returns', () => {
      IDBDatabase.prototype.transaction = transaction;
    });
  });
  await first.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing has changed' })).toBeVisible();
  await first.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(question.getByRole('alert')).toContainText('This device couldn’t open its outbox.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => dispatchEvent(new Event('disk-returns')));

  // What was decided last is the newest, as the timeline has it. The next status has no conflict.
  await expect(entries).toHaveCount(5);
  await first.getByRole('button', { name: 'Keep mine' }).click();
  await expect(entries).toHaveCount(3);
  expect((await listEntries(app, mine)).slice(-2)).toEqual(['Status changed to Held', 'Status changed to Delivery']);
  await reviews.first().getByRole('button', { name: 'Add as note' }).click();
  await expect(entries).toHaveCount(2);
  // A double tap opens the dialog, and does not close it again with its second half.
  const discard = async () => {
    await reviews.first().getByRole('button', { name: 'Discard' }).dblclick();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  };
  const asked = page.waitForRequest(/shipmentAdmin\.updateShipment$/);
  await discard();
  expect((await asked).postDataJSON()).toMatchObject({ id: theirs, status: 'delivery' });
  await expect(entries).toHaveCount(1);
  await expect(reviews).toHaveCount(1);
  await discard();
  await expect(page.getByText('Everything has been sent.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  expect(await Promise.all([mine, note, theirs].map((id) => getShipmentStatus(app, id)))).toEqual([
    'delivery',
    'delivered',
    'delivered',
  ]);
  expect(await listEntries(app, note)).toContain('Held was reported here, but the status had become Delivered');
  for (const id of [note, theirs]) expect(await listEntries(app, id)).not.toContain('Status changed to Held');
});

test('a device without room says so offline, and online sends what it has, each once, and what comes, at once; a half-written row blocks nothing; a long queue shows its first hundred, the rest on request, and what needs a person always', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const { id } = await app.shipment();
  // Once the network is back, the server applies the first one, and its response never arrives.
  let tries = 0;
  let isBack = false;
  await context.route(/shipmentAdmin\.updateShipment$/, async (route) => {
    if (!isBack) return route.abort();
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const userId = await openShipment(app, page, 'ines.half@example.com', id);
  await goOffline(context, page);
  await setStatus(page, 'held');
  await setStatus(page, 'delivery');
  await addLocation(page, 'Put on a shelf');
  const estimateRoom = (bytes: number) =>
    page.evaluate((usage) => {
      navigator.storage.estimate = async () => ({ quota: 50_000_000, usage });
    }, 50_000_000 - bytes);
  // Nearly full: it rejects input before anything typed could get lost.
  await estimateRoom(500_000);
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByLabel('Comment').fill('No room for this');
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByRole('alert')).toContainText('This device is out of space. Nothing was sent.');
  expect(await readAllStorage(page)).not.toContain('No room for this');
  await estimateRoom(5_000_000);
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByLabel('Comment').fill('No room for this');
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByRole('alert')).toContainText('This device is out of space. Nothing was sent.');
  isBack = true;
  await context.setOffline(false);
  await expect(outboxLink(page)).toHaveCount(0);
  expect(tries).toBe(3);
  const sent = ['Label created', 'Status changed to Held', 'Status changed to Delivery', 'Put on a shelf'];
  expect(await listEntries(app, id)).toEqual(sent);
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect.poll(() => listEntries(app, id)).toEqual([...sent, 'No room for this']);
  await expect(page.getByLabel('Comment')).toBeHidden();

  // What throws in place of storing goes with the page.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Add new location' })).toBeVisible();
  await goOffline(context, page);
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('waybill-outbox');
      request.onsuccess = () => resolve(request.result);
    });
    const writing = database.transaction('queries', 'readwrite');
    writing.objectStore('queries').put({ opId: 'half', procedure: 'shipmentAdmin.up' }, 1);
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    database.close();
  });
  await addLocation(page, 'Behind the half');
  await outboxLink(page).click();
  await expect(page.getByText('Unreadable item')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => listEntries(app, id)).toEqual([...sent, 'No room for this', 'Behind the half']);
  // What was behind it may stand beside it for a moment after the server has it.
  const half = page.getByRole('listitem').filter({ hasText: 'Unreadable item' });
  await half.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Everything has been sent.')).toBeVisible();

  await goOffline(context, page);
  const rows: object[] = Array.from({ length: 150 }, (_, place) => locationOf(userId, id, `Stop ${place + 1}`));
  const problem = { code: 'NOT_FOUND', message: 'Not found.', fieldErrors: {} };
  rows[120] = { ...locationOf(userId, id, 'Rejected'), state: 'review', problem };
  await writeToOutbox(page, rows);
  await page.reload();
  const entries = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(entries).toHaveCount(101);
  await expect(entries.last()).toContainText('Rejected by the server');
  await expect(page.getByText('49 more items, waiting to be sent')).toBeVisible();
  await expectAccessible(page, { within: 'main li:last-of-type' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(entries).toHaveCount(150);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('a shipment begun offline is kept as a draft, completed later, and created once', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'ines.drafts@example.com', manager: true });
  await openAs(page, email, '/manager/shipments/create');
  await waitUntilCached(page);
  await goOffline(context, page);
  await expect(page.getByRole('button', { name: 'Create shipment' })).toHaveCount(0);
  await expect(page.getByText('You can only add images online.')).toBeVisible();
  await page.getByLabel('Description').fill('Begun in a tunnel');
  await page.getByLabel('Value ($)').fill('12.5');
  await page.getByLabel('Ship date').fill('2026-11-16T10:12');
  await page.getByRole('button', { name: 'Save as draft' }).dblclick();
  await expect(page).toHaveURL('/outbox');
  await page.reload();
  await expect(page.getByText('Begun in a tunnel')).toHaveCount(1);
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
  await expectAccessible(page);

  // A draft is never sent automatically.
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Open draft' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Begun in a tunnel');
  await expect(page.getByLabel('Value ($)')).toHaveValue('12.50');
  await expect(page.getByLabel('Ship date')).toHaveValue('2026-11-16T10:12');
  await page.getByLabel('Dimensions').fill(PARCEL.dimensions);
  await page.getByLabel('Weight').fill(PARCEL.weight);
  await page.getByLabel('Shipping fee ($)').fill('8');
  for (const party of ['Sender', 'Receiver']) {
    await page.getByLabel(`${party} name`).fill(`Tunnel ${party}`);
    await page.getByLabel(`${party} email`).fill(`tunnel.${party.toLowerCase()}@example.com`);
    await page.getByLabel(`${party} phone`).fill('+46 31 555 0192');
  }
  await page.getByLabel('Ship to').fill(PARCEL.shipTo);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('New shipment to Tunnel Receiver')).toBeVisible();
  const created = () =>
    app.database.query<{ value_cents: string }>(
      "select value_cents from shipments where description = 'Begun in a tunnel'",
    );
  expect(await created()).toHaveLength(0);

  // The answer to its creation gets lost: it waits, and is created once.
  const mendNetwork = await loseAnswers(context, 'shipmentAdmin.createShipment');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Waiting to send').first()).toBeVisible();
  await expect.poll(created).toHaveLength(1);
  mendNetwork();
  await page.reload();
  await expect(page.getByText('Everything has been sent.')).toBeVisible();
  expect(await created()).toEqual([{ value_cents: '1250' }]);
});
