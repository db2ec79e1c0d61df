/** A courier's day on a phone without a network. */
import type { Locator, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { formatDay } from '../../src/domain/day.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import {
  button,
  DOORS,
  expectForGloves,
  letUndoPass,
  link,
  listFacts,
  listProofs,
  loadAndStart,
  preparePhone,
  readPhotos,
  readStaged,
  releaseRun,
  releaseRunOnBoard,
  saved,
  showCode,
  showStopToCamera,
  startCold,
  startRun,
  typeLabel,
  useStagedDevice,
} from './support/courier.ts';
import { goOffline, readAllStorage, readDatabases, waitUntilCached } from './support/device.ts';
import {
  ageShipments,
  changeClock,
  changeDeviceClock,
  HOUR,
  installDeviceClock,
  notHeardFor,
} from './support/device-clock.ts';
import { expect, expectAccessible, openAs, said, signIn, test, withoutWorker } from './support/journey.ts';
import { listEntries, logOut, NETWORK } from './support/tablet.ts';

test.beforeEach(({ context }) => context.addInitScript(showStopToCamera));

/** The time of a day that ends now, at half past five, as what a clock is ahead by. */
function clockAt(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours - 17.5) * HOUR + minutes * 60_000;
}

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
  const office = await browser.newContext({ baseURL: app.url, viewport: { width: 820, height: 1180 } });
  reports.watch(office);
  const desk = await office.newPage();
  await withoutWorker(desk);
  const { courier, shipments, runId } = await releaseRunOnBoard(desk, app, 'aeroplane', [2, 2, 2], receiver.email);
  const shipmentIds = shipments.map(({ id }) => id);
  await ageShipments(app, shipmentIds, 24);
  // Two people at one address with one phone.
  await app.database.query(`update shipments set receiver_name = 'Bo Ek' where id = $1`, [shipments[1]?.id]);
  await installDeviceClock(context);
  await preparePhone(page, courier.email);
  await expectAccessible(page);
  // Clearing the device keeps the run.
  await page.goto('/profile/offline');
  await button(page, 'Clear').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Cleared')).toBeVisible();
  await goOffline(context, page);
  await page.goto('/icon.svg');
  await notHeardFor(page, 11);
  await changeDeviceClock(page, clockAt('07:00'));

  let phone = await startCold(context, page);
  await loadAndStart(phone, shipments, () => changeDeviceClock(phone, clockAt('07:30')));
  await changeDeviceClock(phone, clockAt('10:15'));
  await expect(phone.getByText('Collect no money.')).toBeVisible();
  await expect(phone.getByText('Special Cargo, 31.4 kg').first()).toBeVisible();
  await expect(phone.getByRole('listitem').filter({ hasText: 'For Bo Ek' })).toHaveCount(1);
  await link(phone, 'Skip').click();
  await expect(phone.getByText('Receiver 2', { exact: true })).toBeVisible();
  await link(phone, 'All stops').click();
  await link(phone, 'Next stop: 1').click();

  // Three taps, photo included.
  await link(phone, 'Deliver').click();
  await expect(phone.getByText('No faces or ID cards.')).toBeVisible();
  await button(phone, 'Recipient').click();
  await button(phone, 'Take photo and finish').click();
  await expect(phone.getByText('Receiver 2', { exact: true })).toBeVisible();
  // No update reloads an open stop.
  await expect(phone.getByRole('main')).toHaveAttribute('data-unfinished', 'true');
  await saved(phone, 'Delivered to the recipient, Receiver 1');

  // The wrong one of two parcels is reported, and corrected while the other is still open.
  const choice = (place: number) => phone.getByRole('checkbox').nth(place);
  await link(phone, 'Deliver').click();
  await choice(0).uncheck();
  await button(phone, 'Mailbox').click();
  await button(phone, 'Finish without a photo').click();
  await saved(phone, 'Delivered to the mailbox, Receiver 2');
  await link(phone, 'Problem').click();
  await expect(phone.getByText('Corrects: Delivered to the mailbox')).toBeVisible();
  await expect(choice(1)).not.toBeChecked();
  await expect(button(phone, 'Wrong parcel')).toHaveCount(0);
  await choice(0).uncheck();
  await choice(1).check();
  await button(phone, 'Wrong parcel').click();
  await saved(phone, 'Wrong parcel, Receiver 2');

  // One parcel goes to a neighbour, the other has the wrong address.
  await link(phone, 'Deliver').click();
  await choice(1).uncheck();
  await button(phone, 'Neighbour').click();
  await expect(button(phone, 'Take photo and finish')).toBeDisabled();
  await phone.getByLabel('Neighbour’s name').fill('Karin Ek');
  await button(phone, 'Take photo and finish').click();
  await saved(phone, 'Delivered to a neighbour, Receiver 2');
  await changeDeviceClock(phone, clockAt('11:40'));
  await link(phone, 'Problem').click();
  await button(phone, 'Wrong address').click();
  await button(phone, 'Take photo and finish').click();
  await saved(phone, 'Wrong address, Receiver 2');

  phone = await startCold(context, phone);
  await link(phone, 'Next stop: 3').click();
  await link(phone, 'Problem').click();
  await button(phone, 'Nobody home').click();
  await saved(phone, 'Nobody home, Receiver 3');

  // What was handed over in another way is still one delivery; the stop and the outbox say how.
  await changeDeviceClock(phone, clockAt('12:00'));
  await link(phone, 'Receiver 1').click();
  await link(phone, 'Other method').click();
  await expect(phone.getByText('Corrects: Delivered to the recipient')).toHaveCount(2);
  await button(phone, 'Mailbox').click();
  await button(phone, 'Finish without a photo').click();
  await saved(phone, 'Delivered to the mailbox, Receiver 1');
  await link(phone, 'Receiver 1').click();
  const parcels = phone.getByRole('list', { name: 'Parcels' }).getByRole('listitem');
  await expect(parcels.filter({ hasText: 'Delivered to the mailbox' })).toHaveCount(2);
  await expect(parcels.filter({ hasText: 'to the recipient' })).toHaveCount(0);
  await phone.goto('/outbox');
  const unsent = phone.getByRole('listitem').filter({ hasText: 'Stop, 2 parcels' });
  await expect(unsent).toHaveText([/Delivered to the recipient/, /Nobody home/, /Delivered to the mailbox/]);
  await phone.goto('/courier');

  await changeDeviceClock(phone, clockAt('17:00'));
  await link(phone, 'Back at the depot').click();
  for (const [place, { trackingId }] of shipments.slice(3).entries()) {
    await typeLabel(phone, trackingId);
    await expect(phone.getByText(`3 delivered, ${place + 1} back, ${2 - place} still in the van`)).toBeVisible();
  }
  await changeDeviceClock(phone, clockAt('17:30'));
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
  const visits = Array(7).fill('visit');
  expect(await kinds()).toEqual([...Array(6).fill('load'), 'start', ...visits, ...Array(3).fill('return'), 'close']);
  const statuses = await app.database.query<{ status: string }>(
    'select status from shipments where id = any($1) order by created_at, id',
    [shipmentIds],
  );
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'held',
    'held',
    'held',
  ]);
  const outcomes = await app.database.query(
    `select o.method, o.supersedes is not null as corrects, t.status from fact_outcomes o
     join courier_facts f on f.id = o.fact_id join run_tasks t on t.id = o.task_id
     where o.shipment_id = $1 and f.kind = 'visit' order by f.occurred_at`,
    [shipmentIds[0]],
  );
  expect(outcomes).toEqual([
    { method: 'recipient', corrects: false, status: 'delivered' },
    { method: 'mailbox', corrects: true, status: 'delivered' },
  ]);
  await expect
    .poll(async () =>
      (await readDatabases(phone)).filter(
        ({ database, key }) =>
          database === 'waybill-outbox' && (typeof key === 'number' || String(key).startsWith('bytes')),
      ),
    )
    .toEqual([]);

  // Everything is dated by when it happened.
  const quarters = (time: string | Date) => Math.round((Date.now() - new Date(time).getTime()) / 900_000) / 4;
  const [run] = await app.database.query<{ startedAt: Date; closedAt: Date }>(
    'select started_at as "startedAt", closed_at as "closedAt" from runs where id = $1',
    [runId],
  );
  expect(Object.values(run ?? {}).map(quarters)).toEqual([10, 0]);

  // A day after its end the run has no names and addresses, on this phone either.
  const canaries = /Receiver \d|Bo Ek|Storgatan|Karin Ek|555 0192/;
  const hasNames = async () => canaries.test(await readAllStorage(phone));
  expect(await hasNames()).toBe(true);
  await app.database.query(`update runs set closed_at = closed_at - interval '25 hours' where id = $1`, [runId]);
  await phone.reload();
  await expect(phone.getByText('Names and addresses have been removed.')).toBeVisible();
  await expect.poll(hasNames).toBe(false);
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
  await openAs(home, receiver.email, address);
  await seesVisit();
  await expect(photo).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await waitUntilCached(home);

  // Without a network the words stay. A picture is never stored.
  await goOffline(elsewhere, home);
  await home.reload();
  await seesVisit();
  await expect(deliveries.getByText('Pictures of a delivery aren’t stored on this device.')).toBeVisible();
  await expectAccessible(home);
  await elsewhere.setOffline(false);
  await expect(photo).toBeVisible();
  // The receiver and the desk see when it was.
  const hoursAgo = (times: Locator) =>
    times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? '')).then((all) => all.map(quarters));
  const timeline = home.getByRole('list', { name: 'Timeline' });
  for (const [entry, hours] of Object.entries({
    'Loaded for delivery': 10.5,
    'Out for delivery': 10,
    'Delivered to a neighbour': 7.25,
  })) {
    const event = timeline.getByRole('listitem').filter({ hasText: entry }).last();
    expect(await hoursAgo(event.locator('time').last()), entry).toEqual([hours]);
  }
  await elsewhere.close();
  for (const [visit, hours] of Object.entries({
    'Delivered to a neighbour: Karin Ek': 7.25,
    'Wrong address': 5.75,
  })) {
    const times = desk.getByRole('listitem').filter({ hasText: visit }).last().locator('time');
    await expect.poll(() => hoursAgo(times), visit).toEqual([hours, 0]);
  }
  await office.close();
});

