/** The managers' board of runs. */
import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { copyShipments } from '../support/copy-shipments.ts';
import { button } from './support/courier.ts';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  PASSWORD,
  type RunningApp,
  said,
  test,
  withoutWorker,
} from './support/journey.ts';
import { press, tabTo, type } from './support/keyboard.ts';

const TABLET = { width: 820, height: 1180 };
const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

test.use({ viewport: TABLET });

/** Someone signed in beside the browser. */
async function phoneOf(app: RunningApp, email: string) {
  const { token } = await app.call<{ token: string }>(email, 'auth.login', { email, password: PASSWORD });
  const authorization = { authorization: `Bearer ${token}` };
  async function send<Answer>(method: 'GET' | 'POST', path: string, input: unknown): Promise<Answer> {
    const json = JSON.stringify(input);
    const isQuery = method === 'GET';
    const response = await fetch(`${app.url}/api/trpc/${path}${isQuery ? `?input=${encodeURIComponent(json)}` : ''}`, {
      method,
      headers: { ...authorization, 'content-type': 'application/json' },
      ...(!isQuery && { body: json }),
    });
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { result: { data: Answer } }).result.data;
  }
  return {
    ask: <Answer>(path: string, input: unknown) => send<Answer>('GET', path, input),
    tell: <Answer>(path: string, input: unknown) => send<Answer>('POST', path, input),
    putProof: async (visitId: string, sha256: string, bytes: Buffer) => {
      const address = `${app.url}/api/proofs/${visitId}/${sha256}`;
      const headers = { ...authorization, 'content-type': 'image/jpeg' };
      expect((await fetch(address, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status).toBe(200);
    },
  };
}

interface Run {
  id: string;
  version: number;
  stops: { id: string; name: string; tasks: { id: string; status: string; trackingId: string }[] }[];
}

/** A manager, two couriers, and shipments to so many doors whose names start with a word. */
async function depot(app: RunningApp, word: string, doors: number, parcels: number) {
  const manager = await app.person({ email: `${word}.manager@example.com`, firstName: 'Grace', manager: true });
  const [bo, cia] = [
    await app.person({ email: `${word}.bo@example.com`, firstName: 'Bo', lastName: word, courier: true }),
    await app.person({ email: `${word}.cia@example.com`, firstName: 'Cia', lastName: word, courier: true }),
  ];
  const doorOf = (place: number) => {
    const number = place % doors;
    const door = String.fromCharCode(65 + number);
    return { name: `${word} ${door}`, street: `${door} Street, Oslo`, phone: `+47 22 33 44 5${number + 1}` };
  };
  const { name, street, phone } = doorOf(0);
  const description = `${word} parcel 1`;
  const first = await app.shipment({ description, receiverName: name, shipTo: street, receiverPhone: phone });
  await copyShipments(app.database, first.id, parcels - 1, (place) => ({
    description: `${word} parcel ${place + 1}`,
    receiver_name: doorOf(place).name,
    ship_to: doorOf(place).street,
    receiver_phone: doorOf(place).phone,
  }));
  const shipments = await app.database.query<{ id: string; trackingId: string }>(
    `select id, tracking_id as "trackingId" from shipments where description like $1 || ' parcel %' order by created_at`,
    [word],
  );
  return { manager, bo, cia, shipments, desk: await phoneOf(app, manager.email) };
}

/** A run of these shipments, made by a colleague. */
async function runOf(place: Awaited<ReturnType<typeof depot>>, name: string, isReleased = true) {
  const shipmentIds = place.shipments.map(({ id }) => id);
  const made = await place.desk.tell<Run>('runAdmin.create', {
    day: 'today',
    name,
    courierId: place.bo.id,
    shipmentIds,
  });
  return isReleased ? place.desk.tell<Run>('runAdmin.release', { id: made.id, version: made.version }) : made;
}

const stops = (page: Page) => page.getByRole('region', { name: 'Stops' }).getByRole('heading', { level: 3 });

test('by keyboard alone a manager makes a run of six parcels in three stops, orders and releases it, and moves a stop to another courier', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const { manager, bo, cia, desk } = await depot(app, 'Quoin', 3, 6);
  await openAs(page, manager.email, '/manager/runs?q=Quoin');
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Select all 6 on this page' }));
  await expect(page.getByText('6 shipments selected')).toBeVisible();
  await expectAccessible(page);
  await press(page, page.getByRole('button', { name: 'New run' }));
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await expect(dialog).toContainText('With 6 selected shipments.');
  await type(page, dialog.getByLabel('Name'), 'Centre');
  await press(page, dialog.getByRole('button', { name: 'Create run' }));
  await expect(dialog.getByText('Choose a courier.')).toBeVisible();
  await expect(dialog.getByLabel('Courier')).toBeFocused();
  await page.keyboard.type('Bo Quoin');
  await expectAccessible(page, { within: 'dialog[open]' });
  await press(page, dialog.getByRole('button', { name: 'Create run' }));
  await expect(page.getByRole('heading', { name: 'Centre', level: 1 })).toBeVisible();
  await expect(stops(page)).toHaveCount(3);
  await expect(page.getByText('Not loaded')).toHaveCount(6);
  await expectAccessible(page);

  const before = await stops(page).allTextContents();
  const last = before[2]?.replace('3. ', '') ?? '';
  await press(page, page.getByRole('button', { name: `Move stop 3, ${last} to the top` }));
  await expect(stops(page).first()).toHaveText(`1. ${last}`);
  // It is the button of the same stop that keeps the focus.
  await expect(page.getByRole('button', { name: `Move stop 1, ${last} to the top` })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Save order' }));
  await expect(page.getByText('Order saved')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Release run' }));
  const question = page.getByRole('alertdialog', { name: 'Release run' });
  // The answer comes after the manager has gone back to the board.
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  await page.route('**/api/trpc/runAdmin.release', (route) => left.then(() => route.continue()));
  await press(page, question.getByRole('button', { name: 'Release' }));
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();
  await expect(question).toBeHidden();
  leave();
  await expect(said(page, 'Run released')).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('definition').filter({ hasText: 'Released' })).toBeVisible();

  const phone = await phoneOf(app, bo.email);
  const seen = await phone.ask<Run>('courier.getRun', { id: 'current' });
  expect(seen.stops.map(({ name, tasks }) => [name, tasks.length])[0]).toEqual([last, 2]);
  await press(page, page.getByRole('button', { name: `Move stop 1, ${last}`, exact: true }));
  const move = page.getByRole('dialog', { name: `Move stop 1, ${last}` });
  await tabTo(page, move.getByLabel('Move to'));
  await page.keyboard.type('Cia Quoin');
  await press(page, move.getByRole('button', { name: 'Move', exact: true }));
  await expect(move).toBeHidden();
  const moved = page.getByRole('region', { name: 'Stops' }).getByText('Moved', { exact: true });
  await expect(moved).toHaveCount(2);
  const theirs = await (await phoneOf(app, cia.email)).ask<Run>('courier.getRun', { id: 'current' });
  expect(theirs.stops.map(({ name, tasks }) => [name, tasks.length])).toEqual([[last, 2]]);
  const run = await desk.ask<Run>('runAdmin.get', { id: seen.id });
  expect(run.stops.flatMap(({ tasks }) => tasks.map(({ status }) => status)).toSorted()).toEqual([
    'assigned',
    'assigned',
    'assigned',
    'assigned',
    'moved',
    'moved',
  ]);

  await goWithin(page, '/manager');
  await press(page, page.getByRole('link', { name: 'Runs' }));
  const cards = page.getByRole('region', { name: /day \d/ }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'Bo Quoin' })).toContainText('0 of 4 delivered');
  await expect(cards.filter({ hasText: 'Cia Quoin' })).toContainText('0 of 2 delivered');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { only: ['color-contrast'] });
});

