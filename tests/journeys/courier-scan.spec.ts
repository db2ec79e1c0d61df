/** A courier scans parcels, and the desk’s changes show by themselves. */
import { DEMO_STOPS } from '../support/sample-run.ts';
import {
  button,
  letUndoPass,
  link,
  releaseRun,
  saved,
  showCode,
  showStopToCamera,
  useStagedDevice,
} from './support/courier.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';
import { NETWORK } from './support/tablet.ts';

test('a courier scans a run, and the desk’s changes show by themselves', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await context.addInitScript(showStopToCamera);
  const desk = 'scans.desk@example.com';
  const tell = (act: string, input: object) =>
    app.call<{ id: string; version: number }>(desk, `runAdmin.${act}`, input);
  const cancelled = await releaseRun(app, 'scans', [1, 1, 1]);
  const { courier, shipments } = cancelled;
  const [first, second, third] = shipments;
  const cia = await app.person({ email: 'scans.cia@example.com', firstName: 'Cia', courier: true });
  const added = await app.shipment({ shipTo: DEMO_STOPS[2] });
  await useStagedDevice(page);
  await withoutWorker(page);
  await openAs(page, courier.email, '/courier');
  await expect(page.getByText('Your run is on this device')).toBeVisible();

  // The desk cancels the run, and makes another one; one of its parcels goes to somebody else.
  await tell('cancel', { id: cancelled.runId, version: 2 });
  await expect(page.getByText('This run was cancelled')).toBeVisible();
  const shipmentIds = shipments.map(({ id }) => id);
  const planned = await tell('create', { day: 'today', name: 'Again', courierId: courier.id, shipmentIds });
  const { id: runId, version: released } = await tell('release', planned);
  await expect(page.getByText('You’ll stay logged in all day')).toBeVisible();
  const taskOf = async (shipmentId = '') =>
    (
      await app.database.query<{ id: string }>('select id from run_tasks where shipment_id = $1 and run_id = $2', [
        shipmentId,
        runId,
      ])
    )[0]?.id;
  const move = async (version: number, shipmentId = '') =>
    tell('move', { id: runId, version, taskIds: [await taskOf(shipmentId)], courierId: cia.id });
  const { version } = await move(released, third?.id);
  await expect(page.getByText('2 stops, 2 parcels')).toBeVisible();

  // The phone reads the labels; nobody types them.
  await link(page, 'Start loading').click();
  const word = page.locator('[data-signal]');
  await showCode(page, third?.trackingId ?? '');
  await expect(word).toHaveText('Not yoursCia has it now. Ask the desk.');
  for (const [place, parcel] of [first, second].entries()) {
    await showCode(page, parcel?.trackingId ?? '');
    await expect(word).toContainText(`Loaded ${place + 1} of 2`);
  }
  await button(page, 'Start run').click();
  await expect(page.getByText(DEMO_STOPS[0] ?? '')).toBeVisible();

  // A visit in hand stays, whatever the desk does with its parcel or with the run.
  await link(page, 'Deliver').click();
  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await tell('add', { id: runId, version, shipmentIds: [added.id] });
  await expect(page.getByText('The desk has changed your run')).toBeVisible();
  await move(version + 1, first?.id);
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
  await app.call(desk, 'shipmentAdmin.updateShipment', { id: second?.id, status: 'cancelled' });
  await expect(page.getByText('Do not deliver')).toBeVisible();

  // What the desk has added is loaded under way; what it has cancelled comes back.
  await link(page, 'All stops').click();
  await link(page, 'Load more parcels').click();
  await showCode(page, added.trackingId);
  await expect(word).toContainText('Loaded 2 of 2');
  // The camera of the close would see it, and scan it back.
  await showCode(page, null);
  await link(page, 'Back to my run').click();
  await link(page, 'End run early').click();
  await expect(page.getByText('1 delivered, 2 still in the van', { exact: true })).toBeVisible();
  await showCode(page, second?.trackingId ?? '');
  await expect(page.getByText('1 delivered, 1 returned, 1 still in the van', { exact: true })).toBeVisible();
});
