import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { goOffline, readAllStorage, saveData, waitUntilCached } from '../../journeys/support/device.ts';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  type RunningApp,
  signIn,
  signOut,
  test,
  untilQuiet,
} from '../../journeys/support/journey.ts';
import {
  COURIER_ROUTES,
  LAYOUTS,
  MANAGER_ROUTES,
  type Route,
  SHOP_ROUTES,
  VISITOR_ROUTES,
} from '../../journeys/support/routes.ts';

const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/;
const NOT_HERE = 'Not on this device yet. Go online to load it.';
const NEEDS_CONNECTION = 'You need to be online for this. Nothing was sent.';
/**
 * The worker treats a kind of address the same, so one page of each is loaded as a document. The
 * others open as a link would, which costs much less.
 */
const LOADED = ['track', 'tracked-shipment', 'invoice', 'dashboard', 'manager/user', 'courier/today'];

test('the tests here open every page of the router offline', async () => {
  const router = await readFile(new URL('../../../src/app/router.tsx', import.meta.url), 'utf8');
  const files = Array.from(router.matchAll(/import\('\.\.\/pages\/(.+?)\.tsx'\)/g), ([, file]) => file);
  const known = [...VISITOR_ROUTES, ...MANAGER_ROUTES, ...COURIER_ROUTES, ...SHOP_ROUTES].map(([file]) => file);
  expect(files.toSorted()).toEqual([...known, ...LAYOUTS].toSorted());
});

/** The heading may be that of the last page, so it waits for the title. */
async function openWithin(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await goWithin(page, path);
  await expect.poll(() => page.title(), path).not.toBe(before);
}

