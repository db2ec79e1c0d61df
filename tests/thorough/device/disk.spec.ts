/**
 * Chromium keeps deleted bytes in IndexedDB’s files until it compacts them, which no page can
 * trigger, so all data is sealed (decision 0008).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { button, link, type ReleasedRun, saved, startRun } from '../../journeys/support/courier.ts';
import { ageKeys, goOffline, readAllStorage, waitUntilCached, waitUntilStored } from '../../journeys/support/device.ts';
import { expect, openAs, PASSWORD, type RunningApp, signIn, signOut, test } from '../../journeys/support/journey.ts';
import { addLocation } from '../../journeys/support/tablet.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../support/chromium.ts';

const CANARIES = [
  'Kanarina',
  'kanari.sender@',
  'Kanari Street 7',
  'Kanari parcel',
  '0174 555 9371',
  'Kanari comment',
  'Kanari draft',
  'Kanari letter',
  'Kanari run',
  'Kanari Receiver',
];

/** Chromium deletes a renamed file once nothing reads it, or at its next start. */
const isRenamed = (found: string) => found.includes('/todelete_');

/** Bytes are hexadecimal digits. */
async function findOnDisk(profile: string, wanted = CANARIES, bytes: string[] = []): Promise<string[]> {
  const files = (await readdir(profile, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    // Some are gone by the time they are read.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    // Letters have one byte or two.
    const texts = wanted.filter((text) => content.includes(text) || content.includes(Buffer.from(text, 'utf16le')));
    const pieces = bytes.filter((piece) => content.includes(Buffer.from(piece, 'hex')));
    return [...texts, ...pieces].map((found) => `${path.slice(profile.length)}: ${found}`);
  });
  return (await Promise.all(found)).flat();
}

/** The browser writes typed but unsent text once a minute at most. */
const untilTypedWorkIsOnDisk = (profile: string) =>
  expect
    .poll(() => findOnDisk(join(profile, 'Default/Session Storage'), ['typed-work']), { timeout: 70_000 })
    .not.toEqual([]);

const listKeys = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('keys')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

interface Visit {
  app: RunningApp;
  context: BrowserContext;
  page: Page;
  /** The folder of the browser's profile. */
  profile: string;
}

/** The key is the one stored for its owner. */
const readTypedWork = (page: Page, userId: string) =>
  page.evaluate(async (owner) => {
    const sealed = Uint8Array.from(atob(sessionStorage.getItem('typed-work') ?? ''), (letter) => letter.charCodeAt(0));
    const bytes = await (await (await caches.open('keys')).match(`/keys/typed-${owner}`))?.arrayBuffer();
    const key = await crypto.subtle.importKey('raw', (bytes ?? new ArrayBuffer()).slice(0, 32), 'AES-GCM', false, [
      'decrypt',
    ]);
    const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, 12) }, key, sealed.slice(12));
    return new TextDecoder().decode(clear);
  }, userId);

async function releaseKanariRun(
  app: RunningApp,
  desk: string,
  courier: ReleasedRun['courier'],
  shipmentIds: string[],
): Promise<string> {
  const input = { day: 'today', name: 'Kanari run', courierId: courier.id, shipmentIds };
  const created = await app.call<{ id: string }>(desk, 'runAdmin.create', input);
  await app.call(desk, 'runAdmin.release', created);
  return created.id;
}

/** The manager and courier has viewed a lot, and left a form unfinished. Each canary is stored. */
async function leaveTraces({ app, context, page, profile }: Visit, email: string): Promise<void> {
  const { id: userId } = await app.person({ email, firstName: 'Kanarina', manager: true, courier: true });
  const { id } = await app.shipment({
    description: 'Kanari parcel',
    receiverEmail: email,
    senderEmail: 'kanari.sender@example.com',
    shipTo: 'Kanari Street 7',
    receiverName: 'Kanari Receiver',
    receiverPhone: '0174 555 9371',
  });
  await releaseKanariRun(app, email, { id: userId, email }, [id]);
  await openAs(page, email, '/packages');
  await waitUntilCached(page);
  await expect.poll(() => listKeys(page)).toContain(`/keys/outbox-${userId}`);
  await ageKeys(page);
  await link(page, 'Kanari parcel').click();
  await link(page, 'Detailed view').click();
  await waitUntilCached(page);
  await page.goto('/courier');
  await waitUntilStored(page, 'courier-run', 'Kanari run');
  await page.goto('/manager/mail?to=');
  await page.getByRole('textbox', { name: 'Body' }).fill('Kanari letter');
  // The browser would ask before it leaves the page otherwise.
  await page.waitForFunction(() => sessionStorage.getItem('typed-work') !== null);
  await page.goto('/manager/shipments?q=kanari');
  await link(page, 'Kanari parcel').first().click();
  await waitUntilStored(page, 'managed-shipment', id);
  await goOffline(context, page);
  await addLocation(page, 'Kanari comment');
  await page.goto('/manager/shipments/create');
  await page.getByLabel('Description').fill('Kanari draft');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const missing = async () => {
    const stored = (await readAllStorage(page)) + (await readTypedWork(page, userId));
    return CANARIES.filter((text) => !stored.includes(text));
  };
  await expect.poll(missing).toEqual([]);
  await untilTypedWorkIsOnDisk(profile);
  expect(await findOnDisk(profile)).not.toEqual([]);
}

const startBrowser = (app: RunningApp, profile: string) =>
  chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    baseURL: app.url,
    viewport: { width: 1280, height: 800 },
  });

async function withProfile(app: RunningApp, work: (visit: Visit) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'waybill-disk-'));
  const context = await startBrowser(app, profile);
  try {
    await work({ app, context, page: await context.newPage(), profile });
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
}