test('a courier scans what is on the run, and what the desk changes shows by itself', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const desk = 'scans.desk@example.com';
  const tell = (act: string, input: object) =>
    app.call<{ id: string; version: number }>(desk, `runAdmin.${act}`, input);
  const cancelled = await releaseRun(app, 'scans', [1, 1, 1]);
  const { courier, shipments } = cancelled;
  const [first, second, third] = shipments;
  const cia = await app.person({ email: 'scans.cia@example.com', firstName: 'Cia', courier: true });
  const stranger = await app.shipment({ shipTo: DOORS[2] });
  await useStagedDevice(page);
  await installDeviceClock(page.context());
  await preparePhone(page, courier.email);

  // The desk cancels the run, and makes another one; one of its parcels goes to somebody else.
  await tell('cancel', { id: cancelled.runId, version: 2 });
  await expect(page.getByText('This run was cancelled')).toBeVisible();
  await expect(link(page, 'Start loading')).toHaveCount(0);
  const shipmentIds = shipments.map(({ id }) => id);
  const planned = await tell('create', { day: 'today', name: 'Again', courierId: courier.id, shipmentIds });
  const { id: runId, version: released } = await tell('release', planned);
  await expect(link(page, 'Start loading')).toBeVisible();
  const [theirs] = await app.database.query<{ id: string }>(
    'select id from run_tasks where shipment_id = $1 and run_id = $2',
    [third?.id, runId],
  );
  const { version } = await tell('move', { id: runId, version: released, taskIds: [theirs?.id], courierId: cia.id });

  // Ready for the day: in words, on one line, and logged in for long enough.
  const [made] = await app.database.query<{ day: string }>('select day::text from runs where id = $1', [runId]);
  await expect(page.getByText(`${formatDay(made?.day ?? '')}, 3 stops, 2 parcels`)).toBeVisible();
  expect((await button(page, 'Keep it').boundingBox())?.height).toBeLessThan(60);
  await page.evaluate(() => {
    let isKept = false;
    Object.assign(navigator.storage, { persist: async () => (isKept = true), persisted: async () => isKept });
  });
  await button(page, 'Keep it').click();
  await expect(page.getByText('The browser keeps your data')).toBeVisible();
  await expect(button(page, 'Keep it')).toHaveCount(0);
  await expect(page.getByText('You’ll stay logged in all day')).toBeVisible();
  await expectForGloves(page);
  await app.database.query(`update sessions set created_at = now() - interval '29 days 1 hour' where user_id = $1`, [
    courier.id,
  ]);
  await changeClock(page, 3 * HOUR);
  await page.reload();
  await expect(page.getByText('This device’s clock is 3 hours ahead')).toBeVisible();
  await changeClock(page, 0);
  await page.reload();
  await expect(page.getByText('The clock is right')).toBeVisible();
  await expect(page.getByText('You’ll be logged out within a day. Log out and log in again.')).toBeVisible();

  await link(page, 'Start loading').click();
  const word = page.locator('[data-signal]');
  // The code of another system, with our ID in it.
  await showCode(page, `https://id.gs1.org/01/09506000134352/21/${first?.trackingId}`);
  await expect(word).toContainText('Not a label');
  await showCode(page, stranger.trackingId);
  await expect(word).toHaveText('Not on your runAsk the desk.');
  await showCode(page, third?.trackingId ?? '');
  await expect(word).toHaveText('Not yoursCia has it now. Ask the desk.');
  await showCode(page, first?.trackingId ?? '');
  await expect(word).toHaveText('Loaded 1 of 2Box 1');
  await expect(button(page, 'Light')).toHaveCount(0);
  const [wrong, right] = [[250, 80, 250], [60]];
  expect(await readStaged(page)).toEqual({ vibrations: [wrong, wrong, wrong, right], locks: [] });
  // The label is torn.
  await page.getByText('Choose from the list').click();
  await expectForGloves(page);
  await page.getByRole('button', { name: 'Box 2' }).click();
  await expect(word).toContainText('Loaded 2 of 2');
  await button(page, 'Start run').click();
  await expect(page.getByText(DOORS[0] ?? '')).toBeVisible();
  // Each page of an active run asks for it again.
  await expect.poll(async () => (await readStaged(page)).locks.at(-1)).toBe('screen');
  await expectForGloves(page);

  // A map is chosen once, and another one later.
  await button(page, 'Navigate').click();
  await button(page, 'Google Maps').click();
  await expect(link(page, 'Navigate')).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps.*Storgatan/);
  await link(page, 'All stops').click();
  await button(page, 'Map: Google Maps').click();
  await button(page, 'Waze').click();

  // What others have, and what was cancelled, is not delivered.
  const stops = page.getByRole('list', { name: 'Stops' }).getByRole('listitem');
  await expect(stops.nth(2)).toContainText('Nothing to do');
  await link(page, 'Receiver 3').click();
  await expect(page.getByText('Now with Cia')).toBeVisible();
  await expect(link(page, 'Deliver')).toHaveCount(0);
  await link(page, 'All stops').click();
  await link(page, 'Receiver 2').click();
  await expect(link(page, 'Deliver')).toBeVisible();
  await expect.poll(async () => (await listFacts(app, courier.id)).length).toBe(3);
  await app.call(desk, 'shipmentAdmin.updateShipment', { id: second?.id, status: 'cancelled' });
  await expect(page.getByText('Do not deliver')).toBeVisible();
  await expect(link(page, 'Deliver')).toHaveCount(0);

  // The page of an act at the door waits half a second before it takes a touch, and stays when the run changes.
  await link(page, 'Next stop').click();
  await expect(link(page, 'Navigate')).toHaveAttribute('href', /^https:\/\/waze\.com.*Storgatan/);
  await expect(link(page, 'Deliver')).toBeEnabled();
  const early = await page.evaluate(async () => {
    const find = (text: string) =>
      [...document.querySelectorAll<HTMLElement>('main a, main button')].find(
        ({ textContent }) => textContent === text,
      );
    find('Deliver')?.click();
    while (!find('Neighbour')) await new Promise(requestAnimationFrame);
    find('Neighbour')?.click();
    await new Promise(requestAnimationFrame);
    return location.search;
  });
  expect(early).toBe('?view=deliver');
  await expectForGloves(page);
  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await tell('add', { id: runId, version: version + 1, shipmentIds: [stranger.id] });
  await expect(page.getByText('The desk has changed your run')).toBeVisible();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  // The parcel is in somebody's hands already when the desk gives it to another courier.
  const [mine] = await app.database.query<{ id: string }>(
    'select id from run_tasks where shipment_id = $1 and run_id = $2',
    [first?.id, runId],
  );
  await tell('move', { id: runId, version: version + 2, taskIds: [mine?.id], courierId: cia.id });
  await expect(page.getByText('The desk has changed your run: Box 1 is now with Cia.')).toBeVisible();
  // The whole run may go, and the visit in hand stays.
  await app.database.query(`update runs set status = 'planned', closed_at = null where courier_id = $1`, [courier.id]);
  await expect(page.getByText('The desk has changed your run: Box 1 is no longer on your run.')).toBeVisible();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  await app.database.query(`update runs set status = 'active' where id = $1`, [runId]);
  await expect(page.getByText('The desk has changed your run: Box 1 is now with Cia.')).toBeVisible();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  await letUndoPass(page);
  const outcomes = () =>
    app.database.query(
      `select o.shipment_id as id, o.method from fact_outcomes o join courier_facts f on f.id = o.fact_id
       where f.courier_id = $1 and f.kind = 'visit'`,
      [courier.id],
    );
  await expect.poll(outcomes, { timeout: 15_000 }).toEqual([{ id: first?.id, method: 'neighbour' }]);
  await link(page, 'Problem').click();
  await button(page, 'More').waitFor();
  await expectForGloves(page);
  await link(page, 'Back to stop').click();
  await expect(link(page, 'Problem')).toBeVisible();
  // What the desk has added is loaded under way; and a day may end before every stop was visited.
  await link(page, 'All stops').click();
  await expect(link(page, 'End run early')).toBeVisible();
  await expectForGloves(page);
  // The camera of a phone with a light.
  await page.evaluate(() => {
    const { prototype } = MediaStreamTrack;
    prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
    prototype.applyConstraints = async (wanted) => {
      document.documentElement.dataset.light = JSON.stringify(wanted?.advanced);
    };
  });
  await link(page, 'Load more parcels').click();
  await expect(page.getByText('1 of 2 loaded')).toBeVisible();
  for (const isOn of [true, false]) {
    await button(page, 'Light').click();
    await expect(page.locator('html')).toHaveAttribute('data-light', JSON.stringify([{ torch: isOn }]));
    await expect(button(page, 'Light')).toHaveAttribute('aria-pressed', String(isOn));
  }
  await expectForGloves(page);
  await showCode(page, stranger.trackingId);
  await expect(word).toContainText('Loaded 2 of 2');
  // The camera of the close would see it, and scan it back.
  await showCode(page, null);
  await link(page, 'Back to my run').click();
  await expect(link(page, 'Load more parcels')).toHaveCount(0);
  // What the desk cancelled on the way comes back too.
  await expect(page.getByText(/ parcels, 1 to bring back$/)).toBeVisible();
  await link(page, 'End run early').click();
  await expect(page.getByText('1 delivered, 0 back, 2 still in the van', { exact: true })).toBeVisible();
  await showCode(page, second?.trackingId ?? '');
  await expect(page.getByText('1 delivered, 1 back, 1 still in the van', { exact: true })).toBeVisible();
  await expectForGloves(page);
  // Elsewhere the screen may go dark; the menu leads back.
  await button(page, 'Open menu').click();
  await link(page, 'Tracking').click();
  await expect(page).toHaveURL('/track');
  await expect.poll(async () => (await readStaged(page)).locks.at(-1)).toBe('released');
  await button(page, 'Open menu').click();
  await link(page, 'My run').click();
  await expect(page.getByText('3 stops, 3 parcels')).toBeVisible();
  await expect.poll(async () => (await readStaged(page)).locks.at(-1)).toBe('screen');
});

