/** What visitors and customers do and read on the public pages. */
import {
  expect,
  expectAccessible,
  openAs,
  type RunningApp,
  said,
  signIn,
  signOut,
  test,
  withoutWorker,
} from './support/journey.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';

/** Changes the status of a shipment past the page, as often as there are statuses. */
async function goesThrough(app: RunningApp, id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) await app.call('dispatch@example.com', 'shipmentAdmin.updateShipment', { id, status });
}

test('the same tracking ID can be looked up again, one is found in a pasted letter, and neither spaces nor a cut-off link find any', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('getShipmentByTrackingId')) asked.push(request.url());
  });
  const field = page.getByPlaceholder('Tracking ID');
  const track = page.getByRole('button', { name: 'Track shipment' });
  // A browser's own check would stop an empty field, but not spaces.
  for (const nothing of ['', '   ']) {
    await page.goto('/track');
    // Until the app has started, the browser's own check is all there is.
    await expect(page.getByRole('button', { name: 'Scan' })).toBeEnabled();
    await field.fill(nothing);
    await track.click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription('Tracking ID is required.');
    await expect(page).toHaveURL('/track');
  }

  await field.fill('W48207K159XX');
  await track.click();
  await expect(page.getByText('Looking for')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  expect(asked).toHaveLength(1);
  await withoutLookupPause(page);
  await track.click();
  await expect.poll(() => asked).toHaveLength(2);
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  await field.press('Enter');
  await expect.poll(() => asked).toHaveLength(3);
  await expect(page.getByRole('alert')).toContainText('Shipment not found');

  // A link that was cut off within an escape.
  reports.allow(/malformed URL segment/);
  await page.goto('/track/W48207K159%');
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  await page.goto('/%');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await page.goto('/track?trackingId=%20%20');
  await expect(page.getByText('You must be signed in to view them.')).toBeVisible();
  expect(asked).toHaveLength(3);

  const { trackingId } = await app.shipment();
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');
  const letter = `Dear customer, ${'your parcel is on its way to you. '.repeat(5)}Tracking ID: ${groups}. Thank you!`;
  await field.fill(letter);
  await track.click();
  await expect(page).toHaveURL(`/track/${trackingId}`);
});

test("the timeline marks a parcel's position and delivery time, and promises nothing if undelivered", async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const me = await app.person({ email: 'timeline@example.com' });
  const { id, trackingId } = await app.shipment({ receiverEmail: me.email });
  const steps = page
    .getByRole('list', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const shown = () =>
    steps.evaluateAll((all) =>
      all.map((step) => [
        step.querySelector('h3')?.textContent,
        step.querySelector('h3 + span')?.textContent,
        step.getAttribute('aria-current'),
      ]),
    );
  const open = async () => {
    await page.goto(`/track/${trackingId}?detailed=true`);
    await expect(steps.first()).toBeVisible();
  };
  await openAs(page, me.email, `/track/${trackingId}?detailed=true`);
  await expect.poll(shown).toEqual([
    ['Delivered', 'Not yet', null],
    ['Label created', 'Started', 'step'],
  ]);

  await goesThrough(app, id, 'shipped', 'held', 'shipped');
  await open();
  await expect.poll(shown).toEqual([
    ['Delivered', 'Not yet', null],
    ['Held', 'Completed', null],
    ['Shipped', 'Now', 'step'],
    ['Label created', 'Completed', null],
  ]);
  await expectAccessible(page);

  for (const [status, word, notice] of [
    ['cancelled', 'Cancelled', 'Shipment cancelled'],
    ['failed', 'Failed', 'Shipment failed'],
  ] as const) {
    await goesThrough(app, id, status);
    await open();
    await expect
      .poll(async () => (await shown()).slice(0, 2))
      .toEqual([
        ['Delivered', 'Not delivered', null],
        [word, 'Now', 'step'],
      ]);
    await expect(page.getByText(notice, { exact: true })).toBeVisible();
    const reason = page.getByText('This shipment has been cancelled. It will be returned to the sender.');
    await expect(reason).toBeVisible({ visible: status === 'cancelled' });
    await expectAccessible(page);
  }

  await goesThrough(app, id, 'delivered');
  await open();
  await expect.poll(async () => (await shown())[0]).toEqual(['Delivered', 'Completed', 'step']);
  expect((await shown()).filter(([, word]) => word === 'Now')).toEqual([]);
  await expect(page.locator('.label-state')).toHaveText('Delivered');
  await expect(page.getByText('Information not available')).toHaveCount(0);
  const [{ occurred_at: at } = { occurred_at: '' }] = await app.database.query<{ occurred_at: Date }>(
    "select occurred_at from activities where shipment_id = $1 and status = 'delivered'",
    [id],
  );
  await expect(steps.first().locator('time')).toHaveAttribute('datetime', new Date(at).toISOString());
  await expect(steps.nth(1).locator('time').first()).toBeVisible();
  await expectAccessible(page);
});