type SignOut = (visit: Visit, email: string) => Promise<unknown>;

const WAYS: Record<string, SignOut> = {
  async 'by hand, without network, in another tab'({ context, page }) {
    const other = await context.newPage();
    await signOut(other);
    await expect(page).toHaveURL(/\/login/);
    await other.close();
  },
  async 'because the password was changed elsewhere'({ app, context, page }, email) {
    const password = 'changed on another device';
    await app.call(email, 'user.updatePassword', { currentPassword: PASSWORD, password, confirmPassword: password });
    // The page retries by itself and gets the error.
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/login/);
  },
};

/** They are kept for the same person if the session ended elsewhere (decision 0015). */
const UNSENT = ['Kanari comment', 'Kanari draft'];

async function startKanariRun(app: RunningApp): Promise<ReleasedRun> {
  const courier = await app.person({ email: 'kanarina.courier@example.com', firstName: 'Kanarina', courier: true });
  const desk = await app.person({ email: 'kanarina.desk@example.com', manager: true });
  const doors = ['Kanari Street 7', 'Kanari Street 9'];
  const shipments = await Promise.all(
    doors.map((shipTo) => {
      const receiver = { receiverName: 'Kanari Receiver', receiverPhone: '0174 555 9371' };
      return app.shipment({ ...receiver, shipTo, description: 'Kanari parcel' });
    }),
  );
  const shipmentIds = shipments.map(({ id }) => id);
  const run = { courier, runId: await releaseKanariRun(app, desk.email, courier, shipmentIds), shipments };
  await startRun(app, run);
  return run;
}

const AT_DOORS = ['Kanari neighbour', 'Kanari note', 'Kanari half-typed'];
const OF_RUN = ['Kanari run', 'Kanari Receiver', 'Kanari Street', 'Kanari parcel', '0174 555 9371'];

test('no file says a word of someone who was signed out, in whichever way, or to the next person; what a courier did not send stays, sealed', async ({
  app,
}) => {
  test.setTimeout(300_000); // its browser has to write many times.
  await withProfile(app, async (visit) => {
    const { context, page, profile } = visit;
    for (const [way, leave] of Object.entries(WAYS)) {
      const email = `kanarina.${Object.keys(WAYS).indexOf(way)}@example.com`;
      await leaveTraces(visit, email);
      await leave(visit, email);
      const kept = await readAllStorage(page);
      expect(
        CANARIES.filter((text) => kept.includes(text)),
        way,
      ).toEqual(way.startsWith('because') ? UNSENT : []);
      await context.setOffline(false);
      const found = async () => (await findOnDisk(profile)).filter((one) => !isRenamed(one));
      await expect.poll(found, way).toEqual([]);
    }

    const next = await app.person({ email: 'next.to.kanarina@example.com', manager: true });
    await signIn(page, next.email);
    await page.goto('/outbox');
    await expect(page.getByText('2 unsent actions from another user')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('2 unsent actions from another user')).toHaveCount(0);
    const ofNext = await readAllStorage(page);
    expect(CANARIES.filter((text) => ofNext.includes(text))).toEqual([]);
    await signOut(page);

    await context.addInitScript(() => {
      const { convertToBlob } = OffscreenCanvas.prototype;
      OffscreenCanvas.prototype.convertToBlob = async function (this: OffscreenCanvas, options) {
        const blob = await convertToBlob.call(this, options);
        Object.assign(window, { photo: [...new Uint8Array(await blob.arrayBuffer())] });
        return blob;
      };
    });
    const run = await startKanariRun(app);
    await openAs(page, run.courier.email, '/courier');
    await waitUntilCached(page);
    await expect.poll(() => listKeys(page)).toContain(`/keys/outbox-${run.courier.id}`);
    await waitUntilStored(page, 'courier-run', 'Kanari Street 9');
    await ageKeys(page);
    await page.reload();
    await goOffline(context, page);

    await link(page, 'Next stop: 1').click();
    await link(page, 'Deliver').click();
    await button(page, 'Neighbour').click();
    await page.getByLabel('Neighbour’s name').fill('Kanari neighbour');
    await button(page, 'Add a note').click();
    await page.getByLabel('Note').fill('Kanari note');
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#888', noise } });
    const buffer = await picture.jpeg().toBuffer();
    await page.getByLabel('Photo').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await saved(page, 'Delivered to a neighbour, Kanari Receiver');
    const photo = Buffer.from(await page.evaluate(() => (window as unknown as { photo: number[] }).photo));
    const piece = photo.subarray(photo.length / 2, photo.length / 2 + 32).toString('hex');
    await link(page, 'Deliver').click();
    await button(page, 'Neighbour').click();
    await page.getByLabel('Neighbour’s name').fill('Kanari half-typed');
    await untilTypedWorkIsOnDisk(profile);
    const canaries = ['Kanarina', ...OF_RUN, ...AT_DOORS];
    const unseen = async () => {
      const seen = await readAllStorage(page);
      return canaries.filter((text) => !seen.includes(text));
    };
    await expect.poll(unseen).toEqual([]);

    await signOut(page);
    const kept = await readAllStorage(page);
    expect(canaries.filter((text) => kept.includes(text))).toEqual(['Kanari neighbour', 'Kanari note']);
    await context.close();
    const found = () => findOnDisk(profile, [...CANARIES, ...canaries], [piece]);
    expect((await found()).filter((one) => !isRenamed(one))).toEqual([]);
    // It takes away the rest when it starts again.
    const again = await startBrowser(app, profile);
    await (await again.newPage()).goto('/track');
    await expect.poll(found).toEqual([]);
    await again.close();
  });
});
