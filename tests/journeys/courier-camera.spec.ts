/** Couriers whose pages get no camera: their photos come from the phone's own camera app, as files. */
import type { FileChooser, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  button,
  letUndoPass,
  link,
  listFacts,
  listProofs,
  type ReleasedRun,
  releaseRun,
  saved,
  startRun,
} from './support/courier.ts';
import { expect, expectAccessible, openAs, type RunningApp, test, withoutWorker } from './support/journey.ts';
import { logOut, NETWORK } from './support/tablet.ts';

/** A photo of a colour, as a file of the camera app. */
const photoOf = async (background: string) => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Opens the phone's camera app: the page goes out of sight until the person comes back. */
async function openCameraApp(page: Page): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser');
  await button(page, 'Take photo and finish').click();
  const chooser = await opened;
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
  return chooser;
}

/** A courier on the way, at the first stop. */
async function atFirstStop(app: RunningApp, page: Page, run: ReleasedRun): Promise<void> {
  await withoutWorker(page);
  await startRun(app, run);
  await openAs(page, run.courier.email, '/courier');
  await link(page, 'Next stop: 1').click();
}

const NO_CAMERA: [reason: string, breakCamera: () => void][] = [
  ['No camera found', () => Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true })],
  [
    'Camera access is blocked',
    () => {
      const getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
    },
  ],
  [
    'The camera is busy',
    () => {
      const getUserMedia = () => Promise.reject(new DOMException('In a call', 'NotReadableError'));
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
    },
  ],
];

test('a page without a camera takes its photos with the camera app, whatever the reason, and makes the largest small, upright and free of what the camera wrote into it', async ({
  app,
  page,
  reports,
}, testInfo) => {
  reports.allow(NETWORK);
  const run = await releaseRun(app, 'no-camera', [1, 1, 1, 1]);
  await atFirstStop(app, page, run);
  for (const [place, [reason, breakCamera]] of NO_CAMERA.entries()) {
    await expect(page.getByText(`Receiver ${place + 1}`, { exact: true })).toBeVisible();
    await page.evaluate(breakCamera);
    await link(page, 'Deliver').click();
    await button(page, 'Mailbox').click();
    await expect(page.getByText(`${reason}. The button below opens this device’s camera.`)).toBeVisible();
    if (place === 0) await expectAccessible(page);
    const chooser = await openCameraApp(page);
    await chooser.setFiles(await photoOf(`#${place}8${place}8${place}8`));
    await saved(page, `Delivered to the mailbox, Receiver ${place + 1}`);
  }
  await letUndoPass(page);
  await expect.poll(() => listProofs(app, run.courier.id)).toHaveLength(3);

  // 20 MB, at the last stop.
  await link(page, 'Problem').click();
  await button(page, 'Wrong address').click();

  const chooser = await openCameraApp(page);
  await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture at all') });
  await expect(page.getByRole('alert')).toHaveText('This file is not a picture that we can read. Take a photo.');

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
  await (await openCameraApp(page)).setFiles(large);
  await saved(page, 'Wrong address, Receiver 4');
  await letUndoPass(page);
  const sent = (await sending).postDataBuffer() ?? Buffer.alloc(0);
  expect(sent.length).toBeLessThanOrEqual(300_000);
  const { format, width, height, exif, orientation } = await sharp(sent).metadata();
  expect({ format, exif, orientation }).toEqual({ format: 'jpeg', exif: undefined, orientation: undefined });
  // The camera was held upright.
  expect(height).toBeLessThanOrEqual(1600);
  expect((width ?? 0) / (height ?? 1)).toBeCloseTo(2000 / 8000, 2);
  expect(sent.includes('Kanari')).toBe(false);
  await expect.poll(() => listProofs(app, run.courier.id)).toHaveLength(4);
  // The file that was no picture reported nothing.
  const kinds = (await listFacts(app, run.courier.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(['load', 'start', ...Array(4).fill('visit')]);
});

/** Whether there is ink at this place of the signature, as a part of its width and height. */
const hasInkAt = (page: Page, x: number, y: number) =>
  page.getByLabel('Sign here').evaluate(
    (canvas: HTMLCanvasElement, [left = 0, top = 0]) => {
      const at = [Math.round(left * canvas.width) - 4, Math.round(top * canvas.height) - 4] as const;
      const pixels = canvas.getContext('2d')?.getImageData(...at, 8, 8).data ?? [];
      return pixels.some((value) => value < 128);
    },
    [x, y],
  );

test('everything entered at a stop survives the end of the page behind the camera app', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  const run = await releaseRun(app, 'page-died', [2]);
  const proof = { photo: 'required', signature: 'required', name: 'required' };
  for (const { id } of run.shipments) {
    await app.call('page-died.desk@example.com', 'shipmentAdmin.setProof', { id, proof });
  }
  await atFirstStop(app, page, run);
  await link(page, 'Deliver').click();
  await page.getByRole('checkbox').last().uncheck();
  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await button(page, 'Add a note').click();
  await page.getByLabel('Note').fill('Second floor');
  const area = await page.getByLabel('Sign here').boundingBox();
  if (!area) throw new Error('There is nowhere to sign');
  await page.mouse.move(area.x + area.width * 0.7, area.y + area.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.9, area.y + area.height * 0.5, { steps: 5 });
  await page.mouse.up();
  // The ink is where the finger was.
  await expect.poll(() => hasInkAt(page, 0.8, 0.5)).toBe(true);
  await openCameraApp(page);

  // The desk gives the parcel to somebody else while it is in the neighbour's hands.
  const cia = await app.person({ email: 'page-died.cia@example.com', firstName: 'Cia', courier: true });
  const [mine] = await app.database.query<{ id: string; version: number }>(
    'select t.id, r.version from run_tasks t join runs r on r.id = t.run_id where t.shipment_id = $1',
    [run.shipments[0]?.id],
  );
  const moved = { id: run.runId, version: mine?.version, taskIds: [mine?.id], courierId: cia.id };
  await app.call('page-died.desk@example.com', 'runAdmin.move', moved);
  const isTold = expect(page.getByText('The desk has changed your run: Box 1 is now with Cia.'));
  await isTold.toBeVisible();
  // The phone has stored the run as it is now.
  await page.goto('/courier');
  await expect(page.getByText('1 stop, 1 parcel')).toBeVisible();
  await page.goBack();
  await page.reload();
  await isTold.toBeVisible();
  await expect(page.getByText('to a neighbour', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
  await expect(page.getByLabel('Note')).toHaveValue('Second floor');
  await expect.poll(() => hasInkAt(page, 0.8, 0.5)).toBe(true);
  const chooser = await openCameraApp(page);
  await chooser.setFiles(await photoOf('#246'));
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  // The other parcel is still to be delivered, and nothing is left of this visit.
  await link(page, 'Deliver').click();
  await expect(page.getByText('Who took it, or where is it?')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('typed-work'))).toBeNull();

  await letUndoPass(page);
  await expect.poll(() => listProofs(app, run.courier.id)).toHaveLength(2);
  const [visit] = await app.database.query(
    `select w.recipient, w.note, (select count(*)::int from fact_outcomes o where o.fact_id = f.id) as parcels
     from courier_facts f join visit_words w on w.visit_id = f.id where f.courier_id = $1 and f.kind = 'visit'`,
    [run.courier.id],
  );
  expect(visit).toEqual({ recipient: 'Karin Ek', note: 'Second floor', parcels: 1 });

  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Ola Berg');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-work'))).not.toBeNull();
  await logOut(page);
  expect(await page.evaluate(() => sessionStorage.getItem('typed-work'))).toBeNull();
});
