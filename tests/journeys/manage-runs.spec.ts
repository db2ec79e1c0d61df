/** The managers' board of runs. */
import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { copyShipments } from '../support/copy-shipments.ts';
import { expect, goWithin, openAs, PASSWORD, type RunningApp, test, withoutWorker } from './support/journey.ts';
import { press, tabTo, type } from './support/keyboard.ts';

const TABLET = { width: 820, height: 1180 };

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
  stops: { id: string; name: string; tasks: { id: string; status: string; trackingId: string; proof?: object }[] }[];
}

/** A manager, two couriers, and shipments to so many doors whose names start with a word. */
async function depot(app: RunningApp, word: string, doors: number, parcels: number) {
  const manager = await app.person({ email: `${word}.manager@example.com`, firstName: 'Grace', manager: true });
  const [bo, cia] = [
    await app.person({ email: `${word}.bo@example.com`, firstName: 'Bo', lastName: word, courier: true }),
    await app.person({ email: `${word}.cia@example.com`, firstName: 'Cia', lastName: word, courier: true }),
  ];
  const stopAddressOf = (place: number) => {
    const number = place % doors;
    const door = String.fromCharCode(65 + number);
    return { name: `${word} ${door}`, street: `${door} Street, Oslo`, phone: `+47 22 33 44 5${number + 1}` };
  };
  const { name, street, phone } = stopAddressOf(0);
  const description = `${word} parcel 1`;
  const first = await app.shipment({ description, receiverName: name, shipTo: street, receiverPhone: phone });
  await copyShipments(app.database, first.id, parcels - 1, (place) => ({
    description: `${word} parcel ${place + 1}`,
    receiver_name: stopAddressOf(place).name,
    ship_to: stopAddressOf(place).street,
    receiver_phone: stopAddressOf(place).phone,
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
  await press(page, page.getByRole('button', { name: 'Select all 6 on this page' }));
  await press(page, page.getByRole('button', { name: 'New run' }));
  const dialog = page.getByRole('dialog', { name: 'New run' });
  await type(page, dialog.getByLabel('Name'), 'Centre');
  await tabTo(page, dialog.getByLabel('Courier'));
  await page.keyboard.type('Bo Quoin');
  await press(page, dialog.getByRole('button', { name: 'Create run' }));
  await expect(page.getByRole('heading', { name: 'Centre', level: 1 })).toBeVisible();
  await expect(stops(page)).toHaveCount(3);
  await expect(page.getByText('Not loaded')).toHaveCount(6);

  const last = (await stops(page).last().textContent())?.replace('3. ', '') ?? '';
  await press(page, page.getByRole('button', { name: `Move stop 3, ${last} to the top` }));
  await press(page, page.getByRole('button', { name: 'Save order' }));
  await expect(page.getByText('Order saved')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Release run' }));
  const question = page.getByRole('alertdialog', { name: 'Release run' });
  await press(page, question.getByRole('button', { name: 'Release' }));
  await expect(page.getByRole('definition').filter({ hasText: 'Released' })).toBeVisible();

  const seen = await (await phoneOf(app, bo.email)).ask<Run>('courier.getRun', { id: 'current' });
  expect(seen.stops.map(({ name, tasks }) => [name, tasks.length])[0]).toEqual([last, 2]);
  await press(page, page.getByRole('button', { name: `Move stop 1, ${last}`, exact: true }));
  const move = page.getByRole('dialog', { name: `Move stop 1, ${last}` });
  await tabTo(page, move.getByLabel('Move to'));
  await page.keyboard.type('Cia Quoin');
  await press(page, move.getByRole('button', { name: 'Move', exact: true }));
  await expect(move).toBeHidden();
  await expect(page.getByRole('region', { name: 'Stops' }).getByText('Moved', { exact: true })).toHaveCount(2);
  const theirs = await (await phoneOf(app, cia.email)).ask<Run>('courier.getRun', { id: 'current' });
  expect(theirs.stops.map(({ name, tasks }) => [name, tasks.length])).toEqual([[last, 2]]);
  const run = await desk.ask<Run>('runAdmin.get', { id: seen.id });
  const statuses = run.stops.flatMap(({ tasks }) => tasks.map(({ status }) => status)).toSorted();
  expect(statuses).toEqual([...Array(4).fill('assigned'), 'moved', 'moved']);

  await goWithin(page, '/manager');
  await press(page, page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Runs' }));
  const cards = page.getByRole('region', { name: /day \d/ }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'Bo Quoin' })).toContainText('0 of 4 delivered');
  await expect(cards.filter({ hasText: 'Cia Quoin' })).toContainText('0 of 2 delivered');
});

test('shipments join a run from the list, the pool and the run, where new ones come by themselves, and leave it again', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const place = await depot(app, 'Joins', 1, 12);
  const [, second, third] = place.shipments;
  const { id } = await runOf({ ...place, shipments: place.shipments.slice(0, 1) }, 'Joined', false);
  const addToJoined = async () => {
    // The list of runs is that of today: other journeys may have some.
    const choice = page.getByLabel('Run', { exact: true });
    await expect(page.getByRole('button', { name: /^Add to / })).toBeVisible();
    if (await choice.isVisible()) await choice.selectOption('Joined, Bo Joins');
    await page.getByRole('button', { name: 'Add to Joined' }).click();
  };
  await openAs(page, place.manager.email, '/manager/shipments?q=Joins');
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: `Select ${second?.trackingId}` }).check();
  await page.getByRole('button', { name: 'Select all 2 on this page' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await addToJoined();
  await expect(page.getByText('2 shipments added to Joined')).toBeVisible();
  const inRun = async () => {
    const run = await place.desk.ask<Run>('runAdmin.get', { id });
    return run.stops.flatMap(({ tasks }) => tasks.map(({ trackingId }) => trackingId)).toSorted();
  };
  const trackingIds = (...shipments: typeof place.shipments) => shipments.map((one) => one.trackingId).toSorted();
  expect(await inRun()).toEqual(trackingIds(...place.shipments.slice(0, 2)));

  await goWithin(page, '/manager/runs?q=Joins');
  const field = page.getByLabel('Tracking ID');
  await field.fill(third?.trackingId ?? '');
  await field.press('Enter');
  await expect(page.getByText(`${third?.trackingId} is selected`)).toBeVisible();
  await addToJoined();
  await expect(page.getByText('1 shipment added to Joined')).toBeVisible();
  await page.getByRole('link', { name: 'Joined' }).click();
  await page.getByRole('link', { name: 'Add shipments' }).click();
  const panel = page.getByRole('region', { name: 'Add shipments' });
  await panel.getByRole('searchbox').fill('Joins');
  await panel.getByRole('searchbox').press('Enter');
  await panel.getByLabel('Joins parcel 4').check();
  await app.shipment({ description: 'Joins parcel 13', receiverName: 'Joins A' });
  await expect(panel.getByLabel('Joins parcel 13')).toBeVisible();
  await panel.getByRole('button', { name: 'Add to Joined' }).click();
  await expect(page.getByText('Not loaded')).toHaveCount(4);
  expect(await inRun()).toEqual(trackingIds(...place.shipments.slice(0, 4)));

  // One parcel leaves its stop, then all others, then the run is cancelled: everything is in the pool again.
  const giveToNobody = async (name: string, left: number) => {
    await page.getByRole('button', { name }).click();
    await page.getByLabel('Move to').selectOption({ label: 'Nobody: back to the shipments without a run' });
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click();
    // The page may show the news before the dialog has its answer.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Not loaded')).toHaveCount(left);
  };
  await giveToNobody(`Move parcel ${second?.trackingId}`, 3);
  await giveToNobody('Move run', 0);
  await page.getByRole('button', { name: 'Cancel run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel run' }).click();
  // The buttons above the history go with the run, and it moves up.
  await expect(page.getByRole('definition').filter({ hasText: 'Cancelled' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show history' }).click();
  const acts = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(acts).toHaveText([/cancelled/, /moved.*3/, /moved.*1/, /added/, /added/, /added/, /created.*Bo Joins/]);
  await goWithin(page, '/manager/runs?q=Joins');
  await expect(page.getByText('13 shipments', { exact: true })).toBeVisible();
});

test('a manager follows a run live: visits with guarded proof, and exceptions, which are resolved', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const place = await depot(app, 'Proof', 2, 3);
  const { id } = await runOf(place, 'Watched');
  const [signed] = place.shipments;
  // What one delivery has to prove, the courier has at once.
  await openAs(page, place.manager.email, `/manager/shipments/${signed?.id}`);
  await page.getByRole('link', { name: 'Change proof of delivery' }).click();
  await page.getByLabel('Signature').selectOption('Required');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Photo requested, signature required')).toBeVisible();
  const phone = await phoneOf(app, place.bo.email);
  const run = await phone.ask<Run>('courier.getRun', { id: 'current' });
  const tasks = run.stops.flatMap((stop) => stop.tasks);
  expect(tasks.find(({ trackingId }) => trackingId === signed?.trackingId)?.proof).toEqual({
    photo: 'asked',
    signature: 'required',
    name: 'off',
  });

  await page.getByRole('link', { name: 'Watched' }).click();
  await expect(page.getByText('Not loaded')).toHaveCount(3);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const inTheMorning = { runVersion: run.version, occurredAt: minutesAgo(60) };
  const taskIds = tasks.map((task) => task.id);
  await phone.tell('courier.load', { id: randomUUID(), ...inTheMorning, taskIds });
  await phone.tell('courier.start', { id: randomUUID(), ...inTheMorning, runId: id });
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const [stop, otherStop] = run.stops;
  const delivered = stop?.tasks[0]?.id;
  const visitId = randomUUID();
  const proof = { kind: 'photo', type: 'image/jpeg', size: photo.length, taskIds: [delivered], sha256 };
  const occurredAt = minutesAgo(50);
  await phone.tell('courier.visit', {
    id: visitId,
    runVersion: run.version,
    occurredAt,
    stopId: stop?.id,
    outcomes: [{ taskId: delivered, result: 'delivered', method: 'neighbour' }],
    recipient: 'Kim Next-Door',
    note: 'Second floor',
    proofs: [proof, { ...proof, sha256: 'a'.repeat(64) }],
  });

  // By itself.
  const visit = page.getByRole('listitem').filter({ hasText: 'Delivered to a neighbour: Kim Next-Door' }).last();
  const times = visit.locator('time');
  await expect(times.first()).toHaveAttribute('datetime', occurredAt);
  await expect(times.last()).not.toHaveAttribute('datetime', occurredAt);
  const awaited = visit.getByText('1 photo declared, not received yet');
  await expect(awaited).toHaveCount(2);
  await phone.putProof(visitId, sha256, photo);
  await expect(awaited).toHaveCount(1);
  await expect(page.getByText('1 of 3 delivered')).toBeVisible();
  const picture = page.getByRole('img', { name: 'Photo 1 of the visit' });
  await page.getByRole('button', { name: 'Show 1 proof' }).click();
  await expect(picture).toHaveJSProperty('naturalWidth', 64);

  const damaged = otherStop?.tasks[0];
  await phone.tell('courier.visit', {
    id: randomUUID(),
    runVersion: run.version,
    stopId: otherStop?.id,
    outcomes: [{ taskId: damaged?.id, result: 'failed', reason: 'carrier_damaged_parcel' }],
    proofs: [],
  });
  const exceptions = page.getByRole('region', { name: 'Exceptions' });
  await exceptions.getByRole('button', { name: 'Resolve: The parcel is damaged.' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve exception' });
  await dialog.getByLabel('What was done').fill('The sender sends another one');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await exceptions.getByText('1 resolved').click();
  await expect(exceptions).toContainText('By Grace Lovelace: “The sender sends another one”');

  await page.getByRole('button', { name: 'Close run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close run' }).click();
  await expect(exceptions).toContainText('Neither delivered nor returned.');
  await goWithin(page, '/manager');
  await expect(page.getByRole('listitem').filter({ hasText: 'Watched' })).toContainText(/\d open/);
  await goWithin(page, '/manager/runs?q=Proof');
  const pool = page.getByRole('table', { name: 'Shipments without a run' });
  await expect(pool.getByRole('link', { name: /^Missing/ })).toHaveCount(2);
  await goWithin(page, `/manager/runs/${id}`);
  await page.getByRole('link', { name: 'Proof parcel 1' }).click();
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('button', { name: 'Show 1 proof' }).click();
  await expect(picture).toHaveJSProperty('naturalWidth', 64);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Grace Lovelace changed the proof of the shipment')).toBeVisible();
});
