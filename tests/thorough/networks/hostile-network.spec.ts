import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { OPTIONAL_CHUNKS } from '../../../src/pwa/messages.ts';
import {
  deliverToMailbox,
  letUndoPass,
  link,
  listFacts,
  listProofs,
  preparePhone,
  readPhotos,
  releaseRun,
  saved,
  startRun,
} from '../../journeys/support/courier.ts';
import { askForPages, goOffline, poison, stopWorker, waitUntilCached } from '../../journeys/support/device.ts';
import { expect, startApp, test } from '../../journeys/support/journey.ts';
import { countFiles, digestStoredFiles, findCorruptFiles } from '../../journeys/support/stored-files.ts';
import { uploadImage } from '../../journeys/support/upload-image.ts';
import { type Behaviour, type HostileProxy, PORTAL_PAGE, startHostileProxy } from '../../support/hostile-proxy.ts';

const DIST = fileURLToPath(new URL('../../../dist/app', import.meta.url));
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The worker waits less for a response. */
const GIVEN_UP_MS = 20_000;
/**
 * The worker waits less for a page to start and reply, repairs it and reloads it
 * (sw/page-recovery.ts).
 */
const RECOVERED_MS = 60_000;
/** A repair begins seconds after the start of a page. */
const SELDOM = { intervals: [1_000] };

/** The worker asks for these, and not a page. */
const byWorker = ({ headers, url = '' }: IncomingMessage) =>
  headers['sec-fetch-dest'] === 'empty' && !url.startsWith('/api/');

async function deviceBehind(browser: Browser, url: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  return { context, page: await context.newPage() };
}

/** The app is installed without the scanner’s files and the courier’s pages. */
const LATER_CHUNKS = Object.values(OPTIONAL_CHUNKS).flat();
const LATER = new RegExp(`/(?:${LATER_CHUNKS.join('|')})-`);

// `sw/built-files.test.ts` has all kinds of networks.
test('a captive portal during the first installation leaves nothing wrong on the device, and the next start installs', async ({
  app,
  browser,
}) => {
  const proxy = await startHostileProxy(app.url);
  const digests = await digestStoredFiles(DIST);
  const { context, page } = await deviceBehind(browser, proxy.url);
  for (const behaviour of ['cacheable portal', 'cut'] satisfies Behaviour[]) {
    proxy.behave(behaviour, (request) => byWorker(request) && request.url?.startsWith('/assets/') === true);
    // It is said once in each tab.
    const tab = await context.newPage();
    await tab.goto('/track');
    const said = tab.getByRole('alert').filter({ hasText: 'Offline use isn’t ready' });
    await expect(said, String(behaviour)).toBeVisible({ timeout: GIVEN_UP_MS });
    expect(proxy.harmed(), String(behaviour)).toBeGreaterThan(0);
    expect(await findCorruptFiles(tab, digests)).toEqual([]);
    expect(await tab.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.active))).toBeFalsy();
    await tab.close();
  }
  proxy.behave('honest');
  await page.goto('/track');
  await waitUntilCached(page);
  expect(await findCorruptFiles(page, digests)).toEqual([]);
  const installed = [...digests.keys()].filter((path) => !LATER.test(path));
  expect(await countFiles(page, 'app')).toBe(installed.length);
  await goOffline(context, page);
  for (const [path, name] of [
    ['/login', 'Login'],
    ['/track', 'Track shipment'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, name)).toBeVisible();
  }
  await context.close();
  await proxy.stop();
});

test('an app whose stored files are broken repairs itself, whether it can still start or not', async ({
  app,
  browser,
}) => {
  const proxy = await startHostileProxy(app.url);
  const digests = await digestStoredFiles(DIST);
  const { context, page } = await deviceBehind(browser, proxy.url);
  await page.goto('/track');
  await waitUntilCached(page);

  // The page asks for this part late.
  await poison(page, '/assets/forms-');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  await expect.poll(() => findCorruptFiles(page, digests)).toEqual([]);

  // Files not yet requested are repaired once the worker has started again.
  await poison(page, '/assets/person-');
  await stopWorker(context, page);
  await page.reload();
  await expect.poll(() => findCorruptFiles(page, digests), SELDOM).toEqual([]);

  // The app cannot start with every script broken. One of them does not come, and the others are
  // repaired all the same.
  await poison(page, '[.]js$');
  proxy.behave('cut', (request) => byWorker(request) && request.url?.startsWith('/assets/person-') === true);
  await stopWorker(context, page);
  const later = await context.newPage();
  await page.close();
  await later.goto('/reset-password');
  await expect(heading(later, 'Reset password')).toBeVisible({ timeout: RECOVERED_MS });
  expect(proxy.harmed()).toBeGreaterThan(0);
  expect(await findCorruptFiles(later, digests)).toEqual([expect.stringContaining('/assets/person-')]);
  proxy.behave('honest');
  await stopWorker(context, later);
  await later.reload();
  await expect.poll(() => findCorruptFiles(later, digests), SELDOM).toEqual([]);
  await context.close();
  await proxy.stop();
});

