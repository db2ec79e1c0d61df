import type { Page } from '@playwright/test';
import { expect, expectAccessible, goWithin, openAs, type RunningApp, test, withoutWorker } from './support/journey.ts';

const actions = (page: Page) => page.getByRole('group', { name: 'Account actions' });
const open = (page: Page, name: string) => actions(page).getByRole('link', { name }).click();
const panel = (page: Page, name: string) => page.getByRole('region', { name });
const account = (page: Page) => page.getByRole('region', { name: 'Account', exact: true });
const bankAccount = (page: Page) => page.getByRole('region', { name: 'Bank account', exact: true });
const bills = (page: Page) => page.getByRole('table', { name: 'Bills' });
const transactions = (page: Page) => page.getByRole('table', { name: 'Transactions' });

/** A manager on a user's account page. */
async function atAccountOf(app: RunningApp, page: Page, name: string) {
  const user = await app.person({ email: `${name}.user@example.com`, firstName: 'Penny', lastName: 'Saver' });
  const manager = await app.person({ email: `${name}.manager@example.com`, firstName: 'Ines', manager: true });
  await openAs(page, manager.email, `/manager/users/${user.id}/account`);
  return { user, manager };
}

async function withdraw(app: RunningApp, user: { email: string }, amount: number): Promise<string> {
  const input = {
    amount,
    accountNumber: '5012 3344',
    bankName: 'Harbour Bank',
    routingNumber: '021000021',
    iban: 'SE35 5000 0000 0549 1000 0003',
    bankCode: 'HARBSESS',
    summary: 'To savings',
  };
  return (await app.call<{ id: string }>(user.email, 'transaction.withdraw', input)).id;
}

