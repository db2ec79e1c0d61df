/** What a manager sees of someone else's changes to the money and the bank account that are being edited. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { ACCOUNT_PATH, DESK } from '../../../tests/components/desk.ts';
import { expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { DEPOSIT, SPECIAL_ACCOUNT } from '../../../tests/components/managed-money.ts';
import { DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';

const RENT: ManagedTransaction = { ...DEPOSIT, amount: 60, status: 'pending', summary: 'Rent' };
const THEIRS: BankAccount = { ...SPECIAL_ACCOUNT, accountName: 'Theirs', accountNumber: '999' };
const PAID = 'Someone else changed this transaction. It is now $60.00, successful.';
const dialog = page.getByRole('dialog', { name: 'Update transaction' });
const update = dialog.getByRole('button', { name: 'Update' });

/** Opens an account with one transaction, and returns a function that sends it news of a change. */
async function openAccount(view: string) {
  const transactionAdmin = { ...DESK.transactionAdmin, getUserTransactions: () => [RENT] };
  const api = { ...DESK, transactionAdmin };
  const { client } = await openPage(`${ACCOUNT_PATH}?view=${view}`, { as: MANAGER, size: DESKTOP, api });
  return (transactions: ManagedTransaction[]) => {
    serve({ transactionAdmin: { getUserTransactions: () => transactions } });
    return client.invalidateQueries();
  };
}

test('a summary that nobody touched is not sent', async () => {
  await openAccount(`update-transaction&id=${RENT.id}`);
  await dialog.getByLabelText('Status').selectOptions('successful');
  serve({ transactionAdmin: { updateTransaction: () => ({ ok: true }) } });
  await update.click();
  await expect.element(toastOf('Transaction updated')).toBeVisible();
  expect(inputsOf('transactionAdmin.updateTransaction')).toEqual([
    { id: RENT.id, amount: 60, status: 'successful', baseAmount: 60, baseStatus: 'pending' },
  ]);
});

test('a transaction that someone else has paid is not deleted', async () => {
  const hear = await openAccount(`delete-transaction&id=${RENT.id}`);
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  await hear([{ ...RENT, status: 'successful' }]);
  serve({ transactionAdmin: { deleteTransaction: rejecting('CONFLICT', PAID) } });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question).toMatchTextContent(PAID);
  const base = { baseAmount: 60, baseStatus: 'pending' };
  expect(inputsOf('transactionAdmin.deleteTransaction')).toEqual([{ id: RENT.id, ...base }]);
});

test('a transaction is changed from what its dialog first showed', async () => {
  const hear = await openAccount(`update-transaction&id=${RENT.id}`);
  await dialog.getByLabelText('Status').selectOptions('failed');
  expect(dialog.element().querySelector('form')?.dataset.unfinished).toBe('true');
  await hear([{ ...RENT, amount: 61, status: 'successful' }]);
  await expect.element(page.getByRole('row').filter({ hasText: '$61.00' })).toBeInTheDocument();
  serve({ transactionAdmin: { updateTransaction: rejecting('CONFLICT', PAID) } });
  await update.click();
  await expect.element(dialog).toMatchTextContent(PAID);
  await expect.element(dialog.getByLabelText('Status')).toHaveValue('failed');
  expect(inputsOf('transactionAdmin.updateTransaction')).toEqual([
    { id: RENT.id, amount: 60, status: 'failed', baseAmount: 60, baseStatus: 'pending' },
  ]);
});

test('the dialog of a transaction deleted by someone else stays, saying so', async () => {
  const hear = await openAccount(`update-transaction&id=${RENT.id}`);
  await dialog.getByLabelText('Status').selectOptions('failed');
  await hear([]);
  const updateTransaction = rejecting('NOT_FOUND', 'This transaction no longer exists.');
  serve({ transactionAdmin: { updateTransaction } });
  await update.click();
  await expect.element(dialog).toMatchTextContent('This transaction no longer exists.');
});

test('a bank account that someone else has added or deleted', async () => {
  await openAccount('update-bank-account');
  await fill({ 'Account name': 'Mine', 'Bank name': 'Mine', 'Account number': 'Mine', 'Routing number': 'Mine' });
  const message = 'Someone else changed this to “999”. Save again to replace it.';
  const createBankAccount = rejecting('CONFLICT', 'Conflict', { accountNumber: [message] });
  serve({ transactionAdmin: { createBankAccount, getUserBankAccount: () => THEIRS } });
  const adding = page.getByRole('region', { name: 'Add bank account' });
  await adding.getByRole('button', { name: 'Add bank account' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  const updating = page.getByRole('region', { name: 'Update bank account' });
  await expect.element(updating).toBeVisible();

  const updateBankAccount = rejecting('NOT_FOUND', 'This bank account no longer exists.');
  serve({ transactionAdmin: { updateBankAccount, getUserBankAccount: () => null } });
  await fill({ 'Bank name': 'My bank' });
  await updating.getByRole('button', { name: 'Update bank account' }).click();
  await expectShown('This bank account no longer exists.', adding);

  serve({ transactionAdmin: { createBankAccount: () => ({ id: THEIRS.id }) } });
  await fill({ 'Bank name': 'My other bank' });
  await adding.getByRole('button', { name: 'Add bank account' }).click();
  await expect.element(toastOf('Bank account saved')).toBeVisible();
  expect(inputsOf('transactionAdmin.updateBankAccount')).toMatchObject([
    { id: THEIRS.id, accountName: 'Mine', base: { accountNumber: '999' } },
  ]);
  expect(inputsOf('transactionAdmin.createBankAccount')).toMatchObject([
    { accountName: 'Mine', base: { accountNumber: '' } },
    { userId: CUSTOMER.id, accountName: 'Mine', bankName: 'My other bank' },
  ]);
});