test('forty shipments go into a released run in at most ten taps', async ({ app, page }) => {
  await withoutWorker(page);
  const { manager, shipments } = await depot(app, 'Forty', 1, 1);
  // To eight doors.
  await copyShipments(app.database, shipments[0]?.id ?? '', 39, (place) => ({
    ship_to: `${place % 8} Street, Oslo`,
    receiver_name: `Forty ${place % 8}`,
  }));
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  await openAs(page, manager.email, '/manager/runs?q=Forty');
  await tap('Select all 40 on this page');
  await tap('New run');
  taps += 2;
  await page.getByLabel('Courier').selectOption('Bo Forty');
  await tap('Create run');
  await expect(page.getByText('Not loaded')).toHaveCount(40);
  await tap('Release run');
  await tap('Release');
  await expect(page.getByText('Run released')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(10);
});

test('shipments chosen on several pages of the shipments list go into a run, or into a new one', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(/status of 400/);
  await withoutWorker(page);
  const place = await depot(app, 'Listed', 1, 12);
  const { id } = await runOf({ ...place, shipments: place.shipments.slice(0, 1) }, 'From the list', false);
  await app.call(place.manager.email, 'shipmentAdmin.updateShipment', {
    id: place.shipments[11]?.id,
    status: 'delivered',
  });
  await openAs(page, place.manager.email, '/manager/shipments?q=Listed');
  await page.getByRole('link', { name: 'Add to a run' }).press('Enter');
  const box = (number: number) => page.getByLabel(`Listed parcel ${number}`, { exact: false }).first();
  await expect(box(12)).toBeDisabled();
  await box(11).press('Space');
  await expect(page.getByText('1 shipment selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Select all 2 on this page' }).click();
  await expect(page.getByText('3 shipments selected')).toBeVisible();

  // One of them is in this run already, which is no mistake; the list of runs is that of today.
  const choice = page.getByLabel('Run', { exact: true });
  await page.getByRole('button', { name: 'New run' }).waitFor();
  if (await choice.isVisible()) await choice.selectOption('From the list, Bo Listed');
  await page.getByRole('button', { name: 'Add to From the list' }).click();
  await expect(page.getByText('3 shipments added to From the list')).toBeVisible();
  await expect(page).toHaveURL('/manager/shipments?page=2&q=Listed');
  const run = await place.desk.ask<Run>('runAdmin.get', { id });
  expect(run.stops.flatMap(({ tasks }) => tasks)).toHaveLength(3);

  // What is in another run is named, and can be taken out of the selection on any page.
  await page.goto('/manager/shipments?q=Listed&view=add-to-run');
  await page.getByRole('button', { name: 'Select all 9 on this page' }).click();
  await page.getByRole('button', { name: 'New run' }).click();
  const dialog = page.getByRole('dialog', { name: 'New run' });
  const courier = dialog.getByLabel('Courier');
  await courier.selectOption('Cia Listed');
  // When someone adds a courier, the choice and the focus stay.
  await courier.focus();
  const dee = await app.person({ email: 'listed.dee@example.com', firstName: 'Dee', lastName: 'Listed' });
  await place.desk.tell('userAdmin.setCourier', { id: dee.id, courier: true });
  await expect(courier.getByRole('option', { name: 'Dee Listed' })).toHaveCount(1);
  await expect(courier).toBeFocused();
  await expect(courier.locator(':checked')).toHaveText('Cia Listed');
  await dialog.getByRole('button', { name: 'Create run' }).click();
  const { trackingId } = place.shipments[10] ?? {};
  await expect(dialog.getByRole('alert')).toContainText(`Shipment ${trackingId} is in another run.`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Show the selected shipments').click();
  await page.getByRole('button', { name: `Remove ${trackingId} from the selection` }).click();
  await expect(page.getByText('8 shipments selected')).toBeVisible();
  await page.getByRole('button', { name: 'New run' }).click();
  await courier.selectOption('Cia Listed');
  await dialog.getByRole('button', { name: 'Create run' }).click();
  await expect(page.getByText('Not loaded')).toHaveCount(8);
});

test('shipments join a run by tracking ID one after another, and from the run itself, where new ones come by themselves', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const place = await depot(app, 'Joins', 1, 4);
  const [first, second, third] = place.shipments;
  const { id } = await runOf({ ...place, shipments: [] }, 'Joined', false);
  await openAs(page, place.manager.email, '/manager/runs?q=Joins');
  await page.getByLabel('Joins parcel 1').check();
  const field = page.getByLabel('Tracking ID');
  await field.fill(second?.trackingId ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${second?.trackingId} is selected`)).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(page.getByText('2 shipments selected')).toBeVisible();
  await page.keyboard.type('W000 0000 000A');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('was not selected');
  const choice = page.getByLabel('Run', { exact: true });
  if (await choice.isVisible()) await choice.selectOption('Joined, Bo Joins');
  await page.getByRole('button', { name: 'Add to Joined' }).click();
  await expect(page.getByText('2 shipments added to Joined')).toBeVisible();
  await expect(page.getByLabel('Joins parcel 1')).toHaveCount(0);

  await page.getByRole('link', { name: 'Joined' }).click();
  await expect(stops(page)).toHaveText(['1. Joins A']);
  await page.getByRole('link', { name: 'Add shipments' }).press('Enter');
  const panel = page.getByRole('region', { name: 'Add shipments' });
  await panel.getByRole('searchbox').fill('Joins');
  await page.keyboard.press('Enter');
  await panel.getByLabel('Joins parcel 3').press('Space');
  await app.shipment({ description: 'Joins parcel 5', receiverName: 'Joins A' });
  await expect(panel.getByLabel('Joins parcel 5')).toBeVisible();
  await expect(panel.getByText('1 shipment selected')).toBeVisible();
  await expect(panel.getByLabel('Joins parcel 3')).toBeChecked();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Add to Joined' }).press('Enter');
  await expect(panel).toBeHidden();
  await expect(page.getByText('Not loaded')).toHaveCount(3);
  const run = await place.desk.ask<Run>('runAdmin.get', { id });
  const inRun = run.stops.flatMap(({ tasks }) => tasks.map(({ trackingId }) => trackingId));
  expect(inRun.toSorted()).toEqual([first, second, third].map((one) => one?.trackingId).toSorted());

  // One parcel leaves its stop, then all others, then the run is cancelled: everything is in the pool again.
  const giveToNobody = async (name: string) => {
    await page.getByRole('button', { name }).press('Enter');
    await tabTo(page, page.getByLabel('Move to'));
    await page.keyboard.type('Nobody');
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).press('Enter');
    // The page may show the news before the dialog has its answer.
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await giveToNobody(`Move parcel ${first?.trackingId}`);
  await expect(page.getByText('Not loaded')).toHaveCount(2);
  await giveToNobody('Move run');
  await expect(page.getByText('Not loaded')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel run' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel run' }).press('Enter');
  await expect(page.getByText('Run cancelled')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Run actions' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show history' }).press('Enter');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([
    /cancelled the run/,
    /moved shipments out of the run.*Shipments2/,
    /moved shipments out of the run.*Shipments1/,
    /added shipments to the run.*Shipments1/,
    /added shipments to the run.*Shipments2/,
    /created the run.*Bo Joins/,
  ]);
  await expectAccessible(page);
  await goWithin(page, '/manager/runs?q=Joins');
  await expect(page.getByText('5 shipments', { exact: true })).toBeVisible();
});

test('a manager’s new order of the stops outlives what else happens to the run, and overwrites nobody’s unasked', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await withoutWorker(page);
  // No news of what the colleague does.
  await page.route(/live\.follow/, (route) => route.abort());
  const place = await depot(app, 'Two', 3, 3);
  const { id, version } = await runOf(place, 'Shared', false);
  const { stops: planned } = await place.desk.ask<Run>('runAdmin.get', { id });
  const [first, second, third] = planned as [Run['stops'][number], Run['stops'][number], Run['stops'][number]];
  const expectOrder = (...order: Run['stops']) =>
    expect(stops(page)).toHaveText(order.map(({ name }, index) => `${index + 1}. ${name}`));
  const bar = (words: string) => page.getByRole('status').filter({ hasText: words });
  await openAs(page, place.manager.email, `/manager/runs/${id}`);
  await button(page, `Move stop 3, ${third.name} up`).click();
  const stopIds = [third, second, first].map((stop) => stop.id);
  const reordered = await place.desk.tell<Run>('runAdmin.reorder', { id, version, stopIds });
  await button(page, 'Save order').click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed this run. Please check it again.');
  await expect(bar('Someone else changed the order too. This is yours.')).toBeVisible();
  await expectOrder(first, third, second);
  await expectAccessible(page);
  await button(page, 'Show theirs').click();
  await expectOrder(third, second, first);
  await expect(page.getByRole('alert')).toHaveCount(0);

  // Neither a lost network nor a link loses it.
  await button(page, `Move stop 3, ${first.name} up`).click();
  await context.setOffline(true);
  await button(page, 'Save order').click();
  await expect(page.getByRole('alert')).toContainText('The order was not saved');
  await context.setOffline(false);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Runs' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You changed the order of the stops and haven’t saved it.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('link', { name: 'Add shipments' }).click();
  await page.getByRole('link', { name: 'Add shipments' }).click();
  await expectOrder(third, first, second);

  // Released is what was shown, in the order it was shown in.
  await button(page, 'Release run').click();
  await expect(question).toContainText('Your order of the stops is saved first.');
  const taskIds = third.tasks.map((task) => task.id);
  await place.desk.tell('runAdmin.move', { id, version: reordered.version, taskIds, courierId: place.cia.id });
  await question.getByRole('button', { name: 'Release' }).click();
  await expect(question.getByRole('alert')).toContainText('Someone else changed this run. Please check it again.');
  await question.getByRole('button', { name: 'Back' }).click();
  // What leaves a plan leaves no trace in it.
  await expectOrder(first, second);
  expect(await app.database.query('select status from runs where id = $1', [id])).toEqual([{ status: 'planned' }]);
  await button(page, 'Release run').click();
  await question.getByRole('button', { name: 'Release' }).click();
  await expect(question).toBeHidden();
  await expect(button(page, 'Save order')).toHaveCount(0);
  const released = await place.desk.ask<Run>('runAdmin.get', { id });
  expect(released).toMatchObject({ status: 'released', stops: [{ id: first.id }, { id: second.id }] });
});

test('a manager follows a run live: visits with both times and guarded proof, and exceptions; also on the shipment', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const place = await depot(app, 'Proof', 2, 2);
  const { id } = await runOf(place, 'Watched');
  await openAs(page, place.manager.email, `/manager/runs/${id}`);
  await expect(page.getByText('Not loaded')).toHaveCount(2);
  const phone = await phoneOf(app, place.bo.email);
  const run = await phone.ask<Run>('courier.getRun', { id: 'current' });
  const taskIds = run.stops.flatMap(({ tasks }) => tasks.map((task) => task.id));
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const inTheMorning = { runVersion: run.version, occurredAt: minutesAgo(60) };
  await phone.tell('courier.load', { id: randomUUID(), ...inTheMorning, taskIds });
  await phone.tell('courier.start', { id: randomUUID(), ...inTheMorning, runId: id });
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const visitId = randomUUID();
  const proof = { kind: 'photo', type: 'image/jpeg', size: photo.length, taskIds: taskIds.slice(0, 1), sha256 };
  const occurredAt = minutesAgo(50);
  await phone.tell('courier.visit', {
    id: visitId,
    runVersion: run.version,
    occurredAt,
    stopId: run.stops[0]?.id,
    outcomes: [{ taskId: taskIds[0], result: 'delivered', method: 'neighbour' }],
    recipient: 'Kim Next-Door',
    note: 'Second floor',
    proofs: [proof, { ...proof, sha256: 'a'.repeat(64) }],
  });

  // By itself.
  const visit = page.getByRole('listitem').filter({ hasText: 'Delivered to a neighbour: Kim Next-Door' }).last();
  await expect(visit).toContainText('Report received');
  const times = visit.locator('time');
  await expect(times.first()).toHaveAttribute('datetime', occurredAt);
  await expect(times.last()).not.toHaveAttribute('datetime', occurredAt);
  await expect(visit).toContainText('“Second floor”');
  const awaited = visit.getByText('1 photo declared, not received yet');
  await expect(awaited).toHaveCount(2);
  await phone.putProof(visitId, sha256, photo);
  await expect(awaited).toHaveCount(1);
  await expect(page.getByText(/last heard \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('1 of 2 delivered')).toBeVisible();
  const picture = page.getByRole('img', { name: 'Photo 1 of the visit' });
  await page.getByRole('button', { name: 'Show 1 proof' }).click();
  await expect(picture).toHaveAttribute('src', /^blob:/);
  await expect(picture).toHaveJSProperty('naturalWidth', 64);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close run' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close run' }).press('Enter');
  await expect(page.getByRole('definition').filter({ hasText: 'Closed' }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Exceptions' })).toContainText('Neither delivered nor returned.');
  await expect(page.getByText('Missing', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Proof parcel 1' }).click();
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('button', { name: 'Show 1 proof' }).click();
  await expect(picture).toHaveJSProperty('naturalWidth', 64);
  await expectAccessible(page);
});

test('exceptions wait on the dashboard, the board and the shipment until managers resolve them', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(/status of 409/);
  await withoutWorker(page);
  const place = await depot(app, 'Broken', 1, 2);
  const { id } = await runOf(place, 'Broken day');
  const phone = await phoneOf(app, place.bo.email);
  const run = await phone.ask<Run>('courier.getRun', { id: 'current' });
  const [task] = run.stops[0]?.tasks ?? [];
  await phone.tell('courier.visit', {
    id: randomUUID(),
    runVersion: run.version,
    stopId: run.stops[0]?.id,
    outcomes: [{ taskId: task?.id, result: 'failed', reason: 'carrier_damaged_parcel' }],
    proofs: [],
  });
  await openAs(page, place.manager.email, '/manager');
  await expect(page.getByText(/open exceptions? in runs$/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Broken day' })).toContainText('2 open');
  await expectAccessible(page);
  await goWithin(page, '/manager/runs?day=2026-01-01');
  // "Other", if a run of another journey is under way.
  await expect(page.getByText(/open exceptions? in (other )?runs$/)).toBeVisible();
  await page.getByRole('link', { name: 'Broken day' }).press('Enter');

  const exceptions = page.getByRole('region', { name: 'Exceptions' });
  await exceptions.getByRole('button', { name: 'Resolve: The parcel is damaged.' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Resolve exception' });
  await expectAccessible(page, { within: 'dialog[open]' });
  await dialog.getByLabel('What was done').fill('The sender sends another one');
  await dialog.getByRole('button', { name: 'Resolve' }).press('Enter');
  await expect(page.getByText('Exception resolved')).toBeVisible();
  await expect(exceptions.getByRole('button')).toHaveCount(1);
  await expect(exceptions.getByRole('heading')).toBeFocused();
  await exceptions.getByText('1 resolved').click();
  await expect(exceptions).toContainText('By Grace Lovelace: “The sender sends another one”');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Broken parcel 1' }).click();
  await expect(exceptions).toContainText('A required proof is missing.');
  await expect(exceptions.getByRole('link', { name: 'Broken day' })).toHaveCount(1);
  const facts = page.getByRole('region', { name: 'Shipment', exact: true });
  await expect(facts.getByRole('link', { name: 'Broken day' })).toHaveAttribute('href', `/manager/runs/${id}`);
  await expectAccessible(page);
  await exceptions.getByRole('button', { name: /^Resolve/ }).click();
  const [left] = await place.desk.ask<{ id: string }[]>('runAdmin.exceptions', { shipmentId: place.shipments[0]?.id });
  await place.desk.tell('runAdmin.resolve', { id: left?.id });
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else has already resolved this.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(exceptions).toHaveCount(0);
  const { progress } = await place.desk.ask<{ progress: { exceptions: number } }>('runAdmin.get', { id });
  expect(progress.exceptions).toBe(0);

  // Back in the pool, it does not go out again with the others unless somebody ticks it.
  await phone.tell('courier.close', { id: randomUUID(), runVersion: run.version, runId: id });
  await goWithin(page, '/manager/runs?q=Broken');
  const pool = page.getByRole('table', { name: 'Shipments without a run' });
  const damaged = pool.getByRole('row', { name: 'Broken parcel 1' });
  await expect(damaged.getByRole('link', { name: /^Parcel damaged, / })).toBeVisible();
  await page.getByRole('button', { name: 'Select all 1 on this page' }).click();
  await expect(damaged.getByRole('checkbox')).not.toBeChecked();
  await expect(pool.getByRole('row', { name: 'Broken parcel 2' }).getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);
  await damaged.getByRole('link').click();
  await expect(page).toHaveURL(`/manager/shipments/${place.shipments[0]?.id}`);
});

test('by keyboard a manager sets what proves one delivery, the courier has it, and nobody overwrites it', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(/status of 409/);
  await withoutWorker(page);
  const place = await depot(app, 'Signed', 1, 1);
  await runOf(place, 'Signed for');
  const [shipment] = place.shipments;
  await openAs(page, place.manager.email, `/manager/shipments/${shipment?.id}`);
  const rules = page.getByRole('definition').filter({ hasText: 'Photo' });
  await expect(rules).toContainText('Photo requested');
  const change = page.getByRole('link', { name: 'Change proof of delivery' });
  await press(page, change);
  const dialog = page.getByRole('dialog', { name: 'Proof of delivery' });
  await expect(dialog).toContainText('photo requested');
  await expectAccessible(page, { within: 'dialog[open]' });
  await tabTo(page, dialog.getByLabel('Signature'));
  await page.keyboard.type('Required');
  await press(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Proof of delivery saved')).toBeVisible();
  await expect(rules).toContainText('Photo requested, signature required');
  await expect(rules).toContainText('Only for this shipment');
  await expect(change).toBeFocused();
  const phone = await phoneOf(app, place.bo.email);
  const run = await phone.ask<{ stops: { tasks: { proof: unknown }[] }[] }>('courier.getRun', { id: 'current' });
  expect(run.stops[0]?.tasks[0]?.proof).toEqual({ photo: 'asked', signature: 'required', name: 'off' });

  await change.click();
  const other = { photo: 'required', signature: 'asked', name: 'asked' };
  await place.desk.tell('shipmentAdmin.setProof', { id: shipment?.id, proof: other });
  await dialog.getByLabel('Signature').selectOption('Off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = 'Someone else changed what proves this delivery.';
  await expect(dialog.getByRole('alert')).toContainText(conflict);
  await page.reload();
  await expect(dialog.getByLabel('Signature')).toHaveValue('off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText(conflict);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rules).toContainText('Photo required, signature requested, name requested');
  // The usual rules leave it without its own.
  await change.click();
  await dialog.getByRole('button', { name: 'Start over' }).click();
  await dialog.getByLabel('Photo').selectOption('Requested');
  await dialog.getByLabel('Signature').selectOption('Off');
  await dialog.getByLabel('Recipient’s name').selectOption('Off');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rules).not.toContainText('Only for this shipment');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Grace Lovelace changed the proof of the shipment').first()).toBeVisible();
});

test('a manager makes someone a courier, and takes the role from them once their runs are done', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(/status of 412/);
  await withoutWorker(page);
  const place = await depot(app, 'Roles', 1, 1);
  const dana = await app.person({ email: 'roles.dana@example.com', firstName: 'Dana', lastName: 'Roles' });
  await openAs(page, place.manager.email, `/manager/users/${dana.id}`);
  await page.getByRole('button', { name: 'Make courier' }).click();
  const question = page.getByRole('alertdialog');
  await expectAccessible(page, { within: 'dialog[open]' });
  await question.getByRole('button', { name: 'Make courier' }).click();
  await expect(page.getByRole('button', { name: 'Remove courier role' })).toBeVisible();
  await goWithin(page, '/manager/users?q=roles.dana');
  await expect(page.getByRole('row', { name: 'Dana Roles' })).toContainText('Courier');
  // The header and the first page lead couriers to their run, and nobody else.
  const myRun = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My run' });
  await expect(myRun).toHaveCount(0);
  await place.desk.tell('userAdmin.setCourier', { id: place.manager.id, courier: true });
  await page.reload();
  await expect(myRun).toHaveAttribute('href', '/courier');
  await goWithin(page, '/');
  await expect(page.getByRole('main').getByRole('link', { name: 'My run' })).toHaveAttribute('href', '/courier');
  await expectAccessible(page);

  await runOf({ ...place, bo: dana }, 'Last of the day');
  await goWithin(page, `/manager/users/${dana.id}`);
  await page.getByRole('button', { name: 'Remove courier role' }).click();
  await question.getByRole('button', { name: 'Remove role' }).click();
  await expect(question.getByRole('alert')).toContainText('Last of the day');
});

test('a day left empty is asked for', async ({ app, page }) => {
  await withoutWorker(page);
  const manager = await app.person({ email: 'empty.day@example.com', manager: true });
  await openAs(page, manager.email, '/manager/runs');
  await page.getByLabel('Day', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Show day' }).click();
  await expect(page.getByText('Choose a day.')).toBeVisible();
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect(page.getByLabel('Day', { exact: true })).not.toHaveValue('');
  await expect(page.getByText('Choose a day.')).toBeHidden();
});
