import type { Page } from '@playwright/test';
import { goOffline } from './support/device.ts';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  PARCEL,
  type RunningApp,
  test,
  withoutWorker,
} from './support/journey.ts';

const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

const field = (page: Page, caption: string) =>
  page
    .locator('.cell')
    .filter({ has: page.locator('dt').and(page.getByText(caption, { exact: true })) })
    .getByRole('definition');

async function managerAt(app: RunningApp, page: Page, email: string, path: string): Promise<void> {
  await app.person({ email, manager: true });
  await openAs(page, email, path);
}

/** Creates shipments a minute apart, the newest first, without waiting for their emails. */
async function many(app: RunningApp, count: number, description: string, status = 'in-progress'): Promise<void> {
  const { id } = await app.shipment({ description: 'What many are made of' });
  await app.database.query(
    `insert into shipments (id, tracking_id, description, status, service, dimensions, weight, value_cents, fee_cents, payer,
       ship_to, ship_date, sender_name, sender_email, sender_phone, sender_code,
       receiver_name, receiver_email, receiver_phone, receiver_code, created_at)
     select gen_random_uuid(), 'Y' || substr(upper(md5($2 || n)), 1, 11), $2 || ' ' || n, $3, service, dimensions, weight, 0, 0, payer,
       ship_to, ship_date, sender_name, 'x@example.test', '1', sender_code, receiver_name, 'y@example.test', '1', receiver_code,
       now() - (n || ' minutes')::interval
     from shipments, generate_series(1, $4::int) n where id = $1`,
    [id, description, status, count],
  );
}

