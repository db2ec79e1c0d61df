/** What a page loads before it is opened, and what shows while it loads. */
import type { Locator, Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import {
  expect,
  expectAccessible,
  openAs,
  PARCEL,
  signIn,
  test,
  untilQuiet,
  withoutWorker,
} from './support/journey.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

test.use({ viewport: DESKTOP });
// A page that starts to follow its data fetches it once more. After some seconds a page saves the
// newest shipments for later, and then needs no data to open one.
test.beforeEach(async ({ reports, page }) => {
  reports.allow(/ERR_FAILED/);
  // Its cache would hide requests to the server.
  await withoutWorker(page);
  await page.route(/\/cache-shipments-/, (route) => route.abort());
  await page.route(/live\.follow/, (route) => route.abort());
});

/** Records the paths that a page requests from now on. */
function asked(page: Page): { paths: string[]; of(pattern: RegExp): string[] } {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return { paths, of: (pattern) => paths.filter((path) => pattern.test(path)) };
}

const CODE = /^\/assets\/.*\.js$/;
const DATA = /[/,]shipmentAdmin\.getShipment(,|$)/;

async function atList(page: Page, email: string, description: string): Promise<Locator> {
  await openAs(page, email, '/manager/shipments');
  const link = page.getByRole('link', { name: description });
  await expect(link).toBeVisible();
  await untilQuiet(page);
  return link;
}

test('pointing at a link loads its code and data every time, and the click needs nothing more', async ({
  app,
  page,
}) => {
  await app.shipment({ description: 'Loaded ahead' });
  const manager = await app.person({ email: 'ahead@example.com', manager: true });
  const link = await atList(page, manager.email, 'Loaded ahead');
  const requests = asked(page);
  const answered = () => page.waitForResponse((answer) => DATA.test(new URL(answer.url()).pathname));

  const first = answered();
  await link.hover();
  await (await first).finished();
  await untilQuiet(page);
  const code = requests.of(CODE);
  expect(code.some((path) => path.startsWith('/assets/manager-'))).toBe(true);
  expect(code).toHaveLength(new Set(code).size);
  expect(requests.of(DATA)).toHaveLength(1);

  // Default preload stale time 0: pointing again fetches the data again, but not the code.
  await page.mouse.move(5, 400);
  const second = answered();
  await link.hover();
  await (await second).finished();
  await untilQuiet(page);
  expect(requests.of(CODE)).toEqual(code);
  expect(requests.of(DATA)).toHaveLength(2);

  requests.paths.length = 0;
  await link.click();
  await expect(page.getByText('Sender code')).toBeVisible();
  await untilQuiet(page);
  // Apart from the stream of news, which a page keeps trying to open.
  expect(requests.of(/^\/(assets|api)\//).filter((path) => !path.endsWith('live.follow'))).toEqual([]);
});

test('a click during loading waits for it instead of sending it twice, with a bar after a moment', async ({
  app,
  page,
}) => {
  await app.shipment({ description: 'Slow to come' });
  const manager = await app.person({ email: 'slow@example.com', manager: true });
  const link = await atList(page, manager.email, 'Slow to come');
  const requests = asked(page);
  const gate = Promise.withResolvers<void>();
  await page.route(
    (url) => DATA.test(url.pathname),
    async (route) => {
      await gate.promise;
      await route.continue();
    },
  );
  const begun = page.waitForRequest((request) => DATA.test(new URL(request.url()).pathname));
  await link.hover();
  await begun;
  await link.click();
  const bar = page.locator('.pending-bar');
  await expect(bar).toBeVisible();
  await expect(bar).toHaveAttribute('aria-hidden', 'true');
  const delays = await bar.evaluate((element) =>
    element.getAnimations().map((animation) => animation.effect?.getTiming().delay),
  );
  expect(delays).toEqual([150]);
  // Nobody waits for a background script, so its failure must not reload the page.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/cache-shipments-'));
  await page.evaluate(() => {
    document.documentElement.dataset.is = 'the same document';
    dispatchEvent(new Event('online'));
  });
  await failed;
  await expectAccessible(page);
  gate.resolve();
  await expect(page.getByText('Sender code')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-is', 'the same document');
  const code = requests.of(CODE).filter((path) => !path.includes('/cache-shipments-'));
  expect(code).toHaveLength(new Set(code).size);
  expect(requests.of(DATA)).toHaveLength(1);
});

test('lists load their data with the page, and their next page when it is pointed at', async ({ app, page }) => {
  const manager = await app.person({ email: 'pages@example.com', manager: true });
  const { id } = await app.shipment();
  const details = { ship_to: PARCEL.shipTo, receiver_name: PARCEL.receiverName };
  await copyShipments(app.database, id, 9, () => details);
  await app.shipment({ description: 'Parcel 10' });
  await signIn(page, manager.email);
  await untilQuiet(page);
  const requests = asked(page);
  const list = /shipmentAdmin\.getShipments/;
  const header = page.getByRole('banner');
  const dashboard = page.waitForResponse((answer) => list.test(answer.url()));
  await header.getByRole('link', { name: 'Manager' }).hover();
  await (await dashboard).finished();
  await header.getByRole('link', { name: 'Manager' }).click();
  await expect(page.getByRole('heading', { name: 'Recent shipments' })).toBeVisible();
  await expect(page.getByText('Parcel 10')).toBeVisible();
  expect(requests.of(list)).toHaveLength(1);

  // The dashboard shows the top of the list's first page, which is therefore there already.
  await page.getByRole('link', { name: 'View all shipments' }).click();
  await expect(page.getByRole('heading', { name: 'Shipments', exact: true })).toBeVisible();
  await expect(page.getByText('Parcel 10')).toBeVisible();
  expect(requests.of(list)).toHaveLength(1);
  requests.paths.length = 0;
  const second = page.waitForResponse((answer) => list.test(answer.url()));
  await page.getByRole('link', { name: 'Next page' }).hover();
  await (await second).finished();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/manager/shipments?page=2');
  await expect(page.locator('[aria-current=page].chosen')).toHaveText('Page 2');
  expect(requests.of(list)).toHaveLength(1);
});

test('keyboard focus and touch prefetch too', async ({ app, page, browser }) => {
  const code = (request: { url(): string }) => /\/assets\/(forms|register)-[\w-]+\.js$/.test(request.url());
  await page.goto('/track');
  await untilQuiet(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'My packages' });
  await link.focus();
  const byKeyboard = page.waitForRequest(code);
  await page.keyboard.press('Tab');
  await byKeyboard;
  await expect(page).toHaveURL('/track');

  const context = await browser.newContext({
    baseURL: app.url,
    viewport: PHONE,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const phone = await context.newPage();
  await phone.goto('/login');
  await untilQuiet(phone);
  const box = await phone.getByRole('link', { name: /^Create account/ }).boundingBox();
  const devtools = await context.newCDPSession(phone);
  const byFinger = phone.waitForRequest(code);
  const point = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await byFinger;
  await expect(phone).toHaveURL('/login');
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(phone).toHaveURL('/register');
  await context.close();
});

test('nothing is prefetched in data-saver mode, on a slow network, offline, or on a passing pointer', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const connection = { saveData: false, effectiveType: '4g' };
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  await page.clock.install();
  await page.goto('/track');
  await untilQuiet(page);
  const requests = asked(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'Login or signup' });
  const connect = (state: object) =>
    page.evaluate((state) => Object.assign((navigator as unknown as { connection: object }).connection, state), state);
  const pointAtIt = async () => {
    await link.hover();
    await page.clock.runFor(1000);
    await page.mouse.move(5, 400);
    await page.clock.runFor(1000);
    return requests.paths;
  };

  await connect({ saveData: true });
  expect(await pointAtIt()).toEqual([]);
  await connect({ saveData: false, effectiveType: 'slow-2g' });
  expect(await pointAtIt()).toEqual([]);
  await connect({ effectiveType: '2g' });
  expect(await pointAtIt()).toEqual([]);
  await connect({ effectiveType: '4g' });
  await context.setOffline(true);
  expect(await pointAtIt()).toEqual([]);
  await context.setOffline(false);

  // A visitor would be led to /login: nothing of the page that cannot be seen.
  await page.getByRole('banner').getByRole('link', { name: 'My packages' }).hover();
  await page.clock.runFor(1000);
  expect(requests.paths).toEqual([]);

  await page.clock.pauseAt(Date.now() + 3_600_000);
  await link.hover();
  await page.clock.runFor(40);
  await page.mouse.move(5, 400);
  await page.clock.runFor(1000);
  expect(requests.paths).toEqual([]);

  // The same pointer on the same link, with nothing against prefetching.
  const code = page.waitForRequest(/\/assets\/forms-/);
  await link.hover();
  await page.clock.runFor(1000);
  await code;
});

test('a missing chunk does not matter until its page is opened, which then says so', async ({
  context,
  page,
  reports,
}) => {
  reports.allow(/Failed to load resource|net::ERR|dynamically imported module|Matched leaf route/);
  await page.goto('/track');
  await untilQuiet(page);
  await page.evaluate(() => Object.assign(window, { isFirstVisit: true }));
  await page.route('**/assets/forms-*.js', (route) => route.abort());
  const link = page.getByRole('banner').getByRole('link', { name: 'Login or signup' });
  const failed = page.waitForEvent('requestfailed');
  await link.hover();
  await failed;
  await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  expect(await page.evaluate(() => 'isFirstVisit' in window)).toBe(true);

  // Going there reloads the app once; if that does not help, the error element says what to do.
  await link.click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This page couldn’t be shown');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // Without a network it says so, as every page does.
  await context.setOffline(true);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await context.setOffline(false);
  await expectAccessible(page);
  // The pages that are there can still be opened.
  await page.getByRole('banner').getByRole('link', { name: 'Tracking' }).click();
  await expect(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
});

test('a part that fails to load while the page is being left does not call the person back', async ({
  page,
  reports,
}) => {
  reports.allow(/Failed to load resource|net::ERR|dynamically imported module|Matched leaf route/);
  await page.goto('/track');
  await untilQuiet(page);
  // Firefox ends what the page is loading once the browser has begun to leave it; here that is done by hand.
  const hasLeft = Promise.withResolvers<void>();
  const hasFailed = Promise.withResolvers<void>();
  await page.route('**/assets/forms-*.js', async (route) => {
    await hasLeft.promise;
    await route.abort();
  });
  await page.route(/track\?error=/, async (route) => {
    hasLeft.resolve();
    await hasFailed.promise;
    await route.continue();
  });
  const failed = page.waitForEvent('requestfailed');
  const reported = page.waitForEvent('console', (message) => message.type() === 'error');
  await page.getByRole('banner').getByRole('link', { name: 'Login or signup' }).click();
  const left = page.goto('/track?error=Elsewhere');
  await failed;
  await reported;
  hasFailed.resolve();
  await left;
  await expect(page).toHaveURL('/track?error=Elsewhere');
});

test('a first page whose scripts do not come tries again by itself', async ({ page, reports }) => {
  reports.allow(/Failed to load resource|net::ERR|Failed to fetch/);
  await page.clock.install();
  let isAway = true;
  await page.route('**/assets/index-*.js', (route) => (isAway ? route.abort() : route.continue()));
  const failed = page.waitForEvent('pageerror');
  await page.goto('/login');
  await failed;
  isAway = false;
  await page.clock.runFor(61_000);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});
