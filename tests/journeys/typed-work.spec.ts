import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  goWithin,
  hold,
  openAs,
  PARCEL,
  plantSession,
  type RunningApp,
  said,
  signIn,
  signOut,
  submitLogin,
  test,
  untilQuiet,
  withoutWorker,
} from './support/journey.ts';
import { listEntries } from './support/tablet.ts';

const KEPT = 'We kept what you typed';
const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

/** What the tab keeps of typed work: encrypted, so that it only says whether there is any. */
const storedIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('typed-work'));

/** Waits also where the page is replaced by another while it is looked at. */
const expectNothingStored = (page: Page) =>
  page.waitForFunction(() => sessionStorage.getItem('typed-work') === null, undefined, { timeout: 10_000 });

/** Types as a person does, slower than the device saves. */
async function type(field: Locator, text: string): Promise<void> {
  const before = await storedIn(field.page());
  await field.fill(text);
  await expect.poll(() => storedIn(field.page())).not.toBe(before);
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: KEPT });

async function deposit(app: RunningApp, userId: string): Promise<void> {
  const manager = await app.person({ email: `bank.of.${userId}@example.com`, manager: true });
  const input = { userId, amount: 500, status: 'successful', summary: 'Opening deposit' };
  await app.call(manager.email, 'transactionAdmin.addDeposit', input);
}

async function fillWithdrawal(dialog: Locator): Promise<void> {
  const words = { 'Account number': '4417', 'Bank name': 'SEB', 'Routing number': '026', 'Bank code': '50' };
  for (const [label, text] of Object.entries(words)) await dialog.getByLabel(label).fill(text);
  await dialog.getByLabel('Amount ($)').fill('12.50');
  await dialog.getByLabel('IBAN').fill('SE45 5000 0000 0583 9825 7466');
}

const listWithdrawals = (app: RunningApp, userId: string) =>
  app.database.query("select 1 from transactions where user_id = $1 and type = 'withdrawal'", [userId]);

const PROFILE = {
  phone: '+46 31 555 0192',
  dob: '1985-05-17',
  address: 'Linnégatan 8',
  city: 'Gothenburg',
  state: 'Västra',
  nationality: 'Sweden',
};

/** It is on its way for as long as a test holds it back. */
const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') };

test('an unfinished withdrawal survives reload, Esc, backdrop, link and Back until it is sent, and is made once', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(NETWORK);
  const { id, email } = await app.person({ email: 'keeps.typing@example.com' });
  await deposit(app, id);
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  const summary = dialog.getByLabel('Summary');
  const open = async () => {
    await page.getByRole('link', { name: 'Withdraw' }).click();
    await expect(summary).toHaveValue('For the rent');
    await expect(notice(page)).toBeVisible();
  };
  const countWithdrawals = async () => (await listWithdrawals(app, id)).length;
  // The first one reaches the server, and no answer comes back.
  await page.route('**/transaction.withdraw', (route) => route.fetch().then(() => undefined), { times: 1 });
  await openAs(page, email, '/profile/account?view=withdraw');
  await expect(summary).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await type(summary, 'For the rent');
  await expect(notice(page)).toBeHidden();

  await page.reload();
  await expect(summary).toHaveValue('For the rent');
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open();
  await page.mouse.click(10, 10);
  await expect(dialog).toBeHidden();
  await open();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await page.goBack();
  await open();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goto('/profile/account');
  await open();

  await test.step('it is made once if its response was lost with the page', async () => {
    await fillWithdrawal(dialog);
    await type(summary, 'Sent, and no answer');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.poll(countWithdrawals).toBe(1);
    await page.reload();
    await expect(summary).toHaveValue('Sent, and no answer');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(dialog).toBeHidden();
    await expectNothingStored(page);
    expect(await countWithdrawals()).toBe(1);
    await page.reload();
    await untilQuiet(page);
    await page.getByRole('link', { name: 'Withdraw' }).click();
    await expect(summary).toHaveValue('');
    await expect(notice(page)).toBeHidden();
  });

  await test.step('it is made once if it is sent again while a slow network keeps its dialog open', async () => {
    await fillWithdrawal(dialog);
    await summary.fill('For the rent');
    // After the change, the page that follows asks again who this is.
    const letGo = await hold(page, '*auth.profile*');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(said(page, 'Withdrawal requested')).toBeVisible();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(dialog).toBeHidden();
    letGo();
    await untilQuiet(page);
    expect(await countWithdrawals()).toBe(2);
  });

  // The next one is sent as usual.
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await fillWithdrawal(dialog);
  await summary.fill('For the rent');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog).toBeHidden();
  expect(await countWithdrawals()).toBe(3);
});