/** The id of the one row of a user, in a table of money. */
async function idOf(
  app: RunningApp,
  table: 'transactions' | 'bills' | 'bank_accounts',
  user: { id: string },
  where = 'true',
) {
  const rows = await app.database.query<{ id: string }>(
    `select id from ${table} where user_id = $1 and deleted_at is null and ${where}`,
    [user.id],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.id;
}

test('a manager moves money: deposits, fees, a withdrawal settled, a mistake corrected and one deleted', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 4(00|12)/);
  const { user } = await atAccountOf(app, page, 'money');
  const at = `/manager/users/${user.id}/account`;
  await expect(account(page).getByText('$0.00', { exact: true })).toBeVisible();
  await expect(account(page).getByText('available')).toHaveCount(0);
  await expect(page.getByText('No transactions found.')).toBeVisible();
  await expect(page.getByText('No bills found.')).toBeVisible();
  await expect(actions(page).getByRole('link')).toHaveText([
    'Add deposit',
    'Add bill',
    'Charge fee',
    'Add bank account',
  ]);

  // By keyboard alone: open, see the missing fields, fill in, submit.
  await actions(page).getByRole('link', { name: 'Add deposit' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=add-deposit`);
  const depositing = panel(page, 'Add deposit');
  await depositing.getByLabel('Amount ($)').focus();
  await page.keyboard.press('Enter');
  await expect(depositing.getByText('Amount is required.')).toBeVisible();
  await expect(depositing.getByText('Summary is required.')).toBeVisible();
  await expect(depositing.getByLabel('Amount ($)')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('0.001');
  await expect(depositing.getByText('Amount must be at least $0.01.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('120.5');
  await page.keyboard.press('Tab');
  await expect(depositing.getByLabel('Status')).toHaveValue('successful');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Opening deposit');
  await page.keyboard.press('Enter');
  await expect(depositing).toBeHidden();
  await expect(page).toHaveURL(at);
  await expect(page.getByText('Deposit added')).toBeVisible();
  await expect(account(page).getByText('$120.50', { exact: true })).toBeVisible();

  await open(page, 'Charge fee');
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=charge-fee`);
  const charging = panel(page, 'Charge fee');
  await charging.getByLabel('Amount ($)').fill('20');
  await charging.getByLabel('Summary').fill('Storage fee');
  await charging.getByRole('button', { name: 'Charge fee' }).click();
  await expect(charging).toBeHidden();
  await open(page, 'Charge fee');
  await charging.getByLabel('Amount ($)').fill('7');
  await charging.getByLabel('Status').selectOption('failed');
  await charging.getByLabel('Summary').fill('Fee that failed');
  await charging.getByRole('button', { name: 'Charge fee' }).click();
  await expect(charging).toBeHidden();
  await expect(account(page).getByText('$100.50', { exact: true })).toBeVisible();

  // What the customer asks for is held, and shown with where to pay it.
  const withdrawal = await withdraw(app, user, 60);
  const waited = (days: number) =>
    app.database.query(`update transactions set created_at = created_at - $2 * interval '1 day' where id = $1`, [
      withdrawal,
      days,
    ]);
  // The first of those that wait.
  await waited(100);
  await goWithin(page, '/manager');
  await expect(page.getByText(/^\d+ withdrawals? to pay$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: '$60.00, Penny Saver' }).click();
  await expect(page).toHaveURL(at);
  await waited(-100);
  await page.reload();
  await expect(account(page).getByText('$40.50 available')).toBeVisible();
  const rows = transactions(page).getByRole('row');
  await expect(transactions(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Amount',
    'Summary',
    'Status',
    'Actions',
  ]);
  const amounts = ['-$60.00', '$7.00', '-$20.00', '+$120.50'];
  for (const [index, amount] of amounts.entries())
    await expect(rows.nth(index + 1).getByText(amount, { exact: true })).toBeVisible();
  for (const [index, type] of ['Withdrawal', 'Fee', 'Fee', 'Deposit'].entries())
    await expect(rows.nth(index + 1).getByText(type, { exact: true })).toBeVisible();
  for (const [index, status] of ['Pending', 'Failed', 'Successful', 'Successful'].entries())
    await expect(rows.nth(index + 1).getByText(status, { exact: true })).toBeVisible();

  // Money that is waited for cannot be deleted.
  const deleteDeposit = transactions(page).getByRole('link', { name: 'Delete Opening deposit' });
  await expect(deleteDeposit).toHaveText('Delete');
  await deleteDeposit.click();
  const deposit = await idOf(app, 'transactions', user, "type = 'deposit'");
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=delete-transaction&id=${deposit}`);
  const question = page.getByRole('alertdialog', { name: 'Delete transaction' });
  await expect(question.getByText('Are you sure you want to delete this transaction?')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('This would leave $0.00 for pending withdrawals of $60.00.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(at);

  // Settling: too much is rejected at the field, the right amount is paid out.
  const update = transactions(page).getByRole('link', { name: 'Update To savings' });
  await expect(update).toHaveText('Update');
  await update.click();
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=update-transaction&id=${withdrawal}`);
  const updating = page.getByRole('dialog', { name: 'Update transaction' });
  await expect(updating.getByText('SE35 5000 0000 0549 1000 0003')).toBeVisible();
  await expect(updating.getByLabel('Amount ($)')).toHaveValue('60.00');
  await expectAccessible(page);
  await updating.getByLabel('Amount ($)').fill('100.51');
  await updating.getByLabel('Status').selectOption('successful');
  await updating.getByRole('button', { name: 'Update' }).click();
  await expect(updating.getByText('You can pay out up to $100.50.')).toBeVisible();
  await updating.getByLabel('Amount ($)').fill('60');
  await updating.getByRole('button', { name: 'Update' }).click();
  await expect(updating).toBeHidden();
  await expect(account(page).getByText('$40.50', { exact: true })).toBeVisible();
  await expect(account(page).getByText('available')).toHaveCount(0);

  await transactions(page).getByRole('link', { name: 'Delete Storage fee' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(transactions(page).getByText('Storage fee')).toHaveCount(0);
  await expect(account(page).getByText('$60.50', { exact: true })).toBeVisible();

  // A deleted or unknown row shows an error.
  await page.goto(`${at}?view=update-transaction&id=01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e`);
  const nothing = page.getByRole('dialog', { name: 'No such transaction' });
  await expect(nothing).toContainText('This transaction no longer exists.');
  await expectAccessible(page);
  await nothing.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an account that fails to load shows an error, and its data after a retry; a bill for a shipment is notified, and deleted', async ({
  app,
  page,
  context,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|503)|net::ERR_FAILED/);
  // No news, which would ask again before anybody can press Retry.
  await context.route(/live\.follow/, (route) => route.abort());
  await context.route('**/api/trpc/**getUserTransactions**', (route) => route.fulfill({ status: 503, body: '' }));
  const { user } = await atAccountOf(app, page, 'bills');
  const failure = page.getByRole('alert').first();
  await expect(failure).toContainText('This couldn’t be loaded');
  await context.unroute('**/api/trpc/**getUserTransactions**');
  for (let asked = await page.getByRole('button', { name: 'Retry' }).count(); asked > 0; asked -= 1)
    await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByText('No transactions found.')).toBeVisible();

  const theirs = await app.shipment({ receiverEmail: user.email, senderEmail: 'bills.sender@example.com' });
  const others = await app.shipment();

  await open(page, 'Add bill');
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=add-bill`);
  const billing = panel(page, 'Add bill');
  await billing.getByRole('button', { name: 'Add bill' }).click();
  await expect(billing.getByText('Amount is required.')).toBeVisible();
  await expect(billing.getByText('Summary is required.')).toBeVisible();
  await expect(billing.getByText('Tracking ID is required.')).toBeVisible();
  await expectAccessible(page);
  await billing.getByLabel('Amount ($)').fill('148.2');
  await billing.getByLabel('Summary').fill('Import duty and handling');
  await billing.getByLabel('Tracking ID').fill(others.trackingId);
  await billing.getByRole('button', { name: 'Add bill' }).click();
  await expect(billing.getByText('This user has no shipment with this tracking ID.')).toBeVisible();
  await expect(page.getByText('No bills found.')).toBeVisible();
  await billing.getByLabel('Tracking ID').fill(theirs.trackingId.toLowerCase());
  await billing.getByRole('button', { name: 'Add bill' }).click();
  await expect(billing).toBeHidden();
  await expect(page.getByText('The user will be emailed.')).toBeVisible();

  await expect(bills(page).getByRole('columnheader')).toHaveText(['Date', 'Amount ($)', 'Summary', 'Delete']);
  const row = bills(page).getByRole('row').nth(1);
  await expect(row.getByText('$148.20')).toBeVisible();
  await expect(row.getByText('Import duty and handling')).toBeVisible();
  await expect(row.getByText(theirs.trackingId)).toBeVisible();
  await expectAccessible(page);
  const isOfBill = ({ subject }: { subject?: string | undefined }) => subject === 'Payment of $148.20 required';
  const mail = await app.mails.mail((one) => isOfBill(one) && one.receivers.includes(user.email));
  expect(mail.text).toContain('Import duty and handling');
  expect(app.mails.mails.filter((one) => isOfBill(one) && one.receivers.includes('bills.sender@example.com'))).toEqual(
    [],
  );

  // The same bill is on its shipment's page, with a link to the user who pays it.
  await page.goto(`/manager/shipments/${theirs.id}`);
  await expect(bills(page).getByText('$148.20')).toBeVisible();
  await bills(page).getByRole('link', { name: 'Penny Saver' }).click();
  await expect(page).toHaveURL(`/manager/users/${user.id}/account`);

  await bills(page).getByRole('link', { name: 'Delete Import duty and handling' }).click();
  const bill = await idOf(app, 'bills', user);
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=delete-bill&id=${bill}`);
  const question = page.getByRole('alertdialog', { name: 'Delete bill' });
  await expect(question.getByText('Are you sure you want to delete this bill?')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await bills(page).getByRole('link', { name: 'Delete Import duty and handling' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('No bills found.')).toBeVisible();
});

