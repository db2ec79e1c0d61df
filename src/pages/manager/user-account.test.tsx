import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { readDescriptions, textsOf } from '../../../tests/components/descriptions.ts';
import { DESK, ACCOUNT_PATH as path } from '../../../tests/components/desk.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import {
  BILL,
  DEPOSIT,
  FAILED_FEE,
  FEE,
  GENERAL_ACCOUNT,
  SPECIAL_ACCOUNT,
  WITHDRAWAL,
} from '../../../tests/components/managed-money.ts';
import { address, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { TRACKING_ID } from '../../../tests/components/shipments.ts';

const none: Api = {
  ...DESK,
  transactionAdmin: {
    ...DESK.transactionAdmin,
    getUserBalance: () => ({ total: 0, available: 0 }),
    getUserTransactions: () => [],
  },
  billAdmin: { getUserBills: () => [] },
};
const full: Api = {
  ...none,
  transactionAdmin: {
    getUserBalance: () => ({ total: 100.5, available: 40.5 }),
    getUserBankAccount: () => SPECIAL_ACCOUNT,
    getUserTransactions: () => [WITHDRAWAL, FAILED_FEE, FEE, DEPOSIT],
  },
  billAdmin: { getUserBills: () => [BILL] },
};
const openAccount = (api: Api, view = '') => openPage(`${path}${view}`, { as: MANAGER, size: TABLET, api });

const actions = page.getByRole('group', { name: 'Account actions' });
const account = page.getByRole('region', { name: 'Account', exact: true });
const rowsOf = (table: string) => page.getByRole('table', { name: table }).getByRole('row');

test('a new account is empty, and lists what can be added', async () => {
  await openAccount(none);
  await expect.element(account.getByText('$0.00', { exact: true })).toBeVisible();
  await expect.element(account.getByText('available')).not.toBeInTheDocument();
  await expectShown('No transactions found.', 'No bills found.', 'No bank account yet.');
  await expect
    .poll(textsOf(actions.getByRole('link')))
    .toEqual(['Add deposit', 'Add bill', 'Charge fee', 'Add bank account']);
});

test('a deposit is added by keyboard, after missing fields are named', async () => {
  await openAccount(none);
  await focusOn(actions.getByRole('link', { name: 'Add deposit' }));
  await userEvent.keyboard('{Enter}');
  const panel = page.getByRole('region', { name: 'Add deposit' });
  const amount = panel.getByLabelText('Amount ($)');
  await expect.element(amount).toBeVisible();
  await expect.poll(address).toBe(`${path}?view=add-deposit`);
  await focusOn(amount);
  await userEvent.keyboard('{Enter}');
  await expectShown(panel.getByText('Amount is required.'), panel.getByText('Summary is required.'));
  await expect.element(amount).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('0.001');
  await expect.element(panel.getByText('Amount must be at least $0.01.')).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}120.5{Tab}');
  await expect.element(panel.getByLabelText('Status')).toHaveFocus();
  await expect.element(panel.getByLabelText('Status')).toHaveValue('successful');

  serve({
    transactionAdmin: {
      addDeposit: () => ({ id: DEPOSIT.id }),
      getUserBalance: () => ({ total: 120.5, available: 120.5 }),
      getUserTransactions: () => [DEPOSIT],
    },
  });
  await userEvent.keyboard('{Tab}Opening deposit{Enter}');
  await expect.element(toastOf('Deposit added')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(address).toBe(path);
  await expect.element(account.getByText('$120.50', { exact: true })).toBeVisible();
  expect(inputsOf('transactionAdmin.addDeposit')).toEqual([
    { userId: CUSTOMER.id, amount: 120.5, status: 'successful', summary: 'Opening deposit', corrects: false },
  ]);
});

test('a fee is charged with the status that was chosen', async () => {
  await openAccount(none, '?view=charge-fee');
  const panel = page.getByRole('region', { name: 'Charge fee' });
  await fill({ 'Amount ($)': '7', Status: 'failed', Summary: 'Fee that failed' });
  serve({ transactionAdmin: { chargeFee: () => ({ id: FAILED_FEE.id }) } });
  await panel.getByRole('button', { name: 'Charge fee' }).click();
  await expect.element(toastOf('Fee charged')).toBeVisible();
  await expect.poll(address).toBe(path);
  expect(inputsOf('transactionAdmin.chargeFee')).toEqual([
    { userId: CUSTOMER.id, amount: 7, status: 'failed', summary: 'Fee that failed', corrects: false },
  ]);
});

test('what waits for a second person is not called done', async () => {
  await openAccount(full, '?view=add-deposit');
  await fill({ 'Amount ($)': '900', Summary: 'Refund' });
  serve({ transactionAdmin: { addDeposit: () => ({ id: DEPOSIT.id, waits: true }) } });
  await page.getByRole('region', { name: 'Add deposit' }).getByRole('button', { name: 'Add deposit' }).click();
  await expectShown(toastOf('Waits for approval'), toastOf('Another manager or accountant has to approve this.'));
  await page.getByRole('link', { name: 'Update Opening deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update transaction' });
  await dialog.getByLabelText('Amount ($)').fill('900');
  serve({ transactionAdmin: { updateTransaction: () => ({ ok: true, waits: true }) } });
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => toastOf('Waits for approval').elements().length).toBe(2);
  await expect.element(toastOf('Transaction updated')).not.toBeInTheDocument();
});

