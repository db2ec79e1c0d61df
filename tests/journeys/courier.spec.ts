/** A courier's day on a phone without a network. */
import { formatDay } from '../../src/domain/runs/day.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts';
import {
  button,
  DOORS,
  link,
  listFacts,
  listProofs,
  loadAndStart,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  startCold,
  startRun,
  typeLabel,
} from './support/courier.ts';
import { goOffline, readDatabases, waitUntilCached } from './support/device.ts';
import { expect, expectAccessible, openAs, signIn, test } from './support/journey.ts';
import { logOut, NETWORK } from './support/tablet.ts';

test.use({
  permissions: ['camera'],
  launchOptions: {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

test('three stops and six parcels in aeroplane mode arrive once each, every photo on its own visit, and receivers see theirs', async ({
  app,
  browser,
  page,
  context,
  reports,
}) => {
  test.setTimeout(240_000);
  reports.allow(NETWORK);
  const receiver = await app.person({ email: 'aeroplane.receiver@example.com' });
  const { courier, shipments } = await releaseRun(app, 'aeroplane', [2, 2, 2], receiver.email);
  await preparePhone(page, courier.email);
  await expectAccessible(page);
  await goOffline(context, page);

  let phone = await startCold(context, page);
  await loadAndStart(phone, shipments);

  // Three taps, photo included.
  await link(phone, 'Deliver').click();
  await expect(phone.getByText('No faces or ID cards.')).toBeVisible();
  await button(phone, 'Recipient').click();
  await button(phone, 'Take photo and finish').click();
  await expect(phone.getByText('Receiver 2', { exact: true })).toBeVisible();
  // No update reloads an open stop.
  await expect(phone.getByRole('main')).toHaveAttribute('data-unfinished', 'true');
  await saved(phone, 'Delivered to the recipient, Receiver 1');

  // One parcel goes to a neighbour, the other has the wrong address.
  await link(phone, 'Deliver').click();
  await phone.getByRole('checkbox').last().uncheck();
  await button(phone, 'Neighbour').click();
  await expect(button(phone, 'Take photo and finish')).toBeDisabled();
  await phone.getByLabel('Neighbour’s name').fill('Karin Ek');
  await button(phone, 'Take photo and finish').click();
  await saved(phone, 'Delivered to a neighbour, Receiver 2');
  await link(phone, 'Problem').click();
  await button(phone, 'Wrong address').click();
  await button(phone, 'Take photo and finish').click();
  await saved(phone, 'Wrong address, Receiver 2');

  phone = await startCold(context, phone);
  await link(phone, 'Next stop: 3').click();
  await link(phone, 'Problem').click();
  await button(phone, 'Nobody home').click();
  await saved(phone, 'Nobody home, Receiver 3');

  await link(phone, 'Back at the depot').click();
  for (const [place, { trackingId }] of shipments.slice(3).entries()) {
    await typeLabel(phone, trackingId);
    await expect(phone.getByText(`3 delivered, ${place + 1} back, ${2 - place} still in the van`)).toBeVisible();
  }
  await button(phone, 'Close run').click();
  await expect(phone.getByText('This run is closed')).toBeVisible();
  await saved(phone, 'Run closed');
  expect(await listFacts(app, courier.id)).toEqual([]);
  const photos = await readPhotos(phone);
  expect(photos).toHaveLength(3);

  phone = await startCold(context, phone);
  await expect(phone.getByText('This run is closed')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(photos);
  const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
  await expect.poll(async () => (await kinds()).at(-1), { timeout: 30_000 }).toBe('close');
  const visits = Array(4).fill('visit');
  expect(await kinds()).toEqual([...Array(6).fill('load'), 'start', ...visits, ...Array(3).fill('return'), 'close']);
  const statuses = await app.database.query<{ status: string }>(
    'select status from shipments where id = any($1) order by created_at, id',
    [shipments.map(({ id }) => id)],
  );
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'held',
    'held',
    'held',
  ]);
  await expect
    .poll(async () =>
      (await readDatabases(phone)).filter(
        ({ database, key }) =>
          database === 'waybill-outbox' && (typeof key === 'number' || String(key).startsWith('bytes')),
      ),
    )
    .toEqual([]);
  await phone.close();

  // At home: who only has the tracking ID sees nothing of the visit.
  const [parcel] = await app.database.query<{ trackingId: string; occurredAt: Date; createdAt: Date }>(
    `select s.tracking_id as "trackingId", f.occurred_at as "occurredAt", f.created_at as "createdAt"
     from fact_outcomes o join courier_facts f on f.id = o.fact_id join shipments s on s.id = o.shipment_id
     where f.courier_id = $1 and o.method = 'neighbour'`,
    [courier.id],
  );
  if (!parcel) throw new Error('Nothing was delivered to the neighbour');
  const address = `/track/${parcel.trackingId}?detailed=true`;
  const spaced = inGroupsOfFour(parcel.trackingId).join(' ');
  const mail = await app.mails.mail(({ text }) => Boolean(text?.includes(spaced) && text.includes('Receiver code')));
  const elsewhere = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } });
  reports.watch(elsewhere);
  const home = await elsewhere.newPage();
  await home.goto(address);
  const code = home.getByRole('textbox', { name: 'Code' });
  const deliveries = home.getByRole('region', { name: 'Deliveries' });
  const photo = deliveries.getByRole('img', { name: 'Photo 1 of the visit' });
  await expect(code).toBeVisible();
  await expect(deliveries).toHaveCount(0);
  expect(await home.content()).not.toContain('Karin Ek');

  // With the private code, and signed in: who took it, both times, and the photo.
  const seesVisit = async () => {
    await expect(deliveries).toContainText('Delivered to a neighbour: Karin Ek');
    const times = [parcel.occurredAt, parcel.createdAt].map((time) => time.toISOString());
    for (const [place, time] of times.entries())
      await expect(deliveries.locator('time').nth(place)).toHaveAttribute('datetime', time);
    await expect(deliveries.getByText('Report received')).toBeVisible();
  };
  await code.fill(/Receiver code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '');
  await button(home, 'Show details').click();
  await seesVisit();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(home);
  await home.evaluate(() => sessionStorage.clear());
  await signIn(home, receiver.email);
  await waitUntilCached(home);
  await home.goto(address);
  await seesVisit();
  await expect(photo).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // Without a network the words stay. A picture is never stored.
  await goOffline(elsewhere, home);
  await home.reload();
  await seesVisit();
  await expect(deliveries.getByText('Pictures of a delivery aren’t stored on this device.')).toBeVisible();
  await expectAccessible(home);
  await elsewhere.setOffline(false);
  await expect(photo).toBeVisible();
  await elsewhere.close();
});

