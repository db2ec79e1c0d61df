import type { BrowserContext, Request } from '@playwright/test';
import { expect, openAs, type RunningApp, test, withoutWorker } from './support/journey.ts';

/** The streams that this browser holds open, as they come and go. */
function streamsOf(context: BrowserContext): { open(): Request[] } {
  const seen: Request[] = [];
  const over = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().includes('live.follow')) seen.push(request);
  });
  context.on('requestfinished', (request) => over.add(request));
  context.on('requestfailed', (request) => over.add(request));
  return { open: () => seen.filter((one) => !over.has(one) && !one.frame().page().isClosed()) };
}

async function manager(app: RunningApp, email: string) {
  await app.person({ email, firstName: 'Dispatch', manager: true });
  return (id: string, status: string) => app.call(email, 'shipmentAdmin.updateShipment', { id, status });
}

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

  // What somebody may do shows at once, in the menu of a page that is open.
  await app.call('live.two@example.com', 'userAdmin.setRoles', { id: me.id, roles: ['courier'] });
  await expect(page.getByRole('link', { name: 'My run' })).toBeVisible();
  await expect.poll(() => streams.open().length).toBe(1);

  await app.database.query('delete from sessions where user_id = $1', [me.id]);
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
