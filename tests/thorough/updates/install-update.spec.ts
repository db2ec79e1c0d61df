import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { button, link, releaseRun, saved, startRun } from '../../journeys/support/courier.ts';
import { ageKeys, checkForUpdate, goOffline, poison, waitUntilCached } from '../../journeys/support/device.ts';
import {
  expect,
  expectAccessible,
  openAs,
  type RunningApp,
  signIn,
  startApp,
  test,
  untilQuiet,
  waitUntilHydrated,
  withoutWorker,
} from '../../journeys/support/journey.ts';
import { makeVersion } from '../../journeys/support/next-version.ts';
import { digestStoredFiles } from '../../journeys/support/stored-files.ts';
import { addLocation, listEntries } from '../../journeys/support/tablet.ts';
import { startHostileProxy } from '../../support/hostile-proxy.ts';

/** Where the images of one story come from. */
const IMAGE_HOST = 'https://images.example.com';
const DESKTOP = { width: 1280, height: 800 };
/** The version that people have. */
const FIRST = fileURLToPath(new URL('../../../dist/app', import.meta.url));

// One after the other: they share the second version, and a server for it.
test.describe.configure({ mode: 'default' });

/** Another version of the app, made when a story first needs one. */
const SECOND_NAME = 'Second Brand';
let built: Promise<string> | undefined;
function secondVersion(): Promise<string> {
  built ??= mkdtemp(join(tmpdir(), 'waybill-second-')).then(async (folder) => {
    await makeVersion(FIRST, folder, SECOND_NAME);
    return folder;
  });
  return built;
}

/** An app that serves the version that was deployed last. */
interface Deploys {
  app: RunningApp & { stop(): Promise<void> };
  deploy(version: string): Promise<void>;
  folder: string;
}

let deploys: Promise<Deploys> | undefined;
async function startDeploys(): Promise<Deploys> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-deploy-'));
  const live = join(folder, 'live');
  const deploy = async (version: string) => {
    await rm(live, { force: true });
    await symlink(version, live);
  };
  await deploy(FIRST);
  return { app: await startApp({ DIST_DIR: live, IMAGE_HOST }), deploy, folder };
}

/** Runs a story on that app, which has the first version now. */
async function withDeploys(work: (app: RunningApp, deploy: Deploys['deploy'], folder: string) => Promise<void>) {
  deploys ??= startDeploys();
  const { app, deploy, folder } = await deploys;
  await deploy(FIRST);
  await work(app, deploy, folder);
}

test.afterAll(async () => {
  if (built) await rm(await built, { recursive: true, force: true });
  if (!deploys) return;
  const { app, folder } = await deploys;
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a new version asks in every tab before it takes over, and a missing chunk leaves no blank page', async ({
  browser,
}) => {
  await withDeploys(async (app, deploy) => {
    const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP });
    const one = await context.newPage();
    const two = await context.newPage();
    await one.goto('/track');
    await waitUntilCached(one);
    await two.goto('/track');
    await waitUntilCached(two);
    const writing = await context.newPage();
    await writing.goto('/track');
    await writing.getByLabel('Tracking ID').fill('half an ID');

    await deploy(await secondVersion());
    // Until a person agrees, the old version keeps working: its worker keeps its chunks.
    await two.getByRole('link', { name: 'Login' }).click();
    await expect(two.getByRole('heading', { name: 'Login' })).toBeVisible();
    await one.evaluate(async () => (await navigator.serviceWorker.ready).update());
    for (const tab of [one, two, writing]) await expect(tab.getByText('A new version is ready.')).toBeVisible();
    // The first request is lost, as when Chromium starts the old worker again.
    await one.evaluate(() => {
      const { postMessage } = ServiceWorker.prototype;
      ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: { type: string }, more?: object) {
        if (message.type !== 'SKIP_WAITING') return postMessage.call(this, message, more);
        ServiceWorker.prototype.postMessage = postMessage;
      };
    });
    // The old worker has no requests now: under a debugger Chromium lets a busy one run for
    // minutes.
    await one.getByRole('button', { name: 'Update' }).click();
    for (const tab of [one, two]) {
      await expect(tab.getByRole('contentinfo')).toContainText(SECOND_NAME);
      await expect(tab.getByText('A new version is ready.')).toHaveCount(0);
    }
    // Agreeing in another tab does not lose what a person is typing here.
    await expect(writing.getByText('Waybill has been updated.')).toBeVisible();
    await expect(writing.getByLabel('Tracking ID')).toHaveValue('half an ID');
    await writing.getByRole('button', { name: 'Reload' }).click();
    await expect(writing.getByRole('contentinfo')).toContainText(SECOND_NAME);

    // A tab of the first version without a worker asks for a chunk that the second one does not
    // have.
    const bare = await browser.newContext({ baseURL: app.url, viewport: DESKTOP, serviceWorkers: 'block' });
    const old = await bare.newPage();
    await deploy(FIRST);
    await old.goto('/track');
    await expect(old.getByRole('button', { name: 'Scan' })).toBeEnabled();
    await deploy(await secondVersion());
    await old.getByRole('link', { name: 'Login' }).click();
    await expect(old.getByRole('contentinfo')).toContainText(SECOND_NAME);
    await expect(old.getByRole('heading', { name: 'Login' })).toBeVisible();
    await bare.close();
    await context.close();
  });
});

