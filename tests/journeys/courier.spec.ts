/** A courier's day on a phone without a network. */
import type { Locator } from '@playwright/test';
import sharp from 'sharp';
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
  type Parcel,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  seenOfCamera,
  showStopToCamera,
  startCold,
  startRun,
  typeLabel,
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
import { expect, expectAccessible, goWithin, hold, openAs, test, withoutWorker } from './support/journey.ts';
import { NETWORK } from './support/tablet.ts';

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
  const { courier, runId } = await releaseRun(app, 'aeroplane', [2, 2, 2], receiver.email);
  // In the order in which the courier sees them.
  const shipments = await app.database.query<Parcel>(
    `select s.id, s.tracking_id as "trackingId" from run_tasks t join run_stops d on d.id = t.stop_id
     join shipments s on s.id = t.shipment_id where t.run_id = $1 order by d.sequence, t.id`,
    [runId],
  );
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
  await expect(phone.getByText('Receiver 1, Bo Ek', { exact: true })).toBeVisible();
  await expect(phone.getByText(DOORS[0] ?? '')).toBeVisible();
  await expect(phone.getByText('No faces or ID cards.')).toBeVisible();
  await button(phone, 'Recipient').click();
  await expect(phone.getByText('2 parcels to the recipient', { exact: true })).toBeVisible();
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
  // However long the page is, and although something was just saved.
  expect(await seenOfCamera(phone)).toBeGreaterThan(160);
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
  const results = ['1 returned, 2 still in the van', '2 returned, 1 still in the van', '3 returned'];
  for (const [place, { trackingId }] of shipments.slice(3).entries()) {
    await typeLabel(phone, trackingId);
    await expect(phone.getByText(`3 delivered, ${results[place]}`, { exact: true })).toBeVisible();
  }
  await changeDeviceClock(phone, clockAt('17:30'));
  await button(phone, 'Close run').click();
  await expect(phone.getByText('This run is closed')).toBeVisible();
  await saved(phone, 'Run closed');
  await expect(phone.getByText('3 delivered, 3 returned', { exact: true })).toBeVisible();
  const stops = phone.getByRole('list', { name: 'Stops' }).getByRole('listitem');
  const ofStops = [/Receiver 1.*Delivered/s, /Receiver 2.*Partly delivered/s, /Receiver 3.*Returned/s];
  await expect(stops).toHaveText(ofStops);
  expect(await listFacts(app, courier.id)).toEqual([]);
  const photos = await readPhotos(phone);
  expect(photos).toHaveLength(3);

  phone = await startCold(context, phone);
  await expect(phone.getByText('This run is closed')).toBeVisible();
  // An empty dock would cover the last stop.
  await expect(phone.locator('.dock')).toHaveCount(0);
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
  const office = await browser.newContext({ baseURL: app.url, viewport: { width: 820, height: 1180 } });
  reports.watch(office);
  const desk = await office.newPage();
  await withoutWorker(desk);
  await openAs(desk, 'aeroplane.desk@example.com', `/manager/runs/${runId}`);
  for (const [visit, hours] of Object.entries({
    'Delivered to a neighbour: Karin Ek': 7.25,
    'Wrong address': 5.75,
  })) {
    const times = desk.getByRole('listitem').filter({ hasText: visit }).last().locator('time');
    await expect.poll(() => hoursAgo(times), visit).toEqual([hours, 0]);
  }
  await office.close();
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
  await startRun(app, run);
  await withoutWorker(page);
  await openAs(page, courier.email, '/courier');
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
  // Back at the stop that it was about, and said where it would cover nothing.
  await expect(page.locator('.dock').getByRole('status')).toHaveText('Undone Delivered to the mailbox, Receiver 1');
  await expect(page.getByRole('heading', { name: 'Stop 1 of 2' })).toBeVisible();
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
  await goWithin(page, '/profile');
  await button(page, 'Logout').click();
  await expect(page.getByRole('alertdialog')).toContainText('A report may not have been saved. Check the stops.');
  await button(page, 'Cancel').click();

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
  // It leaves room for whose stop this is, above all the reasons.
  await link(page, 'Problem').click();
  await expect(page.getByText('What is the problem?')).toBeVisible();
  await expect(page.locator('.dock').getByRole('status')).toHaveCount(0);
  await link(page, 'Back to stop').click();

  // A name, a signature and, with a broken camera, a note of that: said before the bell is rung.
  await expect(page.getByText('Photo required, signature required, name required')).toBeVisible();
  await link(page, 'Deliver').click();
  await button(page, 'Recipient').click();
  await expect(page.getByText('Enter the name first.')).toBeVisible();
  await page.getByLabel('Name of who took it').fill('Ola Berg');
  await expect(page.getByText('Ask for a signature first.')).toBeVisible();
  expect(await seenOfCamera(page)).toBeGreaterThan(160);
  await page.getByLabel('Or type the name').fill('Ola Berg');
  expect(await seenOfCamera(page)).toBeGreaterThan(160);
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

