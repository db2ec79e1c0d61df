/**
 * The browser of a courier in aeroplane mode from 9 to 17 is killed again and again, also in the
 * evening while it sends. What was shown as saved arrives once, every parcel is in one place, every
 * photo is on its visit.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { dayIn } from '../../../src/domain/dates.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import {
  button,
  link,
  listFacts,
  listProofs,
  type Parcel,
  preparePhone,
  type ReleasedRun,
  readPhotos,
  releaseRun,
  showStopToCamera,
  typeLabel,
} from '../../journeys/support/courier.ts';
import { goOffline } from '../../journeys/support/device.ts';
import {
  ageShipments,
  changeClock,
  HOUR,
  installDeviceClock,
  notHeardFor,
} from '../../journeys/support/device-clock.ts';
import { expect, openAs, type RunningApp, test, withoutWorker } from '../../journeys/support/journey.ts';
import { type MortalPhone, switchOn } from '../../journeys/support/mortal-phone.ts';
import { backdate } from '../../support/backdate.ts';

const STOPS = 60;
const SHOPS = 6;
const PARCELS_OF_SHOP = 8;
const RETURNS = 3;
const DIRECT = 4;
const COLLECTED = SHOPS * PARCELS_OF_SHOP + RETURNS;
const HANDED_IN = COLLECTED - DIRECT;
const DELIVERIES = STOPS + DIRECT;
/** The last two at the depot. */
const KILLS = 20;
/** While it sends. */
const EVENING_KILLS = 4;
/** Besides those after a kill. */
const COLD_STARTS = 3;
/** A visit is shorter, so a kill comes at a random moment of it, or just after. */
const VISIT_MS = 2_500;
/** The server takes about as long, so a kill comes before or after its response. */
const ANSWER_MS = 60;

/** Returns what a clock is ahead by, since the day ends now, at half past five. */
const clockAt = (minutes: number) => (9 - 17.5) * HOUR + minutes * 60_000;
const MINUTES_PER_STOP = 6;