test('a deposit is added once, however long Enter is held on a slow device', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'heavy.finger@example.com', manager: true });
  const customer = await app.person({ email: 'paid.once@example.com' });
  const account = `/manager/users/${customer.id}/account`;
  await plantSession(page, email);
  const device = await page.context().newCDPSession(page);
  for (const summary of ['First', 'Second', 'Third']) {
    // Enter may have opened the form once more, on the link that got the focus back.
    await page.goto(account);
    await page.getByRole('link', { name: 'Add deposit' }).click();
    await page.getByLabel('Amount ($)').fill('1');
    await page.getByLabel('Summary').fill(summary);
    await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (let repeat = 0; repeat < 30; repeat += 1) {
      await page.keyboard.down('Enter');
      // As often as a keyboard repeats it.
      await page.waitForTimeout(33);
    }
    await page.keyboard.up('Enter');
    await device.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(page.getByRole('row', { name: summary }).first()).toBeAttached();
    await untilQuiet(page);
  }
  const added = await app.database.query<{ summary: string }>(
    'select summary from transactions where user_id = $1 order by id',
    [customer.id],
  );
  expect(added.map(({ summary }) => summary)).toEqual(['First', 'Second', 'Third']);
});

test("every manager's form keeps what was typed, and can be cleared", async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'half.done@example.com', manager: true });
  const customer = await app.person({ email: 'typed.about@example.com' });
  await deposit(app, customer.id);
  const { id } = await app.shipment();
  const account = `/manager/users/${customer.id}/account`;
  await openAs(page, email, account);
  const transaction = await page.getByRole('link', { name: /^Update .*Opening deposit/ }).getAttribute('href');
  const forms: [address: string, label: string | RegExp, before: string][] = [
    ['/profile?view=update', 'First name', 'Ada'],
    ['/manager/shipments/create', 'Description', ''],
    [`/manager/shipments/${id}?view=add-location`, 'Comment', ''],
    [`/manager/shipments/${id}?view=update-info`, 'Description', 'Ceramic kiln parts, 2 cartons'],
    [`/manager/shipments/${id}?view=link-sender`, 'Account email', 'tomas.pereira@example.com'],
    ['/manager/mail', 'Subject', ''],
    [`/manager/mail?to=${customer.email}`, 'Subject', ''],
    ['/manager/settings?view=update-bank-account', 'Bank name', ''],
    [`${account}?view=add-deposit`, 'Summary', ''],
    [`${account}?view=charge-fee`, 'Summary', ''],
    [`${account}?view=add-bill`, 'Summary', ''],
    [`${account}?view=update-bank-account`, 'Bank name', ''],
    [String(transaction), 'Summary', 'Opening deposit'],
  ];
  for (const [address, label] of forms) {
    await goWithin(page, address);
    await type(page.getByLabel(label, { exact: true }), `Typed at ${address}`);
  }
  await goWithin(page, '/manager/runs');
  const newRun = page.getByRole('button', { name: 'New run' });
  await newRun.click();
  await type(page.getByLabel('Name', { exact: true }), 'Harbour side');
  await goWithin(page, `/manager/shipments/${id}?view=update-status`);
  const status = page.getByLabel('Status', { exact: true });
  const before = await storedIn(page);
  await status.selectOption('held');
  await expect.poll(() => storedIn(page)).not.toBe(before);

  // One start of the app gives back all of them.
  await page.reload();
  await expect(status).toHaveValue('held');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(status).toHaveValue('in-progress');
  for (const [address, label, before] of forms) {
    await goWithin(page, address);
    await expect(page.getByLabel(label, { exact: true }), address).toHaveValue(`Typed at ${address}`);
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByLabel(label, { exact: true }), address).toHaveValue(before);
    await expect(notice(page)).toBeHidden();
  }
  await goWithin(page, '/manager/runs');
  await newRun.click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harbour side');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expectNothingStored(page);
});

