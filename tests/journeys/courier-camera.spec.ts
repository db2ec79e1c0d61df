/** Couriers whose pages get no camera: their photos come from the phone's own camera app, as files. */
import type { FileChooser, Page } from '@playwright/test';
import sharp from 'sharp';
import { button, letUndoPass, link, listProofs, releaseRun, saved, startRun } from './support/courier.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';
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

test('a visit in hand outlives its page behind the camera app', async ({ app, page, reports }) => {
  reports.allow(NETWORK);
  const run = await releaseRun(app, 'page-died', [2]);
  const proof = { photo: 'required', signature: 'required', name: 'required' };
  for (const { id } of run.shipments) {
    await app.call('page-died.desk@example.com', 'shipmentAdmin.setProof', { id, proof });
  }
  await withoutWorker(page);
  await startRun(app, run);
  await openAs(page, run.courier.email, '/courier');
  await link(page, 'Next stop: 1').click();
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
  await expect.poll(() => hasInkAt(page, 0.8, 0.5)).toBe(true);
  const isEntered = async () => {
    await expect(page.getByText('to a neighbour', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
    await expect(page.getByLabel('Note')).toHaveValue('Second floor');
    await expect.poll(() => hasInkAt(page, 0.8, 0.5)).toBe(true);
  };

  // What a full device did not save is still entered after a restart.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await (await openCameraApp(page)).setFiles(await photoOf('#246'));
  const notSaved = page.getByRole('alert').filter({ hasText: 'Not saved: Delivered to a neighbour, Receiver 1' });
  await expect(notSaved).toBeVisible();
  await page.goto('/courier');
  await link(page, 'Next stop: 1').click();
  await link(page, 'Deliver').click();
  await button(page, 'Neighbour').click();
  await isEntered();
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
  await page.reload();
  await isTold.toBeVisible();
  await isEntered();
  await (await openCameraApp(page)).setFiles(await photoOf('#246'));
  await saved(page, 'Delivered to a neighbour, Receiver 1');
  await letUndoPass(page);
  await expect.poll(() => listProofs(app, run.courier.id)).toHaveLength(2);
  const [visit] = await app.database.query(
    `select w.recipient, w.note, (select count(*)::int from fact_outcomes o where o.fact_id = f.id) as parcels,
     (select string_agg(p.kind, ', ' order by p.kind) from visit_proofs p where p.visit_id = f.id) as proofs
     from courier_facts f join visit_words w on w.visit_id = f.id where f.courier_id = $1 and f.kind = 'visit'`,
    [run.courier.id],
  );
  expect(visit).toEqual({ recipient: 'Karin Ek', note: 'Second floor', parcels: 1, proofs: 'photo, signature' });

  // Nothing of the next visit outlives a log-out.
  await link(page, 'Deliver').click();
  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Ola Berg');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed-work'))).not.toBeNull();
  await logOut(page);
  expect(await page.evaluate(() => sessionStorage.getItem('typed-work'))).toBeNull();
});
