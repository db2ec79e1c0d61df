import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { dayIn } from '../../src/domain/dates.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import { backdate } from '../support/backdate.ts';
import {
  button,
  link,
  listFacts,
  listProofs,
  loadAndStart,
  type Parcel,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  showStopToCamera,
  startCold,
  startRun,
  typeLabel,
} from './support/courier.ts';
import { goOffline, readAllStorage, readDatabases } from './support/device.ts';
import { ageShipments, changeDeviceClock, HOUR, installDeviceClock, notHeardFor } from './support/device-clock.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';
import { switchOn } from './support/mortal-phone.ts';
import { NETWORK } from './support/tablet.ts';

/** Returns what a clock is ahead by, since the day ends now, at half past five. */
function clockAt(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours - 17.5) * HOUR + minutes * 60_000;
}

test('a day in aeroplane mode arrives once, dated by when it happened', async ({
  app,
  browser,
  page,
  context,
  reports,
}) => {
  await context.addInitScript(showStopToCamera);
  reports.allow(NETWORK);
  const receiver = await app.person({ email: 'aeroplane.receiver@example.com' });
  const { courier, runId } = await releaseRun(app, 'aeroplane', [2, 1, 1], receiver.email);
  // They are in the order in which the courier sees them.
  const shipments = await app.database.query<Parcel>(
    `select s.id, s.tracking_id as "trackingId" from run_tasks t join run_stops d on d.id = t.stop_id
     join shipments s on s.id = t.shipment_id where t.run_id = $1 order by d.sequence, t.id`,
    [runId],
  );
  const shipmentIds = shipments.map(({ id }) => id);
  await ageShipments(app, shipmentIds, 24);
  await backdate(app.database, runId);
  await installDeviceClock(context);
  await preparePhone(page, courier.email);
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
  await link(phone, 'Deliver').click();
  await button(phone, 'Recipient').click();
  await button(phone, 'Take photo and finish').click();
  await saved(phone, 'Delivered to the recipient, Receiver 1');
  // A wrong parcel says where it belongs; the right one opens its delivery.
  await link(phone, 'Scan parcel').click();
  await typeLabel(phone, shipments[3]?.trackingId ?? '');
  await expect(phone.getByText('For stop 3')).toBeVisible();
  await typeLabel(phone, shipments[2]?.trackingId ?? '');
  await button(phone, 'Neighbour').click();
  await phone.getByLabel('Neighbour’s name').fill('Karin Ek');
  await button(phone, 'Take photo and finish').click();
  await saved(phone, 'Delivered to a neighbour, Receiver 2');

  phone = await startCold(context, phone);
  await changeDeviceClock(phone, clockAt('11:40'));
  await link(phone, 'Next stop: 3').click();
  await link(phone, 'Problem').click();
  await button(phone, 'Nobody home').click();
  await saved(phone, 'Nobody home, Receiver 3');
  await expect(phone.getByRole('region', { name: 'Try again: stop 3' })).toContainText('Nobody home');
  // It is still one delivery.
  await changeDeviceClock(phone, clockAt('12:00'));
  await phone.getByText('2 finished stops').click();
  await link(phone, 'Receiver 1').click();
  await link(phone, 'Other method').click();
  await button(phone, 'Mailbox').click();
  await button(phone, 'Finish without a photo').click();
  await saved(phone, 'Delivered to the mailbox, Receiver 1');

  await changeDeviceClock(phone, clockAt('17:00'));
  await link(phone, 'Back at the depot').click();
  await typeLabel(phone, shipments[3]?.trackingId ?? '');
  await expect(phone.getByText('3 delivered, 1 returned', { exact: true })).toBeVisible();
  await changeDeviceClock(phone, clockAt('17:30'));
  await button(phone, 'Close run').click();
  await expect(phone.getByText('This run is closed')).toBeVisible();
  await saved(phone, 'Run closed');
  expect(await listFacts(app, courier.id)).toEqual([]);
  const photos = await readPhotos(phone);
  expect(photos).toHaveLength(2);

  phone = await startCold(context, phone);
  await expect(phone.getByText('This run is closed')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 30_000 }).toEqual(photos);
  const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
  await expect.poll(async () => (await kinds()).at(-1), { timeout: 30_000 }).toBe('close');
  expect(await kinds()).toEqual([...Array(4).fill('load'), 'start', ...Array(4).fill('visit'), 'return', 'close']);
  const statuses = await app.database.query<{ status: string }>(
    'select status from shipments where id = any($1) order by created_at, id',
    [shipmentIds],
  );
  expect(statuses.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered', 'held']);
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

  // The run loses names and addresses a day after its end.
  const canaries = /Receiver \d|Storgatan|Karin Ek|555 0192/;
  const hasNames = async () => canaries.test(await readAllStorage(phone));
  expect(await hasNames()).toBe(true);
  await app.database.query(`update runs set closed_at = closed_at - interval '25 hours' where id = $1`, [runId]);
  await phone.reload();
  await expect(phone.getByText('Names and addresses have been removed.')).toBeVisible();
  await expect.poll(hasNames).toBe(false);
  await phone.close();

  // The tracking ID alone shows nothing of the visit.
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
  expect(await home.content()).not.toContain('Karin Ek');

  // People with the private code, or signed in, see who took it, both times, and the photo.
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
  await home.evaluate(() => sessionStorage.clear());
  await openAs(home, receiver.email, address);
  await seesVisit();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
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
  const visit = desk.getByRole('listitem').filter({ hasText: 'Delivered to a neighbour: Karin Ek' }).last();
  await expect.poll(() => hoursAgo(visit.locator('time'))).toEqual([7.25, 0]);
  await office.close();
});

