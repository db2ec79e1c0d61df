import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { goOffline, readAllStorage, waitUntilCached } from './support/device.ts';
import { expect, expectAccessible, openAs, type RunningApp, signIn, test, untilQuiet } from './support/journey.ts';
import { COURIER_ROUTES, LAYOUTS, MANAGER_ROUTES, type Route, VISITOR_ROUTES } from './support/routes.ts';

const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/;
const NOT_HERE = 'Not on this device yet. Go online to load it.';

test('the tests here open every page of the router offline', async () => {
  const router = await readFile(new URL('../../src/app/router.tsx', import.meta.url), 'utf8');
  const files = Array.from(router.matchAll(/import\('\.\.\/pages\/(.+?)\.tsx'\)/g), ([, file]) => file);
  const known = [...VISITOR_ROUTES, ...MANAGER_ROUTES, ...COURIER_ROUTES].map(([file]) => file);
  expect(files.toSorted()).toEqual([...known, ...LAYOUTS].toSorted());
});

/** A device on a metered connection: only opened pages are saved. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

/** Loads each page and checks what it shows. */
async function openEach(page: Page, pages: readonly Route[]): Promise<void> {
  for (const [, path, heading, state] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
    const isMissing = state === 'not here' || state === 'partly seen';
    const expected = {
      isMissing,
      ...(isMissing && { canRetry: true }),
      hasAge: state === 'seen' || state === 'partly seen',
      // On every page, at every scroll position.
      strips: [true],
      waiting: 0,
      headings: 1,
      hasTitle: true,
    };
    await expect.poll(() => describe(page), { message: path }).toMatchObject(expected);
    // What is missing says so in the same words on each.
    if (path === pages.find((route) => route[3] === 'not here')?.[1]) await expectAccessible(page);
  }
}

/** What a page shows at its end. */
function describe(page: Page) {
  return page.evaluate((notHere) => {
    scrollTo(0, document.body.scrollHeight);
    const words = document.body.innerText;
    const underHeader = document.querySelector('header.top')?.getBoundingClientRect().bottom ?? 0;
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= underHeader && bottom <= innerHeight;
    };
    return {
      isMissing: words.includes(notHere),
      canRetry: /^Retry$/m.test(words),
      hasAge: /^Last updated .*\. You’re offline\.$/m.test(words),
      strips: [...document.querySelectorAll('[role=status]')]
        .filter((strip) => strip.checkVisibility() && /You’re offline/i.test(strip.textContent ?? ''))
        .map(isInView),
      waiting: document.querySelectorAll('[aria-busy=true], .skeleton').length,
      headings: document.querySelectorAll('h1').length,
      hasTitle: document.title !== '',
    };
  }, NOT_HERE);
}