/** How many pixels of a signature are dark, and whether all of it is opaque on white. */
async function readInk(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const grounds = [0, info.width - 1, data.length / 4 - info.width, data.length / 4 - 1];
  let [dark, isOpaque] = [0, true];
  for (let at = 0; at < data.length; at += 4) {
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 60) dark += 1;
    isOpaque &&= data[at + 3] === 255;
  }
  return {
    size: `${info.width} × ${info.height}`,
    dark,
    isOpaque,
    ground: grounds.map((at) => data.subarray(at * 4, at * 4 + 3).join(' ')),
  };
}

/** A line of ink, dark on white, that a manager can read whatever theme their page has. */
async function expectReadable(png: Buffer): Promise<void> {
  const { dark, ...rest } = await readInk(png);
  expect(rest).toEqual({ size: '640 × 240', isOpaque: true, ground: Array(4).fill('255 255 255') });
  expect(dark).toBeGreaterThan(200);
  expect(dark).toBeLessThan(20_000);
}

test('labels that come at once are each loaded, counted and reported once', async ({ app, page }) => {
  await withoutWorker(page);
  const { courier } = await releaseRun(app, 'at-once', [1, 1, 1]);
  await openAs(page, courier.email, '/courier/load');
  await page.getByText('Choose from the list').click();
  // Before the page can show the first of them; that one comes twice.
  const parcels = page.getByRole('listitem').getByRole('button');
  const alive = parcels.and(page.locator(':not([aria-disabled])'));
  await expect(alive).toHaveCount(3);
  await parcels.evaluateAll(([first, second]) => {
    for (const parcel of [first, first, second]) (parcel as HTMLElement).click();
  });
  await expect(page.locator('[data-signal]')).toContainText('Loaded 2 of 3');
  await expect(page.getByText('2 of 3 loaded')).toBeVisible();

  // Nothing asks about a parcel that is still being saved: not at the start, nor at the end.
  const chooseAnd = (words: string) =>
    parcels.evaluateAll((choices, name) => {
      for (const choice of choices) (choice as HTMLElement).click();
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === name)?.click();
    }, words);
  await chooseAnd('Start run');
  await expect(page).toHaveURL(/\/courier\/stops\//);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect.poll(() => listFacts(app, courier.id)).toHaveLength(4);
  await page.goto('/courier/close');
  await page.getByText('Choose from the list').click();
  await expect(alive).toHaveCount(3);
  await chooseAnd('Close run');
  await expect(page).toHaveURL('/courier');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect.poll(() => listFacts(app, courier.id)).toHaveLength(8);
});