test("a visitor's registration is kept without the password, and hidden from anyone who signs in", async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'signs.in.after@example.com' });
  await page.goto('/register');
  await type(page.getByLabel('First name'), 'Rosalind');
  await page.getByLabel('Nationality').selectOption('Ireland');
  await page.getByLabel('Show password').check();
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
  await page.getByRole('link', { name: 'Login' }).last().click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await type(page.getByLabel('Email'), 'rosalind@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Email')).toHaveValue('rosalind@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.goto('/register');
  await expect(page.getByLabel('First name')).toHaveValue('Rosalind');
  await expect(page.getByLabel('Nationality')).toHaveValue('Ireland');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expectAccessible(page);

  await page.goto('/login');
  await expect(page.getByLabel('Email')).toHaveValue('rosalind@example.com');
  await submitLogin(page, email);
  await expectNothingStored(page);
  await page.goto('/profile?view=update');
  await type(page.getByLabel('First name'), 'Nobody else’s');
  await signOut(page);
  expect(await storedIn(page)).toBe(null);
  await page.goto('/register');
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(notice(page)).toBeHidden();
});

test('typed text is deleted in every tab when someone signs in or out in another', async ({
  app,
  page,
  context,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 401/);
  const { id, email } = await app.person({ email: 'types.in.two.tabs@example.com' });
  const other = await context.newPage();
  await other.goto('/register');
  await type(other.getByLabel('First name'), 'A visitor’s');
  await signIn(page, email);
  await expectNothingStored(other);

  await other.goto('/profile?view=update');
  await type(other.getByLabel('First name'), 'The first person’s');
  await signOut(page);
  await expect(other).toHaveURL(/\/login/);
  await expectNothingStored(other);

  await signIn(page, email);
  await page.goto('/profile?view=update');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await type(page.getByLabel('First name'), 'Before the session ended');
  await app.database.query('delete from sessions where user_id = $1', [id]);
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expectNothingStored(page);
});

test('codes are not stored', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'has.codes@example.com' });
  const { trackingId } = await app.shipment();
  await openAs(page, email, `/track/${trackingId}?view=link`);
  await page.getByLabel('Sender code').fill('ABCD EFGH JKLM');
  await page.goto(`/track/${trackingId}?detailed=true`);
  await page.getByRole('textbox', { name: 'Code' }).fill('ABCD EFGH JKLM');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('');
  expect(await storedIn(page)).toBe(null);
});

