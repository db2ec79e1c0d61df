import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { formatTimeOfDay } from '../../../src/domain/dates.ts';
import { releaseRun } from '../../journeys/support/courier.ts';
import { saveData, waitUntilCached } from '../../journeys/support/device.ts';
import {
  expect,
  expectAccessible,
  openAs,
  PASSWORD,
  type RunningApp,
  startApp,
  submitLogin,
  test,
  withoutWorker,
} from '../../journeys/support/journey.ts';
import { type Behaviour, type HostileProxy, startHostileProxy } from '../../support/hostile-proxy.ts';

// One after the other: they share a server.
test.describe.configure({ mode: 'default' });

/** Every call except the live stream, which has its own rules. */
const CALLS = /^\/api\/trpc\/(?!live)/;
/** With the live stream, whose opening loads again what is shown. */
const ALL_CALLS = /^\/api\/trpc\//;

const PORTAL = 'This Wi-Fi requires you to sign in';
const SILENCE = 'The server isn’t responding.';
const BUSY = 'The server is busy.';
const FAULT = 'The server has a problem.';

/** What the network does to every call, and what the page says about it, which each time changes. */
type Trouble = readonly [behaviour: Behaviour, words: string];

/** Each reason for visitors and customers; the other networks are in call-error-of.test.ts and hostile-network.spec.ts. */
const OF_VISITORS: Trouble[] = [
  ['portal', PORTAL],
  ['cut', SILENCE],
  [503, BUSY],
];
const OF_CUSTOMERS: Trouble[] = [
  ['redirect', PORTAL],
  ['cut', SILENCE],
  [429, BUSY],
  [500, FAULT],
  ['silent', SILENCE],
];
const OF_STAFF: Trouble[] = [
  ['portal', PORTAL],
  ['cut', SILENCE],
];
/** Why a parcel cannot be shown. */
const SENTENCES: Trouble[] = [
  ['foreign redirect', 'This Wi-Fi requires you to sign in. Open its sign-in page in your browser, then try again.'],
  ['cut', 'No response from the server. Check your connection and try again.'],
  [502, 'The server has a problem. Please try again in a moment.'],
  [503, 'The service is busy. Please try again in a moment.'],
];
const UNKNOWN = 'W48207K159XX';

/** Longer than a page waits before it retries. */
const ASKED_AGAIN_MS = 61_000;
/** Longer than an answer may take. */
const GIVEN_UP_MS = 16_000;
const HOUR_MS = 3_600_000;

let proxy: HostileProxy;
let app: RunningApp & { stop(): Promise<void> };

test.beforeAll(async () => {
  proxy = await startHostileProxy();
  app = await startApp({ PUBLIC_URL: proxy.url });
  proxy.forwardTo(app.url);
});

test.afterAll(async () => {
  await app.stop();
  await proxy.stop();
});

/** A browser whose requests all go through the proxy, and whose clock can be moved forward. */
async function openDevice(browser: Browser, time?: number): Promise<{ context: BrowserContext; page: Page }> {
  proxy.behave('honest');
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.clock.install(time === undefined ? {} : { time });
  return { context, page };
}

const strip = (page: Page, words: string, time = '\\d\\d:\\d\\d [AP]M') =>
  page.getByText(new RegExp(`^Last updated (?:\\w+ \\d+ \\w+, )?${time}\\. ${words}`));

/** Lets time pass by two seconds until this is on the screen. */
const passTimeUntil = (page: Page, shown: Locator, where = '') =>
  expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(shown, where).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [0], timeout: 10_000 });