test('a courier can undo an act for ten seconds, sees when it was not saved, and adds the proof that the shipment needs', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const run = await releaseRun(app, 'saving', [1, 1]);
  const { courier, shipments } = run;
  const proof = { photo: 'required', signature: 'required', name: 'required' };
  await app.call('saving.desk@example.com', 'shipmentAdmin.setProof', { id: shipments[1]?.id, proof });
  await preparePhone(page, courier.email);
  await startRun(app, run);
  await link(page, 'Next stop: 1').click();

  // What is undone never leaves the phone.
  await link(page, 'Deliver').click();
  await button(page, 'Mailbox').click();
  await button(page, 'Finish without a photo').click();
  await saved(page, 'Delivered to the mailbox');
  // At the thumb.
  const undo = await button(page, 'Undo').boundingBox();
  expect(undo?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
  await button(page, 'Undo').click();
  await expect(page.getByText('Undone')).toBeVisible();
  await link(page, 'All stops').click();
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('listitem').first()).toContainText('Open');

  // A full device says so before the photo, and a visit that was not saved holds off updates.
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 1, usage: 1 });
  });
  const atNeighbour = async () => {
    await link(page, 'Next stop: 1').click();
    await link(page, 'Deliver').click();
    await button(page, 'Neighbour').click();
  };
  await atNeighbour();
  await expect(page.getByRole('alert')).toContainText('This device is nearly full');
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await button(page, 'Take photo and finish').click();
  await expect(page.getByRole('alert')).toContainText('Not saved: Delivered to a neighbour, Receiver 1');
  await expect(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await expect(button(page, 'Save again')).toBeInViewport();
  await expectForGloves(page);
  await expect(page.getByRole('main')).toHaveAttribute('data-unfinished', 'true');

  // It is still entered after a reload.
  await page.goto('/courier');
  await expect(page.getByRole('main')).toHaveAttribute('data-unfinished', 'false');
  await atNeighbour();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  // The camera fails once: only a new photo helps.
  await page.evaluate(() => {
    const own = createImageBitmap;
    const failOnce = async () => {
      Object.assign(window, { createImageBitmap: own });
      throw new DOMException('There is no frame', 'InvalidStateError');
    };
    Object.assign(window, { createImageBitmap: failOnce });
  });
  await button(page, 'Take photo and finish').click();
  await expect(page.getByRole('alert')).toContainText('The camera gave no photo.');
  await button(page, 'Take it again').click();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-work'))).toBeNull();

  // A name, a signature and, with a broken camera, a note of that: said before the bell is rung.
  await expect(page.getByText('Photo required, signature required, name required')).toBeVisible();
  await link(page, 'Deliver').click();
  await button(page, 'Recipient').click();
  await expect(page.getByText('Enter the name first.')).toBeVisible();
  await page.getByLabel('Name of who took it').fill('Ola Berg');
  await expect(page.getByText('Ask for a signature first.')).toBeVisible();
  await page.getByLabel('Or type the name').fill('Ola Berg');
  await expectAccessible(page);
  await expectForGloves(page);
  // Dark on white in both themes, typed or drawn.
  const canvas = page.getByLabel('Sign here');
  const drawn = async () =>
    Buffer.from(
      (await canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())).split(',')[1] ?? '',
      'base64',
    );
  await expectReadable(await drawn());
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await button(page, 'Clear').click();
    await expect.poll(async () => (await readInk(await drawn())).dark).toBe(0);
    const { x, y, width, height } = await canvas
      .boundingBox()
      .then((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
    await page.mouse.move(x + width / 4, y + height / 4);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height * 0.75, { steps: 5 });
    await page.mouse.move(x + width * 0.75, y + height / 4, { steps: 5 });
    await page.mouse.up();
    await expectReadable(await drawn());
  }
  const sent = page.waitForRequest((request) => request.headers()['content-type'] === 'image/png', { timeout: 30_000 });
  await button(page, 'Camera does not work').click();
  await saved(page, 'Delivered to the recipient, Receiver 2');
  await letUndoPass(page);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toHaveLength(2);
  await expectReadable((await sent).postDataBuffer() ?? Buffer.alloc(0));
  expect((await listFacts(app, courier.id)).map(({ kind }) => kind)).toEqual(['load', 'start', 'visit', 'visit']);
  const kinds = await app.database.query(
    'select p.kind from visit_proofs p join courier_facts f on f.id = p.visit_id where f.courier_id = $1 order by 1',
    [courier.id],
  );
  expect(kinds).toEqual([{ kind: 'photo' }, { kind: 'signature' }]);
  const exceptions = await app.database.query(
    'select e.kind from run_exceptions e join runs r on r.id = e.run_id where r.courier_id = $1',
    [courier.id],
  );
  expect(exceptions).toEqual([{ kind: 'camera-failed' }]);
});

