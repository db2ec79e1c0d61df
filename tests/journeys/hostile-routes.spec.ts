/**
 * Every route as every role on a bad network, with nothing stored but the app and who is signed in,
 * and with everything stored. The routes take turns with one behaviour of each kind; HOSTILE=all
 * visits every route with every behaviour.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Behaviour, type HostileProxy, startHostileProxy } from '../support/hostile-proxy.ts';
import { waitUntilCached } from './support/device.ts';
import { expect, type RunningApp, signIn, startApp, test } from './support/journey.ts';
import {
  COURIER_ROUTES,
  MANAGER_ROUTES,
  type Route,
  SOME_ID,
  SOME_TRACKING_ID,
  VISITOR_ROUTES,
} from './support/routes.ts';

const CALLS = /^\/api\/trpc\/(?!live)/;
const ALL: Behaviour[] = [
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
const isAll = process.env.HOSTILE === 'all';
const WITH_NOTHING_STORED: Behaviour[] = isAll ? ALL : ['portal', 'silent'];
const WITH_EVERYTHING_STORED: Behaviour[] = isAll ? ALL : [503];
/** Longer than the response timeout, and longer than a page waits before it retries. */
const GIVEN_UP_MS = 16_000;
const ASKED_AGAIN_MS = 61_000;

/** Routes whose pages need data, which is on the device once they were seen. */
const needsData = ([file, , , state]: Route) => state !== 'whole' && !UNKNOWN.includes(file);

/** Routes that need an existing record; an unknown one redirects once the server responds. */
const UNKNOWN = ['manager/shipment-import'];

let proxy: HostileProxy;
let app: RunningApp & { stop(): Promise<void> };
let shipment: { id: string; trackingId: string };
let people: Record<'customer' | 'courier' | 'manager', { id: string; email: string }>;
let run: { id: string; version: number };
let stop: { id: string };

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
  [stop = { id: '' }] = await app.database.query<{ id: string }>('select id from run_stops');
});

test.afterAll(async () => {
  await app.stop();
  await proxy.stop();
});

/** The browser context of a device that has the app, and the profile of its user. */
async function openDevice(browser: Browser, email?: string): Promise<BrowserContext> {
  proxy.behave('honest');
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1280, height: 800 } });
  // Only opened pages are saved.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const page = await context.newPage();
  if (email) await signIn(page, email);
  await page.goto('/track');
  await waitUntilCached(page);
  await page.close();
  return context;
}

/** The address of a route, about what there is. */
const addressOf = (path: string, userId: string) =>
  path
    .replace(SOME_TRACKING_ID, shipment.trackingId)
    .replace(`runs/${SOME_ID}`, `runs/${run.id}`)
    .replace(`stops/${SOME_ID}`, `stops/${stop.id}`)
    .replace(`users/${SOME_ID}`, `users/${userId}`)
    .replace(`shipments/${SOME_ID}`, `shipments/${shipment.id}`);

const isWaiting = (page: Page) => page.locator('[aria-busy=true], .skeleton');
const hasTrouble = (page: Page) => page.locator('.strip').or(page.getByText(/^Retry$|Type the country/));

/** Opens a route on this network, checks the page, and waits until it has recovered. */
async function visit(
  context: BrowserContext,
  behaviour: Behaviour,
  address: string,
  { mayRecover, isStored }: { mayRecover: boolean; isStored: boolean },
): Promise<void> {
  const where = `${address}, ${behaviour}`;
  const page = await context.newPage();
  await page.clock.install();
  proxy.behave(behaviour, CALLS);
  await page.goto(address);
  await expect(async () => {
    if (behaviour === 'silent' || behaviour === 'drip') await page.clock.fastForward(GIVEN_UP_MS);
    await expect(isWaiting(page), where).toHaveCount(0, { timeout: 500 });
    await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1, { timeout: 100 });
    if (isStored) await expect(page.getByText(/^Last updated/).first(), where).toBeVisible({ timeout: 500 });
  }).toPass();
  expect((await page.locator('main').innerText()).trim(), where).not.toBe('');
  expect(await page.title(), where).not.toBe('');
  await expect(page.getByText('Something went wrong'), where).toHaveCount(0);

  proxy.behave('honest');
  await expect(async () => {
    await page.clock.fastForward(ASKED_AGAIN_MS);
    if (mayRecover) await expect(hasTrouble(page), where).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await page.close();
}

async function visitAll(
  context: BrowserContext,
  behaviours: readonly Behaviour[],
  routes: readonly Route[],
  { userId = '', areStored }: { userId: string | undefined; areStored: boolean },
): Promise<void> {
  for (const [index, route] of routes.entries()) {
    const [file, path] = route;
    const known = { mayRecover: !UNKNOWN.includes(file), isStored: areStored && needsData(route) };
    const turn = behaviours[index % behaviours.length];
    for (const behaviour of isAll || !turn ? behaviours : [turn])
      await visit(context, behaviour, addressOf(path, userId), known);
  }
}

/** Opens every route once on a good network, so that the device has it. */
async function seeAll(context: BrowserContext, routes: readonly Route[], userId = ''): Promise<void> {
  proxy.behave('honest');
  const page = await context.newPage();
  for (const [, path] of routes) {
    await page.goto(addressOf(path, userId));
    await waitUntilCached(page);
  }
  await page.close();
}

const ofCustomers = MANAGER_ROUTES.filter(([file]) => !file.startsWith('manager/'));

for (const [role, routes] of [
  ['visitor', VISITOR_ROUTES],
  ['customer', ofCustomers],
  ['courier', COURIER_ROUTES],
  ['manager', MANAGER_ROUTES.filter((route) => !ofCustomers.includes(route))],
] as const) {
  test(`every page of a ${role} says what it has and what is wrong on a bad network, and recovers by itself`, async ({
    browser,
  }) => {
    test.setTimeout(isAll ? 1_800_000 : 180_000); // so many pages, one after the other
    const person = role === 'visitor' ? null : people[role];
    const context = await openDevice(browser, person?.email);
    await visitAll(context, WITH_NOTHING_STORED, routes, { userId: person?.id, areStored: false });
    await seeAll(context, routes, person?.id);
    await visitAll(context, WITH_EVERYTHING_STORED, routes, { userId: person?.id, areStored: true });
    await context.close();
  });
}