test('one’s own account is changed by others', async () => {
  await openPage(`/manager/users/${MANAGER.id}/account`, { as: MANAGER, size: TABLET, api: full });
  await expectShown('This is your own account. Ask someone else to do it.', 'Opening deposit');
  await expect.element(actions).not.toBeInTheDocument();
  for (const name of [/^Update/, /^Delete/]) {
    await expect.element(page.getByRole('link', { name })).not.toBeInTheDocument();
  }
});

test('transactions show sign, type and status, and the balance what is available', async () => {
  await openAccount(full);
  await expectShown(account.getByText('$100.50', { exact: true }), account.getByText('$40.50 available'));
  await expect
    .poll(textsOf(page.getByRole('table', { name: 'Transactions' }).getByRole('columnheader')))
    .toEqual(['Date', 'Amount', 'Summary', 'Status', 'Actions']);
  await expect
    .poll(textsOf(rowsOf('Transactions')))
    .toEqual([
      expect.any(String),
      expect.stringMatching(/-\$60\.00.*To savings Withdrawal.*Pending.*Pay.*Delete/),
      expect.stringMatching(/[^-+]\$7\.00.*Fee that failed Fee.*Failed.*Update.*Delete/),
      expect.stringMatching(/-\$20\.00.*Storage fee Fee.*Successful.*Update.*Delete/),
      expect.stringMatching(/\+\$120\.50.*Opening deposit Deposit.*Successful.*Update.*Delete/),
    ]);
  await expectAccessible();
});

