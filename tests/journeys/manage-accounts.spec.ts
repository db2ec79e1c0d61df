import type { Page } from '@playwright/test';
import { expect, goWithin, openAs, test, withoutWorker } from './support/journey.ts';

const open = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Account actions' }).getByRole('link', { name }).click();
const panel = (page: Page, name: string) => page.getByRole('region', { name });
const transactions = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const bills = (page: Page) => page.getByRole('table', { name: 'Bills' });

test('a manager keeps an account: a deposit and a fee, a withdrawal paid out, and a bill that is emailed', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 4(00|12)/);
  const user = await app.person({ email: 'money.user@example.com', firstName: 'Penny', lastName: 'Saver' });
  const manager = await app.person({ email: 'money.manager@example.com', firstName: 'Ines', manager: true });
  const at = `/manager/users/${user.id}/account`;
  await openAs(page, manager.email, at);
  const account = page.getByRole('region', { name: 'Account', exact: true });
  for (const [action, amount, summary, balance] of [
    ['Add deposit', '120.5', 'Opening deposit', '$120.50'],
    ['Charge fee', '20', 'Storage fee', '$100.50'],
  ] as const) {
    await open(page, action);
    await panel(page, action).getByLabel('Amount ($)').fill(amount);
    await panel(page, action).getByLabel('Summary').fill(summary);
    await panel(page, action).getByRole('button', { name: action }).click();
    await expect(account.getByText(balance, { exact: true })).toBeVisible();
  }

  // What the customer asks for is reserved until it is paid out.
  const withdrawal = await app.call<{ id: string }>(user.email, 'transaction.withdraw', {
    amount: 60,
    holder: 'Ada Lovelace',
    accountNumber: '5012 3344',
    bankName: 'Harbour Bank',
    routingNumber: '021000021',
    iban: 'SE35 5000 0000 0549 1000 0003',
    bankCode: 'HARBSESS',
    summary: 'To savings',
  });
  // The first of those that wait.
  await app.database.query("update transactions set created_at = created_at - interval '100 days' where id = $1", [
    withdrawal.id,
  ]);
  await goWithin(page, '/manager');
  await page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: /withdrawals to pay/ })
    .click();
  await page.getByRole('link', { name: 'Penny Saver' }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page).toHaveURL(at);
  await expect(account.getByText('$40.50 available')).toBeVisible();
  const question = page.getByRole('alertdialog');
  await transactions(page).getByRole('link', { name: 'Pay To savings' }).click();
  const updating = page.getByRole('dialog', { name: 'Pay withdrawal' });
  await updating.getByLabel('Amount ($)').fill('60');
  await updating.getByRole('button', { name: 'Update' }).click();
  await expect(account.getByText('$40.50', { exact: true })).toBeVisible();
  await expect(account.getByText('available')).toHaveCount(0);
  await transactions(page).getByRole('link', { name: 'Delete Storage fee' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(account.getByText('$60.50', { exact: true })).toBeVisible();

  // A bill for a shipment of theirs goes to them alone, and is on the shipment's page.
  const theirs = await app.shipment({ receiverEmail: user.email, senderEmail: 'bills.sender@example.com' });
  const others = await app.shipment();
  await open(page, 'Add bill');
  const billing = panel(page, 'Add bill');
  await billing.getByLabel('Amount ($)').fill('148.2');
  await billing.getByLabel('Summary').fill('Import duty and handling');
  await billing.getByLabel('Tracking ID').fill(others.trackingId);
  await billing.getByRole('button', { name: 'Add bill' }).click();
  await expect(billing.getByText('This user has no shipment with this tracking ID.')).toBeVisible();
  await billing.getByLabel('Tracking ID').fill(theirs.trackingId.toLowerCase());
  await billing.getByRole('button', { name: 'Add bill' }).click();
  await expect(bills(page).getByText('$148.20')).toBeVisible();
  const isOfBill = ({ subject }: { subject?: string | undefined }) => subject === 'Payment of $148.20 required';
  const mail = await app.mails.mail((one) => isOfBill(one) && one.receivers.includes(user.email));
  expect(mail.text).toContain('Import duty and handling');
  expect(app.mails.mails.filter((one) => isOfBill(one) && one.receivers.includes('bills.sender@example.com'))).toEqual(
    [],
  );
  await goWithin(page, `/manager/shipments/${theirs.id}`);
  await expect(bills(page).getByText('$148.20')).toBeVisible();
  await bills(page).getByRole('link', { name: 'Penny Saver' }).click();
  await bills(page).getByRole('link', { name: 'Delete Import duty and handling' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No bills found.')).toBeVisible();
});
