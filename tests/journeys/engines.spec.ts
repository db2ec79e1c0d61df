/** The most important journeys in the other engines that are installed. Chromium has all journeys. */
import sharp from 'sharp';
import { until } from '../support/until.ts';
import { letUndoPass, listFacts, listProofs, releaseRun } from './support/courier.ts';
import { waitUntilStored } from './support/device.ts';
import {
  addLocationOffline,
  ENGINES,
  expectNothingAfterLogout,
  expectSentOnce,
  logIn,
  managersEmail,
  openWithCode,
  shareDevice,
  untilControlled,
} from './support/engines.ts';
import { expect, test } from './support/journey.ts';

// One after the other, so that all engines share one server.
test.describe.configure({ mode: 'default' });

for (const { name, start } of ENGINES.filter((engine) => engine.name !== 'Chromium')) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' });
    const shared = shareDevice(start);

    test('a visitor opens a shipment with its code', async ({ app }) => {
      const { tab } = shared();
      await openWithCode(app, tab, name);
      await untilControlled(tab);
    });

    test('an offline entry is sent once, and logging out leaves nothing', async ({ app }) => {
      const { tab } = shared();
      const email = managersEmail(name);
      const manager = await app.person({ email, lastName: 'Canary', manager: true });
      const { id } = await app.shipment({ description: `Made in ${name}` });
      await tab.open('/login');
      await logIn(tab, email);
      await tab.open(`/manager/shipments/${id}`);
      await tab.see('Sender code');
      await waitUntilStored(tab, 'managed-shipment', `Made in ${name}`);
      await app.whileAway(() => addLocationOffline(tab, id, 'Sent later'));
      await expectSentOnce(app, id, 'Sent later');
      await tab.see('Hall 4');
      await expectNothingAfterLogout(tab, ['Canary', email, manager.id, 'Sent later']);
    });

    test('a courier does a whole day while the server is down', async ({ app }) => {
      const { tab } = shared();
      const run = await releaseRun(app, `e-${name.toLowerCase()}`, [1, 1, 1, 1]);
      const [first, second, third, fourth] = run.shipments;
      const proof = { photo: 'asked', signature: 'required', name: 'off' };
      await app.call(`e-${name.toLowerCase()}.desk@example.com`, 'shipmentAdmin.setProof', { id: first?.id, proof });
      await logIn(tab, run.courier.email, 'Start loading');
      await untilControlled(tab);
      await tab.open('/courier');
      await tab.see('Start loading');
      await waitUntilStored(tab, 'courier-run');
      await until('a courier’s pages are on this device', () =>
        tab.evaluate(async () => (await (await caches.open('courier')).keys()).length > 0),
      );
      const photo = sharp({ create: { width: 2100, height: 1400, channels: 3, background: '#5a8fc9' } }).jpeg();
      // Turned, as a phone that is held upright stores it.
      const file = await photo.withMetadata({ orientation: 6 }).toBuffer();
      const scanLabel = async (trackingId = '') => {
        await tab.fill('Tracking ID, if the label can’t be read', trackingId);
        await tab.click('button', 'Use this ID');
      };
      await app.whileAway(async () => {
        await tab.open('/courier');
        await tab.click('link', 'Start loading');
        // These move what is below them, also while an engine is about to click there.
        await tab.see('Type the tracking ID, or choose the parcel.');
        await tab.see('The server isn’t responding.');
        for (const [place, parcel] of [first, second, third].entries()) {
          await scanLabel(parcel?.trackingId);
          // The scan is said at once, and stored a moment later.
          await tab.see(`${place + 1} of 4 loaded`);
        }
        await tab.click('button', 'Start run');
        await tab.click('button', 'Start without it');
        await tab.see('Receiver 1');
        await tab.evaluate(() => {
          Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
          const { convertToBlob } = OffscreenCanvas.prototype;
          OffscreenCanvas.prototype.convertToBlob = function (this: OffscreenCanvas, options) {
            Object.assign(window, { drawn: { width: this.width, height: this.height } });
            return convertToBlob.call(this, options);
          };
        });
        await tab.click('link', 'Deliver');
        await tab.click('button', 'Someone else there');
        await tab.type('Name of who took it', 'Karin Ek');
        await tab.type('Or type the name', 'Karin Ek');
        await tab.attach('Photo', file, 'photo.jpg', 'image/jpeg');
        await tab.see('Saved Delivered to someone else there, Receiver 1');
        expect(await tab.evaluate(() => (window as unknown as { drawn: unknown }).drawn)).toEqual({
          width: 1067,
          height: 1600,
        });
        await tab.click('link', 'Problem');
        await tab.click('button', 'Nobody home');
        await tab.see('Saved Nobody home, Receiver 2');

        await tab.open('/courier/close');
        await tab.see('The server isn’t responding.');
        await tab.see('6 not sent yet. They’ll be sent once you’re online.');
        await scanLabel(second?.trackingId);
        await tab.see('7 not sent yet.');
        await tab.click('button', 'Close run');
        await tab.click('button', 'Report as missing');
        await tab.see('1 delivered, 1 returned, 1 missing, 1 left at the depot');
      });
      await letUndoPass(tab);
      const proofs = async () => (await listProofs(app, run.courier.id)).length;
      await until('both pictures have arrived', async () => (await proofs()) === 2, 40_000);
      const kinds = async () => (await listFacts(app, run.courier.id)).map(({ kind }) => kind);
      await until('the run is closed', async () => (await kinds()).at(-1) === 'close', 40_000);
      expect(await kinds()).toEqual([...Array(3).fill('load'), 'start', 'visit', 'visit', 'return', 'close']);
      const tasks = await app.database.query<{ id: string; status: string }>(
        'select shipment_id as id, status from run_tasks where run_id = $1',
        [run.runId],
      );
      const statusOf = (parcel: typeof first) => tasks.find(({ id }) => id === parcel?.id)?.status;
      expect([first, second, third, fourth].map(statusOf)).toEqual(['delivered', 'returned', 'missing', 'left']);
      const exceptions = await app.database.query('select kind from run_exceptions where run_id = $1', [run.runId]);
      expect(exceptions).toEqual([{ kind: 'missing-parcel' }]);
    });
  });
}