const lookUp = (page: Page, trackingId: string) =>
  page.evaluate(async (trackingId) => {
    const input = encodeURIComponent(JSON.stringify({ trackingId }));
    const response = await fetch(`/api/trpc/shipment.getShipmentByTrackingId?input=${input}`);
    const { status, headers } = response;
    return { status, reason: headers.get('x-sw-fallback-reason'), text: await response.text() };
  }, trackingId);

test.describe('with a server that knows the proxy as its address', () => {
  // They share the server.
  test.describe.configure({ mode: 'default' });

  let served: { proxy: HostileProxy; app: Awaited<ReturnType<typeof startApp>> };

  test.beforeAll(async () => {
    const proxy = await startHostileProxy();
    const app = await startApp({ PUBLIC_URL: proxy.url });
    proxy.forwardTo(app.url);
    served = { proxy, app };
  });

  test.afterAll(async () => {
    await served.app.stop();
    await served.proxy.stop();
  });

  test('a bad response for a parcel, an image or the scanner leaves what was seen in place, with the reason', async ({
    browser,
  }) => {
    const { proxy, app } = served;
    const digests = await digestStoredFiles(DIST);
    const { trackingId } = await app.shipment({ description: 'Seen before', images: [await uploadImage(app)] });
    const unseen = await app.shipment({ description: 'Never seen' });
    try {
      const { context, page } = await deviceBehind(browser, proxy.url);
      const imageWidth = () =>
        page
          .getByRole('main')
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth);
      await page.goto('/track');
      await waitUntilCached(page);
      // A portal’s page is not even in the browser’s own cache.
      proxy.behave('cacheable portal', /^\/v1_1\/|\/images\//);
      await page.goto(`/track/${trackingId}`);
      await expect(page.getByText('Seen before')).toBeVisible();
      await expect.poll(() => proxy.harmed()).toBeGreaterThan(0);
      expect(await countFiles(page, 'images')).toBe(0);
      proxy.behave('honest');
      await page.reload();
      await expect.poll(imageWidth).toBeGreaterThan(0);
      await expect.poll(() => countFiles(page, 'images')).toBe(1);

      const imageLink = await page
        .getByRole('main')
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.currentSrc);
      const devtools = await context.newCDPSession(page);
      /** A page’s own memory would answer before the worker. */
      const canDrawImage = async () => {
        await devtools.send('Network.clearBrowserCache');
        return page.evaluate(
          (link) =>
            new Promise<boolean>((resolve) => {
              const image = new Image();
              image.crossOrigin = 'anonymous';
              image.onload = () => resolve(image.naturalWidth > 0);
              image.onerror = () => resolve(false);
              image.src = link;
            }),
          imageLink,
        );
      };

      const hasCountries = () =>
        page.evaluate(() =>
          fetch('/api/countries')
            .then((response) => response.json())
            .then(
              (list: unknown[]) => list.length > 100,
              () => false,
            ),
        );
      expect(await hasCountries()).toBe(true);
      await expect.poll(() => countFiles(page, 'countries')).toBe(1);

      const expected = {
        portal: 'unreadable',
        'cacheable portal': 'unreadable',
        redirect: 'unreadable',
        'foreign redirect': 'network',
        cut: 'network',
        429: 'status-429',
        500: 'status-500',
        502: 'status-502',
        503: 'status-503',
        silent: 'timeout',
        drip: 'timeout',
      } satisfies Partial<Record<Behaviour, string>>;
      for (const [behaviour, reason] of Object.entries(expected)) {
        proxy.behave((Number(behaviour) || behaviour) as Behaviour);
        const responses = await Promise.all([lookUp(page, trackingId), hasCountries(), canDrawImage()]);
        const seen = { status: 200, reason, text: expect.stringContaining('Seen before') };
        expect(responses, behaviour).toEqual([seen, true, true]);
      }
      expect(await countFiles(page, 'images')).toBe(1);
      expect(await findCorruptFiles(page, digests)).toEqual([]);
      proxy.behave('portal');
      expect(await lookUp(page, unseen.trackingId)).toEqual({ status: 200, reason: null, text: PORTAL_PAGE });
      expect(await findCorruptFiles(page, digests)).toEqual([]);
      await page.reload();
      await expect(page.getByText('Seen before')).toBeVisible();
      await expect(page.getByText(/^Last updated/)).toBeVisible();
      await expect.poll(imageWidth).toBeGreaterThan(0);

      // The scanner and pages of roles come late.
      const late = [...digests.keys()].filter((path) => LATER.test(path));
      expect(late).toHaveLength(LATER_CHUNKS.length);
      const isThere = (path: string) =>
        page.evaluate(
          (path) =>
            fetch(path).then(
              ({ ok }) => ok,
              () => false,
            ),
          path,
        );
      for (const path of late) {
        proxy.behave('cacheable portal');
        expect(await isThere(path), path).toBe(false);
        proxy.behave('honest');
        expect(await isThere(path), path).toBe(true);
        await expect.poll(() => findCorruptFiles(page, digests)).toEqual([]);
        proxy.behave('portal');
        expect(await isThere(path), path).toBe(true);
      }
      expect(await countFiles(page, 'scanner')).toBe(2);
      expect(await countFiles(page, 'courier')).toBe(1);
      const cacheCourier = () => askForPages(page, 'courier');
      await page.evaluate(() => caches.delete('courier'));
      await devtools.send('Network.clearBrowserCache');
      proxy.behave('cacheable portal');
      expect(await cacheCourier()).toBe(false);
      expect(await countFiles(page, 'courier')).toBe(0);
      proxy.behave('honest');
      expect(await cacheCourier()).toBe(true);
      expect(await countFiles(page, 'courier')).toBe(1);
      expect(await findCorruptFiles(page, digests)).toEqual([]);
      await page.evaluate(async (html) => {
        for (const name of ['scanner', 'courier', 'tracking', 'images']) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            await cache.put(request, new Response(html, { headers: { 'content-type': 'text/html' } }));
          }
        }
      }, PORTAL_PAGE);
      for (const path of late) expect(await isThere(path), path).toBe(true);
      // They are stored after the page has them.
      const corruptLate = async () =>
        (await findCorruptFiles(page, digests)).filter((file) => /^(scanner|courier):/.test(file));
      await expect.poll(corruptLate).toEqual([]);
      await stopWorker(context, page);
      await page.reload();
      await expect.poll(imageWidth).toBeGreaterThan(0);
      await expect.poll(() => findCorruptFiles(page, digests)).toEqual([]);
      await context.close();
    } finally {
      proxy.behave('honest');
    }
  });
});