test('what people have seen stays during network trouble, with the reason, and what they have not seen says why, until the server responds again', async ({
  browser,
}) => {
  const me = await app.person({ email: 'stays@example.com' });
  await app.shipment({ receiverEmail: me.email, description: 'A parcel that stays' });
  const manager = await app.person({ email: 'stays.manager@example.com', manager: true });
  const { courier, shipments } = await releaseRun(app, 'stays', [1]);
  const { context, page } = await openDevice(browser);
  await test.step('a visitor, and a parcel they looked up', () => seeParcelAgain(page));
  await test.step('a visitor, and another parcel', () => retryUnseenParcels(page));
  for (const [email, path, text, troubles] of [
    [me.email, '/packages', 'A parcel that stays', OF_CUSTOMERS],
    [manager.email, '/manager/shipments', shipments[0]?.trackingId ?? '', OF_STAFF],
    [courier.email, '/courier', 'Centre', OF_STAFF],
  ] as const) {
    await openAs(page, email, path);
    const seen = page.getByRole('main').getByText(text).first();
    await expect(seen, path).toBeVisible();
    await waitUntilCached(page);
    for (const [place, [behaviour, words]] of troubles.entries()) {
      const where = `${path}, ${behaviour}`;
      proxy.behave(behaviour, CALLS);
      // From what is stored first, and then on the page itself.
      if (place === 0) await page.reload();
      else await page.getByRole('button', { name: 'Try again' }).click();
      await passTimeUntil(page, strip(page, words), where);
      await expect(seen, where).toBeVisible();
      expect(proxy.harmed(), where).toBeGreaterThan(0);
    }
    if (path === '/packages') await expectAccessible(page);
    await context.setOffline(true);
    await expect(strip(page, 'You’re offline.'), path).toBeVisible();
    await expect(seen, path).toBeVisible();
    await context.setOffline(false);
    proxy.behave('honest');
    await page.clock.fastForward(ASKED_AGAIN_MS);
    await expect(page.getByText(/^Last updated/), path).toHaveCount(0);
    await page.evaluate(() => localStorage.clear());
  }
  await context.close();
});

async function seeParcelAgain(page: Page): Promise<void> {
  const { trackingId } = await app.shipment({ description: 'Looked up before' });
  await page.goto('/track');
  await waitUntilCached(page);
  await page.goto(`/track/${trackingId}`);
  const parcel = page.getByRole('main').getByText('Looked up before').first();
  await expect(parcel).toBeVisible();
  for (const [behaviour, words] of OF_VISITORS) {
    proxy.behave(behaviour, CALLS);
    await page.reload();
    await expect(parcel, String(behaviour)).toBeVisible();
    await expect(strip(page, words), String(behaviour)).toBeVisible();
  }
  proxy.behave('honest');
  await page.clock.fastForward(ASKED_AGAIN_MS);
  await expect(page.getByText(/^Last updated/)).toHaveCount(0);
}

async function retryUnseenParcels(page: Page): Promise<void> {
  for (const [behaviour, sentence] of SENTENCES) {
    // One of them does not exist, which only the server can say.
    const isUnknown = behaviour === 'cut';
    const { trackingId } = isUnknown ? { trackingId: UNKNOWN } : await app.shipment({ description: 'Seen at last' });
    proxy.behave(behaviour, ALL_CALLS);
    await page.goto(`/track/${trackingId}`);
    await passTimeUntil(page, page.getByRole('alert').getByText(sentence), String(behaviour));
    await expect(page).toHaveURL(`/track/${trackingId}`);
    proxy.behave('honest');
    await page.getByRole('button', { name: 'Retry' }).click();
    if (isUnknown) await expect(page).toHaveURL('/track?error=Shipment%20not%20found');
    else await expect(page.getByText('Seen at last').first(), String(behaviour)).toBeVisible();
  }
}

