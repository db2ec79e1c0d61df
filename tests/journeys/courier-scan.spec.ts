/** A courier scans parcels: each counts once, and the desk follows. */
import { formatDay } from '../../src/domain/day.ts';
import {
  button,
  DOORS,
  expectForGloves,
  letUndoPass,
  link,
  listFacts,
  readStaged,
  releaseRun,
  saved,
  showCode,
  showStopToCamera,
  useStagedDevice,
} from './support/courier.ts';
import { changeClock, HOUR, installDeviceClock } from './support/device-clock.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';
import { NETWORK } from './support/tablet.ts';

test.beforeEach(({ context }) => context.addInitScript(showStopToCamera));

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
  await withoutWorker(page);
  await openAs(page, courier.email, '/courier');
  await expect(page.getByText('Your run is on this device')).toBeVisible();

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
    Object.assign(navigator.storage, { persist: async () => false, persisted: async () => false });
  });
  await button(page, 'Keep it').click();
  await expect(
    page.getByText('The browser didn’t agree. Add Waybill to your home screen and try again.'),
  ).toBeVisible();
  await page.evaluate(() => {
    let isKept = false;
    Object.assign(navigator.storage, { persist: async () => (isKept = true), persisted: async () => isKept });
  });
  await button(page, 'Keep it').click();
  await expect(page.getByText('The browser keeps your data')).toBeVisible();
  await expect(button(page, 'Keep it')).toHaveCount(0);
  await expect(page.getByText('The browser didn’t agree.')).toHaveCount(0);
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
  await expect(word).toHaveText('Loaded 1 of 2Box 1, stop 1');
  await saved(page, 'Box 1 loaded');
  await expect(button(page, 'Light')).toHaveCount(0);
  const [wrong, right] = [[250, 80, 250], [60]];
  expect(await readStaged(page)).toEqual({ vibrations: [wrong, wrong, wrong, right], locks: [] });
  // The label is torn.
  await page.getByText('Choose from the list').click();
  await expectForGloves(page);
  await page.getByRole('button', { name: /Receiver 2.*Linnégatan 8.*Box 2/ }).click();
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
  await button(page, 'Parcel damaged').click();
  await expect(page.getByText('Show the damage. No faces or ID cards.')).toBeVisible();
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
  await expect(page.getByText(/parcels, 1 to bring back$/)).toBeVisible();
  await link(page, 'End run early').click();
  await expect(page.getByText('1 delivered, 2 still in the van', { exact: true })).toBeVisible();
  await showCode(page, second?.trackingId ?? '');
  await expect(page.getByText('1 delivered, 1 returned, 1 still in the van', { exact: true })).toBeVisible();
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