test('users see the general bank account unless they have a special one', async ({ app, page }) => {
  await withoutWorker(page);
  const { user } = await atAccountOf(app, page, 'banks');
  const at = `/manager/users/${user.id}/account`;
  const fill = async (form: ReturnType<typeof panel>, name: string) => {
    await form.getByLabel('Account name').fill(name);
    await form.getByLabel('Bank name').fill('Harbour Bank');
    await form.getByLabel('Account number').fill('5012 3344');
    await form.getByLabel('Routing number').fill('021000021');
    await form.getByRole('button').filter({ hasText: 'bank account' }).click();
    await expect(form).toBeHidden();
  };
  await expect(bankAccount(page).getByText('No bank account yet.')).toBeVisible();

  await goWithin(page, '/manager/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByText('No bank account yet.')).toBeVisible();
  const strip = page.getByRole('group', { name: 'Bank account actions' });
  const general = page.getByRole('region', { name: 'General bank account' });
  await strip.getByRole('link', { name: 'Add bank account' }).click();
  await expect(page).toHaveURL('/manager/settings?view=update-bank-account');
  const adding = panel(page, 'Add bank account');
  await adding.getByRole('button', { name: 'Add bank account' }).click();
  for (const label of ['Account name', 'Bank name', 'Account number', 'Routing number'])
    await expect(adding.getByText(`${label} is required.`)).toBeVisible();
  await expectAccessible(page);
  await fill(adding, 'Waybill General');
  await expect(page).toHaveURL('/manager/settings');
  await strip.getByRole('link', { name: 'Update bank account' }).click();
  const changing = panel(page, 'Update bank account');
  await expect(changing.getByLabel('Account name')).toHaveValue('Waybill General');
  await fill(changing, 'Waybill Couriers');
  await expect(general.getByText('Waybill Couriers')).toBeVisible();
  await expect(page.getByText('Ines Lovelace created the bank account')).toBeVisible();

  await goWithin(page, at);
  const caption = (name: string) => bankAccount(page).locator(`dt:text-is("${name}") + dd`);
  await expect(caption('Account name')).toHaveText('Waybill Couriers');
  await expect(caption('Account number')).toHaveText('5012 3344');
  await expect(caption('Bank name')).toHaveText('Harbour Bank');
  await expect(caption('Routing number')).toHaveText('021000021');
  await expect(bankAccount(page).getByText('General account')).toBeVisible();
  await expect(bankAccount(page).getByText('Special account')).toHaveCount(0);
  await expect(actions(page).getByRole('link', { name: 'Delete bank account' })).toHaveCount(0);

  await open(page, 'Add bank account');
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=update-bank-account`);
  await expect(panel(page, 'Add bank account').getByLabel('Account name')).toHaveValue('');
  await fill(panel(page, 'Add bank account'), 'Penny Special');
  await expect(bankAccount(page).getByText('Special account')).toBeVisible();
  await expect(actions(page).getByRole('link')).toHaveText([
    'Add deposit',
    'Add bill',
    'Charge fee',
    'Update bank account',
    'Delete bank account',
  ]);
  await open(page, 'Update bank account');
  await expect(panel(page, 'Update bank account').getByLabel('Account name')).toHaveValue('Penny Special');
  await fill(panel(page, 'Update bank account'), 'Penny Renamed');
  await expect(caption('Account name')).toHaveText('Penny Renamed');
  await app.database.query("update bank_accounts set routing_number = '' where user_id = $1", [user.id]);
  await page.reload();
  await expect(caption('Routing number')).toHaveText('N/A');
  await expectAccessible(page);

  await open(page, 'Delete bank account');
  const special = await idOf(app, 'bank_accounts', user);
  await expect(page).toHaveURL(`/manager/users/${user.id}/account?view=delete-bank-account&id=${special}`);
  const question = page.getByRole('alertdialog', { name: 'Delete bank account' });
  await expect(question).toContainText(
    'Are you sure you want to delete this bank account? The user will use the general bank information if available.',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(caption('Account name')).toHaveText('Waybill Couriers');

  await goWithin(page, '/manager/settings');
  await strip.getByRole('link', { name: 'Delete bank account' }).click();
  const [made] = await app.database.query('select id from bank_accounts where fallback and deleted_at is null');
  await expect(page).toHaveURL(`/manager/settings?view=delete-bank-account&id=${made?.id}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('No bank account yet.')).toBeVisible();
});
