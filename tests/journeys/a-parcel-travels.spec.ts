import { expect, PASSWORD, signIn, test, withoutWorker } from './support/journey.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

test('a manager is appointed, sends a parcel on its way, and its receiver follows it', async ({
  app,
  page,
  browser,
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

  // Signed in, calls carry the token, several in one request.
  const asked = page.waitForRequest((request) => request.url().includes('/api/trpc/auth.profile'));
  await signIn(page, 'ines@example.com');
  const profile = await asked;
  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(profile.headers().authorization).toBe(`Bearer ${token}`);
  expect(profile.url()).toContain('batch=1');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Manager' }).click();
  await expect(page).toHaveURL('/manager');
  // The page it came from, which also has lists, stays until this one is there.
  await expect(page.getByRole('heading', { name: 'Manager', level: 1, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Create shipment' }).click();
  await expect(page).toHaveURL('/manager/shipments/create');

  await page.getByLabel('Description').fill('Ceramic kiln parts, 2 cartons');
  await page.getByText(/^More:/).click();
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
  await phone.getByPlaceholder('Tracking ID').fill(trackingId.toLowerCase());
  await phone.getByRole('button', { name: 'Track shipment' }).click();
  await expect(phone).toHaveURL(new RegExp(`/track/${trackingId.replaceAll(' ', '')}$`));
  await expect(phone.getByText('Held in warehouse')).toBeVisible();
  await expect(phone.getByText('E•••• S••••')).toBeVisible();
  await expect(phone.getByText('Elin')).toHaveCount(0);
  await expect(phone.getByText('Payment of')).toHaveCount(0);

  // The code from the email opens the details.
  await phone.getByRole('link', { name: 'Detailed view' }).click();
  await phone.getByRole('textbox', { name: 'Code' }).fill(receiverCode.toLowerCase());
  await phone.getByRole('button', { name: 'Show details' }).click();
  const timeline = phone.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByRole('heading')).toHaveText(['Delivered', 'Held', 'Label created']);
  await expect(timeline.getByText('Waiting for duty payment')).toBeVisible();
  await expect(phone.getByText('Payment of $148.20 required')).toBeVisible();
  await expect(phone.getByText('Import duty and handling')).toBeVisible();

  // The grant stays for this tab, and is gone with it.
  await phone.reload();
  await expect(timeline).toBeVisible();
  const other = await visitor.newPage();
  await other.goto(phone.url());
  await expect(other.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await visitor.close();
});
