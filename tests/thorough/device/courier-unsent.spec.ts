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
import { goOffline } from '../../journeys/support/device.ts';
import { expect, test } from '../../journeys/support/journey.ts';
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
