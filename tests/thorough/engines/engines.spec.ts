/** The same journeys in every engine, since some faults show in one of them only. */
import sharp from 'sharp';
import type { Device, Engine } from '../../engines/engine.ts';
import { distance, drawIcons } from '../../engines/icons.ts';
import { findFirefox, hasWebKit } from '../../engines/installed.ts';
import { inChromium, startFirefox } from '../../engines/playwright.ts';
import type { Tab } from '../../engines/tab.ts';
import { startWebKit } from '../../engines/webkit.ts';
import { letUndoPass, listFacts, listProofs, releaseRun } from '../../journeys/support/courier.ts';
import { readAllStorage, waitUntilStored } from '../../journeys/support/device.ts';
import { expect, PASSWORD, test } from '../../journeys/support/journey.ts';
import { getShipmentStatus, listEntries } from '../../journeys/support/tablet.ts';
import { until } from '../../support/until.ts';

// One after the other, so that all engines share one server.
test.describe.configure({ mode: 'default' });

const ENGINES = [
  { name: 'Chromium', start: inChromium, isThere: true },
  { name: 'Firefox', start: startFirefox, isThere: findFirefox() !== undefined },
  { name: 'WebKit', start: startWebKit, isThere: hasWebKit() },
];

/** The icons as Chromium draws them. */
let expectedIcons: ReturnType<typeof drawIcons> | undefined;

/** Fills in the login that is on the screen. */
async function logIn(tab: Tab, email: string, firstName = 'Ada'): Promise<void> {
  await tab.type('Email', email);
  await tab.fill('Password', PASSWORD);
  await tab.click('button', 'Login');
  await tab.see(`Welcome, ${firstName}`);
}

/** Waits until the service worker controls this page. */
const untilControlled = (tab: Tab) =>
  until('the service worker controls the page', () =>
    tab.evaluate(() => navigator.serviceWorker.controller !== null).catch(() => false),
  );

