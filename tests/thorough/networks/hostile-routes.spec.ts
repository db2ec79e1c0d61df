/**
 * Every route meets every bad network as every role, first with only the app and the user stored,
 * then with the page. It takes about twenty minutes; `THOROUGH=1 npx playwright test hostile-routes
 * -g "manager.*drip"` is one of its tests.
 */
import type { Browser, Page } from '@playwright/test';
import { saveData, waitUntilCached } from '../../journeys/support/device.ts';
import { expect, openAs, type RunningApp, startApp, test } from '../../journeys/support/journey.ts';
import {
  COURIER_ROUTES,
  MANAGER_ROUTES,
  type Route,
  SOME_ID,
  SOME_TRACKING_ID,
  VISITOR_ROUTES,
} from '../../journeys/support/routes.ts';
import { type Behaviour, type HostileProxy, startHostileProxy } from '../../support/hostile-proxy.ts';

const CALLS = /^\/api\/trpc\/(?!live)/;
const BEHAVIOURS: Behaviour[] = [
  'portal',
  'cacheable portal',
  'redirect',
  'foreign redirect',
  'silent',
  'cut',
  'drip',
  429,
  500,
  502,
  503,
];
test.describe.configure({ mode: 'parallel' });

/** It is longer than the response timeout and a page’s wait before it retries. */
const GIVEN_UP_MS = 16_000;
const ASKED_AGAIN_MS = 61_000;
/** A page tries a call a second time, after a moment. */
const RETRIED_MS = 2_000;
const STORED_WITHIN_MS = 300;

/** Their data is on the device once they were seen. */
const needsData = ([file, , , state]: Route) => state !== 'whole' && !UNKNOWN.includes(file);

/** An unknown record redirects once the server responds. */
const UNKNOWN = ['manager/imports/shipment-import'];

let proxy: HostileProxy;
let app: RunningApp & { stop(): Promise<void> };
let shipment: { id: string; trackingId: string };
let people: Record<'customer' | 'courier' | 'manager', { id: string; email: string }>;
let run: { id: string; version: number };
let stop: { id: string };
let bulk: { id: string };

test.beforeAll(async () => {
  proxy = await startHostileProxy();
  app = await startApp({ PUBLIC_URL: proxy.url });
  proxy.forwardTo(app.url);
  shipment = await app.shipment({ description: 'On every page' });
  people = {
    customer: await app.person({ email: 'bad.networks.customer@example.com' }),
    courier: await app.person({ email: 'bad.networks.courier@example.com', courier: true }),
    manager: await app.person({ email: 'bad.networks.manager@example.com', manager: true }),
  };
  const inRun = { day: 'today', name: 'On every page', courierId: people.courier.id, shipmentIds: [shipment.id] };
  run = await app.call('dispatch@example.com', 'runAdmin.create', inRun);
  await app.call('dispatch@example.com', 'runAdmin.release', run);
  const change = { ids: [shipment.id], change: { kind: 'location', address: 'Depot', comment: '' }, emails: 'none' };
  bulk = await app.call('dispatch@example.com', 'bulk.start', change);
  [stop = { id: '' }] = await app.database.query<{ id: string }>('select id from run_stops');
});

test.afterAll(async () => {
  await app.stop();
  await proxy.stop();
});

/** The device has the app and the profile; its clock can be moved. */
async function openDevice(browser: Browser, email?: string): Promise<Page> {
  proxy.behave('honest');
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1280, height: 800 } });
  await saveData(context);
  const page = await context.newPage();
  if (email) await openAs(page, email, '/track');
  else await page.goto('/track');
  await waitUntilCached(page);
  await page.clock.install();
  return page;
}

const addressOf = (path: string, userId: string) =>
  path
    .replace(SOME_TRACKING_ID, shipment.trackingId)
    .replace(`runs/${SOME_ID}`, `runs/${run.id}`)
    .replace(`bulk/${SOME_ID}`, `bulk/${bulk.id}`)
    .replace(`stops/${SOME_ID}`, `stops/${stop.id}`)
    .replace(`users/${SOME_ID}`, `users/${userId}`)
    .replace(`shipments/${SOME_ID}`, `shipments/${shipment.id}`);

const isWaiting = (page: Page) => page.locator('[aria-busy=true], .skeleton');
const hasTrouble = (page: Page) => page.locator('.strip').or(page.getByText(/^Retry$|Type the country/));

async function expectUsable(page: Page, behaviour: Behaviour, where: string, isStored: boolean): Promise<void> {
  await expect(async () => {
    const isSlow = behaviour === 'silent' || behaviour === 'drip';
    // The service worker’s clock is another one, so a page that it has a copy of waits longer.
    await page.clock.fastForward(isSlow && !isStored ? GIVEN_UP_MS : RETRIED_MS);
    await expect(isWaiting(page), where).toHaveCount(0, { timeout: 500 });
    await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1, { timeout: 100 });
    if (isStored) await expect(page.getByText(/^Last updated/).first(), where).toBeVisible({ timeout: 500 });
  }).toPass({ intervals: [0, 100], timeout: 10_000 });
  expect((await page.locator('main').innerText()).trim(), where).not.toBe('');
  expect(await page.title(), where).not.toBe('');
  await expect(page.getByText('Something went wrong'), where).toHaveCount(0);
}

/**
 * The page has to find out by itself. Each jump of the clock ends the calls in flight, so there is
 * time between two.
 */
async function recover(page: Page, where: string): Promise<void> {
  proxy.behave('honest');
  await expect(async () => {
    await page.clock.fastForward(ASKED_AGAIN_MS);
    await expect(hasTrouble(page).or(isWaiting(page)), where).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ intervals: [0], timeout: 60_000 });
}

/** The second visit has the page stored. */
async function visit(page: Page, route: Route, address: string, behaviour: Behaviour): Promise<void> {
  const where = `${address}, ${behaviour}`;
  proxy.behave(behaviour, CALLS);
  await page.goto(address);
  await expectUsable(page, behaviour, where, false);
  if (!UNKNOWN.includes(route[0])) await recover(page, where);
  const again = `${where}, then stored`;
  // What has just come may not be stored yet.
  await expect(async () => {
    if (needsData(route)) await recover(page, again);
    await page.waitForTimeout(STORED_WITHIN_MS);
    proxy.behave(behaviour, CALLS);
    await page.reload();
    await expectUsable(page, behaviour, again, needsData(route));
  }).toPass({ timeout: 60_000 });
  if (!UNKNOWN.includes(route[0])) await recover(page, again);
}

const ofCustomers = MANAGER_ROUTES.filter(([file]) => !file.startsWith('manager/'));

const ROLES = [
  ['visitor', VISITOR_ROUTES],
  ['customer', ofCustomers],
  ['courier', COURIER_ROUTES],
  ['manager', MANAGER_ROUTES.filter((route) => !ofCustomers.includes(route))],
] as const;

for (const behaviour of BEHAVIOURS) {
  for (const [role, routes] of ROLES) {
    test(`every page of a ${role} says what it has and what is wrong on a bad network (${behaviour}), and recovers by itself`, async ({
      browser,
    }) => {
      const person = role === 'visitor' ? null : people[role];
      const page = await openDevice(browser, person?.email);
      for (const route of routes) await visit(page, route, addressOf(route[1], person?.id ?? ''), behaviour);
      await page.context().close();
    });
  }
}