test('a new version comes to a courier’s phone with its courier pages, which start without a network, and waits for an open stop', async ({
  browser,
}) => {
  await withDeploys(async (app, deploy) => {
    const run = await releaseRun(app, 'updated', [1, 1]);
    await startRun(app, run);
    const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP });
    const page = await context.newPage();
    await signIn(page, run.courier.email);
    const countPages = () =>
      page.evaluate(async () => {
        const keys = (await caches.has('courier')) ? await (await caches.open('courier')).keys() : [];
        return keys.length;
      });
    await expect.poll(countPages).toBe(1);

    const atDoor = await context.newPage();
    await atDoor.goto('/courier');
    await link(atDoor, 'Next stop: 1').click();

    await deploy(await secondVersion());
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('A new version is ready.')).toBeVisible();
    expect(await countPages()).toBe(2);
    // A call must not start the old worker again while the new one takes over.
    await page.reload();
    await untilQuiet(page);
    const answeredBy = await page.evaluate(() => {
      const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/trpc/'));
      return [...new Set(calls.map((call) => call.toJSON().workerFinalSourceType))];
    });
    expect(answeredBy).toEqual(['network']);
    await goOffline(context, page);
    await link(atDoor, 'Deliver').click();
    await button(atDoor, 'Neighbour').click();
    await atDoor.getByLabel('Neighbour’s name').fill('Karin Ek');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('contentinfo')).toContainText(SECOND_NAME);
    await page.goto('/courier');
    await expect(page.getByText('2 stops, 2 parcels')).toBeVisible();

    // Nothing is loaded again under the courier's hands; what they finish is saved, and then they may update.
    await expect(atDoor.getByText('Finish what you’re writing, then reload.')).toBeVisible();
    await expect(atDoor.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
    await button(atDoor, 'Finish without a photo').click();
    await saved(atDoor, 'Delivered to a neighbour, Receiver 1');
    await expect(atDoor.getByRole('banner')).not.toContainText(SECOND_NAME);
    await button(atDoor, 'Reload').click();
    await expect(atDoor.getByRole('banner')).toContainText(SECOND_NAME);
    await link(atDoor, 'All stops').click();
    const stops = atDoor.getByRole('list', { name: 'Stops' }).getByRole('listitem');
    await expect(stops).toHaveText([/Receiver 1.*DeliveredNot sent yet$/s, /Receiver 2.*Open$/s]);
    await context.close();
  });
});

test('a page with a broken part that is nowhere any more takes the next version', async ({ browser }) => {
  await withDeploys(async (app, deploy) => {
    const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto('/track');
    await waitUntilCached(page);
    const paths = [...(await digestStoredFiles(FIRST)).keys()];
    const part = paths.find((path) => path.startsWith('/assets/forms-')) ?? '';
    expect(part).not.toBe('');
    expect([...(await digestStoredFiles(await secondVersion())).keys()]).not.toContain(part);
    await deploy(await secondVersion());
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('A new version is ready.')).toBeVisible();

    await poison(page, `${part}$`);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    // The page gives the repair 15 s, and is loaded again then.
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('contentinfo')).toContainText(SECOND_NAME);
    await context.close();
  });
});