const NOT_FOUND = { error: { message: 'Not found.', code: -32004, data: { code: 'NOT_FOUND', httpStatus: 404 } } };

test('a visit that was not sent outlives a log-out, the end of the session, of the run and of the role, and a rejection', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const released = await releaseRun(app, 'log-out', [1, 1, 1, 1]);
  const { courier, shipments, runId } = released;
  const next = await app.person({ email: 'log-out.next@example.com' });
  await preparePhone(page, courier.email);
  await startRun(app, released);
  await link(page, 'Next stop: 1').click();
  const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
  const before = ['load', 'start'];
  const deliver = async (name: string) => {
    await link(page, 'Deliver').click();
    await button(page, 'Recipient').click();
    await button(page, 'Take photo and finish').click();
    await saved(page, `Delivered to the recipient, ${name}`);
  };
  await goOffline(context, page);
  await deliver('Receiver 1');
  const photos = await readPhotos(page);

  await page.goto('/profile');
  await button(page, 'Logout').click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'They stay on this device, hidden, until you log in here again.',
  );
  await button(page, 'Cancel').click();
  await logOut(page);
  await context.setOffline(false);
  await openAs(page, next.email, '/outbox');
  await expect(page.getByText('2 unsent actions from another user')).toBeVisible();
  await expect(button(page, 'Discard')).toHaveCount(0);
  await logOut(page);

  await signIn(page, courier.email);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(photos);
  expect(await kinds()).toEqual([...before, 'visit']);

  // The session ends between the next visit and its photo.
  await page.goto('/courier');
  await link(page, 'Next stop: 2').click();
  await goOffline(context, page);
  await deliver('Receiver 2');
  const [second] = await readPhotos(page);
  const endSession = async (route: Route) => {
    await app.database.query('delete from sessions where user_id = $1', [courier.id]);
    await route.continue();
  };
  await context.route('**/api/proofs/**', endSession, { times: 1 });
  await letUndoPass(page);
  await context.setOffline(false);
  await expect(said(page, 'Your session has ended, or your account was deleted.')).toBeVisible();
  expect(await kinds()).toEqual([...before, 'visit', 'visit']);
  expect(await listProofs(app, courier.id)).toEqual(photos);
  await signIn(page, courier.email);
  const both = [...photos, second].toSorted();
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(both);

  // The desk closes the run while the phone is silent, and takes the role while it sends.
  await page.goto('/courier');
  await link(page, 'Next stop: 3').click();
  await goOffline(context, page);
  await deliver('Receiver 3');
  await deliver('Receiver 4');
  const last = await readPhotos(page);
  expect(last).toHaveLength(2);
  const desk = 'log-out.desk@example.com';
  const [run] = await app.database.query<{ version: number }>('select version from runs where id = $1', [runId]);
  await app.call(desk, 'runAdmin.close', { id: runId, version: run?.version });
  const unsent = page.getByRole('list', { name: 'Stops' }).getByText('Not sent yet');
  await expect(unsent).toHaveCount(2);
  let visits = 0;
  await context.route(/courier\.visit/, async (route) => {
    visits += 1;
    // Something on the way rejects the first one.
    if (visits === 1) return route.fulfill({ status: 404, json: NOT_FOUND });
    if (visits === 2) {
      await expect(page.getByText('This run is closed')).toBeVisible();
      await expect(page.getByText('Rejected: see the outbox')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Stops' }).getByText('Done')).toHaveCount(4);
      await app.call(desk, 'userAdmin.setCourier', { id: courier.id, courier: false });
    }
    await route.continue();
  });
  await letUndoPass(page);
  await context.setOffline(false);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toHaveLength(3);
  await page.goto('/outbox');
  const rejected = page.getByRole('listitem').filter({ hasText: 'Rejected by the server' });
  await rejected.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard' });
  await expect(question).toContainText('It won’t be sent, and neither will its pictures. This can’t be undone.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(rejected).toHaveCount(1);
  await button(page, 'Try again').and(rejected.getByRole('button')).click();
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual([...both, ...last].toSorted());
  expect(await kinds()).toEqual([...before, ...Array(4).fill('visit')]);
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  const statuses = await app.database.query<{ status: string }>(
    'select distinct status from shipments where id = any($1)',
    [shipments.map(({ id }) => id)],
  );
  expect(statuses).toEqual([{ status: 'delivered' }]);
  await logOut(page);
  expect(/Receiver \d|Storgatan|Box \d/.test(await readAllStorage(page))).toBe(false);
});

