import { expect, expectAccessible, PASSWORD, signIn, test, untilQuiet, withoutWorker } from './support/journey.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

test('a manager is appointed, sends a parcel on its way, and its receiver follows it', async ({
  app,
  page,
  browser,
  reports,
}) => {
  await withoutWorker(page);
  // The operator appoints the first manager, who sets a password with the mailed link.
  await app.script('manager', 'ines@example.com');
  const invitation = await app.mails.mail((mail) => mail.receivers.includes('ines@example.com'));
  const [link = ''] = invitation.text?.match(/http\S+token=\S+/) ?? [];
  expect(link).toMatch(`${app.url}/reset-password?token=`);
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await expectAccessible(page);

  await signIn(page, 'ines@example.com');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Manager' }).click();
  await expect(page).toHaveURL('/manager');
  // The page it came from, which also has lists, stays until this one is there.
  await expect(page.getByRole('heading', { name: 'Manager', level: 1, exact: true })).toBeVisible();
  await expect(page.getByText('No shipments found.')).toBeVisible();
  await page.getByRole('link', { name: 'Create shipment' }).click();
  await expect(page).toHaveURL('/manager/shipments/create');

  // An empty form shows an error at each required field.
  await page.getByRole('button', { name: 'Create shipment' }).click();
  await expect(page.getByText('Description is required.')).toBeVisible();
  await expect(page.getByLabel('Description')).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Description').fill('Ceramic kiln parts, 2 cartons');
  await page.getByLabel('Service').selectOption('Special Cargo');
  await page.getByLabel('Dimensions').fill('12 x 55in');
  await page.getByLabel('Weight').fill('31.4 kg');
  await page.getByLabel('Value ($)').fill('1840');
  await page.getByLabel('Shipping fee ($)').fill('212.5');
  await page.getByLabel('Sender name').fill('Tomás Pereira');
  await page.getByLabel('Sender country').selectOption('Portugal');
  await page.getByLabel('Sender email').fill('tomas@example.com');
  await page.getByLabel('Sender phone').fill('+351 222 010 417');
  await page.getByLabel('Receiver name').fill('Elin Strand');
  await page.getByLabel('Receiver country').selectOption('Sweden');
  await page.getByLabel('Receiver email').fill('elin@example.com');
  await page.getByLabel('Receiver phone').fill('+46 31 555 0192');
  await page.getByLabel('Ship to').fill('Linnégatan 8, 413 04 Gothenburg');
  await page.getByRole('button', { name: 'Create shipment' }).click();

  await expect(page).toHaveURL(new RegExp(`/manager/shipments/${UUID}$`));
  await expect(page.getByText('Sender code')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add new location' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Update shipment status' })).toBeVisible();
  await expect(page.getByText('Information not available')).toBeVisible();

  // Both parties get a mail with their own code.
  const toReceiver = await app.mails.mail((mail) => mail.receivers.includes('elin@example.com'));
  const toSender = await app.mails.mail((mail) => mail.receivers.includes('tomas@example.com'));
  const receiverCode = /Receiver code: ([\w ]+)/.exec(toReceiver.text ?? '')?.[1] ?? '';
  const trackingId = /Tracking ID: ([\w ]+)/.exec(toReceiver.text ?? '')?.[1] ?? '';
  expect(receiverCode).toMatch(/^\w{4} \w{4} \w{4}$/);
  expect(toSender.text).toContain('Sender code');
  expect(toSender.text).not.toContain(receiverCode);

  // The parcel travels.
  await page.getByRole('link', { name: 'Update shipment status' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('held');
  await page.getByRole('button', { name: 'Update status' }).click();
  await expect(page.getByText('Status changed to Held')).toBeVisible();
  await expect(page.getByLabel('Status', { exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByLabel('Address').fill('Gothenburg terminal, Hall 4');
  await page.getByLabel('Comment').fill('Waiting for duty payment');
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByText('Waiting for duty payment')).toBeVisible();
  await expect(page.getByLabel('Comment')).toBeHidden();

  // It has a charge to pay.
  const [shipment] = await app.database.query<{ id: string }>(
    "select id from shipments where receiver_email = 'elin@example.com'",
  );
  const payer = await app.person({ email: 'payer@example.com' });
  await app.database.query(
    `insert into bills (id, user_id, shipment_id, amount_cents, summary) values (gen_random_uuid(), $1, $2, 14820, 'Import duty and handling')`,
    [payer.id, shipment?.id],
  );

  // A visitor types the ID as it appears in the email: lower case, with spaces.
  const visitor = await browser.newContext({ baseURL: app.url });
  const phone = await visitor.newPage();
  await withoutWorker(phone);
  await phone.goto('/track');
  await expect(phone).toHaveURL('/track');
  expect((await phone.getByRole('banner').boundingBox())?.height).toBe(76);
  await expect(phone.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  await expect(phone.getByPlaceholder('Tracking ID')).toBeVisible();
  await expect(phone.getByText('Enter tracking ID to track shipment.')).toBeVisible();
  await expect(
    phone.getByText(
      'For extra security detailed information about shipment is only available to the shipment sender or receiver. You must be signed in to view them.',
    ),
  ).toBeVisible();
  await phone.getByPlaceholder('Tracking ID').fill(trackingId.toLowerCase());
  await phone.getByRole('button', { name: 'Track shipment' }).click();
  await expect(phone).toHaveURL(new RegExp(`/track/${trackingId.replaceAll(' ', '')}$`));
  const view = phone.getByRole('navigation', { name: 'View' });
  await expect(view.getByRole('link')).toHaveText(['Overview', 'Detailed view']);
  await expect(phone.getByText('Status', { exact: true })).toBeVisible();
  await expect(phone.getByText('Estimated delivery')).toBeVisible();
  await expect(phone.getByText('Held in warehouse')).toBeVisible();
  await expect(phone.getByText('E•••• S••••')).toBeVisible();
  await expect(phone.getByText('Elin')).toHaveCount(0);
  await expect(phone.getByText('Payment of')).toHaveCount(0);
  await expect(phone.getByText('No images')).toBeVisible();
  await expect(phone).toHaveTitle(new RegExp(trackingId));
  await expect(phone.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');

  // The detailed view asks for the code: a wrong one shows an error, the right one opens it.
  reports.allow(/status of 400/);
  await phone.getByRole('link', { name: 'Detailed view' }).click();
  await expect(phone).toHaveURL(/detailed=true/);
  await phone.getByRole('textbox', { name: 'Code' }).fill('WRONG-CODE');
  await phone.getByRole('button', { name: 'Show details' }).click();
  await expect(phone.getByText('That code doesn’t match this shipment.')).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('textbox', { name: 'Code' }).fill(receiverCode.toLowerCase());
  await phone.getByRole('button', { name: 'Show details' }).click();
  const timeline = phone.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByRole('heading')).toHaveText(['Delivered', 'Held', 'Label created']);
  await expect(timeline.getByText('Waiting for duty payment')).toBeVisible();
  await expect(phone.getByText('Payment of $148.20 required')).toBeVisible();
  await expect(phone.getByText('Import duty and handling')).toBeVisible();
  await expectAccessible(phone);

  // The grant stays for this tab, and is gone with it.
  await phone.reload();
  await expect(timeline).toBeVisible();
  const other = await visitor.newPage();
  await other.goto(phone.url());
  await expect(other.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await visitor.close();
});

test('a lookup that finds nothing says so in the search box, at the earliest after two seconds', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 404/);
  await page.clock.install({ time: 0 });
  await page.goto('/track');
  // The leap ends the wait for the page's code, should that not be there yet.
  await untilQuiet(page);
  await page.clock.pauseAt(60_000);
  const answered = page.waitForResponse((answer) => answer.url().startsWith(`${app.url}/api/trpc/`));
  await page.getByPlaceholder('Tracking ID').fill('nonsense');
  await page.getByRole('button', { name: 'Track shipment' }).click();
  await answered;
  const begun = await page.evaluate(() => Date.now());
  while (!(await page.getByRole('alert').isVisible())) {
    await expect(page.getByText('Looking for')).toBeVisible();
    await page.clock.runFor(100);
  }
  const heldFor = (await page.evaluate(() => Date.now())) - begun;
  const box = page.getByRole('alert');
  await expect(box).toContainText('Failed to track shipment');
  await expect(box).toContainText('Shipment not found');
  // The page's clock moves only when this test advances it, so nothing is timed.
  expect(heldFor).toBeGreaterThanOrEqual(2000);
  // axe waits by the same clock.
  await page.clock.resume();
  await expectAccessible(page);
});

test('signing in with a wrong password shows an error; the right one sends the token', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 401/);
  const person = await app.person({ email: 'sign-in@example.com' });
  await page.goto('/');
  await expect(page).toHaveURL('/login?returnTo=%2F');
  await page.goto('/login');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  const box = page.getByRole('alert');
  await expect(box).toContainText('Login failed');
  await expect(box).toContainText('Incorrect email or password.');
  await expectAccessible(page);

  const asked = page.waitForRequest((request) => request.url().includes('/api/trpc/auth.profile'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  const request = await asked;
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token);
  expect(request.headers().authorization).toBe(`Bearer ${token}`);
  expect(request.url()).toContain('batch=1');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();

  // A sign-in from a page that asked for it leads back there; guest pages lead home.
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('an unknown address shows an error and a link home', async ({ page, reports }) => {
  reports.allow(/status of 404/);
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('Are you lost? click here to go home')).toBeVisible();
  await expect(page.getByRole('link', { name: 'here' })).toHaveAttribute('href', '/');
});