/** What is cut or drips reaches the server. */
const BAD_FOR_VISIT: Behaviour[] = ['portal', 'redirect', 429, 500, 'silent', 'cut'];
const BAD_FOR_PHOTO: Behaviour[] = ['cacheable portal', 'foreign redirect', 503, 502, 'cut', 'drip'];

test('a visit and its photo stay on the phone on every bad network, and arrive once when it is honest', async ({
  app,
  browser,
}) => {
  const proxy = await startHostileProxy(app.url);
  const run = await releaseRun(app, 'bad-network', [1]);
  const { context, page } = await deviceBehind(browser, proxy.url);
  const sent = new Set<string>();
  context.on('request', (request) => {
    const bytes = request.url().includes('/api/proofs/') && request.postDataBuffer();
    if (bytes) sent.add(`${request.url().split('/').at(-1)} ${createHash('sha256').update(bytes).digest('hex')}`);
  });
  await preparePhone(page, run.courier.email);
  await startRun(app, run);
  await link(page, 'Next stop: 1').waitFor();
  await goOffline(context, page);
  await link(page, 'Next stop: 1').click();
  await deliverToMailbox(page);
  await saved(page, 'Delivered to the mailbox, Receiver 1');
  const photos = await readPhotos(page);
  expect(photos).toHaveLength(1);

  // First the visit gets no good response, then the photo alone.
  for (const [calls, networks] of [
    [/^\/api\/(proofs|trpc\/courier\.visit)/, BAD_FOR_VISIT],
    [/^\/api\/proofs/, BAD_FOR_PHOTO],
  ] as const) {
    for (const behaviour of networks) {
      const where = `${behaviour} for ${calls}`;
      proxy.behave(behaviour, calls);
      await context.setOffline(false);
      await letUndoPass(page);
      // It is tried again, unless the first try is still waiting.
      const tries = behaviour === 'silent' || behaviour === 'drip' ? 1 : 2;
      const retry = async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        return proxy.harmed();
      };
      await expect.poll(retry, where).toBeGreaterThanOrEqual(tries);
      // What drips has arrived in the end.
      if (behaviour !== 'drip') expect(await readPhotos(page), where).toEqual(photos);
    }
  }
  // What was cut has reached the server, and was sent again.
  proxy.behave('honest');
  await letUndoPass(page);
  await expect.poll(() => readPhotos(page), { timeout: GIVEN_UP_MS }).toEqual([]);
  expect(await listProofs(app, run.courier.id)).toEqual(photos);
  expect((await listFacts(app, run.courier.id)).map(({ kind }) => kind)).toEqual(['load', 'start', 'visit']);
  const [, hash] = photos[0]?.split(' ') ?? [];
  expect([...sent]).toEqual([`${hash} ${hash}`]);
  await context.close();
  await proxy.stop();
});