async function openEach(page: Page, pages: readonly Route[]): Promise<void> {
  for (const [file, path, heading, state] of pages) {
    await (LOADED.includes(file) ? page.goto(path) : openWithin(page, path));
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
    const isMissing = state === 'not here' || state === 'partly seen';
    const expected = {
      isMissing,
      ...(isMissing && { canRetry: true }),
      hasAge: state === 'seen' || state === 'partly seen',
      strips: [true],
      waiting: 0,
      headings: 1,
      hasTitle: true,
    };
    await expect.poll(() => describe(page), { message: path }).toMatchObject(expected);
    // Every missing page has the same words.
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
  await openAs(page, manager.email, '/');
  await expect(page.getByText('Seen on the dashboard')).toBeVisible();
  await waitUntilCached(page);
  await goOffline(context, page);
  await openEach(page, MANAGER_ROUTES);
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

test('a shop can open each of its pages offline', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  await saveData(context);
  const shop = await app.person({ email: 'whole.shop@example.com', roles: ['shipper'] });
  await openAs(page, shop.email, '/shipping');
  await expect(page.getByRole('link', { name: 'New shipment' })).toBeVisible();
  await waitUntilCached(page);
  await goOffline(context, page);
  await openEach(page, SHOP_ROUTES);
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
  customerName: 'CanaryCustomer',
  customerPhone: '+46 31 555 7311',
  customerDeposit: 'CanaryOpening',
  withdrawal: 'CanarySavings',
  iban: 'SE35 5000 0000 0549 1000 0003',
  balance: '731.25',
  courierName: 'CanaryCourier',
  run: 'CanaryRun',
  generalAccount: 'CanaryGeneral',
  mailed: 'canary.mailed@example.com',
  subject: 'CanarySubject',
};
const MAIL_TEXT = 'CanaryText of **weight**';

/** The manager also sends and receives. */
async function canaryManager(app: RunningApp) {
  const { firstName, lastName, email, address, city, state, phone } = CANARIES;
  const manager = await app.person({ email, firstName, lastName, address, city, state, phone, manager: true });
  const call = <Answer>(procedure: string, input: unknown) => app.call<Answer>(email, procedure, input);
  const { senderEmail, customerName, customerPhone } = CANARIES;
  const person = { email: senderEmail, firstName: customerName, phone: customerPhone, verified: false };
  const customer = await app.person(person);
  const { description, senderName, senderPhone, receiverName, receiverPhone, shipTo, weight } = CANARIES;
  const parcel = { description, senderName, senderEmail, senderPhone, receiverName, receiverPhone, shipTo, weight };
  const { id, trackingId } = await app.shipment({ ...parcel, receiverEmail: email });
  const { id: toOtherDoor } = await app.shipment({ ...parcel, receiverEmail: email, shipTo: 'CanaryStreet 9' });
  const { comment, place, bill, deposit, accountName, bankName } = CANARIES;
  await call('shipmentAdmin.updateShipmentActivity', { id, comment, address: place });
  await call('userAdmin.verifyUser', { id: customer.id });

  const ofUser = { userId: manager.id, amount: 12.5 };
  await call('billAdmin.addBill', { ...ofUser, summary: bill, trackingId });
  await call('transactionAdmin.addDeposit', { ...ofUser, summary: deposit, status: 'successful' });
  const account = { bankName, accountNumber: '1122334455', routingNumber: '998877' };
  await call('transactionAdmin.createBankAccount', { userId: manager.id, accountName, ...account });
  await call('transactionAdmin.createFallbackBankAccount', { accountName: CANARIES.generalAccount, ...account });
  const opening = { userId: customer.id, amount: 800, summary: CANARIES.customerDeposit, status: 'successful' };
  await call('transactionAdmin.addDeposit', opening);
  const withdrawal = { amount: 68.75, summary: CANARIES.withdrawal, iban: CANARIES.iban, bankCode: 'HARBSESS' };
  await app.call(customer.email, 'transaction.withdraw', { holder: accountName, ...account, ...withdrawal });

  const courier = await app.person({
    email: 'canary.courier@example.com',
    firstName: CANARIES.courierName,
    courier: true,
  });
  const run = await call<{ id: string }>('runAdmin.create', {
    day: 'today',
    name: CANARIES.run,
    courierId: courier.id,
    shipmentIds: [id, toOtherDoor],
  });
  await call('mail.send', { receiver: CANARIES.mailed, subject: CANARIES.subject, body: MAIL_TEXT });
  await app.mails.mail(({ subject }) => subject === CANARIES.subject);
  return { id: manager.id, shipment: { id, trackingId }, customer, run };
}

/** The text of each of these pages. */
async function readPages(page: Page, paths: readonly string[], open: (path: string) => Promise<unknown>) {
  const texts: string[] = [];
  for (const path of paths) {
    await open(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true], .skeleton'), path).toHaveCount(0);
    texts.push(await page.locator('body').innerText());
  }
  return texts.join('\n');
}

/** They need a connection; the key is the address where each is tried. */
function attemptsOf(page: Page, addresses: { customer: string; run: string }) {
  const question = page.getByRole('alertdialog');
  const expectUnsent = (place: Locator) => expect(place.getByRole('alert')).toContainText(NEEDS_CONNECTION);
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw' });
  const depositing = page.getByRole('region', { name: 'Add deposit' });
  return new Map<string, () => Promise<void>>([
    [
      '/profile/account',
      async () => {
        await page.getByRole('link', { name: 'Withdraw' }).click();
        const fields = { 'Amount ($)': '5', IBAN: CANARIES.iban, 'Bank code': 'HARBSESS', Summary: 'CanaryUnsent' };
        for (const [label, value] of Object.entries(fields)) await withdrawing.getByLabel(label).fill(value);
        await withdrawing.getByRole('button', { name: 'Withdraw' }).click();
        await expectUnsent(withdrawing);
        await withdrawing.getByRole('button', { name: 'Cancel' }).click();
      },
    ],
    [
      '/manager',
      async () => {
        await page.getByLabel('Tracking ID').fill('W482 07K1 59XQ');
        await page.getByRole('button', { name: 'Find shipment' }).click();
        await expect(page.getByRole('alert')).toContainText('Unable to find shipment');
      },
    ],
    [
      addresses.customer,
      async () => {
        await page.getByRole('button', { name: 'Delete user' }).click();
        await question.getByRole('button', { name: 'Delete' }).click();
        await expectUnsent(question);
        await question.getByRole('button', { name: 'Cancel' }).click();
      },
    ],
    [
      `${addresses.customer}/account`,
      async () => {
        await page.getByRole('link', { name: 'Add deposit' }).click();
        await depositing.getByLabel('Amount ($)').fill('1000');
        await depositing.getByLabel('Summary').fill('CanaryUnsent');
        await depositing.getByRole('button', { name: 'Add deposit' }).click();
        await expectUnsent(depositing);
        await depositing.getByRole('link', { name: 'Close' }).click();
      },
    ],
    [
      addresses.run,
      async () => {
        await expect(page.getByRole('region', { name: 'Stops' }).getByRole('heading', { level: 3 })).toHaveCount(2);
        await page.getByRole('button', { name: 'Release run' }).click();
        await question.getByRole('button', { name: 'Release' }).click();
        await expectUnsent(question);
        await question.getByRole('button', { name: 'Back' }).click();
      },
    ],
  ]);
}

test('a manager’s tablet shows offline what it showed online and sends nothing, and signing out leaves none of it to anyone', async ({
  app,
  page,
  context,
  reports,
}) => {
  test.setTimeout(240_000);
  reports.allow(NETWORK);
  await page.setViewportSize({ width: 820, height: 1180 });
  const { id: managerId, shipment, customer, run } = await canaryManager(app);
  const next = await app.person({ email: 'next.person@example.com', firstName: 'Nextine', manager: false });
  const words = Object.values(CANARIES);
  const none = (text: string, where: string, these = words) =>
    expect(
      these.filter((word) => text.includes(word)),
      where,
    ).toEqual([]);
  const load = (path: string) => page.goto(path);
  const openOther = (path: string) => openWithin(page, path);

  await openAs(page, CANARIES.email, '/profile/offline');
  await waitUntilCached(page);
  const track = `/track/${shipment.trackingId}`;
  const own = ['/', '/packages', track, `/invoice/${shipment.trackingId}`];
  const ofProfile = ['/profile', '/profile/account', '/profile/settings'];
  const detailed = `${track}?detailed=true`;
  await readPages(page, [...own, ...ofProfile, detailed], openOther);

  const ofCustomer = `/manager/users/${customer.id}`;
  const ofRun = `/manager/runs/${run.id}`;
  const seen = [
    ['/', `Welcome, ${CANARIES.firstName}`],
    ['/profile/account', CANARIES.deposit],
    ['/manager', CANARIES.description],
    [`/manager/shipments?q=${CANARIES.description}`, CANARIES.description],
    [`/manager/shipments/${shipment.id}`, CANARIES.shipTo],
    [`/manager/users?q=${CANARIES.customerName}`, CANARIES.senderEmail],
    [ofCustomer, CANARIES.customerPhone],
    [`${ofCustomer}/shipments`, CANARIES.description],
    [`${ofCustomer}/account`, CANARIES.balance],
    [`${ofCustomer}/history`, `${CANARIES.firstName} ${CANARIES.lastName} verified the email`],
    ['/manager/runs', CANARIES.run],
    [ofRun, CANARIES.run],
    ['/manager/settings', CANARIES.generalAccount],
    ['/manager/mail', CANARIES.mailed],
  ] as const;
  const expectShown = (text: string, address: string) =>
    expect(page.getByText(text).filter({ visible: true }).first(), address).toBeVisible();
  const expectAge = () => expect(page.getByText(/^Last updated .* You’re offline\.$/)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: CANARIES.mailed }).first();

  await test.step('online it shows and stores everything', async () => {
    for (const [address, text] of seen) {
      await openOther(address);
      await expectShown(text, address);
    }
    await expect(row.getByText('Sent', { exact: true })).toBeVisible();
    await openOther('/manager/shipments/create');
    await expect(page.getByLabel('Sender country').getByRole('option', { name: 'Sweden' })).toHaveCount(1);
    const missing = async () => {
      const stored = await readAllStorage(page);
      return words.filter((word) => !stored.includes(word));
    };
    await expect.poll(missing).toEqual([]);
    const readCached = () => page.evaluate(() => localStorage.getItem('cached-queries') ?? '');
    await expect.poll(readCached).toContain('Sweden');
    const cached = await readCached();
    const { clientState } = JSON.parse(cached) as { clientState: { queries: { queryKey: string[] }[] } };
    expect(clientState.queries.map(({ queryKey }) => queryKey)).toEqual([['cache', 'country-list']]);
    none(cached, 'in local storage');
  });

  await test.step('offline it shows everything and sends nothing', async () => {
    await goOffline(context, page);
    await page.reload();
    const attempts = attemptsOf(page, { customer: ofCustomer, run: ofRun });
    for (const [address, text] of seen) {
      // A person would open it from the list before it.
      if (address === `/manager/shipments/${shipment.id}`) await page.locator(`a[href="${address}"]`).first().click();
      else await openOther(address);
      await expectShown(text, address);
      await expectAge();
      await attempts.get(address)?.();
    }
  });

  await test.step('what could not be sent is still there, and goes out online', async () => {
    await expect(row.getByText('Sent', { exact: true })).toBeVisible();
    const fields = { Receiver: CANARIES.mailed, Subject: CANARIES.subject, Body: MAIL_TEXT };
    for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name }).fill(value);
    await page.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByRole('alert')).toContainText(NEEDS_CONNECTION);
    for (const [name, value] of Object.entries(fields))
      await expect(page.getByRole('textbox', { name })).toHaveValue(value);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText('Email sent')).toBeVisible();

    await openOther('/manager/settings');
    await goOffline(context, page);
    await page.getByRole('link', { name: 'Delete bank account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete bank account' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('alert')).toContainText(NEEDS_CONNECTION);
    await context.setOffline(false);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('No bank account yet.')).toBeVisible();
  });

  await test.step('after the sign-out nobody finds any of it', async () => {
    await signOut(page);
    const personal = [shipment.trackingId, managerId, 'CanaryText', 'CanaryUnsent', 'CanaryStreet'];
    none(await readAllStorage(page), 'after the sign-out', [...words, ...personal]);
    await goOffline(context, page);
    none(await readPages(page, [track, '/profile'], load), 'a visitor without network');
    await context.setOffline(false);
    await signIn(page, next.email);
    const others = ['/packages', '/profile', '/profile/account', '/profile/offline'];
    const text = (await readPages(page, ['/'], load)) + (await readPages(page, others, openOther));
    none(text, 'the next person');
    none(await readAllStorage(page), 'kept of the next person');
    await goOffline(context, page);
    await page.reload();
    none(await readPages(page, [...own, ...ofProfile], openOther), 'the next person without network');
    const ofManagers = ['/manager/shipments', `/manager/shipments/${shipment.id}`];
    none(await readPages(page, [detailed, ...ofManagers], load), 'the next person without network');
  });
});