test('a run of 500 stops opens for its courier, who is where they were after Back, and for the desk', async ({
  app,
  page,
  browser,
  reports,
}) => {
  const courier = await app.person({ email: 'long-list.courier@example.com', courier: true });
  const desk = await app.person({ email: 'long-list.desk@example.com', manager: true });
  const shipmentIds = await copyShipments(app.database, (await app.shipment()).id, 500, (door) => ({
    ship_to: `Avenyn ${door}`,
    receiver_name: `Receiver ${door}`,
  }));
  const input = { day: 'today', name: 'Long', courierId: courier.id, shipmentIds };
  const planned = await app.call<{ id: string; version: number }>(desk.email, 'runAdmin.create', input);
  await app.call(desk.email, 'runAdmin.release', planned);
  await startRun(app, { courier, runId: planned.id, shipments: [] });

  await withoutWorker(page);
  await openAs(page, courier.email, '/courier');
  const stops = page.getByRole('list', { name: 'Stops' }).getByRole('listitem');
  await expect(stops).toHaveCount(500);
  const last = stops.last().getByRole('link');
  await last.click();
  await expect(page.getByRole('heading', { name: 'Stop 500 of 500' })).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();

  const office = await browser.newContext({ baseURL: app.url, viewport: { width: 820, height: 1180 } });
  reports.watch(office);
  const board = await office.newPage();
  await withoutWorker(board);
  await openAs(board, desk.email, `/manager/runs/${planned.id}`);
  const lastStop = board.getByRole('heading', { name: /^500\. Receiver \d+$/ });
  await lastStop.scrollIntoViewIfNeeded();
  await expect(lastStop).toBeInViewport();
  await expect(board.getByText('0 of 500 delivered')).toBeVisible();
  await office.close();
});