test('the age of a page is that of the oldest part of it, also of notices and preferences', async ({ browser }) => {
  const me = await app.person({ email: 'oldest.part@example.com', manager: true });
  const { trackingId } = await app.shipment({ receiverEmail: me.email });
  const bill = { userId: me.id, amount: 12.5, summary: 'A bill of an hour ago', trackingId };
  await app.call(me.email, 'billAdmin.addBill', bill);
  const parcel = `/track/${trackingId}`;
  /** A page, what only this page shows, and pages that refresh everything else of it. */
  const parts: [path: string, text: string, others: string[]][] = [
    ['/profile', 'Notify me when a shipment is', ['/packages']],
    ['/manager', 'Recent users', ['/manager/shipments', '/manager/users']],
    [parcel, bill.summary, [`/invoice/${trackingId}`]],
  ];
  const { context, page } = await openDevice(browser, Date.now() - HOUR_MS);
  // Or what is saved in the background would make parts younger.
  await saveData(context);
  /** The minutes in which something was loaded: parts of pages are, from the sign-in on, before they are opened. */
  const minutes = new Set<string>();
  const noteMinute = async () =>
    minutes.add(formatTimeOfDay(await page.evaluate(() => new Date().toTimeString().slice(0, 5))));
  await noteMinute();
  await openAs(page, me.email, '/packages');
  await waitUntilCached(page);
  await noteMinute();
  for (const [path, text] of parts) {
    await page.goto(path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await waitUntilCached(page);
    await noteMinute();
  }
  await page.clock.fastForward(HOUR_MS);
  for (const path of parts.flatMap(([, , others]) => others)) {
    await page.goto(path);
    await waitUntilCached(page);
  }
  proxy.behave('portal', CALLS);
  for (const [path, text] of parts) {
    await page.goto(path);
    await expect(page.getByText(text).first(), path).toBeVisible();
    await expect(strip(page, 'This Wi-Fi', `(${[...minutes].join('|')})`), path).toBeVisible();
  }
  await context.close();
});

test('a server that never responds leaves no page empty or loading indefinitely', async ({ browser }) => {
  const me = await app.person({ email: 'silence@example.com' });
  const parcel = await app.shipment({ receiverEmail: me.email, description: 'A parcel behind the silence' });
  const { context, page } = await openDevice(browser);
  const slow = page.getByText('The server is slow to respond. Still waiting.').first();
  const noAnswer = page.getByText('No response from the server. Check your connection and try again.').first();
  await page.goto('/login');
  await waitUntilCached(page);

  proxy.behave('silent', CALLS);
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // The button says so before the call begins, which is when its time begins too.
  await Promise.all([
    page.waitForRequest(/auth\.login/),
    page.getByRole('button', { name: 'Login', exact: true }).click(),
  ]);
  await expect(page.getByRole('button', { name: 'Logging in' })).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(noAnswer).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();

  await page.goto(`/track/${parcel.trackingId}`);
  await passTimeUntil(page, slow);
  await page.clock.fastForward(GIVEN_UP_MS);
  await expect(noAnswer).toBeVisible();

  // Signed in, and nothing stored yet but who it is.
  proxy.behave('honest');
  await page.goto('/login');
  await expect(page.getByText('We kept what you typed')).toBeVisible();
  await submitLogin(page, me.email);
  await expect(page.getByText('A parcel behind the silence').first()).toBeVisible();
  await waitUntilCached(page);
  proxy.behave('silent', CALLS);
  await page.goto('/profile/settings');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await passTimeUntil(page, slow);
  await page.clock.fastForward(GIVEN_UP_MS);
  await expect(noAnswer).toBeVisible();
  proxy.behave('honest');
  await page.clock.fastForward(ASKED_AGAIN_MS);
  await expect(noAnswer).toHaveCount(0);

  // A device that does not even know who is signed in.
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await context.close();
  const another = await openDevice(browser);
  await withoutWorker(another.page);
  await another.page.addInitScript((token) => localStorage.setItem('token', token ?? ''), token);
  await startsInSilence(another.page);
  await another.context.close();
});

async function startsInSilence(page: Page): Promise<void> {
  const title = page.getByRole('heading', { name: 'No response' });
  const waitInVain = async () => {
    await passTimeUntil(page, page.getByText('The server is slow to respond. Still waiting.'));
    await page.clock.fastForward(GIVEN_UP_MS);
    await expect(title).toBeVisible();
  };
  proxy.behave('silent', CALLS);
  await page.goto('/packages');
  await waitInVain();
  // The token alone says that someone is signed in.
  await expect(page.getByRole('banner').getByRole('link', { name: 'My profile' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(title).toHaveCount(0);
  await waitInVain();
  // With nobody there to press it again.
  proxy.behave('honest');
  await expect(async () => {
    await page.clock.fastForward(ASKED_AGAIN_MS);
    await expect(page.getByText('A parcel behind the silence')).toBeVisible({ timeout: 2_000 });
  }).toPass({ intervals: [0], timeout: 60_000 });
}
