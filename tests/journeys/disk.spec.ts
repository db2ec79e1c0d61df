/**
 * Searches the files of a browser's profile for data of a signed-out user. Chromium keeps deleted
 * bytes in IndexedDB's files until it compacts them, which no page can trigger, so all data is
 * sealed (decision 0008).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts';
import { goOffline, readAllStorage, waitUntilCached } from './support/device.ts';
import { expect, type RunningApp, signIn, signOut, test } from './support/journey.ts';
import { addLocation } from './support/tablet.ts';

const CANARIES = [
  'Kanarina',
  'kanari.sender@',
  'Kanari Street 7',
  'Kanari parcel',
  '0174 555 9371',
  'Kanari comment',
  'Kanari draft',
  'Kanari letter',
];

/** Which of these texts stand in which files of a profile, in one byte or two a letter. */
async function findOnDisk(profile: string, wanted = CANARIES): Promise<string[]> {
  const files = (await readdir(profile, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const found = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    // Some are gone by the time they are read.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    const texts = wanted.filter((text) => content.includes(text) || content.includes(Buffer.from(text, 'utf16le')));
    return texts.map((text) => `${path.slice(profile.length)}: ${text}`);
  });
  return (await Promise.all(found)).flat();
}

/** Ages the keys past a minute: before that, data that must survive a power cut is not sealed. */
const ageKeys = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('keys');
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))?.arrayBuffer();
      await cache.put(request, new Response(bytes, { headers: { 'x-made-at': String(Date.now() - 61_000) } }));
    }
  });

interface Visit {
  app: RunningApp;
  context: BrowserContext;
  page: Page;
  /** The folder of the browser's profile. */
  profile: string;
}

/** A user who has viewed a lot, typed text, and left a form unfinished. */
async function leaveTraces({ app, context, page, profile }: Visit, email: string): Promise<void> {
  const { id, trackingId } = await app.shipment({
    description: 'Kanari parcel',
    receiverEmail: email,
    senderEmail: 'kanari.sender@example.com',
    shipTo: 'Kanari Street 7',
    receiverPhone: '0174 555 9371',
  });
  await signIn(page, email);
  await waitUntilCached(page);
  for (const path of ['/packages', `/track/${trackingId}?detailed=true`, '/profile', '/manager/shipments?q=kanari']) {
    await page.goto(path);
    await waitUntilCached(page);
  }
  await page.goto('/manager/mail');
  await page.getByLabel('Body').fill('Kanari letter');
  await page.goto(`/manager/shipments/${id}`);
  await waitUntilCached(page);
  await ageKeys(page);
  await page.reload();
  await waitUntilCached(page);
  await goOffline(context, page);
  await addLocation(page, 'Kanari comment');
  await page.goto('/manager/shipments/create');
  await page.getByLabel('Description').fill('Kanari draft');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect.poll(() => readAllStorage(page)).toContain('Kanari draft');
  // The browser decides when to write typed but unsent text to disk.
  await expect.poll(() => findOnDisk(profile, ['typed-work']), { timeout: 30_000 }).not.toEqual([]);
}

type SignOut = (context: BrowserContext, page: Page, app: RunningApp, userId: string) => Promise<void>;

const WAYS: Record<string, SignOut> = {
  async 'by hand'(context, page) {
    await context.setOffline(false);
    await signOut(page);
  },
  async 'without network'(_context, page) {
    await signOut(page);
  },
  async 'because the session ended elsewhere'(context, page, app, userId) {
    await app.database.query('delete from sessions where user_id = $1', [userId]);
    // The page retries by itself and gets the error.
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/login/);
  },
};

/** Unsent rows are kept for the same person if the session expired (decision 0015). */
const UNSENT = ['Kanari comment', 'Kanari draft'];

for (const [way, leave] of Object.entries(WAYS)) {
  test(`no file says a word of someone who was signed out ${way}`, async ({ app }) => {
    test.setTimeout(120_000); // it starts a browser with a separate profile
    const profile = await mkdtemp(join(tmpdir(), 'waybill-disk-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      args: CHROMIUM_FLAGS,
      baseURL: app.url,
      viewport: { width: 1280, height: 800 },
    });
    try {
      const page = await context.newPage();
      const email = `kanarina.${Object.keys(WAYS).indexOf(way)}@example.com`;
      const { id } = await app.person({ email, firstName: 'Kanarina', manager: true });
      await leaveTraces({ app, context, page, profile }, email);
      expect(await findOnDisk(profile)).not.toEqual([]);
      await leave(context, page, app, id);
      const kept = await readAllStorage(page);
      const isForced = way.startsWith('because');
      expect(CANARIES.filter((text) => kept.includes(text))).toEqual(isForced ? UNSENT : []);
      await context.close();
      expect(await findOnDisk(profile)).toEqual([]);
    } finally {
      await context.close().catch(() => undefined);
      await rm(profile, { recursive: true, force: true });
    }
  });
}