test('if the worker cannot be installed the app still works; a page looks again by itself, and takes what is whole', async ({
  browser,
}) => {
  await withDeploys(async (app, deploy, folder) => {
    /** A deploy of which one file has not arrived. */
    const without = async (version: string, file: string) => {
      const half = join(folder, `without ${file}`);
      await cp(version, half, { recursive: true });
      for (const packed of ['', '.br', '.gz']) await rm(join(half, file + packed), { force: true });
      return half;
    };
    const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP });
    const page = await context.newPage();
    await deploy(await without(FIRST, 'icon.svg'));
    await page.goto('/track');
    const said = page.getByRole('alert').filter({ hasText: 'Offline use isn’t ready' });
    await expect(said).toBeVisible();
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await deploy(FIRST);
    await page.reload();
    await waitUntilCached(page);
    await expect(said).toHaveCount(0);

    // A version that failed to install does not keep the next one from asking.
    await deploy(await without(await secondVersion(), 'app.html'));
    expect(await checkForUpdate(page)).toBe('redundant');
    const offer = page.getByText('A new version is ready.');
    await expect(offer).toHaveCount(0);
    await deploy(await secondVersion());
    const comeToTheFront = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await comeToTheFront();
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 20 * 60_000;
    });
    await comeToTheFront();
    await expect(offer).toBeVisible();

    // The browser lets a busy old version finish; until then the page shows that the update was
    // accepted.
    await page.evaluate(() => {
      ServiceWorker.prototype.postMessage = () => undefined;
    });
    const update = page.getByRole('button', { name: 'Update' });
    await update.click();
    await expect(page.getByText('The new version starts once the old one has finished')).toBeVisible();
    await expect(update).toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);
    await context.close();
  });
});

test('code that only works behind the page or draws toasts, and is gone after a deploy, never interrupts someone who is typing', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: DESKTOP, serviceWorkers: 'block' });
  const page = await context.newPage();
  let gone = /^$/;
  let asked = 0;
  await context.route('**/assets/*.js', (route) => {
    if (!gone.test(route.request().url())) return route.continue();
    asked += 1;
    return route.fulfill({ status: 404 });
  });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const field = page.getByRole('textbox', { name: 'Tracking ID' });
  // One by one: without the first nothing draws a toast.
  for (const chunks of [/\/(live|service-worker)-[^/]+$/, /\/toast-area-[^/]+$/]) {
    [gone, asked, loads] = [chunks, 0, 0];
    await page.goto('/track');
    await field.fill('W482');
    await expect.poll(() => asked).toBeGreaterThan(0);
    await untilQuiet(page);
    await expect(field).toHaveValue('W482');
    expect(loads).toBe(1);
  }
  await context.close();
});

test('a retired worker clears its caches and handles no requests until there is a new version, and nothing unsent is lost', async ({
  browser,
}) => {
  const proxy = await startHostileProxy();
  const app = await startApp({ PUBLIC_URL: proxy.url });
  proxy.forwardTo(app.url);
  const { id } = await app.shipment();
  const { email } = await app.person({ email: 'iris@example.com', manager: true });
  const context = await browser.newContext({ baseURL: proxy.url, viewport: DESKTOP });
  const page = await context.newPage();
  await openAs(page, email, `/manager/shipments/${id}`);
  await waitUntilCached(page);
  await ageKeys(page);
  await page.reload();
  const other = await context.newPage();
  await other.goto('/packages');
  const atOther = other.getByRole('heading', { name: 'Incoming shipments' });
  await expect(atOther).toBeVisible();
  const writing = await context.newPage();
  await writing.goto('/track');
  await writing.getByLabel('Tracking ID').fill('half an ID');
  // The keys to what is saved on the device stay.
  const cachesKept = () => page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'keys'));
  expect(await cachesKept()).not.toEqual([]);
  // As the old worker does with the answer to a request that came too late.
  await other.evaluate(() =>
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.type === 'retired') void caches.open(`workbox-precache-v2-${location.origin}/`);
    }),
  );
  await goOffline(context, page);
  await addLocation(page, 'Before the retirement');

  await app.whileAway(async () => {
    const retiring = await startApp({ PUBLIC_URL: proxy.url, RETIRE_SERVICE_WORKER: '1' });
    proxy.forwardTo(retiring.url);
    // So that nothing is sent yet.
    proxy.behave(503, /^\/api\//);
    await context.setOffline(false);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    // The worker may be retired already, and reload the page while it opens.
    await page.goto('/track').catch(() => undefined);
    await expect(async () => expect(await cachesKept()).toEqual([])).toPass();
    await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
    await expect(atOther).toBeVisible();
    // Not permanently.
    await page.waitForTimeout(2_000);
    const settled = loads;
    await page.waitForTimeout(2_000);
    expect(loads).toBe(settled);
    // Nobody loses what they are writing.
    await expect(writing.getByText('Waybill has been updated.')).toBeVisible();
    await expect(writing.getByLabel('Tracking ID')).toHaveValue('half an ID');
    await writing.close();
    await goOffline(context, page);
    await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await context.setOffline(false);
    await other.close();
    await retiring.stop();
  });

  proxy.forwardTo(app.url);
  proxy.behave('honest');
  await page.goto('/track');
  const updated = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update' }).click();
  await updated;
  await expect(async () => expect(await cachesKept()).not.toEqual([])).toPass();
  await expect.poll(() => listEntries(app, id)).toContain('Before the retirement');
  await waitUntilCached(page);
  await goOffline(context, page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  await context.close();
  await app.stop();
  await proxy.stop();
});