test('a visitor who has been to /track once can open every public page offline', async ({ page, context, reports }) => {
  reports.allow(NETWORK);
  await page.goto('/track');
  await waitUntilCached(page);
  await goOffline(context, page);
  await openEach(page, VISITOR_ROUTES);

  // A search may end like the name of a file.
  await page.goto('/login?returnTo=%2Fmanager%2Fusers%3Fq%3Dsomeone%40example.com');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('a manager who has been to / once can open every page offline, and sees its age or that it is missing', async ({
  app,
  page,
  context,
  reports,
}) => {
  test.setTimeout(240_000);
  reports.allow(NETWORK);
  await saveData(context);
  const names = { firstName: 'Mapp', lastName: 'Offline' };
  const manager = await app.person({ email: 'whole.map@example.com', ...names, manager: true });
  await app.shipment({ receiverEmail: manager.email, description: 'Seen on the dashboard' });
  await signIn(page, manager.email);
  await expect(page.getByText('Seen on the dashboard')).toBeVisible();
  await waitUntilCached(page);
  await goOffline(context, page);
  await openEach(page, MANAGER_ROUTES);

  // Missing pages load automatically once the network is back.
  await page.goto('/manager/shipments');
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Seen on the dashboard')).toBeVisible();
  await expect(page.getByText(NOT_HERE)).toHaveCount(0);
});

test('a courier who has signed in can open every page of the day offline', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const courier = await app.person({ email: 'whole.day@example.com', courier: true });
  await openAs(page, courier.email, '/courier');
  await expect(page.getByText('You have no run today. Ask the desk.')).toBeVisible();
  await waitUntilCached(page);
  await expect.poll(() => page.evaluate(() => caches.has('courier'))).toBe(true);
  await untilQuiet(page);
  await goOffline(context, page);
  await openEach(page, COURIER_ROUTES);
});

const CANARIES = {
  firstName: 'CanaryFirst',
  lastName: 'CanaryLast',
  email: 'canary.person@example.com',
  address: 'CanaryAddress 1',
  city: 'CanaryCity',
  state: 'CanaryState',
  phone: '+46 70 111 2201',
  description: 'CanaryParcel',
  senderName: 'CanarySender',
  senderEmail: 'canary.sender@example.com',
  senderPhone: '+46 70 111 2202',
  receiverName: 'CanaryReceiver',
  receiverPhone: '+46 70 111 2203',
  shipTo: 'CanaryStreet 7',
  weight: 'CanaryWeight',
  comment: 'CanaryComment',
  place: 'CanaryPlace',
  bill: 'CanaryBill',
  deposit: 'CanaryDeposit',
  accountName: 'CanaryAccount',
  bankName: 'CanaryBank',
};

/** A user with distinct content on every page. */
async function canaryPerson(app: RunningApp): Promise<{ id: string; trackingId: string }> {
  const { firstName, lastName, email, address, city, state, phone } = CANARIES;
  const person = await app.person({ email, firstName, lastName, address, city, state, phone, manager: true });
  const { description, senderName, senderEmail, senderPhone, receiverName, receiverPhone, shipTo, weight } = CANARIES;
  const parcel = { description, senderName, senderEmail, senderPhone, receiverName, receiverPhone, shipTo, weight };
  const { id, trackingId } = await app.shipment({ ...parcel, receiverEmail: email });
  const { comment, place, bill, deposit, accountName, bankName } = CANARIES;
  await app.call(email, 'shipmentAdmin.updateShipmentActivity', { id, comment, address: place });
  const ofUser = { userId: person.id, amount: 12.5 };
  await app.call(email, 'billAdmin.addBill', { ...ofUser, summary: bill, trackingId });
  await app.call(email, 'transactionAdmin.addDeposit', { ...ofUser, summary: deposit, status: 'successful' });
  const account = { userId: person.id, accountName, bankName, accountNumber: '1122334455', routingNumber: '998877' };
  await app.call(email, 'transactionAdmin.createBankAccount', account);
  return { id, trackingId };
}

/** The text of each of these pages. */
async function readPages(page: Page, paths: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true], .skeleton'), path).toHaveCount(0);
    texts.push(await page.locator('body').innerText());
  }
  return texts.join('\n');
}

test("after a sign-out no store holds any of the person's data, and the next one sees none of it", async ({
  app,
  page,
  context,
  reports,
}) => {
  test.setTimeout(240_000);
  reports.allow(NETWORK);
  const { id, trackingId } = await canaryPerson(app);
  const next = await app.person({ email: 'next.person@example.com', firstName: 'Nextine', manager: false });
  const words = Object.values(CANARIES);
  const none = (text: string, where: string) =>
    expect(
      words.filter((word) => text.includes(word)),
      where,
    ).toEqual([]);

  await signIn(page, CANARIES.email);
  await waitUntilCached(page);
  const own = [
    '/',
    '/packages',
    `/track/${trackingId}`,
    `/track/${trackingId}?detailed=true`,
    `/invoice/${trackingId}`,
  ];
  const pages = [...own, '/profile', '/profile/account', '/profile/settings'];
  await readPages(page, [...pages, '/manager', '/manager/shipments', `/manager/shipments/${id}`, '/manager/users']);
  const missing = async () => {
    const stored = await readAllStorage(page);
    return words.filter((word) => !stored.includes(word));
  };
  await expect.poll(missing).toEqual([]);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  none(await readAllStorage(page), 'after the sign-out');

  await goOffline(context, page);
  none(await readPages(page, [`/track/${trackingId}`, '/profile']), 'a visitor without network');
  await context.setOffline(false);
  await signIn(page, next.email);
  const seen = await readPages(page, ['/', '/packages', '/profile', '/profile/account', '/profile/offline']);
  none(seen, 'the next person');
  none(await readAllStorage(page), 'kept of the next person');
  await goOffline(context, page);
  const offline = await readPages(page, [...pages, '/manager/shipments', `/manager/shipments/${id}`]);
  none(offline, 'the next person without network');
});