test("the manager's dashboard links everywhere and finds a shipment by its tracking ID", async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const { id, trackingId } = await app.shipment({ description: 'The newest of all' });
  await managerAt(app, page, 'desk@example.com', '/manager');
  await expect(page).toHaveURL('/manager');
  await expect(page.getByRole('heading', { name: 'Manager' })).toBeVisible();
  const tiles = page.getByRole('navigation', { name: 'Manage' }).getByRole('link');
  await expect(tiles).toHaveText(['Shipments', 'Users', 'Runs', 'Mail', 'Settings']);
  const addresses = ['/manager/shipments', '/manager/users', '/manager/runs', '/manager/mail', '/manager/settings'];
  for (const [index, address] of addresses.entries()) await expect(tiles.nth(index)).toHaveAttribute('href', address);
  await expect(page.getByRole('link', { name: 'Create shipment' })).toHaveAttribute(
    'href',
    '/manager/shipments/create',
  );
  const recent = page.getByRole('table', { name: 'Recent shipments' });
  await expect(recent.getByRole('columnheader')).toHaveText(['Date', 'Shipment', 'From and to', 'Activity', 'Status']);
  await expect(recent.getByRole('link', { name: 'The newest of all' })).toHaveAttribute(
    'href',
    `/manager/shipments/${id}`,
  );
  await expect(page.getByRole('table', { name: 'Recent users' }).getByText('desk@example.com')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View all shipments' })).toHaveText('View all');
  await expect(page.getByRole('link', { name: 'View all users' })).toHaveAttribute('href', '/manager/users');

  await expect(page.getByRole('heading', { name: 'Find a shipment' })).toBeVisible();
  const box = page.getByLabel('Tracking ID');
  await expect(box).toHaveAttribute('required');
  await box.fill('W000 0000 0000');
  await box.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Unable to find shipment');
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  await expectAccessible(page);
  await box.fill(` ${trackingId.toLowerCase().replace(/.{4}/g, '$& ')}`);
  await page.getByRole('button', { name: 'Find shipment' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);
});

test('the list is filtered by text, status and days, in an address that can be shared', async ({ app, page }) => {
  await withoutWorker(page);
  await many(app, 23, 'Harp strings');
  await many(app, 3, 'Harp strings held', 'held');
  await page.setViewportSize({ width: 820, height: 1180 });
  await managerAt(app, page, 'lists@example.com', '/manager/shipments');
  await expect(page).toHaveURL('/manager/shipments');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL('/manager/shipments?page=2');

  // By keyboard alone: Enter starts the search, which begins at page 1.
  await page.getByLabel('Search').focus();
  await page.keyboard.type('HARP str');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/manager/shipments?q=HARP%20str');
  await expect(page.getByText('26 shipments')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Shipments' }).getByRole('row');
  await expect(rows).toHaveCount(11);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/manager/shipments?page=2&q=HARP%20str');
  await page.getByLabel('Status').selectOption('held');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/manager/shipments?q=HARP%20str&status=held');
  await expect(page.getByText('3 shipments')).toBeVisible();
  await expectAccessible(page);
  // Late in the evening here, the next day at the reader's.
  await app.database.query(
    "update shipments set created_at = '2021-06-01T23:00:00Z' where description = 'Harp strings held 3'",
  );
  await page.getByLabel('From').fill('2021-06-02');
  await page.getByLabel('To').fill('2021-06-02');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/from=2021-06-02&to=2021-06-02$/);
  await expect(page.getByText('1 shipment', { exact: true })).toBeVisible();
  await expect(page.getByText('Harp strings held 3')).toBeVisible();
  await page.getByLabel('From').fill('2020-12-31');
  await page.getByLabel('To').fill('2020-01-01');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-12-31$/);
  await expect(page.getByLabel('From')).toHaveValue('2020-01-01');
  await expect(page.getByText('No shipments found.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expectAccessible(page);

  // The URL holds the whole view, in any tab; the back button goes one step back.
  const other = await page.context().newPage();
  await other.goto('/manager/shipments?q=harp+strings+held&status=held&page=9');
  await expect(other).toHaveURL('/manager/shipments?page=1&q=harp%20strings%20held&status=held');
  await expect(other.getByLabel('Status')).toHaveValue('held');
  await expect(other.getByText('Harp strings held 3')).toBeVisible();
  await other.close();
  await page.goBack();
  await page.goBack();
  await expect(page.getByText('3 shipments')).toBeVisible();
  await expect(page.getByLabel('To')).toHaveValue('');
  await page.getByRole('link', { name: 'Reset' }).click();
  await expect(page).toHaveURL('/manager/shipments');
  await expect(page.getByLabel('Search')).toHaveValue('');
  await expect(page.getByRole('link', { name: 'Reset' })).toHaveCount(0);

  // Half a date would leave the list as it is, without a word.
  const from = page.getByLabel('From');
  await from.focus();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('“From” is not a whole date. Complete or clear it.');
  await expect(from).toBeFocused();
  await expect(from).toHaveAccessibleDescription('“From” is not a whole date. Complete or clear it.');
  await expect(page).toHaveURL('/manager/shipments');
  await expectAccessible(page);
  await from.fill('2020-01-01');
  await expect(page.getByRole('alert')).toHaveCount(0);

  // One or two characters match the start of a word, and the page says so; others match literally.
  await goWithin(page, '/manager/shipments?q=ha');
  await expect(page.getByText('Only words that begin with “ha”.')).toBeVisible();
  await expect(rows).toHaveCount(11);
  await goWithin(page, '/manager/shipments?q=%25');
  await expect(page.getByText('No shipments found.')).toBeVisible();
});

test('a phone number finds shipments and users, and an ID or an address finds what was deleted', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const manager = await app.person({ email: 'finds.all@example.com', manager: true });
  const gone = await app.person({ email: 'gone.person@example.com' });
  await app.person({ email: 'rings@example.com', firstName: 'Ring', lastName: 'Tone', phone: '+47 (22) 85-50 50' });
  const called = await app.shipment({ description: 'Called for', receiverPhone: '+47 22.91.73.64' });
  const { id, trackingId } = await app.shipment({ description: 'No longer there' });
  await app.call(manager.email, 'shipmentAdmin.deleteShipment', { id });
  await app.call(manager.email, 'userAdmin.deleteUser', { id: gone.id });
  await openAs(page, manager.email, '/manager/shipments');

  const search = page.getByRole('search');
  const lookFor = async (words: string) => {
    await search.getByRole('searchbox').fill(words);
    await search.getByRole('searchbox').press('Enter');
  };
  await lookFor('2291 7364');
  await expect(page.getByRole('row', { name: 'Called for' })).toContainText(called.trackingId);
  await expect(page.getByText('1 shipment', { exact: true })).toBeVisible();
  await lookFor(trackingId);
  await expect(page.getByText('This shipment was deleted')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}/history`);
  await expect(page.getByText('deleted the shipment')).toBeVisible();

  await goWithin(page, '/manager/users');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await lookFor('22855050');
  await expect(page.getByRole('link', { name: 'Ring Tone' })).toBeVisible();
  await lookFor('Gone.Person@example.com');
  await expect(page.getByText('This user was deleted')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page).toHaveURL(`/manager/users/${gone.id}/history`);
  await expect(page.getByText('deleted the user')).toBeVisible();
  await expectAccessible(page);

  await goWithin(page, '/manager');
  await page.getByRole('textbox', { name: 'Tracking ID' }).fill(trackingId);
  await page.getByRole('button', { name: 'Find shipment' }).click();
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  await page.getByRole('link', { name: 'View history' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}/history`);
});

