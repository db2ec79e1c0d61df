import {
  button,
  link,
  releaseRun,
  saved,
  seenOfCamera,
  showStopToCamera,
  startRun,
} from '../../journeys/support/courier.ts';
import { expect, openAs, test, withoutWorker } from '../../journeys/support/journey.ts';

test('nothing covers what the camera sees, however long the page', async ({ app, page, context }) => {
  await context.addInitScript(showStopToCamera);
  const run = await releaseRun(app, 'camera-room', [2, 1]);
  const proof = { photo: 'required', signature: 'required', name: 'required' };
  await app.call('camera-room.desk@example.com', 'shipmentAdmin.setProof', { id: run.shipments[2]?.id, proof });
  await startRun(app, run);
  await withoutWorker(page);
  await openAs(page, run.courier.email, '/courier');
  await link(page, 'Next stop: 1').click();
  await link(page, 'Deliver').click();
  await page.getByRole('checkbox').first().uncheck();
  await button(page, 'Mailbox').click();
  await button(page, 'Finish without a photo').click();
  await saved(page, 'Delivered to the mailbox, Receiver 1');
  await link(page, 'Deliver').click();
  await button(page, 'Neighbour').click();
  // Although something was just saved.
  expect(await seenOfCamera(page)).toBeGreaterThan(160);
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  await link(page, 'Deliver').click();
  await button(page, 'Recipient').click();
  await page.getByLabel('Name of who took it').fill('Ola Berg');
  await expect(page.getByText('Ask for a signature first.')).toBeVisible();
  expect(await seenOfCamera(page)).toBeGreaterThan(160);
  await page.getByLabel('Or type the name').fill('Ola Berg');
  expect(await seenOfCamera(page)).toBeGreaterThan(160);
});

test('a check of the phone with a button stays low', async ({ app, page }) => {
  const { courier } = await releaseRun(app, 'low-check', [1]);
  await withoutWorker(page);
  await openAs(page, courier.email, '/courier');
  await expect(button(page, 'Keep it')).toBeVisible();
  expect((await button(page, 'Keep it').boundingBox())?.height).toBeLessThan(60);
});
