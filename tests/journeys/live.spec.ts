import type { BrowserContext, Page, Request } from '@playwright/test';
import { goOffline } from './support/device.ts';
import { expect, openAs, type RunningApp, test, untilQuiet, withoutWorker } from './support/journey.ts';

const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

/** The streams that this browser holds open, as they come and go. */
function streamsOf(context: BrowserContext): { open(): Request[]; seen: Request[] } {
  const seen: Request[] = [];
  const over = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().includes('live.follow')) seen.push(request);
  });
  context.on('requestfinished', (request) => over.add(request));
  context.on('requestfailed', (request) => over.add(request));
  return { open: () => seen.filter((one) => !over.has(one) && !one.frame().page().isClosed()), seen };
}

/** What they follow. */
const followed = (streams: ReturnType<typeof streamsOf>) =>
  streams.open().map((one) => decodeURIComponent(one.url()).replace(/.*input=/, ''));

async function manager(app: RunningApp, email: string) {
  await app.person({ email, firstName: 'Dispatch', manager: true });
  return (id: string, status: string) => app.call(email, 'shipmentAdmin.updateShipment', { id, status });
}

const label = (page: Page, status: string) => page.getByRole('article', { name: new RegExp(`, ${status}$`) });

/** Turns away from a tab for so long, or back to it. */
async function turn(page: Page, isHidden: boolean, minutes = 0): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
  if (minutes > 0) await page.clock.fastForward(minutes * 60_000);
}

test('an open parcel follows what happens to it, in all tabs over one stream, whichever of them is closed', async ({
  app,
  context,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  await withoutWorker(page);
  const setStatus = await manager(app, 'live.one@example.com');
  const [here, there] = [await app.shipment(), await app.shipment()];
  const streams = streamsOf(context);

  await page.goto(`/track/${here.trackingId}`);
  const other = await context.newPage();
  await other.goto(`/track/${there.trackingId}`);
  await expect(label(page, 'In progress')).toBeVisible();
  await expect(label(other, 'In progress')).toBeVisible();
  const both = new RegExp(`(${here.trackingId}.*${there.trackingId}|${there.trackingId}.*${here.trackingId})`);
  await expect.poll(() => followed(streams).join()).toMatch(both);
  await expect.poll(() => streams.open().length).toBe(1);

  await setStatus(here.id, 'shipped');
  await setStatus(there.id, 'held');
  await expect(label(page, 'Shipped')).toBeVisible();
  await expect(label(other, 'Held')).toBeVisible();

  // The tab that was first holds the stream; without it the other one does.
  await page.close();
  await expect.poll(() => followed(streams).join()).not.toContain(here.trackingId);
  await expect.poll(() => streams.open().length).toBe(1);
  await setStatus(there.id, 'delivered');
  await expect(label(other, 'Delivered')).toBeVisible();
});

test("a person's lists and menu update live, and ending the session elsewhere closes the page", async ({
  app,
  context,
  page,
  reports,
}) => {
  await withoutWorker(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The session is over, and with it the events that only an owner gets.
  reports.allow(/40[13]/);
  const setStatus = await manager(app, 'live.two@example.com');
  const me = await app.person({ email: 'live.rachel@example.com', firstName: 'Rachel' });
  const streams = streamsOf(context);
  await openAs(page, me.email, '/packages');
  const incoming = page.getByRole('table', { name: 'Incoming shipments' });
  await expect(page.getByText('No shipments found.')).toBeVisible();
  await expect.poll(() => streams.open().length).toBe(1);

  const { id } = await app.shipment({ receiverEmail: me.email, description: 'A parcel nobody asked about' });
  await expect(incoming.getByText('A parcel nobody asked about')).toBeVisible();
  await setStatus(id, 'held');
  await expect(incoming.getByText('Held', { exact: true })).toBeVisible();

  // The token travels in a header, and in no address.
  const token = await page.evaluate(() => localStorage.getItem('token'));
  for (const request of streams.seen) {
    expect(request.url()).not.toContain(token);
    expect(await request.headerValue('authorization')).toBe(`Bearer ${token}`);
  }

  // What somebody may do shows at once, in the menu of a page that is open.
  await app.call('live.two@example.com', 'userAdmin.setCourier', { id: me.id, courier: true });
  await expect(page.getByRole('link', { name: 'My run' })).toBeVisible();
  await expect.poll(() => streams.open().length).toBe(1);

  await app.database.query('delete from sessions where user_id = $1', [me.id]);
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('without a live stream a page refetches when the user comes back to it', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await withoutWorker(page);
  const setStatus = await manager(app, 'live.none@example.com');
  const { id, trackingId } = await app.shipment();
  let refused = 0;
  await context.route(/live\.follow/, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto(`/track/${trackingId}`);
  await expect(label(page, 'In progress')).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await setStatus(id, 'delivery');
  await turn(page, true);
  // What was asked only just now is not asked again.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  await turn(page, false);
  await expect(label(page, 'Delivery')).toBeVisible();
});

test('managers see changes made elsewhere', async ({ app, page }) => {
  await withoutWorker(page);
  const setStatus = await manager(app, 'live.three@example.com');
  const { id } = await app.shipment({ description: 'A parcel on two screens' });
  await openAs(page, 'live.three@example.com', '/manager/shipments');
  const row = page.getByRole('row').filter({ hasText: 'A parcel on two screens' });
  await expect(row.getByText('In progress', { exact: true })).toBeVisible();
  await untilQuiet(page);

  await setStatus(id, 'failed');
  await expect(row.getByText('Failed', { exact: true })).toBeVisible();
});

test('a hidden tab has no live stream, and catches up when it is shown, as a page does that was offline', async ({
  app,
  context,
  page,
  reports,
}) => {
  reports.allow(NETWORK);
  await withoutWorker(page);
  const setStatus = await manager(app, 'live.four@example.com');
  const { id, trackingId } = await app.shipment();
  const streams = streamsOf(context);
  await page.clock.install();
  await page.goto(`/track/${trackingId}`);
  await expect(label(page, 'In progress')).toBeVisible();
  await expect.poll(() => streams.open().length).toBe(1);

  await turn(page, true, 2);
  await expect.poll(() => streams.open().length).toBe(0);
  await setStatus(id, 'shipped');
  await turn(page, false);
  await expect(label(page, 'Shipped')).toBeVisible();
  await expect.poll(() => streams.open().length).toBe(1);
  await setStatus(id, 'held');
  await expect(label(page, 'Held')).toBeVisible();

  await goOffline(context, page);
  await expect.poll(() => streams.open().length).toBe(0);
  await setStatus(id, 'shipped');
  await expect(label(page, 'Held')).toBeVisible();
  await context.setOffline(false);
  await expect(label(page, 'Shipped')).toBeVisible();
  await expect.poll(() => streams.open().length).toBe(1);
  await setStatus(id, 'delivered');
  await expect(label(page, 'Delivered')).toBeVisible();
});