test('more than a thousand matches are shown as 1,000+, for customers and managers', async ({ app, page }) => {
  await withoutWorker(page);
  const me = await app.person({ email: 'volume@example.com', manager: true });
  await many(app, 1_005, 'Reeds for oboes');
  await app.database.query("update shipments set sender_id = $1 where description like 'Reeds for oboes%'", [me.id]);
  await openAs(page, me.email, '/');
  for (const list of ['/manager/shipments', '/shipping']) {
    await page.goto(`${list}?q=oboes`);
    await expect(page.getByText('1,000+ shipments')).toBeVisible();
    await page.goto(`${list}?q=oboes&page=4711`);
    await expect(page).toHaveURL(`${list}?page=101&q=oboes`);
    await expect(page.getByText('Reeds for oboes 1001')).toBeVisible();
  }
  await page.goto('/shipping');
  await expect(page.getByText('1,005 shipments')).toBeVisible();
  // On a phone the further filters come when they are asked for.
  await expect(page.getByLabel('Status')).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Status').selectOption('held');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/shipping?status=held');
  await expect(page.getByText('No shipments found.')).toBeVisible();
  await expectAccessible(page);
});

test('a page that fails to load says why, and navigation still works', async ({ app, page, context, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 503/);
  reports.allow(NETWORK);
  // No news, which would ask again before anybody can press Retry.
  await context.route(/live\.follow/, (route) => route.abort());
  await many(app, 25, 'Timpani sticks');
  const said = 'Something went wrong on our side. Please try again. (Request 0123)';
  let isBroken = false;
  await context.route(/shipmentAdmin\.getShipments/, (route) => {
    if (!isBroken) return route.continue();
    const error = {
      message: said,
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', requestId: '0123', httpStatus: 500 },
    };
    return route.fulfill({ status: 503, json: [{ error }, { error }] });
  });
  await managerAt(app, page, 'failing@example.com', '/manager/shipments?q=timpani');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Page 3' })).toBeVisible();
  isBroken = true;
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('alert')).toContainText(said);
  await expect(pages.getByText('Page 2')).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Timpani sticks 11')).toBeVisible();

  await goOffline(context, page);
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await expect(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
  await pages.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(page.getByText('Timpani sticks 10')).toBeVisible();
  await context.setOffline(false);
});