test('two phones of one courier that did the same offline report it once each, and end with the same run', async ({
  app,
  page,
  context,
  browser,
  reports,
}) => {
  reports.allow(NETWORK);
  const { courier, shipments } = await releaseRun(app, 'two-phones', [1, 1]);
  const elsewhere = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } });
  reports.watch(elsewhere);
  const phones = [
    { device: context, phone: page },
    { device: elsewhere, phone: await elsewhere.newPage() },
  ];
  for (const { device, phone } of phones) {
    await preparePhone(phone, courier.email);
    await goOffline(device, phone);
  }
  for (const { phone } of phones) {
    await loadAndStart(phone, shipments);
    await link(phone, 'Deliver').click();
    await button(phone, 'Mailbox').click();
    await button(phone, 'Finish without a photo').click();
    await saved(phone, 'Delivered to the mailbox, Receiver 1');
    await letUndoPass(phone);
  }
  const ofOnePhone = ['load', 'load', 'start', 'visit'];
  const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
  for (const [place, { device, phone }] of phones.entries()) {
    await device.setOffline(false);
    await expect.poll(kinds, { timeout: 30_000 }).toEqual(
      Array(place + 1)
        .fill(ofOnePhone)
        .flat(),
    );
    await expect(phone.getByText('Not sent yet')).toHaveCount(0);
  }

  expect(await listEntries(app, shipments[0]?.id ?? '')).toEqual([
    'Label created',
    'Loaded for delivery',
    'Out for delivery',
    'Delivered to the mailbox',
  ]);
  expect(
    await app.database.query(
      'select kind from run_exceptions e join runs r on r.id = e.run_id where r.courier_id = $1',
      [courier.id],
    ),
  ).toEqual([]);
  // Both have stored what the server has.
  const readRun = async ({ phone }: { phone: Page }) => {
    const rows = (await readDatabases(phone)).map(({ value }) => JSON.stringify(value));
    return rows.find((row) => row.includes('"queryKey":["mine","courier-run"')) ?? '';
  };
  expect(await readRun({ phone: page })).toContain('"method":"mailbox"');
  const withoutTimes = (row: string) => JSON.stringify(JSON.parse(row || '{}').state?.data);
  await expect.poll(async () => new Set((await Promise.all(phones.map(readRun))).map(withoutTimes)).size).toBe(1);
  for (const { phone } of phones) {
    await phone.goto('/courier');
    await expect(phone.getByRole('list', { name: 'Stops' }).getByRole('listitem')).toHaveText([
      /Receiver 1.*Done$/s,
      /Receiver 2.*Open$/s,
    ]);
  }
  await elsewhere.close();
});
