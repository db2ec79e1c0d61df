import { decodeCodes } from '../support/decode-codes.ts';
import { goOffline, readAllStorage, waitUntilCached } from './support/device.ts';
import { downloadInvoice } from './support/invoice-picture.ts';
import { expect, expectAccessible, openAs, signIn, test } from './support/journey.ts';
import { manifestOf } from './support/opened-at.ts';

const NOT_HERE = 'Not on this device yet. Go online to load it.';
const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/;

test('a parcel seen once is available offline, with its invoice, after every reload and for links from other apps, with the age of the last server response, not of the last visit', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const { trackingId } = await app.shipment({ description: 'A parcel to be remembered' });
  const { whenShared } = await manifestOf(page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('A parcel to be remembered')).toBeVisible();
  await waitUntilCached(page);
  await expect.poll(() => readAllStorage(page)).toContain('A parcel to be remembered');

  await goOffline(context, page);
  await page.reload();
  await expect(page.getByText('A parcel to be remembered')).toBeVisible();
  const age = page.getByText(/^Last updated \d\d:\d\d\. You’re offline\.$/);
  await expect(age).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/invoice/${trackingId}`);
  await expect(age).toBeVisible();
  const { picture } = await downloadInvoice(page);
  expect(await decodeCodes(picture)).toEqual([`Code128 ${trackingId}`, `QRCode ${app.url}/track/${trackingId}`]);
  await page.goto(whenShared({ text: `It is ${trackingId}.` }));
  await expect(page).toHaveURL(`/track/${trackingId}`);
  await expect(age).toBeVisible();

  // A parcel never seen here keeps its address and the page says what is missing.
  await page.goto('/track/W0000000000A');
  await expect(page.getByText(NOT_HERE)).toBeVisible();

  await page.evaluate(async () => {
    const cache = await caches.open('tracking');
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      if (!answer) continue;
      const headers = new Headers(answer.headers);
      headers.set('x-sw-fetched-at', '2026-11-03T08:15:00.000Z');
      await cache.put(request, new Response(await answer.text(), { headers }));
    }
  });
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('Last updated Tue 3 Nov, 09:15')).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('A parcel to be remembered')).toBeVisible();
  await expect(page.getByText(/You’re offline\./)).toHaveCount(0);

  // What could not be looked up offline is looked up once the device is online.
  const other = await app.shipment({ description: 'A parcel looked up offline' });
  await goOffline(context, page);
  await page.goto(`/track?trackingId=${other.trackingId}`);
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('A parcel looked up offline')).toBeVisible();
});

test('the details one person saw are never shown to the next on the same device', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const receiver = await app.person({ email: 'first.on.device@example.com' });
  const next = await app.person({ email: 'next.on.device@example.com' });
  const { trackingId } = await app.shipment({
    receiverEmail: receiver.email,
    receiverName: 'First Person',
    shipTo: 'First Street 1',
  });
  await openAs(page, receiver.email, `/track/${trackingId}`);
  await waitUntilCached(page);
  await page.reload();
  await expect(page.getByText('First Street 1')).toBeVisible();

  // The token is removed without notifying the worker, as if storage was cleared by hand.
  await page.evaluate(() => localStorage.clear());
  await goOffline(context, page);
  await page.reload();
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await expect(page.getByText('First Street 1')).toHaveCount(0);

  await context.setOffline(false);
  // By the form, which also forgets what the page has asked for as a visitor by now.
  await signIn(page, next.email);
  await goOffline(context, page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await expect(page.getByText('First')).toHaveCount(0);
});

test('a session ended elsewhere signs out every tab, being offline does not; what a code opened in one tab is closed by a sign-out in another', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  const person = await app.person({ email: 'two.tabs@example.com', firstName: 'Tabitha' });
  const sender = 'sender.of.two.tabs@example.com';
  const { trackingId } = await app.shipment({ senderEmail: sender, shipTo: 'Granted Street 7' });
  const mail = await app.mails.mail(({ receivers }) => receivers.includes(sender));
  await openAs(page, person.email, '/');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText('Welcome, Tabitha')).toBeVisible();
  await waitUntilCached(other);

  await goOffline(context, other);
  await other.reload();
  await expect(other.getByText('Welcome, Tabitha')).toBeVisible();
  await context.setOffline(false);

  await app.database.query('delete from sessions where user_id = $1', [person.id]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/login?returnTo=%2F');
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible();
  const kept = await readAllStorage(page);
  for (const trace of ['Tabitha', 'last-visit', person.id]) expect(kept, trace).not.toContain(trace);

  await openAs(page, person.email, '/profile');
  // The other tab goes on by itself.
  await expect(other).not.toHaveURL(/login/);
  await other.goto(`/track/${trackingId}?detailed=true`);
  await other.getByRole('textbox', { name: 'Code' }).fill(/code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '');
  await other.getByRole('button', { name: 'Show details' }).click();
  await expect(other.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  // Leaves the page, whose anonymous lookup would cache the parcel for the next person.
  await expect(other).toHaveURL('/track');
  await expect(other.getByRole('button', { name: 'Scan' })).toBeEnabled();
  const keptThen = await readAllStorage(other);
  for (const word of ['grant:', trackingId]) expect(keptThen).not.toContain(word);
  await other.goto(`/track/${trackingId}?detailed=true`);
  await expect(other.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Timeline' })).toHaveCount(0);
});

test('pages work when storage does not respond, and signing out does not wait for it', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/status of 401/);
  await app.shipment({ description: 'A parcel behind a lock' });
  const { email, id } = await app.person({ email: 'locked.out@example.com', firstName: 'Lou', manager: true });
  await openAs(page, email, '/manager/shipments');
  await expect(page.getByText('A parcel behind a lock')).toBeVisible();
  await waitUntilCached(page);
  // A page that was frozen in the middle of writing.
  const frozen = await context.newPage();
  await frozen.goto('/robots.txt');
  const stores = [`waybill-${id}`, 'waybill-outbox'];
  await frozen.evaluate(async (names) => {
    for (const name of names) {
      const rows = await new Promise<IDBObjectStore>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result.transaction('queries', 'readwrite').objectStore('queries'));
      });
      const hold = () => {
        rows.get('nothing').onsuccess = hold;
      };
      hold();
    }
  }, stores);
  // Stopped where it is, in the middle of both.
  const devtools = await context.newCDPSession(frozen);
  const stopped = new Promise<void>((resolve) => devtools.once('Debugger.paused', () => resolve()));
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  await stopped;
  /** Which stores answer within a second. */
  const answering = () =>
    page.evaluate(async (names) => {
      const answers = names.map(
        (name) =>
          new Promise<string[]>((resolve) => {
            setTimeout(() => resolve([]), 1_000);
            const request = indexedDB.open(name);
            request.onsuccess = () => {
              const rows = request.result.transaction('queries', 'readwrite').objectStore('queries');
              rows.get('nothing').onsuccess = () => resolve([name]);
            };
          }),
      );
      return (await Promise.all(answers)).flat();
    }, stores);
  expect(await answering()).toEqual([]);
  await page.goto('/manager/shipments');
  await expect(page.getByText('A parcel behind a lock')).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await frozen.close();
  await expect.poll(() => readAllStorage(page)).not.toContain('A parcel behind a lock');
});

test('a response in flight at sign-out is not stored', async ({ app, page, context, reports }) => {
  reports.allow(/status of 401/);
  const { email } = await app.person({ email: 'late.answer@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: email, shipTo: 'Late Street 7' });
  await openAs(page, email, '/');
  await waitUntilCached(page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('Late Street 7')).toBeVisible();
  await expect.poll(() => readAllStorage(page)).toContain('Late Street 7');
  const [signedOut, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(/getShipmentByTrackingId/, async (route) => {
    const response = await route.fetch();
    await signedOut.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  await page.reload();
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  signedOut.resolve();
  await answered.promise;
  // As long as the worker may take to write it.
  await page.waitForTimeout(1_500);
  expect(await readAllStorage(page)).not.toContain('Late Street 7');
});

test('a countries service that does not answer leaves a field to type in; once loaded, countries can be chosen offline, and a registration says that it was not sent', async ({
  page,
  context,
  reports,
}) => {
  reports.allow(/Failed to load resource|net::ERR|Failed to fetch|FetchEvent|no-response/);
  let isDown = true;
  await context.route('**/api/countries', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto('/register');
  await expect(page.getByText('The list of countries couldn’t be loaded. Type the country instead.')).toBeVisible();
  const nationality = page.getByLabel('Nationality');
  await nationality.fill('Sweden');
  await expectAccessible(page);
  isDown = false;
  await page.reload();
  await expect(nationality.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  await waitUntilCached(page);
  await expect.poll(() => readAllStorage(page)).toContain('Sweden');
  await goOffline(context, page);
  await page.reload();
  await expect(nationality.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  for (const label of ['First name', 'Last name', 'Address', 'City', 'State'])
    await page.getByLabel(label).fill('Canary Nobody');
  await page.getByLabel('Date of birth').fill('1990-12-09');
  await page.getByLabel('Phone number').fill('+1 202 555 0114');
  await page.getByLabel('Email').fill('canary.nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('canary in the night');
  await nationality.selectOption('Sweden');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toContainText('Account creation failed');
  await expect(page.getByRole('alert')).toContainText('You need to be online for this. Nothing was sent.');
  expect(await readAllStorage(page)).not.toMatch(/canary/i);
});
