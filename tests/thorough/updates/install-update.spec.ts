import sharp from 'sharp';
import { button, link, releaseRun, saved, startRun } from '../../journeys/support/courier.ts';
import { type Deploys, FIRST, SECOND_NAME, startDeploys } from '../../journeys/support/deploys.ts';
import { ageKeys, goOffline, poison, waitUntilCached } from '../../journeys/support/device.ts';
import { expect, openAs, signIn, startApp, test, untilQuiet } from '../../journeys/support/journey.ts';
import { digestStoredFiles } from '../../journeys/support/stored-files.ts';
import { addLocation, listEntries } from '../../journeys/support/tablet.ts';
import { startHostileProxy } from '../../support/hostile-proxy.ts';

const IMAGE_HOST = 'https://images.example.com';
const DESKTOP = { width: 1280, height: 800 };

// They share the second version, and a server for it.
test.describe.configure({ mode: 'default' });

let deploys: Promise<Deploys> | undefined;

async function withDeploys(work: (deploys: Deploys) => Promise<void>): Promise<void> {
  deploys ??= startDeploys({ IMAGE_HOST });
  const started = await deploys;
  await started.deploy(FIRST);
  await work(started);
}

test.afterAll(async () => (await deploys)?.stop());

test('a new version comes to a courier’s phone with its courier pages, which start without a network, and waits for an open stop', async ({
  browser,
}) => {
  await withDeploys(async ({ app, deploy, secondVersion }) => {
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
    // Chromium starting the old worker again loses the first request.
    await page.evaluate(() => {
      const { postMessage } = ServiceWorker.prototype;
      ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: { type: string }, more?: object) {
        if (message.type !== 'SKIP_WAITING') return postMessage.call(this, message, more);
        ServiceWorker.prototype.postMessage = postMessage;
      };
    });
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('contentinfo')).toContainText(SECOND_NAME);
    await page.goto('/courier');
    await expect(page.getByText('2 stops, 2 parcels')).toBeVisible();

    // Nothing reloads under the courier’s hands, and they may update once it is saved.
    await expect(atDoor.getByText('Finish what you’re writing, then reload.')).toBeVisible();
    await expect(atDoor.getByLabel('Neighbour’s name')).toHaveValue('Karin Ek');
    await button(atDoor, 'Finish without a photo').click();
    await saved(atDoor, 'Delivered to a neighbour, Receiver 1');
    await expect(atDoor.getByRole('banner')).not.toContainText(SECOND_NAME);
    await button(atDoor, 'Reload').click();
    await expect(atDoor.getByRole('banner')).toContainText(SECOND_NAME);
    await link(atDoor, 'All stops').click();
    await expect(atDoor.getByRole('list', { name: 'Stops', exact: true })).toHaveText(/Receiver 2.*Open$/s);
    await atDoor.getByText('1 finished stop').click();
    const finished = atDoor.getByRole('list', { name: 'Finished stops' });
    await expect(finished).toHaveText(/Receiver 1.*DeliveredNot sent yet$/s);
    await context.close();
  });
});

test('a page with a broken part that is nowhere any more takes the next version', async ({ browser }) => {
  await withDeploys(async ({ app, deploy, secondVersion }) => {
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
  // Nothing draws a toast without the first.
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
  // The old worker does this with the response to a request that came too late.
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
    // The page does not keep on reloading.
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
  await withDeploys(async ({ app }) => {
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

test('a worker that was removed is no update: the page stays, and another takes its place', async ({
  app,
  page,
  context,
}) => {
  await page.goto('/track');
  await waitUntilCached(page);
  const field = page.getByRole('textbox', { name: 'Tracking ID' });
  await field.fill('half an ID');
  const lost = page.evaluate(
    () =>
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })),
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes: 'service_workers' });
  await lost;
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect(page.getByText('has been updated')).toHaveCount(0);
  await expect(field).toHaveValue('half an ID');
});