test('what is undone within ten seconds never leaves the phone', async ({ app, page, reports }) => {
  reports.allow(NETWORK);
  const { courier, shipments } = await releaseRun(app, 'undo', [1, 1]);
  await preparePhone(page, courier.email);
  await loadAndStart(page, shipments);
  await link(page, 'Deliver').click();
  await button(page, 'Mailbox').click();
  await button(page, 'Finish without a photo').click();
  await saved(page, 'Delivered to the mailbox');
  await button(page, 'Undo').click();
  await expect(page.getByText('Undone')).toBeVisible();
  await link(page, 'All stops').click();
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('listitem').first()).toContainText('Open');
  await expect
    .poll(async () => (await listFacts(app, courier.id)).map(({ kind }) => kind))
    .toEqual(['load', 'load', 'start']);
});

test('a visit that was not sent outlives a log-out, hidden from the next person, and is sent at the next log-in', async ({
  app,
  page,
  context,
  reports,
}) => {
  test.setTimeout(120_000);
  reports.allow(NETWORK);
  const { courier, shipments } = await releaseRun(app, 'log-out', [1]);
  const next = await app.person({ email: 'log-out.next@example.com' });
  await preparePhone(page, courier.email);
  await loadAndStart(page, shipments);
  await expect.poll(async () => (await listFacts(app, courier.id)).length).toBe(2);
  await goOffline(context, page);
  await link(page, 'Deliver').click();
  await button(page, 'Recipient').click();
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to the recipient');
  const photos = await readPhotos(page);

  await page.goto('/profile');
  await button(page, 'Logout').click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'They stay on this device, hidden, until you log in here again.',
  );
  await button(page, 'Cancel').click();
  await logOut(page);
  await context.setOffline(false);
  await signIn(page, next.email);
  await page.goto('/outbox');
  await expect(page.getByText('2 unsent actions from another user')).toBeVisible();
  await expect(button(page, 'Discard')).toHaveCount(0);
  await logOut(page);

  await signIn(page, courier.email);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(photos);
  expect((await listFacts(app, courier.id)).map(({ kind }) => kind)).toEqual(['load', 'start', 'visit']);
});

test('clearing the device keeps the run', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const { courier } = await releaseRun(app, 'clear', [1]);
  await preparePhone(page, courier.email);
  await page.goto('/profile/offline');
  await button(page, 'Clear').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Cleared')).toBeVisible();
  await goOffline(context, page);
  const phone = await startCold(context, page);
  await expect(phone.getByText(DOORS[0] ?? '')).toBeVisible();
});