test('every row, panel and dialog of a shipment', async ({ app, page }) => {
  await withoutWorker(page);
  const receiver = await app.person({ email: 'linked@example.com' });
  const { id, trackingId } = await app.shipment({
    description: 'A shipment in full',
    receiverEmail: receiver.email,
    senderEmail: 'unlinked@example.com',
    senderCountry: '',
  });
  await managerAt(app, page, 'detail@example.com', `/manager/shipments/${id}`);
  await page.setViewportSize({ width: 820, height: 1180 });
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['Manager', 'Shipments', `Shipment - #${trackingId}`]);
  await expect(crumbs.getByRole('link', { name: 'Manager' })).toHaveAttribute('href', '/manager');
  await expect(crumbs.getByRole('link', { name: 'Shipments' })).toHaveAttribute('href', '/manager/shipments');
  await expect(page.getByText('A shipment in full')).toBeVisible();

  await expect(field(page, 'Sender')).toHaveText('Tomás Pereira');
  await expect(field(page, 'Sender country')).toHaveText('N/A');
  await expect(field(page, 'Sender email')).toHaveText('unlinked@example.com');
  await expect(field(page, 'Sender phone')).toHaveText('+351 222 010 417');
  await field(page, 'Sender code').getByRole('button', { name: 'Show codes' }).click();
  await expect(field(page, 'Sender code')).toHaveText(/^\w{12}$/);
  await expect(field(page, 'Sender account')).toContainText('Account not linked');
  await expect(field(page, 'Receiver')).toHaveText('Elin Strand');
  await expect(field(page, 'Receiver country')).toHaveText('Sweden');
  await expect(field(page, 'Receiver email')).toHaveText('linked@example.com');
  await expect(field(page, 'Receiver phone')).toHaveText('+46 31 555 0192');
  await expect(field(page, 'Receiver code')).toHaveText(/^\w{12}$/);
  await expect(field(page, 'Receiver account')).toContainText('View account →');
  await expect(page.getByRole('link', { name: 'View account →' })).toHaveAttribute(
    'href',
    `/manager/users/${receiver.id}`,
  );
  await expect(field(page, 'Service')).toHaveText(PARCEL.service);
  await expect(field(page, 'Dimensions')).toHaveText('12 x 55in');
  await expect(field(page, 'Weight')).toHaveText('31.4 kg');
  await expect(field(page, 'Value ($)')).toHaveText('$1,840.00');
  await expect(field(page, 'Clearance detail')).toHaveText('Cleared');
  await expect(field(page, 'Shipping fee ($)')).toHaveText('$212.50');
  await expect(field(page, 'Payer')).toHaveText('Receiver');
  await expect(field(page, 'Ship To')).toHaveText('Linnégatan 8, 413 04 Gothenburg');
  await expect(field(page, 'Ship date')).toHaveText('Monday 16/11/2026 - 11:12 AM');
  await expect(field(page, 'Delivery date')).toHaveText('N/A');
  await expect(page.getByText('No images')).toBeVisible();
  await expect(page.getByText('Label created')).toBeVisible();

  // Each panel is an address; closing it, or choosing it again, returns to the detail.
  const actions = page.getByRole('group', { name: 'Shipment actions' });
  const closed = `/manager/shipments/${id}`;
  for (const [name, view] of [
    ['Add new location', 'add-location'],
    ['Update shipment status', 'update-status'],
    ['Update shipment info', 'update-info'],
  ] as const) {
    await actions.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${closed}?view=${view}`);
    await expect(page.getByRole('region', { name })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page).toHaveURL(`/manager/shipments/${id}`);
  }
  await expect(page.getByRole('link', { name: 'Update shipment info' })).toBeVisible();
  await page.goto(`${closed}?view=update-info`);
  await expect(actions.getByRole('link', { name: 'Update shipment info' })).toHaveCount(0);
  await expect(actions.getByRole('link', { name: 'Cancel update' })).toBeVisible();
  await actions.getByRole('link', { name: 'Cancel update' }).click();
  await expect(page).toHaveURL(closed);
  await expect(page.getByRole('region', { name: 'Update shipment info' })).toHaveCount(0);

  // The form starts with the current values, requires a delivery date, and shows the saved values.
  await actions.getByRole('link', { name: 'Update shipment info' }).click();
  const form = page.getByRole('region', { name: 'Update shipment info' });
  await expect(form.getByLabel('Description')).toHaveValue('A shipment in full');
  await expect(form.getByLabel('Ship date')).toHaveValue('2026-11-16T11:12');
  await form.getByLabel('Sender email').fill('not an address');
  await form.getByRole('button', { name: 'Update shipment' }).click();
  await expect(form.getByText('Delivery date is required.')).toBeVisible();
  await expect(form.getByText('Enter a full email address, such as name@example.com.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Sender email').fill(receiver.email);
  await form.getByLabel('Delivery date').fill('2026-11-27T10:00');
  await form.getByLabel('Weight').fill('32 kg');
  await form.getByRole('button', { name: 'Update shipment' }).click();
  await expect(page).toHaveURL(closed);
  await expect(field(page, 'Weight')).toHaveText('32 kg');
  await expect(field(page, 'Delivery date')).toHaveText('Friday 27/11/2026 - 10:00 AM');
  await expect(page.getByRole('link', { name: 'View account →' })).toHaveCount(2);
});

test('deleting asks first, and then does not wait for the result', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  const { id } = await app.shipment({ description: 'Soon to be gone' });
  await managerAt(app, page, 'deleting@example.com', `/manager/shipments/${id}`);
  await page.getByRole('link', { name: 'Delete shipment' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}?view=delete`);
  const question = page.getByRole('alertdialog', { name: 'Delete shipment' });
  await expect(question.getByText('Are you sure you want to delete this shipment?')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);

  await page.getByRole('link', { name: 'Delete shipment' }).click();
  let answer: (() => void) | undefined;
  let asked = 0;
  await page.route(/shipmentAdmin\.deleteShipment/, async (route) => {
    asked += 1;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await question.getByRole('button', { name: 'Delete' }).dblclick();
  const whereAndWhen = async () => [new URL(page.url()).pathname, await page.getByText('Shipment deleted').count()];
  await expect.poll(whereAndWhen).toEqual(['/manager/shipments', 0]);
  await expect(page.getByRole('link', { name: 'Soon to be gone' })).toBeVisible();
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  await expect(page.getByRole('link', { name: 'Soon to be gone' })).toHaveCount(0);
  await expect(page.getByText('Shipment deleted')).toHaveCount(1);
  expect(asked).toBe(1);

  // It can no longer be loaded, which leads to the users, and says so.
  await page.goto(`/manager/shipments/${id}`);
  await expect(page).toHaveURL('/manager/users');
  await expect(page.getByText('Shipment not found')).toBeVisible();
});