function watchScreen(): void {
  const { noteSaved, noteScans } = window as unknown as {
    noteSaved(name: string): void;
    noteScans(of: string, count: number): void;
  };
  new MutationObserver(() => {
    const of = new URLSearchParams(location.search).get('of');
    const [, scans] = /(\d+) of \d+ collected/.exec(document.body.textContent) ?? [];
    if (of && scans) noteScans(of, Number(scans));
    for (const element of document.querySelectorAll('[role=status]')) {
      const [, name] =
        /Saved (?:Delivered to the mailbox|Collected \d+ parcels?), (\w+ \d+)/.exec(element.textContent ?? '') ?? [];
      if (name) noteSaved(name);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

interface Shop {
  email: string;
  parcels: Parcel[];
}

async function addCollections(app: RunningApp, { runId }: ReleasedRun) {
  const desk = 'storm.desk@example.com';
  const today = dayIn('Europe/Stockholm', new Date());
  const hours = { day: today, from: '00:00', until: '23:59' };
  const address = (line1: string) => ({ line1, city: 'Göteborg', postcode: '411 04', country: 'Sweden' });
  const size = { description: 'Books', weightG: 850, lengthMm: 300, widthMm: 200, heightMm: 50 };
  await app.call(desk, 'rateAdmin.save', { maxGrams: 900, country: 'Sweden', fee: 5.9, returnFee: 4.5 });
  const home = await app.person({ email: 'storm.home@example.com', phone: '+46 31 555 0192' });
  const send = (shop: string, name: string, line1: string): Promise<Parcel> =>
    app.call(shop, 'shipper.createShipment', {
      ...size,
      ...address(line1),
      receiverName: name,
      receiverEmail: home.email,
      receiverPhone: '+46 31 555 0192',
    });
  const plan = (id: string) => app.call(desk, 'pickupAdmin.plan', { id, runId });
  const shops: Shop[] = [];
  for (let number = 1; number <= SHOPS; number += 1) {
    const email = `storm.shop${number}@example.com`;
    const names = { firstName: 'Shop', lastName: `${number}`, phone: '+46 31 555 0100' };
    const { id } = await app.person({ email, roles: ['shipper'], ...names });
    await app.database.query(`update users set address = 'Kaj ' || $2, city = 'Göteborg' where id = $1`, [id, number]);
    await app.forgetCalls();
    const parcels: Parcel[] = [];
    for (let one = 0; one < PARCELS_OF_SHOP; one += 1) {
      const isDirect = one === 0 && number <= DIRECT;
      const [name, line1] = isDirect ? [`Direct ${number}`, `Backa ${number}`] : ['Elin Strand', 'Linnégatan 8'];
      parcels.push(await send(email, name, line1));
    }
    const asked = { ...hours, parcels: PARCELS_OF_SHOP, address: address(`Kaj ${number}`) };
    await plan((await app.call<{ id: string }>(email, 'shipper.createPickup', asked)).id);
    shops.push({ email, parcels });
  }

  const [seller = { email: '' }] = shops;
  await app.call(seller.email, 'shipper.saveReturns', { mode: 'on', days: 14, payer: 'shop', perShipment: 1 });
  const returns: Parcel[] = [];
  for (let number = 1; number <= RETURNS; number += 1) {
    const { id } = await send(seller.email, `Return ${number}`, `Vasagatan ${number}`);
    await app.database.query(`update shipments set status = 'delivered' where id = $1`, [id]);
    await app.database.query(
      `insert into activities (id, shipment_id, status, kind, comment, address, occurred_at)
       values ($1, $2, 'delivered', 'status', 'Delivered', '', now())`,
      [randomUUID(), id],
    );
    const back = await app.call<Parcel>(seller.email, 'shipper.createReturn', { id });
    await app.call(home.email, 'shipment.collectReturn', { id: back.id, day: shiftDay(today, 1), from: '09:00' });
    const found = await app.database.query<{ id: string }>('select id from pickups where $1 = any(shipment_ids)', [
      back.id,
    ]);
    await plan(found[0]?.id ?? '');
    returns.push(back);
  }

  const direct = shops.slice(0, DIRECT).map(({ parcels }) => parcels[0]?.id);
  const runOf = () =>
    app.database.query<{ id: string; version: number }>('select id, version from runs where id = $1', [runId]);
  await app.call(desk, 'runAdmin.add', { ...(await runOf())[0], shipmentIds: direct });
  const stops = await app.database.query<{ id: string; collection: string | null; name: string; shop: string | null }>(
    `select s.id, s.name, c.id as collection, u.email as shop from run_stops s
     left join run_collections c on c.stop_id = s.id left join pickups p on p.id = c.collection_id
     left join users u on u.id = p.user_id where s.run_id = $1 order by s.sequence`,
    [runId],
  );
  const collections = stops.filter(({ collection }) => collection);
  // What is collected and delivered on the way comes last.
  const doors = stops.filter(({ collection }) => !collection);
  const ordered = doors.flatMap((door, place) => [door, ...(place % 7 === 3 ? collections.splice(0, 1) : [])]);
  await app.call(desk, 'runAdmin.reorder', {
    ...(await runOf())[0],
    stopIds: [...ordered, ...collections].map(({ id }) => id),
  });
  const idsOf = new Map(
    ordered.flatMap(({ collection, name, shop }): [string, string[]][] => {
      if (!collection) return [];
      const [, number] = /^Return (\d)$/.exec(name) ?? [];
      const parcels = number
        ? returns.slice(Number(number) - 1, Number(number))
        : (shops.find(({ email }) => email === shop)?.parcels ?? []);
      return [[collection, parcels.map(({ trackingId }) => trackingId)]];
    }),
  );
  return { shops, returns, idsOf, direct };
}

type Collections = Awaited<ReturnType<typeof addCollections>>;

/** It was loaded and started at nine, a day ago. */
async function startAtNine(
  app: RunningApp,
  { courier, runId, shipments }: ReleasedRun,
  { shops, returns }: Collections,
) {
  const ids = [...shipments, ...shops.flatMap(({ parcels }) => parcels), ...returns].map(({ id }) => id);
  await ageShipments(app, ids, 24);
  await backdate(app.database, runId);
  const tasks = await app.database.query<{ id: string }>(
    'select id from run_tasks where run_id = $1 and shipment_id = any($2)',
    [runId, shipments.map(({ id }) => id)],
  );
  const fact = () => ({ id: randomUUID(), runVersion: 2, occurredAt: new Date(Date.now() + clockAt(0)).toISOString() });
  await app.call(courier.email, 'courier.load', { ...fact(), taskIds: tasks.map(({ id }) => id) });
  await app.call(courier.email, 'courier.start', { ...fact(), runId });
}

interface Work {
  collections: Collections;
  /** The screen has shown so many of a collection. */
  scans: ReadonlyMap<string, number>;
  /** Sets the clock on. */
  pass(page: Page): Promise<void>;
  onBegin?(count: number, isCollection: boolean): void;
}

/** No scan that the screen has shown is lost. */
async function collectAll(page: Page, { collections, scans }: Work): Promise<void> {
  const of = new URL(page.url()).searchParams.get('of') ?? '';
  const before = scans.get(of) ?? 0;
  const ids = collections.idsOf.get(of) ?? [];
  const collected = page.getByText(/^\d+ of \d+ collected/);
  await collected.waitFor();
  expect(Number.parseInt((await collected.textContent()) ?? '', 10), `scans of ${of}`).toBeGreaterThanOrEqual(before);
  for (const trackingId of ids) await typeLabel(page, trackingId);
  await page.getByText(`${ids.length} of ${ids.length} collected`).waitFor();
  await button(page, 'Collected').click();
}

async function workAll(page: Page, work: Work): Promise<void> {
  await page.getByRole('link', { name: /^(Next stop: \d+|Back at the depot)$/ }).waitFor();
  const next = page.getByRole('link', { name: /^Next stop/ });
  if (await next.isVisible()) await next.click();
  const deliver = link(page, 'Deliver');
  const collect = page.getByRole('link', { name: /^Collect \d+$/ });
  const depot = link(page, 'Back at the depot');
  for (let count = 1; ; count += 1) {
    await deliver.or(collect).or(depot).waitFor();
    if (await depot.isVisible()) return;
    const isCollection = await collect.isVisible();
    await work.pass(page);
    work.onBegin?.(count, isCollection);
    if (isCollection) {
      await collect.click();
      await collectAll(page, work);
      continue;
    }
    await deliver.click();
    await button(page, 'Mailbox').click();
    await button(page, 'Take photo and finish').click();
  }
}

test('a day in aeroplane mode, with kills of the browser, also while it sends, leaves each parcel in one place', async ({
  app,
  page: office,
}) => {
  test.setTimeout(300_000 + STOPS * 25_000);
  const run = await releaseRun(app, 'storm', Array(STOPS).fill(1));
  const collections = await addCollections(app, run);
  const profile = await mkdtemp(join(tmpdir(), 'waybill-storm-'));
  const shown = new Set<string>();
  const scans = new Map<string, number>();
  const sent = new Map<string, Buffer>();
  const leftAtKills: number[] = [];
  let minutes = 0;
  let killsInCollections = 0;
  const prepare = async (context: BrowserContext) => {
    await context.exposeBinding('noteSaved', (_, name: string) => shown.add(name));
    await context.exposeBinding('noteScans', (_, of: string, count: number) =>
      scans.set(of, Math.max(count, scans.get(of) ?? 0)),
    );
    await context.addInitScript(showStopToCamera);
    await context.addInitScript(watchScreen);
    await installDeviceClock(context, minutes > 0 ? clockAt(minutes) : 0);
    context.on('request', (request) => {
      const [, proof] = /\/api\/proofs\/([^/]+\/[0-9a-f]+)$/.exec(request.url()) ?? [];
      const bytes = request.postDataBuffer();
      if (proof && bytes) sent.set(proof.replace('/', ' '), bytes);
    });
  };
  const setClock = (page: Page, next: number) => {
    minutes = next;
    return changeClock(page, clockAt(minutes));
  };
  const work: Work = { collections, scans, pass: (page) => setClock(page, Math.min(minutes + MINUTES_PER_STOP, 450)) };
  let phone: MortalPhone | undefined;

  /** The browser shows every visit that was saved. */
  async function startOffline(path = '/courier'): Promise<MortalPhone> {
    phone = await switchOn(profile, app.url, prepare);
    await phone.context.setOffline(true);
    const before = [...shown];
    await phone.page.goto(path);
    if (path !== '/courier') return phone;
    if (before.length > 0) await phone.page.getByText(/^\d+\sfinished stops?$/).click();
    for (const name of before) {
      const stop = phone.page.getByRole('listitem').filter({ has: phone.page.getByText(name, { exact: true }) });
      await expect(stop).toContainText(/Delivered|Collected/);
    }
    return phone;
  }

  const arrived = async () => {
    const facts = await listFacts(app, run.courier.id);
    const proofs = await listProofs(app, run.courier.id);
    return facts.filter(({ kind }) => kind === 'visit' || kind === 'collect').length + proofs.length;
  };
  const toArrive = 2 * DELIVERIES + SHOPS + RETURNS;

  /** The browser is killed while it sends a random one of what is left. */
  async function killWhileSending(): Promise<void> {
    const evening = await switchOn(profile, app.url, prepare);
    phone = evening;
    const left = toArrive - (await arrived());
    let until = Math.ceil(Math.random() * (left / 2));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    evening.context.on('request', (request) => {
      if (!/courier\.(visit|collect)|\/api\/proofs\//.test(request.url())) return;
      until -= 1;
      if (until === 0)
        void sleep(Math.random() * ANSWER_MS)
          .then(evening.kill)
          .then(resolve, reject);
    });
    await evening.page.goto('/courier').catch((error: unknown) => {
      if (!evening.isKilled()) throw error;
    });
    await promise;
    leftAtKills.push(toArrive - (await arrived()));
  }

  try {
    phone = await switchOn(profile, app.url, prepare);
    await preparePhone(phone.page, run.courier.email);
    await startAtNine(app, run, collections);
    await link(phone.page, 'Next stop: 1').waitFor();
    await goOffline(phone.context, phone.page);
    await phone.page.goto('/icon.svg');
    await notHeardFor(phone.page, 11);
    minutes = 1;
    // Chromium writes local storage only some seconds later, or when it ends.
    await phone.context.close();

    for (let kill = 0; kill < KILLS - 2; kill += 1) {
      const isColdStart = kill > 0 && kill % Math.floor(KILLS / COLD_STARTS) === 0;
      if (isColdStart) await (await startOffline()).context.close();
      const doomed = await startOffline();
      const quota = Math.ceil((STOPS - shown.size) / (KILLS - kill + 1));
      let killed: Promise<void> | undefined;
      const isLast = kill === KILLS - 3;
      const killSoon = () => {
        killed ??= sleep(Math.random() * VISIT_MS)
          // Chance may have killed each browser before its first visit was shown, so the last one
          // waits for that.
          .then(() => (isLast ? expect.poll(() => shown.size, { timeout: 20_000 }).toBeGreaterThan(0) : undefined))
          .finally(() => {
            if (new URL(doomed.page.url()).searchParams.has('of')) killsInCollections += 1;
            return doomed.kill();
          });
      };
      // Every other one is killed at its first collection, if any.
      const onBegin = (count: number, isCollection: boolean) =>
        (kill % 2 === 0 ? isCollection : count === quota) && killSoon();
      await workAll(doomed.page, { ...work, onBegin }).catch((error: unknown) => {
        if (!doomed.isKilled()) throw error;
      });
      killSoon();
      await killed;
    }
    const shownBefore = shown.size;
    expect(shownBefore).toBeGreaterThan(0);

    phone = await startOffline();
    await workAll(phone.page, work);
    await setClock(phone.page, 7.75 * 60);
    await link(phone.page, 'Back at the depot').click();
    const taken = [...collections.idsOf.values()].flat();
    const delivered = collections.shops.slice(0, DIRECT).map(({ parcels }) => parcels[0]?.trackingId);
    const toHandIn = taken.filter((trackingId) => !delivered.includes(trackingId));
    for (const [place, trackingId] of toHandIn.slice(0, 20).entries()) {
      await typeLabel(phone.page, trackingId);
      await expect(phone.page.getByText(`Handed in${place + 1} of ${HANDED_IN}`)).toBeVisible();
    }
    await phone.kill();
    phone = await startOffline('/courier/close');
    await expect(phone.page.getByText(`${HANDED_IN - 20} parcels to hand in`)).toBeVisible();
    await button(phone.page, 'All handed in').click();
    const results = `${DELIVERIES} delivered, ${HANDED_IN} collected, ${HANDED_IN} handed in`;
    await phone.page.getByText(results).waitFor();
    await phone.kill();
    phone = await startOffline('/courier/close');
    await expect(phone.page.getByText(results)).toBeVisible();
    await setClock(phone.page, 8 * 60);
    await button(phone.page, 'Close run').click();
    await expect(phone.page.getByText('This run is closed')).toBeVisible();
    await expect.poll(() => readPhotos(phone?.page as Page).then((photos) => photos.length)).toBe(DELIVERIES);
    const photos = await readPhotos(phone.page);
    expect(await listFacts(app, run.courier.id)).toHaveLength(2);
    await phone.context.close();

    minutes = 0;
    for (let kill = 0; kill < EVENING_KILLS; kill += 1) await killWhileSending();
    expect(leftAtKills[0]).toBeGreaterThan(0);
    phone = await switchOn(profile, app.url, prepare);
    await phone.page.goto('/courier');
    await expect.poll(() => listProofs(app, run.courier.id), { timeout: 40_000 + STOPS * 1_000 }).toEqual(photos);
    const kinds = async () => (await listFacts(app, run.courier.id)).map(({ kind }) => kind);
    await expect.poll(async () => (await kinds()).at(-1), { timeout: 60_000 }).toBe('close');
    const visits = await app.database.query<{ id: string; stop: string; name: string }>(
      `select f.id, f.stop_id as stop, s.name from courier_facts f join run_stops s on s.id = f.stop_id
       where f.courier_id = $1 and f.kind = 'visit'`,
      [run.courier.id],
    );
    const named = (name: string, count: number) => Array.from({ length: count }, (_, place) => `${name} ${place + 1}`);
    const doors = [...named('Receiver', STOPS), ...named('Direct', DIRECT)];
    expect(visits.map(({ name }) => name).toSorted()).toEqual(doors.toSorted());
    const collectors = [...named('Shop', SHOPS), ...named('Return', RETURNS)];
    expect([...shown].filter((name) => ![...doors, ...collectors].includes(name))).toEqual([]);

    const misplaced: string[] = [];
    for (const { id, stop, name } of visits) {
      const proof = photos.find((one) => one.startsWith(id)) ?? '';
      const bytes = sent.get(proof) ?? Buffer.alloc(0);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const { channels } = await sharp(bytes).stats();
      const colour = Buffer.from(stop.slice(-6), 'hex');
      // JPEG keeps colours about like this.
      const isOwn = [...colour].every((value, place) => Math.abs(value - (channels[place]?.mean ?? 0)) < 12);
      if (!isOwn || proof !== `${id} ${hash}`) misplaced.push(name);
    }
    expect(misplaced).toEqual([]);
    console.error(
      `${visits.length} visits, ${taken.length} parcels collected, ${sent.size} photos; ` +
        `${shownBefore} stops shown as saved before the last of ${KILLS} kills, ${killsInCollections} of them in a ` +
        `collection; ${leftAtKills.join(', ')} to send at the kills in the evening`,
    );
    await expectOnePlaceEach(app, run, collections);
    for (const { email } of collections.shops) await expectShopSees(office, email);
  } finally {
    await phone?.context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});

async function expectOnePlaceEach(app: RunningApp, { runId, shipments }: ReleasedRun, collections: Collections) {
  const { shops, returns, direct } = collections;
  const ids = [...shipments, ...shops.flatMap(({ parcels }) => parcels), ...returns].map(({ id }) => id);
  const places = await app.database.query<{ id: string; place: string }>(
    `select s.id, concat_ws(', ', s.status,
       (select 'delivered ' || count(*) from fact_outcomes o where o.shipment_id = s.id and o.result = 'delivered'),
       (select 'scanned ' || count(*) || ' handed in ' || count(c.handed_in_at) from collected_parcels c
         where c.shipment_id = s.id and c.result = 'collected'),
       (select 'entries ' || count(*) filter (where comment = 'Collected') || ' '
         || count(*) filter (where comment = 'Arrived at the depot') from activities a where a.shipment_id = s.id)) as place
     from shipments s where s.id = any($1)`,
    [ids],
  );
  const counts = Map.groupBy(places, ({ id, place }) => `${direct.includes(id) ? 'direct: ' : ''}${place}`);
  expect(Object.fromEntries([...counts].map(([place, some]) => [place, some.length]))).toEqual({
    'delivered, delivered 1, scanned 0 handed in 0, entries 0 0': STOPS,
    'direct: delivered, delivered 1, scanned 1 handed in 1, entries 1 0': DIRECT,
    'shipped, delivered 0, scanned 1 handed in 1, entries 1 1': HANDED_IN,
  });
  const query = (text: string) => app.database.query(text, [runId]);
  expect(await query('select kind, tracking_id from run_exceptions where run_id = $1 and resolved_at is null')).toEqual(
    [],
  );
  expect(await query('select 1 from collected_parcels where run_id = $1')).toHaveLength(COLLECTED);
  expect(await query('select status from run_collections where run_id = $1')).toEqual(
    Array(SHOPS + RETURNS).fill({ status: 'collected' }),
  );
  const times = await app.database.query<{ occurred_at: Date }>(
    `select occurred_at from courier_facts where run_id = $1 and kind in ('visit', 'collect')`,
    [runId],
  );
  const hoursAgo = times.map(({ occurred_at: at }) => (Date.now() - at.getTime()) / HOUR);
  expect(Math.max(...hoursAgo)).toBeGreaterThan(8);
}

async function expectShopSees(page: Page, email: string): Promise<void> {
  await withoutWorker(page);
  await openAs(page, email, '/shipping');
  await expect(page.getByRole('region', { name: 'Pickup today' })).toContainText(
    `${PARCELS_OF_SHOP} of ${PARCELS_OF_SHOP}`,
  );
}