test('a redirect explains why', async ({ app, page, context, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 401/);
  const { id, email } = await app.person({ email: 'led.away@example.com' });
  const other = await context.newPage();
  await page.goto('/track');
  await signIn(other, email);
  await expect(said(page, 'You are logged in')).toBeVisible();
  await expect(said(page, 'This happened on another page.')).toBeVisible();

  await page.goto('/profile');
  await signOut(other);
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile');
  await expect(said(page, 'You were logged out')).toBeVisible();
  await expect(said(page, 'This happened on another page.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(said(page, 'You were logged out')).toHaveCount(0);
  await other.close();

  await openAs(page, email, '/');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  // A page that follows what happens would say it before the next one opens.
  await page.goto('about:blank');
  await app.database.query('delete from sessions where user_id = $1', [id]);
  await page.goto('/packages');
  await expect(page).toHaveURL('/login?returnTo=%2Fpackages');
  await expect(said(page, 'Your session has ended, or your account was deleted.')).toBeVisible();

  await openAs(page, email, '/');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await app.shipment();
  await page.goto('about:blank');
  await app.call('dispatch@example.com', 'userAdmin.deleteUser', { id });
  await page.goto('/packages');
  await expect(page).toHaveURL('/login?returnTo=%2Fpackages');
  await expect(said(page, 'Your session has ended, or your account was deleted.')).toBeVisible();
});

test('a country is found by typing its everyday name, and one from an earlier list stays chosen', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const nationality = page.getByLabel('Nationality');
  await page.goto('/register');
  await expect(nationality.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  for (const name of ['China', 'North Macedonia']) {
    await nationality.focus();
    await page.keyboard.type(name);
    await expect(nationality).toHaveValue(name);
    await nationality.blur();
  }

  const me = { email: 'from.before@example.com', nationality: 'Islamic Republic of Iran', phone: '+98 21 555 0100' };
  await app.person({ ...me, dob: '1990-12-09', address: '1 Lane', city: 'Shiraz', state: 'Fars' });
  await openAs(page, me.email, '/profile?view=update');
  await expect(nationality.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  await expect(nationality).toHaveValue(me.nationality);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(me.nationality)).toBeVisible();
});

test('a linked shipment says so instead of asking for codes', async ({ app, page }) => {
  await withoutWorker(page);
  const me = await app.person({ email: 'already.mine@example.com' });
  const { trackingId } = await app.shipment({ receiverEmail: me.email });
  await openAs(page, me.email, `/track/${trackingId}?view=link`);
  const dialog = page.getByRole('dialog', { name: 'Link shipment' });
  await expect(dialog.getByText('This shipment is already linked to an account.')).toBeVisible();
  await expect(dialog.locator('input')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByText('Close', { exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/track/${trackingId}`);
});

test('an invoice has the same dates on every device, and a delivered shipment shows when', async ({ app, browser }) => {
  const me = await app.person({ email: 'days@example.com' });
  const { id, trackingId } = await app.shipment({ receiverEmail: me.email, shipDate: '2026-11-16T23:30:00.000Z' });
  await goesThrough(app, id, 'shipped', 'delivered');
  await app.database.query(
    `update activities set occurred_at = '2026-11-17T23:30:00Z', created_at = '2026-11-17T23:30:00Z'
     where shipment_id = $1 and status = 'delivered'`,
    [id],
  );
  for (const [timezoneId, delivered] of [
    ['Pacific/Auckland', 'Wednesday 18/11/2026 - 12:30 PM'],
    ['America/Los_Angeles', 'Tuesday 17/11/2026 - 03:30 PM'],
  ] as const) {
    const context = await browser.newContext({ baseURL: app.url, timezoneId });
    const page = await context.newPage();
    await withoutWorker(page);
    await openAs(page, me.email, `/track/${trackingId}`);
    const label = page.getByRole('region', { name: 'Shipping label' }).or(page.getByLabel('Shipping label'));
    await expect(label.getByText(delivered)).toBeVisible();
    await expect(page.getByText('Monday 16/11/2026')).toBeVisible();
    await page.getByRole('link', { name: 'Print invoice' }).click();
    await expect(page).toHaveURL(`/invoice/${trackingId}`);
    await expect(page.getByText('Monday 16/11/2026')).toBeVisible();
    await expect(page.getByText('Tuesday 17/11/2026')).toBeVisible();
    await context.close();
  }
});