test('a withdrawal is settled from a dialog that says where to pay', async () => {
  await openAccount(full);
  await page.getByRole('link', { name: 'Pay To savings' }).click();
  await expect.poll(address).toBe(`${path}?view=update-transaction&id=${WITHDRAWAL.id}`);
  const dialog = page.getByRole('dialog', { name: 'Pay withdrawal' });
  await expect.element(dialog.getByText('SE35 5000 0000 0549 1000 0003')).toBeVisible();
  await expect.element(dialog.getByLabelText('Amount ($)')).toHaveValue('60.00');
  await expectAccessible();
  await expect.element(dialog.getByLabelText('Status')).toHaveValue('successful');
  await fill({ 'Amount ($)': '100.51' });
  const fieldErrors = { amount: ['You can pay out up to $100.50.'] };
  serve({ transactionAdmin: { updateTransaction: rejecting('BAD_REQUEST', 'Please check.', fieldErrors) } });
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.element(dialog.getByText('You can pay out up to $100.50.')).toBeVisible();

  await dialog.getByLabelText('Amount ($)').fill('60');
  serve({ transactionAdmin: { updateTransaction: () => ({ ok: true }) } });
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect.element(toastOf('Transaction updated')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(inputsOf('transactionAdmin.updateTransaction').at(-1)).toEqual({
    id: WITHDRAWAL.id,
    amount: 60,
    status: 'successful',
    baseAmount: 60,
    baseStatus: 'pending',
  });
});

test('deleting a transaction asks first, and stays with the reason if rejected', async () => {
  await openAccount(full);
  const remove = page.getByRole('link', { name: 'Delete Opening deposit' });
  await expect.element(remove).toHaveTextContent('Delete');
  await remove.click();
  await expect.poll(address).toBe(`${path}?view=delete-transaction&id=${DEPOSIT.id}`);
  const question = page.getByRole('alertdialog', { name: 'Delete transaction' });
  await expect.element(question.getByText('Are you sure you want to delete this transaction?')).toBeVisible();
  await expectAccessible();
  const reason = 'This would leave $0.00 for pending withdrawals of $60.00.';
  serve({ transactionAdmin: { deleteTransaction: rejecting('PRECONDITION_FAILED', reason) } });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent(reason);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(address).toBe(path);

  await page.getByRole('link', { name: 'Delete Storage fee' }).click();
  serve({
    transactionAdmin: {
      deleteTransaction: () => ({ ok: true }),
      getUserTransactions: () => [WITHDRAWAL, FAILED_FEE, DEPOSIT],
    },
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText('Storage fee')).not.toBeInTheDocument();
  expect(inputsOf('transactionAdmin.deleteTransaction').at(-1)).toEqual({
    id: FEE.id,
    baseAmount: 20,
    baseStatus: 'successful',
  });
});

test('the address of a transaction that is gone says so', async () => {
  await openAccount(full, `?view=update-transaction&id=${BILL.id}`);
  const dialog = page.getByRole('dialog', { name: 'No such transaction' });
  await expect.element(dialog).toMatchTextContent('This transaction no longer exists.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(address).toBe(path);
});

test('a bill names missing fields, and a shipment that is not theirs', async () => {
  await openAccount(none, '?view=add-bill');
  const panel = page.getByRole('region', { name: 'Add bill' });
  await panel.getByRole('button', { name: 'Add bill' }).click();
  for (const label of ['Amount', 'Summary', 'Tracking ID'])
    await expect.element(panel.getByText(`${label} is required.`)).toBeVisible();
  await expectAccessible();
  await fill({ 'Amount ($)': '148.2', Summary: 'Import duty and handling', 'Tracking ID': 'w000 0000 000a' });
  const fieldErrors = { trackingId: ['This user has no shipment with this tracking ID.'] };
  serve({ billAdmin: { addBill: rejecting('BAD_REQUEST', 'Please check.', fieldErrors) } });
  await panel.getByRole('button', { name: 'Add bill' }).click();
  await expect.element(panel.getByText('This user has no shipment with this tracking ID.')).toBeVisible();

  await panel.getByLabelText('Tracking ID').fill(TRACKING_ID);
  serve({ billAdmin: { addBill: () => ({ id: BILL.id }), getUserBills: () => [BILL] } });
  await panel.getByRole('button', { name: 'Add bill' }).click();
  await expect.element(page.getByText('The user will be emailed.')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(rowsOf('Bills').nth(1)).toMatchTextContent('$148.20');
  expect(inputsOf('billAdmin.addBill').at(-1)).toEqual({
    userId: CUSTOMER.id,
    amount: 148.2,
    summary: 'Import duty and handling',
    trackingId: TRACKING_ID,
  });
});

test('a bill that is paid says since when, and can be opened again', async () => {
  const paid = { ...BILL, paidAt: '2026-11-20T09:00:00.000Z' };
  await openAccount(full);
  const row = rowsOf('Bills').nth(1);
  await expect.element(row.getByText('Open', { exact: true })).toBeVisible();
  serve({ billAdmin: { setBillPaid: () => ({ ok: true }), getUserBills: () => [paid] } });
  await row.getByRole('button', { name: 'Mark as paid: Import duty and handling' }).click();
  await expectShown(row.getByText('Paid', { exact: true }), row.getByText('Fri Nov 20 2026'));
  const [summary] = [...document.querySelectorAll('td')].filter(({ textContent }) =>
    textContent?.startsWith(BILL.summary),
  );
  expect(summary?.getBoundingClientRect().width).toBeGreaterThan(140);
  serve({ billAdmin: { getUserBills: () => [BILL] } });
  await row.getByRole('button', { name: 'Mark as open: Import duty and handling' }).click();
  await expect.element(row.getByText('Open', { exact: true })).toBeVisible();
  expect(inputsOf('billAdmin.setBillPaid')).toEqual([
    { id: BILL.id, paid: true },
    { id: BILL.id, paid: false },
  ]);
  await expectAccessible();
});

test('deleting a bill asks first', async () => {
  await openAccount(full);
  await expect
    .poll(textsOf(page.getByRole('table', { name: 'Bills' }).getByRole('columnheader')))
    .toEqual(['Date', 'Amount ($)', 'Summary', 'Status', 'Actions']);
  const row = rowsOf('Bills').nth(1);
  for (const text of ['$148.20', 'Import duty and handling', TRACKING_ID])
    await expect.element(row.getByText(text)).toBeVisible();
  const remove = page.getByRole('link', { name: 'Delete Import duty and handling' });
  await remove.click();
  await expect.poll(address).toBe(`${path}?view=delete-bill&id=${BILL.id}`);
  const question = page.getByRole('alertdialog', { name: 'Delete bill' });
  await expect.element(question.getByText('Are you sure you want to delete this bill?')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await remove.click();
  await expect.element(question).toBeVisible();
  await expectAccessible();
  serve({ billAdmin: { deleteBill: () => ({ ok: true }), getUserBills: () => [] } });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('No bills found.')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf('billAdmin.deleteBill')).toEqual([{ id: BILL.id }]);
});

test('the general bank account is named so, and not deleted here', async () => {
  await openAccount({
    ...none,
    transactionAdmin: { ...none.transactionAdmin, getUserBankAccount: () => GENERAL_ACCOUNT },
  });
  const bankAccount = page.getByRole('region', { name: 'Bank account', exact: true });
  await expect.element(bankAccount.getByText('General account')).toBeVisible();
  await expect.poll(readDescriptions).toEqual({
    'Account name': 'Waybill General',
    'Account number': '5012 3344',
    'Bank name': 'Harbour Bank',
    'Routing number': '021000021',
  });
  await expect.element(bankAccount.getByText('Special account')).not.toBeInTheDocument();
  await expect.element(actions.getByRole('link', { name: 'Delete bank account' })).not.toBeInTheDocument();

  await actions.getByRole('link', { name: 'Add bank account' }).click();
  await expect.poll(address).toBe(`${path}?view=update-bank-account`);
  const panel = page.getByRole('region', { name: 'Add bank account' });
  await expect.element(panel.getByLabelText('Account name')).toHaveValue('');
  const { accountName, bankName } = SPECIAL_ACCOUNT;
  await fill({ 'Account name': accountName, 'Bank name': bankName, 'Account number': '5012', 'Routing number': '021' });
  serve({
    transactionAdmin: {
      createBankAccount: () => ({ id: SPECIAL_ACCOUNT.id }),
      getUserBankAccount: () => SPECIAL_ACCOUNT,
    },
  });
  await panel.getByRole('button', { name: 'Add bank account' }).click();
  await expect.element(bankAccount.getByText('Special account')).toBeVisible();
  const created = { userId: CUSTOMER.id, accountName, routingNumber: '021' };
  expect(inputsOf('transactionAdmin.createBankAccount')).toMatchObject([created]);
});

test('a special bank account is changed, and deleted after a question', async () => {
  await openAccount({
    ...full,
    transactionAdmin: {
      ...full.transactionAdmin,
      getUserBankAccount: () => ({ ...SPECIAL_ACCOUNT, routingNumber: '' }),
    },
  });
  await expect.element(page.getByText('Special account')).toBeVisible();
  await expect.poll(readDescriptions).toMatchObject({ 'Account name': 'Ada Special', 'Routing number': 'N/A' });
  await expect
    .poll(textsOf(actions.getByRole('link')))
    .toEqual(['Add deposit', 'Add bill', 'Charge fee', 'Update bank account', 'Delete bank account']);
  await actions.getByRole('link', { name: 'Update bank account' }).click();
  const panel = page.getByRole('region', { name: 'Update bank account' });
  await expect.element(panel.getByLabelText('Account name')).toHaveValue('Ada Special');
  await fill({ 'Account name': 'Ada Renamed', 'Routing number': '021000021' });
  const renamed = { ...SPECIAL_ACCOUNT, accountName: 'Ada Renamed' };
  serve({ transactionAdmin: { updateBankAccount: () => ({ ok: true }), getUserBankAccount: () => renamed } });
  await panel.getByRole('button', { name: 'Update bank account' }).click();
  await expect.poll(readDescriptions).toMatchObject({ 'Account name': 'Ada Renamed' });
  expect(inputsOf('transactionAdmin.updateBankAccount')).toMatchObject([
    { id: SPECIAL_ACCOUNT.id, accountName: 'Ada Renamed', base: { accountName: 'Ada Special' } },
  ]);

  await actions.getByRole('link', { name: 'Delete bank account' }).click();
  await expect.poll(address).toBe(`${path}?view=delete-bank-account&id=${SPECIAL_ACCOUNT.id}`);
  const question = page.getByRole('alertdialog', { name: 'Delete bank account' });
  await expect
    .element(question)
    .toMatchTextContent(
      'Are you sure you want to delete this bank account? The user will use the general bank information if available.',
    );
  await expectAccessible();
  serve({ transactionAdmin: { deleteBankAccount: () => ({ ok: true }), getUserBankAccount: () => GENERAL_ACCOUNT } });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('General account')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf('transactionAdmin.deleteBankAccount')).toEqual([{ id: SPECIAL_ACCOUNT.id }]);
});

const withProposal = (mayDecide: boolean, more: { obstacle?: string; why?: string } = {}): Api => ({
  ...full,
  transactionAdmin: {
    ...full.transactionAdmin,
    getUserTransactions: () => [
      { ...DEPOSIT, status: 'pending', proposal: { amount: 900, status: 'successful', mayDecide, ...more } },
    ],
  },
});
const approve = page.getByRole('button', { name: 'Approve' });

test.each([
  ['approve', 'Approve', 'Approved', true],
  ['refuse', 'Refuse', 'Refused', false],
])('a second person can %s a large deposit', async (_, name, says, agrees) => {
  const why = 'Only $800.00 was counted for it.';
  await openAccount(withProposal(true, { why }));
  await expectShown('Deposit of $900.00 waits for approval', page.getByText(why));
  await expectAccessible();
  serve({ transactionAdmin: { ...full.transactionAdmin, decide: () => ({ ok: true }) } });
  await page.getByRole('button', { name, exact: true }).click();
  await expect.element(toastOf(says)).toBeVisible();
  await expect.element(approve).not.toBeInTheDocument();
  expect(inputsOf('transactionAdmin.decide')).toEqual([{ id: DEPOSIT.id, agrees, amount: 900, status: 'successful' }]);
});

test('a credit that can only fail says why, and is only refused', async () => {
  const obstacle = 'Of this statement you can credit up to $500.00.';
  await openAccount(withProposal(true, { obstacle }));
  await expectShown('Deposit of $900.00 can’t be approved any more', page.getByText(obstacle));
  await expect.element(approve).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Refuse', exact: true })).toBeEnabled();
  await expectAccessible();
});

test('a large deposit cannot be approved by who entered it', async () => {
  await openAccount(withProposal(false));
  await expectShown('Deposit of $900.00 waits for approval', page.getByText(/Ask another manager or accountant/));
  await expect.element(approve).not.toBeInTheDocument();
  await expectAccessible();
});