test('images seen before are available offline, including those of another host', async ({ browser }) => {
  await withDeploys(async (app) => {
    const { trackingId } = await app.shipment({ images: [`${IMAGE_HOST}/parcel.webp`] });
    const context = await browser.newContext({ baseURL: app.url });
    const body = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#c98f5a' } })
      .jpeg()
      .toBuffer();
    const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
    await context.route(`${IMAGE_HOST}/**`, (route) => route.fulfill({ body, contentType: 'image/jpeg', headers }));
    const page = await context.newPage();
    await page.goto(`/track/${trackingId}`);
    await waitUntilCached(page);
    await page.reload();
    const width = () =>
      page
        .getByRole('region', { name: 'Images' })
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(1200);
    await expect
      .poll(() => page.evaluate(async () => (await (await caches.open('images')).keys()).map(({ url }) => url)))
      .toEqual([`${IMAGE_HOST}/parcel.webp`]);

    await context.unroute(`${IMAGE_HOST}/**`);
    await goOffline(context, page);
    await page.reload();
    await expect.poll(width).toBe(1200);
    await context.close();
  });
});

/** Makes the browser offer to install the app and records the response. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      async prompt() {
        document.documentElement.dataset.prompted = 'yes';
        return { outcome: 'accepted' };
      },
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });

test('a returning visitor is offered the app, even before the first render, and declining hides the offer for weeks', async ({
  app,
  page,
  context,
}) => {
  const { trackingId } = await app.shipment();
  const offer = (tab: Page) => tab.getByRole('complementary', { name: 'Install' });
  const open = async (tab: Page) => {
    await tab.goto(`/track/${trackingId}`);
    await expect(tab.getByRole('heading', { name: 'Shipment', exact: true })).toBeVisible();
    await waitUntilHydrated(tab);
  };

  // Not on the first lookup: a new visitor does not yet know what the app is good for.
  await open(page);
  expect(await offerInstall(page)).toBe(true);
  await expect(offer(page)).toHaveCount(0);

  const second = await context.newPage();
  await open(second);
  await expect(offer(second)).toHaveCount(0);
  await offerInstall(second);
  await expect(offer(second)).toContainText('to your home screen');
  await expectAccessible(second);
  // Not while someone fills in a form.
  await second.getByRole('banner').getByRole('link', { name: 'Waybill' }).click();
  await expect(second.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  await expect(offer(second)).toHaveCount(0);
  await second.goBack();
  await offer(second).getByRole('button', { name: 'Not now' }).click();
  await expect(offer(second)).toHaveCount(0);

  const later = await context.newPage();
  await open(later);
  await offerInstall(later);
  await expect(offer(later)).toHaveCount(0);
  const days = await later.evaluate(() => (Number(localStorage['install-quiet-until']) - Date.now()) / 86_400_000);
  expect(Math.round(days)).toBe(28);
  await later.evaluate(() => localStorage.setItem('install-quiet-until', String(Date.now() - 1)));

  // The browser's offer that comes before the first render is not lost.
  await waitUntilCached(later);
  const drawn = Promise.withResolvers<void>();
  await context.route(/getShipmentByTrackingId/, async (route) => {
    await drawn.promise;
    await route.continue();
  });
  const weeksLater = await context.newPage();
  await weeksLater.goto(`/track/${trackingId}`, { waitUntil: 'commit' });
  await expect.poll(() => offerInstall(weeksLater)).toBe(true);
  drawn.resolve();
  await offer(weeksLater).getByRole('button', { name: 'Install' }).click();
  await expect(weeksLater.locator('html[data-prompted=yes]')).toBeAttached();
  await expect(offer(weeksLater)).toHaveCount(0);
});

test('on iOS the page explains how to install the app by hand', async ({ app, page, context }) => {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'standalone', { value: false }));
  await withoutWorker(page);
  const { email } = await app.person({ email: 'ios@example.com' });
  await openAs(page, email, '/');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  const second = await context.newPage();
  await second.goto('/');
  const hint = second.getByRole('complementary', { name: 'Install' });
  await expect(hint).toContainText('Tap Share, then Add to Home Screen.');
  await expect(hint.getByRole('button', { name: 'Install' })).toHaveCount(0);
  await expectAccessible(second);
  // Whoever looks for it finds it again.
  await hint.getByRole('button', { name: 'Not now' }).click();
  await second.goto('/profile/offline');
  await expect(second.getByText('Tap Share, then Add to Home Screen.')).toBeVisible();
});