test('leaving asks for confirmation only while an image or a file is uploading', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'uploads.slowly@example.com', manager: true });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  await openAs(page, email, '/manager/shipments');
  await page.getByRole('link', { name: 'Create shipment' }).click();
  await type(page.getByLabel('Description'), 'A slow picture');
  await page.route('**/image/upload', () => undefined);
  await page.locator('input[type=file]').setInputFiles(PHOTO);
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' });
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expect(question).toContainText('What you typed is kept.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/manager/shipments/create');
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(page.getByText('Uploading image 1 of 1.')).toBeVisible();
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/manager/shipments');

  await page.getByRole('link', { name: 'Create shipment' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('A slow picture');
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('A slow picture');
  expect(asked).toEqual(['beforeunload']);

  await page.goto('/manager/shipments/import');
  await page.route('**/api/shipment-imports*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('x') });
  await page.getByRole('link', { name: 'Shipments' }).first().click();
  await expect(question).toContainText('choose it again');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/manager/shipments');
  await expect(page.getByRole('heading', { name: 'Shipments', exact: true })).toBeVisible();

  // Nothing is requested for someone who has signed out in another tab.
  await page.goto('/manager/shipments/create');
  await page.locator('input[type=file]').setInputFiles(PHOTO);
  await expect(page.getByText('Uploading image 1 of 1.')).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/track');
  await other.evaluate(() => localStorage.removeItem('token'));
  await expect(page).toHaveURL(/\/login/);
  expect(asked).toEqual(['beforeunload']);
});

test('without browser storage, links keep what was typed and a reload asks first', async ({ app, page }) => {
  await withoutWorker(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, {
      apply(setItem, storage, [key, value]) {
        if (key === 'typed-work') throw new DOMException('No room', 'QuotaExceededError');
        return Reflect.apply(setItem, storage, [key, value]);
      },
    });
  });
  const { email } = await app.person({ ...PROFILE, email: 'no.storage@example.com' });
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  await openAs(page, email, '/profile');
  await page.getByRole('link', { name: 'Update profile' }).click();
  await page.getByLabel('First name').fill('Only in memory');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  // Also on a page without the form: it would be lost all the same.
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.goBack();
  await expect(page.getByLabel('First name')).toHaveValue('Only in memory');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByRole('heading', { name: /^Only in memory/ })).toBeVisible();
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('what is in the outbox is not offered again by its form, unless it is rejected', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'sent.once@example.com', manager: true });
  const { id } = await app.shipment();
  /** It reaches the server, and no answer comes back before the page is reloaded. */
  const loseAnswer = (procedure: string) =>
    page.route(`**/${procedure}`, (route) => route.fetch().then(() => undefined), { times: 1 });

  await openAs(page, email, '/manager/shipments/create');
  const fields: Record<string, string> = {
    Dimensions: PARCEL.dimensions,
    Weight: PARCEL.weight,
    'Value ($)': '12.5',
    'Shipping fee ($)': '8',
    'Ship to': PARCEL.shipTo,
  };
  for (const party of ['Sender', 'Receiver']) {
    fields[`${party} name`] = `Once ${party}`;
    fields[`${party} email`] = `once.${party.toLowerCase()}@example.com`;
    fields[`${party} phone`] = '+46 31 555 0192';
    await page.getByLabel(`${party} country`).selectOption('Sweden');
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await type(page.getByLabel('Description'), 'Sent before the reload');
  const created = () => app.database.query("select 1 from shipments where description = 'Sent before the reload'");
  await loseAnswer('shipmentAdmin.createShipment');
  await page.getByRole('button', { name: 'Create shipment' }).click();
  await expect.poll(async () => (await created()).length).toBe(1);
  await page.reload();
  await expectNothingStored(page);
  await expect(page.getByLabel('Description')).toHaveValue('');

  await page.goto(`/manager/shipments/${id}?view=add-location`);
  await type(page.getByLabel('Comment'), 'Sent before the reload');
  await loseAnswer('shipmentAdmin.updateShipmentActivity');
  await page.getByRole('button', { name: 'Add location' }).click();
  const entries = async () => (await listEntries(app, id)).filter((comment) => comment === 'Sent before the reload');
  await expect.poll(entries).toHaveLength(1);
  await page.reload();
  await expectNothingStored(page);
  await expect(page.getByLabel('Comment')).toHaveValue('');
  await expect(page.getByRole('link', { name: /outbox/i })).toHaveCount(0);
  expect(await created()).toHaveLength(1);
  expect(await entries()).toHaveLength(1);

  reports.allow(/status of 409/);
  await page.goto(`/manager/shipments/${id}?view=update-status`);
  const answer = await hold(page, 'shipmentAdmin.updateShipment');
  await page.getByLabel('Status', { exact: true }).selectOption('held');
  const asked = page.waitForRequest(/shipmentAdmin\.updateShipment$/);
  await page.getByRole('button', { name: 'Update status' }).click();
  await asked;
  const other = await app.person({ email: 'faster.than.me@example.com', manager: true });
  await app.call(other.email, 'shipmentAdmin.updateShipment', { id, status: 'shipped' });
  answer();
  await expect(page.getByText('Someone else changed the status')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('held');
  await expect(notice(page)).toBeVisible();
});