test('a visit touched twice, while a slow network keeps the next stop waiting, is reported once', async ({
  app,
  page,
  context,
}) => {
  await installDeviceClock(context);
  const run = await releaseRun(app, 'touched-twice', [1, 1]);
  await startRun(app, run);
  await withoutWorker(page);
  await openAs(page, run.courier.email, '/courier');
  await link(page, 'Next stop: 1').click();
  await link(page, 'Problem').click();
  await expect(button(page, 'Nobody home')).toBeVisible();
  // The next page asks who this is, as the last answer is older than a minute.
  await changeClock(page, 61_000);
  const letGo = await hold(page, '*auth.profile*');
  await button(page, 'Nobody home').click();
  await button(page, 'Nobody home').click();
  await saved(page, 'Nobody home, Receiver 1');
  await expect(page.getByRole('heading', { name: 'Stop 2 of 2' })).toBeVisible();
  letGo();
  const unsent = page.getByRole('link', { name: /^Outbox/ });
  await expect(unsent).toBeVisible();
  await letUndoPass(page);
  await expect(unsent).toHaveCount(0);
  expect((await listFacts(app, run.courier.id)).map(({ kind }) => kind)).toEqual(['load', 'start', 'visit']);
});

test('a question about one run does nothing to the next, which the desk puts in its place', async ({ app, page }) => {
  await withoutWorker(page);
  const morning = await releaseRun(app, 'next-in-place', [1, 1]);
  const { courier } = morning;
  const desk = 'next-in-place.desk@example.com';
  const releaseAnother = async (name: string) => {
    const { id } = await app.shipment();
    const input = { day: 'today', name, courierId: courier.id, shipmentIds: [id] };
    const run = await app.call<{ id: string; version: number }>(desk, 'runAdmin.create', input);
    await app.call(desk, 'runAdmin.release', run);
    return { ...morning, runId: run.id };
  };
  const afternoon = await releaseAnother('Afternoon');
  await releaseAnother('Evening');
  const closeByDesk = async (id: string) => {
    const [run] = await app.database.query<{ version: number }>('select version from runs where id = $1', [id]);
    await app.call(desk, 'runAdmin.close', { id, version: run?.version });
  };
  const question = page.getByRole('alertdialog');

  await openAs(page, courier.email, '/courier/load');
  await typeLabel(page, morning.shipments[0]?.trackingId ?? '');
  await expect(page.getByText('1 of 2 loaded')).toBeVisible();
  await button(page, 'Start run').click();
  await expect(question).toContainText('1 parcel is not loaded');
  await closeByDesk(morning.runId);
  await expect(page.getByText('0 of 1 loaded')).toBeVisible();
  await expect(page.getByText('Afternoon')).toBeVisible();
  await expect(question).toHaveCount(0);

  await startRun(app, afternoon);
  await page.goto('/courier/close');
  await button(page, 'Close run').click();
  await expect(question).toContainText('1 parcel is neither delivered nor back.');
  await closeByDesk(afternoon.runId);
  await expect(page.getByText('This run hasn’t been started.')).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Close run')).toHaveCount(0);
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
