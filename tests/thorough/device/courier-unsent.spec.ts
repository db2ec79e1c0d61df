import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  button,
  letUndoPass,
  link,
  listFacts,
  listProofs,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  showStopToCamera,
  startRun,
} from '../../journeys/support/courier.ts';
import { goOffline, readDatabases, waitUntilCached } from '../../journeys/support/device.ts';
import { expect, signIn, test } from '../../journeys/support/journey.ts';
import { switchOn } from '../../journeys/support/mortal-phone.ts';
import { NETWORK } from '../../journeys/support/tablet.ts';

test.beforeEach(({ context }) => context.addInitScript(showStopToCamera));

test('what was saved is sent although the device stores nothing more', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const released = await releaseRun(app, 'stores-nothing', [1, 1]);
  const { courier } = released;
  await preparePhone(page, courier.email);
  await startRun(app, released);
  await link(page, 'Next stop: 1').click();
  await goOffline(context, page);
  for (const receiver of ['Receiver 1', 'Receiver 2']) {
    await link(page, 'Deliver').click();
    await button(page, 'Recipient').click();
    await button(page, 'Take photo and finish').click();
    await saved(page, `Delivered to the recipient, ${receiver}`);
  }
  const photos = await readPhotos(page);
  await page.evaluate(async (name) => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk does not write', 'UnknownError');
    };
    const rows = await new Promise<IDBObjectStore>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result.transaction('queries').objectStore('queries'));
    });
    const readOn = () => {
      rows.get('nothing').onsuccess = readOn;
    };
    readOn();
  }, `waybill-${courier.id}`);
  await letUndoPass(page);
  await context.setOffline(false);
  const kinds = async () => (await listFacts(app, courier.id)).map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 40_000 }).toEqual(['load', 'start', 'visit', 'visit']);
  await expect.poll(() => listProofs(app, courier.id), { timeout: 40_000 }).toEqual(photos);
});

/** Whether anything has been signed. */
const hasInk = (page: Page) =>
  page.getByLabel('Sign here').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return data?.some((value, place) => place % 4 < 3 && value < 128 && (data[place - (place % 4) + 3] ?? 0) > 0);
  });

test('a name and a signature outlive the whole browser', async ({ app }) => {
  test.setTimeout(120_000); // it starts a browser three times
  const run = await releaseRun(app, 'browser-died', [1]);
  const proof = { photo: 'off', signature: 'required', name: 'required' };
  await app.call('browser-died.desk@example.com', 'shipmentAdmin.setProof', { id: run.shipments[0]?.id, proof });
  await startRun(app, run);
  const profile = await mkdtemp(join(tmpdir(), 'waybill-died-'));
  const start = () => switchOn(profile, app.url, async () => undefined);
  const openDoor = async (page: Page) => {
    await page.goto('/courier');
    await link(page, 'Next stop: 1').click();
    await link(page, 'Deliver').click();
    await button(page, 'Neighbour').click();
  };
  try {
    const first = await start();
    await signIn(first.page, run.courier.email);
    await first.page.goto('/courier');
    await waitUntilCached(first.page);
    // Closed properly, it has written the login down.
    await first.context.close();

    const { page, kill } = await start();
    await openDoor(page);
    await page.getByLabel('Neighbour’s name').fill('Karin Ek');
    const area = await page.getByLabel('Sign here').boundingBox();
    if (!area) throw new Error('There is nowhere to sign');
    await page.mouse.move(area.x + area.width * 0.2, area.y + area.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.8, area.y + area.height * 0.5, { steps: 5 });
    await page.mouse.up();
    const drafts = async () => JSON.stringify(await readDatabases(page));
    await expect.poll(drafts).toMatch(/"name":"Karin Ek".*"signature":|"signature":.*"name":"Karin Ek"/);
    await kill();

    const again = await start();
    await openDoor(again.page);
    await expect(again.page.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
    await expect.poll(() => hasInk(again.page)).toBe(true);
    await again.context.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});
