/** Couriers with the largest run and the largest photo, and with a camera that nothing may cover. */
import sharp from 'sharp';
import {
  button,
  letUndoPass,
  link,
  listProofs,
  releaseRun,
  saved,
  seenOfCamera,
  showStopToCamera,
  startRun,
} from '../../journeys/support/courier.ts';
import { expect, openAs, test, withoutWorker } from '../../journeys/support/journey.ts';
import { NETWORK } from '../../journeys/support/tablet.ts';
import { copyShipments } from '../../support/copy-shipments.ts';

test('a run of 500 stops opens for courier and desk', async ({ app, page, browser, reports }) => {
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

test('a photo of 20 MB is made small, without camera data', async ({ app, page, reports }, testInfo) => {
  reports.allow(NETWORK);
  const run = await releaseRun(app, 'large-photo', [1]);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
  });
  await startRun(app, run);
  await withoutWorker(page);
  await openAs(page, run.courier.email, '/courier');
  await link(page, 'Next stop: 1').click();
  await link(page, 'Problem').click();
  await button(page, 'Wrong address').click();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  const large = testInfo.outputPath('photo.jpg');
  const { size } = await sharp({ create: { width: 8000, height: 2000, channels: 3, background: '#888' } })
    .composite([{ input: grain, tile: true }])
    .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
    .withExif({ IFD0: { Make: 'Kanari' }, IFD3: { GPSLatitude: '57/1 42/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toFile(large);
  expect(size).toBeGreaterThan(20_000_000);
  const sending = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/api/proofs/'),
  );
  await page.getByLabel('Photo').setInputFiles(large);
  await saved(page, 'Wrong address, Receiver 1');
  await letUndoPass(page);
  const sent = (await sending).postDataBuffer() ?? Buffer.alloc(0);
  expect(sent.length).toBeLessThanOrEqual(300_000);
  const { format, width, height, exif, orientation } = await sharp(sent).metadata();
  expect({ format, exif, orientation }).toEqual({ format: 'jpeg', exif: undefined, orientation: undefined });
  // The camera was held upright.
  expect(height).toBeLessThanOrEqual(1600);
  expect((width ?? 0) / (height ?? 1)).toBeCloseTo(2000 / 8000, 2);
  expect(sent.includes('Kanari')).toBe(false);
  await expect.poll(() => listProofs(app, run.courier.id)).toHaveLength(1);
});