test('a shipment that needs it is proved by a name, a signature and, with a broken camera, a note of that', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const { courier, shipments } = await releaseRun(app, 'signature', [1]);
  const proof = { photo: 'required', signature: 'required', name: 'required' };
  await app.call('signature.desk@example.com', 'shipmentAdmin.setProof', { id: shipments[0]?.id, proof });
  await preparePhone(page, courier.email);
  await loadAndStart(page, shipments);
  await link(page, 'Deliver').click();
  await button(page, 'Recipient').click();
  await expect(page.getByText('Enter the name first.')).toBeVisible();
  await page.getByLabel('Name of who took it').fill('Ola Berg');
  await expect(page.getByText('Ask for a signature first.')).toBeVisible();
  await page.getByLabel('Or type the name').fill('Ola Berg');
  await expectAccessible(page);
  await button(page, 'Camera does not work').click();
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toHaveLength(1);
  const kinds = await app.database.query(
    'select p.kind from visit_proofs p join courier_facts f on f.id = p.visit_id where f.courier_id = $1',
    [courier.id],
  );
  expect(kinds).toEqual([{ kind: 'signature' }]);
  const exceptions = await app.database.query(
    'select e.kind from run_exceptions e join runs r on r.id = e.run_id where r.courier_id = $1',
    [courier.id],
  );
  expect(exceptions).toEqual([{ kind: 'camera-failed' }]);
});

test('a visit that could not be saved holds off updates, and is still entered after a reload', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const { courier, shipments } = await releaseRun(app, 'unsaved', [1]);
  await preparePhone(page, courier.email);
  await loadAndStart(page, shipments);
  const atNeighbour = async () => {
    await link(page, 'Deliver').click();
    await button(page, 'Neighbour').click();
  };
  await atNeighbour();
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 1, usage: 1 });
  });
  await button(page, 'Take photo and finish').click();
  await expect(page.getByText('Not saved: Delivered to a neighbour, Receiver 1')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My run' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('data-unfinished', 'true');

  await page.reload();
  await expect(page.getByRole('main')).toHaveAttribute('data-unfinished', 'false');
  await link(page, 'Receiver 1').click();
  await atNeighbour();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-work'))).toBeNull();
});

test('a run that the desk changes says so at the open stop, and leaves it on the screen', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const { courier, runId, shipments } = await releaseRun(app, 'changed', [1, 1]);
  await preparePhone(page, courier.email);
  await loadAndStart(page, shipments);
  await link(page, 'Deliver').click();
  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  const desk = 'changed.desk@example.com';
  await expect.poll(async () => (await listFacts(app, courier.id)).length).toBe(3);
  const { id } = await app.shipment({ shipTo: DOORS[2] });
  const version = (await app.database.query<{ version: number }>('select version from runs where id = $1', [runId]))[0];
  await app.call(desk, 'runAdmin.add', { id: runId, ...version, shipmentIds: [id] });
  await expect(page.getByText('The desk has changed your run')).toBeVisible();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  await link(page, 'All stops').click();
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('listitem')).toHaveCount(3);
});

test('after Back a courier is where they were in a long list of stops', async ({ app, page }) => {
  const run = await releaseRun(
    app,
    'long-list',
    Array.from({ length: 40 }, () => 1),
  );
  await startRun(app, run);
  await openAs(page, run.courier.email, '/courier');
  const last = link(page, 'Receiver 40');
  await last.click();
  await expect(page).toHaveURL(/stops/);
  await page.goBack();
  await expect(last).toBeInViewport();
});

test('a courier whose session ends within a day sees that before the run starts', async ({ app, page, reports }) => {
  reports.allow(NETWORK);
  const { courier } = await releaseRun(app, 'session', [1]);
  await preparePhone(page, courier.email);
  await expect(page.getByText('You’ll stay logged in all day')).toBeVisible();
  await app.database.query(`update sessions set created_at = now() - interval '29 days 1 hour' where user_id = $1`, [
    courier.id,
  ]);
  await page.reload();
  await expect(page.getByText('You’ll be logged out within a day. Log out and log in again.')).toBeVisible();
});

test('a courier reads the day in words, chooses a map once, and another one later', async ({ app, page, reports }) => {
  reports.allow(NETWORK);
  const run = await releaseRun(app, 'map', [1]);
  await preparePhone(page, run.courier.email);
  const [released] = await app.database.query<{ day: string }>('select day::text from runs where id = $1', [run.runId]);
  await expect(page.getByText(`${formatDay(released?.day ?? '')}, 1 stop, 1 parcel`)).toBeVisible();
  const keep = await button(page, 'Keep it').boundingBox();
  expect(keep?.height).toBeLessThan(60); // one line
  await startRun(app, run);
  await link(page, 'Next stop: 1').click();
  await button(page, 'Navigate').click();
  await button(page, 'Google Maps').click();
  await expect(link(page, 'Navigate')).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps.*Storgatan/);
  await link(page, 'All stops').click();
  await button(page, 'Map: Google Maps').click();
  await button(page, 'Waze').click();
  await link(page, 'Next stop: 1').click();
  await expect(link(page, 'Navigate')).toHaveAttribute('href', /^https:\/\/waze\.com.*Storgatan/);
});
