/** Nothing of the person is stored on the device, whatever happens at the same time. */
import type { Page, Worker } from '@playwright/test';
import { readAllStorage, stopWorker, waitUntilCached } from './support/device.ts';
import { expect, openAs, signOut, test } from './support/journey.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';

const LOOK_UP = /getShipmentByTrackingId/;

/** A busy or frozen tab would not notice a sign-out either. */
const holdSignOut = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('storage', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    }),
  );

const releaseSignOut = (page: Page) =>
  page.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: 'gone' })));

/** A tab looks its parcel up again once its stream of news is open. */
const reopenStream = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });

test('a tab that looks a parcel up before it notices a sign-out stores nothing', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/status of 401/);
  const { email } = await app.person({ email: 'asks.too.late@example.com' });
  const sender = 'sender.of.a.late.tab@example.com';
  const granted = await app.shipment({ senderEmail: sender, shipTo: 'Granted Street 7' });
  const mail = await app.mails.mail(({ receivers }) => receivers.includes(sender));
  const next = await app.shipment();
  await withoutLookupPause(page);
  await openAs(page, email, '/');
  await waitUntilCached(page);
  const other = await context.newPage();
  await holdSignOut(other);
  await other.goto(`/track/${granted.trackingId}?detailed=true`);
  await other.getByRole('textbox', { name: 'Code' }).fill(/code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '');
  await other.getByRole('button', { name: 'Show details' }).click();
  await expect(other.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  const lookUp = (isGranted: boolean) =>
    other.waitForResponse(
      (one) => LOOK_UP.test(one.url()) && 'x-shipment-grant' in one.request().headers() === isGranted,
    );
  // The view for everybody is looked up once, along with whatever comes first without an account.
  const view = lookUp(false);
  // The server would refuse the other tab, which then notices.
  await page.route('**/auth.logout*', (route) => route.fulfill({ json: { result: { data: { ok: true } } } }));
  await signOut(page);
  expect(await readAllStorage(page)).not.toContain(granted.trackingId);

  const lookUpAgain = async () => {
    let text = '';
    void lookUp(true).then(async (response) => {
      text = await response.text();
    });
    // A stream that was still opening does not open again, and so looks nothing up.
    await expect
      .poll(
        async () => {
          if (text === '') await reopenStream(other);
          return text;
        },
        { intervals: [3_000], timeout: 60_000 },
      )
      .toContain('Granted Street 7');
  };
  await lookUpAgain();
  await view;
  await stopWorker(context, page);
  await lookUpAgain();

  // The worker stores what comes next for the page of the sign-out and for a new one.
  await page.getByRole('link', { name: 'Waybill' }).click();
  await page.getByPlaceholder('Tracking ID').fill(next.trackingId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/track/${next.trackingId}`);
  await waitUntilCached(page);
  expect(await readAllStorage(page)).not.toContain(granted.trackingId);
  await releaseSignOut(other);
  await expect(other).toHaveURL('/track');
  await other.goto(`/track/${granted.trackingId}`);
  await waitUntilCached(other);
  expect(await readAllStorage(other)).not.toContain('Granted Street 7');
});

test('a sign-out on a page that the worker does not control removes what it has stored', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/status of 401|net::ERR_FAILED/);
  const { email } = await app.person({ email: 'past.the.worker@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: email });
  await openAs(page, email, '/');
  await waitUntilCached(page);
  await page.goto(`/track/${trackingId}`);
  await waitUntilCached(page);
  await page.goto('/profile');
  // A hard reload has no worker until the page has asked it for control.
  await context.route(/\/assets\/service-worker-[^/]+\.js$/, (route) => route.abort());
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.reload', { ignoreCache: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller === null);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/login');
  expect(await readAllStorage(page)).not.toContain(trackingId);
});

test('signing out leads to the login, even if another tab notices first', async ({ app, page, context, reports }) => {
  reports.allow(/status of 401/);
  const { email } = await app.person({ email: 'hears.first@example.com' });
  await openAs(page, email, '/profile');
  const other = await context.newPage();
  await other.goto('/profile');
  await page.route('**/auth.logout*', async (route) => {
    const response = await route.fetch();
    await expect(other).toHaveURL(/\/login/);
    await route.fulfill({ response });
  });
  await signOut(page);
});

/** The worker is held once it was sent, has stored or has read something about this parcel. */
const holdWorker = (worker: Worker, step: 'fetch' | 'put' | 'match', trackingId: string) =>
  worker.evaluate(
    ([step, trackingId]) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const owners = { fetch: self, put: Cache.prototype, match: CacheStorage.prototype };
      const steps = owners[step] as unknown as Record<string, Step>;
      type Step = (request: RequestInfo, ...rest: unknown[]) => Promise<unknown>;
      const original = steps[step] as Step;
      steps[step] = async function (request, ...rest) {
        const result = await original.call(this, request, ...rest);
        if (request instanceof Request && request.url.includes(trackingId)) {
          reached.resolve();
          await released.promise;
        }
        return result;
      };
      Object.assign(self, { reached: reached.promise, release: released.resolve });
    },
    [step, trackingId] as const,
  );

test('a look-up that is being sent, stored or read during a sign-out leaves no address behind', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/status of 401|net::ERR_FAILED/);
  const next = await app.shipment();
  for (const [doing, step] of [
    ['sent', 'fetch'],
    ['stored', 'put'],
    ['read', 'match'],
  ] as const) {
    const { email } = await app.person({ email: `half.${doing}@example.com` });
    const { trackingId } = await app.shipment({ receiverEmail: email });
    await openAs(page, email, '/');
    await waitUntilCached(page);
    if (step === 'match') {
      await page.goto(`/track/${trackingId}`);
      await waitUntilCached(page);
      await context.route(LOOK_UP, (route) => route.abort());
    }
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('No worker is running');
    await holdWorker(worker, step, trackingId);
    await page.goto(`/track/${trackingId}`);
    await worker.evaluate(() => (self as unknown as { reached: Promise<void> }).reached);
    await context.unroute(LOOK_UP);
    await signOut(page);
    await worker.evaluate(() => (self as unknown as { release(): void }).release());
    await page.goto(`/track/${next.trackingId}`);
    await waitUntilCached(page);
    expect(await readAllStorage(page), doing).not.toContain(trackingId);
  }
});
