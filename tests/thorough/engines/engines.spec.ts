/** Some faults show in one engine only. */
import sharp from 'sharp';
import { distance, drawIcons } from '../../engines/icons.ts';
import { inChromium } from '../../engines/playwright.ts';
import { waitUntilStored } from '../../journeys/support/device.ts';
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
} from '../../journeys/support/engines.ts';
import { expect, test } from '../../journeys/support/journey.ts';
import { getShipmentStatus } from '../../journeys/support/tablet.ts';
import { until } from '../../support/until.ts';

// All engines share one server.
test.describe.configure({ mode: 'default' });

/** The icons as Chromium draws them. */
let expectedIcons: ReturnType<typeof drawIcons> | undefined;

for (const { name, start } of ENGINES) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' });
    const shared = shareDevice(start);
    const email = managersEmail(name);
    let managerId: string;
    let shipmentId: string;

    test('opening a second page right after the first visit shows no update', async () => {
      const { device, tab } = shared();
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

    test('a visitor opens a shipment, and saves its invoice as a picture', async ({ app }) => {
      const { tab } = shared();
      const trackingId = await openWithCode(app, tab, name);
      await tab.open(`/invoice/${trackingId}`);
      await tab.see('Elin Strand');
      // Engines store downloads in different places, so this checks what the browser gets.
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

    test('a shipment is created with an image; another tab follows its status', async ({ app }) => {
      const { device, tab } = shared();
      managerId = (await app.person({ email, lastName: 'Canary', manager: true })).id;
      await tab.open('/login');
      await logIn(tab, email);
      // WebKit may freeze the page while it still writes to its database.
      await tab.open('/profile');
      await tab.see('Ada Canary');
      await tab.open('/manager/shipments/create');
      await tab.evaluate(() => document.querySelector('details')?.setAttribute('open', ''));
      // Such fields may take keys in their own way: text, money, a phone number.
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
      const { tab } = shared();
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

    test('a page in the back/forward cache catches up, also after a logout', async ({ app }) => {
      const { device, tab } = shared();
      await waitUntilStored(tab, 'managed-shipments', `Made in ${name}`);
      const other = await device.newTab();
      await app.whileAway(async () => {
        for (const [path, words] of [
          ['/manager/shipments', `Made in ${name}`],
          ['/', 'Welcome, Ada'],
        ] as const) {
          await tab.open(path);
          await tab.see(words);
        }
        await addLocationOffline(tab, shipmentId, 'Sent later');
        // A page in the back/forward cache gets no news.
        await other.open('/outbox');
        await other.see('Sent later');
        await other.open('/track');
      });
      await expectSentOnce(app, shipmentId, 'Sent later');
      await other.evaluate(() => history.back());
      await other.see('Everything has been sent.');
      await other.open('/manager/shipments');
      await other.see(`Made in ${name}`);
      await other.open('/robots.txt');

      await expectNothingAfterLogout(tab, ['Canary', email, managerId, 'Sent later']);
      await other.evaluate(() => history.back());
      await other.find('heading', 'Login');
      expect(await other.text()).not.toContain(`Made in ${name}`);
      await other.close();
    });

    // A cut or a wrong icon has hardly anything in common with the right one, though each engine
    // draws edges in its own way.
    if (name === 'Chromium') return;
    test('icons look the same as in Chromium at every size', async ({ app, browser }) => {
      const { tab } = shared();
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