test('eight parcels collected offline outlive the phone’s death and arrive once', async ({ app, browser, page }) => {
  const shop = await app.person({ email: 'collects.shop@example.com', roles: ['shipper'], phone: '+46 31 555 0100' });
  const run = await releaseRun(app, 'collects', [1]);
  const desk = 'collects.desk@example.com';
  await app.call(desk, 'rateAdmin.save', { maxGrams: 900, country: 'Sweden', fee: 5.9 });
  const address = { line1: 'Kaj 1', city: 'Göteborg', postcode: '411 04', country: 'Sweden' };
  const receiver = { receiverName: 'Elin', receiverEmail: 'elin.strand@example.com', receiverPhone: '+46 31 555 0192' };
  const size = { description: 'Books', weightG: 850, lengthMm: 300, widthMm: 200, heightMm: 50 };
  const parcels: Parcel[] = [];
  for (let at = 0; at < 8; at += 1)
    parcels.push(await app.call(shop.email, 'shipper.createShipment', { ...address, ...receiver, ...size }));
  const day = dayIn('Europe/Stockholm', new Date());
  const hours = { day, from: '00:00', until: '23:59' };
  const pickup = await app.call<{ id: string }>(shop.email, 'shipper.createPickup', { ...hours, parcels: 8, address });
  await app.call(desk, 'pickupAdmin.plan', { id: pickup.id, runId: run.runId });

  const profile = await mkdtemp(join(tmpdir(), 'waybill-collects-'));
  const openPhone = () => switchOn(profile, app.url, async () => undefined);
  let phone = await openPhone();
  try {
    await preparePhone(phone.page, run.courier.email);
    await startRun(app, run);
    await link(phone.page, 'Next stop: 1').waitFor();
    await goOffline(phone.context, phone.page);
    // Chromium writes who is signed in only some seconds later, or when it ends.
    await phone.context.close();

    phone = await openPhone();
    await phone.context.setOffline(true);
    await phone.page.goto('/courier');
    await link(phone.page, 'Skip').click();
    await link(phone.page, 'Collect 8').click();
    for (const { trackingId } of parcels.slice(0, 5)) await typeLabel(phone.page, trackingId);
    await expect(phone.page.getByText('5 of 8 collected')).toBeVisible();
    await phone.kill();

    phone = await openPhone();
    await phone.context.setOffline(true);
    await phone.page.goto('/courier');
    await link(phone.page, 'Skip').click();
    await link(phone.page, 'Collect 8').click();
    // Only the last may still have been on its way to the disk: scanned again, each counts once.
    await expect(phone.page.getByText(/^[45] of 8 collected/)).toBeVisible();
    for (const { trackingId } of parcels) await typeLabel(phone.page, trackingId);
    await expect(phone.page.getByText('8 of 8 collected')).toBeVisible();
    await phone.page.getByLabel('Given by').fill('Ann');
    await button(phone.page, 'Collected').click();
    await saved(phone.page, 'Collected 8 parcels');
    await phone.kill();

    phone = await openPhone();
    await phone.page.goto('/courier');
    await expect(phone.page.getByText('1 to deliver, 8 collected')).toBeVisible();
    const collects = async () => (await listFacts(app, run.courier.id)).filter(({ kind }) => kind === 'collect');
    await expect.poll(collects, { timeout: 60_000 }).toHaveLength(1);
  } finally {
    await phone.context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
  await expect
    .poll(() =>
      app.database.query(
        `select s.status, count(*)::int as entries from shipments s join activities a on a.shipment_id = s.id
         where s.sender_id = $1 and a.comment = 'Collected' group by s.id, s.status`,
        [shop.id],
      ),
    )
    .toEqual(Array(8).fill({ status: 'shipped', entries: 1 }));
  await withoutWorker(page);
  await openAs(page, shop.email, `/track/${parcels[0]?.trackingId}?detailed=true`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Collected', { exact: true })).toHaveCount(1);
  await expect(timeline).toContainText('Göteborg');
  const office = await browser.newPage({ baseURL: app.url, viewport: { width: 820, height: 1180 } });
  await withoutWorker(office);
  await openAs(office, desk, `/manager/shipments/${parcels[7]?.id}`);
  await expect(office.getByText('Collected', { exact: true })).toHaveCount(1);
  await office.close();
  const states = await app.database.query('select coalesce(outcome, state) as state from pickups where id = $1', [
    pickup.id,
  ]);
  expect(states).toEqual([{ state: 'done' }]);
});

test('cash collected offline outlives the phone’s death, and is counted once', async ({ app, page }) => {
  const desk = 'cod.desk@example.com';
  await app.person({ email: desk, manager: true });
  const courier = await app.person({ email: 'cod.courier@example.com', courier: true });
  const shop = await app.person({ email: 'cod.shop@example.com', roles: ['shipper'], phone: '+46 31 555 0100' });
  const rate = { userId: shop.id, maxGrams: 900, country: 'Sweden', fee: 5.9, codFee: 1.5 };
  await app.call(desk, 'rateAdmin.save', rate);
  await app.call(desk, 'rateAdmin.setCod', { userId: shop.id, limit: 500 });
  const address = { line1: 'Storgatan 1', city: 'Göteborg', postcode: '411 01', country: 'Sweden' };
  const receiver = { receiverName: 'Elin', receiverEmail: 'elin.strand@example.com', receiverPhone: '+46 31 555 0192' };
  const size = { description: 'Books', weightG: 850, lengthMm: 300, widthMm: 200, heightMm: 50, cod: 499 };
  const parcel = await app.call<Parcel>(shop.email, 'shipper.createShipment', { ...address, ...receiver, ...size });
  const planned = { day: 'today', name: 'Cash', courierId: courier.id, shipmentIds: [parcel.id], despite: [parcel.id] };
  const run = await app.call<{ id: string; version: number }>(desk, 'runAdmin.create', planned);
  await app.call(desk, 'runAdmin.release', run);

  const profile = await mkdtemp(join(tmpdir(), 'waybill-cash-'));
  const openPhone = () => switchOn(profile, app.url, async () => undefined);
  let phone = await openPhone();
  try {
    await preparePhone(phone.page, courier.email);
    await startRun(app, { courier, runId: run.id, shipments: [parcel] });
    // The stop says it, and so does the list of stops.
    await expect(phone.page.getByText('Collect $499.00')).toHaveCount(2);
    await goOffline(phone.context, phone.page);
    // Chromium writes who is signed in only some seconds later, or when it ends.
    await phone.context.close();

    phone = await openPhone();
    await phone.context.setOffline(true);
    await phone.page.goto('/courier');
    await link(phone.page, 'Deliver').click();
    await button(phone.page, 'Cash').click();
    await button(phone.page, 'Recipient').click();
    await button(phone.page, 'Finish without a photo').click();
    await saved(phone.page, 'Delivered to the recipient, Elin');
    await phone.kill();

    phone = await openPhone();
    await phone.context.setOffline(true);
    await phone.page.goto('/courier');
    await expect(phone.page.getByText('Cash: $499.00')).toBeVisible();
    await link(phone.page, 'Back at the depot').click();
    await button(phone.page, 'Hand over $499.00 and close').click();
    await saved(phone.page, 'Run closed');
    await phone.kill();

    phone = await openPhone();
    await phone.page.goto('/courier');
    await expect(phone.page.getByText('Handed over $499.00')).toBeVisible();
    const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['load', 'start', 'visit', 'close']);
  } finally {
    await phone.context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }

  await withoutWorker(page);
  await openAs(page, desk, '/manager');
  await page.getByRole('link', { name: /Cash to count/ }).click();
  await button(page, 'Count cash: Cash').click();
  await page.getByLabel('Cash counted').fill('499');
  await button(page, 'Counted').click();
  await expect(page.getByText('All cash is counted.')).toBeVisible();
  const account = await app.database.query(
    `select purpose, status, amount_cents::int as cents from transactions
     where user_id = $1 and purpose like 'cod%' order by purpose`,
    [shop.id],
  );
  expect(account).toEqual([
    { purpose: 'cod', status: 'successful', cents: 49_900 },
    { purpose: 'cod-fee', status: 'successful', cents: 150 },
  ]);
});