for (const { name, start } of ENGINES.filter((engine) => engine.isThere)) {
  test.describe(name, () => {
    // One device, which a visitor, a manager and a courier have one after the other: a device of its
    // own takes some engines longer than most of these stories.
    test.describe.configure({ mode: 'serial' });
    // Short, as all that is typed here: keys are slow in some engines.
    const email = `w@${name.toLowerCase()}.example`;
    let engine: Engine;
    let device: Device;
    let tab: Tab;
    let managerId: string;
    let shipmentId: string;

    test.beforeAll(async ({ app, browser }) => {
      engine = await start(browser);
      device = await engine.newDevice(app.url);
      tab = await device.newTab();
    });
    test.afterAll(async () => {
      await device.close();
      await engine.close();
    });

    test('opening a second page right after the first visit shows no update', async () => {
      await tab.open('/track');
      await until('the first version is on its way', () =>
        tab.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined).catch(() => false),
      );
      const second = await device.newTab();
      await second.open('/track');
      for (const one of [tab, second]) {
        await untilControlled(one);
        expect(await one.text()).toContain('Track shipment');
        expect(await one.text()).not.toContain('new version');
      }
      await second.close();
    });

    test('a visitor opens a shipment with its code, and saves its invoice as a picture', async ({ app }) => {
      const receiverEmail = `opens-${name}@example.com`.toLowerCase();
      const { trackingId } = await app.shipment({ receiverEmail, description: 'Seen everywhere' });
      const mail = await app.mails.mail(({ receivers }) => receivers.includes(receiverEmail));
      const code = /Receiver code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '';
      await tab.type('Tracking ID', trackingId);
      await tab.click('button', 'Track shipment');
      await tab.see('Seen everywhere');
      await tab.click('link', 'Detailed view');
      await tab.type('Code', code);
      await tab.click('button', 'Show details');
      await tab.see('Label created');
      await tab.open(`/invoice/${trackingId}`);
      await tab.see('Elin Strand');
      // Engines store downloads in different places, so check what is passed to the browser.
      await tab.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (file: Blob) => {
          if (file.type === 'image/png') Object.assign(window, { saved: file });
          return make(file);
        };
      });
      await tab.click('button', 'Download');
      await tab.see('Saved as Invoice-');
      const picture = await tab.evaluate(async () => {
        const { saved } = window as unknown as { saved: Blob };
        const bytes = new Uint8Array(await saved.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      });
      const { channels } = await sharp(Buffer.from(picture, 'base64')).stats();
      // Ink on paper: neither blank nor black.
      expect(channels[0]?.mean).toBeGreaterThan(180);
      expect(channels[0]?.stdev).toBeGreaterThan(20);
    });

    test('a shipment is created with an image, and its page in another tab follows its status', async ({ app }) => {
      managerId = (await app.person({ email, lastName: 'Canary', manager: true })).id;
      await tab.open('/login');
      await logIn(tab, email);
      // At once: WebKit may freeze the page that is left while it still writes to its database.
      await tab.open('/profile');
      await tab.see('Ada Canary');
      await tab.open('/manager/shipments/create');
      // By keys where a field may take them in its own way: of text, of money, of a phone.
      await tab.type('Description', `Made in ${name}`);
      await tab.choose('Service', 'Special Cargo');
      await tab.fill('Dimensions', '1 x 5in');
      await tab.fill('Weight', '31 kg');
      await tab.type('Value ($)', '1840');
      await tab.fill('Shipping fee ($)', '20');
      await tab.fill('Sender name', 'Tomas');
      await tab.choose('Sender country', 'Portugal');
      await tab.fill('Sender email', 't@example.com');
      await tab.type('Sender phone', '+351222010417');
      await tab.fill('Receiver name', 'Elin');
      await tab.choose('Receiver country', 'Sweden');
      await tab.fill('Receiver email', 'e@example.com');
      await tab.fill('Receiver phone', '+46315550192');
      await tab.fill('Ship to', 'Linnegatan 8');
      const photo = sharp({ create: { width: 800, height: 600, channels: 3, background: '#5a8fc9' } });
      await tab.attach('Add images', await photo.jpeg().toBuffer(), 'parcel.jpg', 'image/jpeg');
      await tab.find('button', 'Remove image 1');
      await tab.click('button', 'Create shipment');
      await tab.see('Sender code');
      shipmentId = (await tab.address()).split('/').at(-1) ?? '';
      const [made] = await app.database.query<{ tracking_id: string }>(
        'select tracking_id from shipments where id = $1',
        [shipmentId],
      );

      const other = await device.newTab();
      await other.open(`/track/${made?.tracking_id}`);
      await other.see('In progress');
      await tab.click('link', 'Update shipment status');
      await tab.choose('Status', 'Held');
      await tab.click('button', 'Update status');
      await other.see('Held');
      expect(await getShipmentStatus(app, shipmentId)).toBe('held');
      await other.close();
      await waitUntilStored(tab, 'managed-shipment', 'held');
    });

    test('pages open in quick succession after signing in', async () => {
      for (const [path, words] of [
        ['/', 'Welcome, Ada'],
        ['/manager/shipments', 'Shipments'],
        ['/profile', 'Ada Canary'],
        ['/packages', 'Incoming shipments'],
        ['/', 'Welcome, Ada'],
        ['/profile', 'Ada Canary'],
        ['/manager', 'Recent users'],
        ['/', 'Welcome, Ada'],
        ['/profile', 'Ada Canary'],
        ['/manager/shipments', `Made in ${name}`],
      ] as const) {
        await tab.open(path);
        await tab.see(words);
      }
    });

    test('an entry made while the server is down is sent once, automatically, when it is back, and logging out leaves nothing', async ({
      app,
    }) => {
      await waitUntilStored(tab, 'managed-shipments', `Made in ${name}`);
      const other = await device.newTab();
      await app.whileAway(async () => {
        for (const [path, words] of [
          ['/manager/shipments', `Made in ${name}`],
          ['/', 'Welcome, Ada'],
          [`/manager/shipments/${shipmentId}`, 'Sender code'],
        ] as const) {
          await tab.open(path);
          await tab.see(words);
        }
        // It moves what is below it, also while an engine is about to click there.
        await tab.see('The server isn’t responding.');
        await tab.click('link', 'Add new location');
        await tab.type('Address', 'Hall 4');
        await tab.type('Comment', 'Sent later');
        await tab.click('button', 'Add location');
        await tab.see('Waiting to send');
        // Into the back/forward cache, where a page hears nothing.
        await other.open('/outbox');
        await other.see('Sent later');
        await other.open('/track');
      });
      const sent = async () => (await listEntries(app, shipmentId)).filter((comment) => comment === 'Sent later');
      await until('what waited has been sent', async () => (await sent()).length > 0, 40_000);
      await tab.see('Hall 4');
      expect(await sent()).toHaveLength(1);

      await other.evaluate(() => history.back());
      await other.see('Everything has been sent.');
      await other.open('/manager/shipments');
      await other.see(`Made in ${name}`);
      await other.open('/robots.txt');

      expect(await readAllStorage(tab)).toContain('Canary');
      await tab.open('/profile');
      await tab.see('Ada Canary');
      await tab.click('button', 'Logout');
      await tab.click('button', 'Continue');
      await tab.find('heading', 'Login');
      const kept = await readAllStorage(tab);
      for (const trace of ['Canary', email, managerId, 'Sent later']) expect(kept).not.toContain(trace);
      await other.evaluate(() => history.back());
      await other.find('heading', 'Login');
      expect(await other.text()).not.toContain(`Made in ${name}`);
      await other.close();
    });

    test('a courier does a whole day while the server is down, with a photo of the camera app', async ({ app }) => {
      const run = await releaseRun(app, `e-${name.toLowerCase()}`, [1, 1, 1, 1]);
      const [first, second, third, fourth] = run.shipments;
      const proof = { photo: 'asked', signature: 'required', name: 'off' };
      await app.call(`e-${name.toLowerCase()}.desk@example.com`, 'shipmentAdmin.setProof', {
        id: first?.id,
        proof,
      });
      await logIn(tab, run.courier.email, 'Bo');
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
          await tab.see(`Loaded ${place + 1} of 4`);
          // The scan is said at once, and stored a moment later.
          await tab.see(`${place + 1} of 4 loaded`);
        }
        await tab.click('button', 'Start run');
        await tab.see('1 parcel is not loaded and will stay at the depot.');
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
        await tab.see('1 delivered, 2 still in the van, 1 left at the depot');
        await tab.see('8 not sent yet. They’ll be sent once you’re online.');
        await scanLabel(second?.trackingId);
        await tab.see('1 delivered, 1 returned, 1 still in the van');
        await tab.see('9 not sent yet.');
        await tab.click('button', 'Close run');
        await tab.see('1 parcel is neither delivered nor back. Scan it, or report it as missing.');
        await tab.click('button', 'Report as missing');
        await tab.see('This run is closed');
        await tab.see('1 delivered, 1 returned, 1 missing, 1 left at the depot');
      });
      await letUndoPass(tab);
      await until(
        'both pictures have arrived',
        async () => (await listProofs(app, run.courier.id)).length === 2,
        40_000,
      );
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

    // Each engine draws edges in its own way; a cut or a wrong icon has hardly anything in common
    // with the right one.
    if (name === 'Chromium') return;
    test('icons look the same as in Chromium at every size', async ({ app, browser }) => {
      const drawInChromium = async () => {
        const reference = await inChromium(browser).newDevice(app.url);
        const drawn = await drawIcons(await reference.newTab());
        await reference.close();
        return drawn;
      };
      expectedIcons ??= drawInChromium();
      const expected = await expectedIcons;
      const drawn = (await drawIcons(tab)).map((icon, place) => {
        const [other] = expected.slice(place);
        return { name: icon.name, size: icon.size, apart: other ? distance(icon, other) : 1 };
      });
      expect(drawn.filter(({ apart }) => apart > 0.5)).toEqual([]);
    });
  });
}
