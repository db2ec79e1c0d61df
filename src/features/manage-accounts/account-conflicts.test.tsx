/** What a manager sees of someone else's changes to the money and the bank account that are being edited. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';

const RENT: ManagedTransaction = {
  id: '0198c5f0-0000-7000-8000-0000000000c1',
  createdAt: '2026-11-16T10:15:00.000Z',
  amount: 60,
  type: 'deposit',
  status: 'pending',
  summary: 'Rent',
  userId: CUSTOMER.id,
  payout: null,
};

const THEIRS: BankAccount = {
  id: '0198c5f0-0000-7000-8000-0000000000c2',
  accountName: 'Theirs',
  accountNumber: '999',
  bankName: 'Their bank',
  routingNumber: '9',
  fallback: false,
  userId: CUSTOMER.id,
};

const path = `/manager/users/${CUSTOMER.id}/account`;
const PAID = 'Someone else changed this transaction. It is now $60.00, successful.';
const dialog = page.getByRole('dialog', { name: 'Update transaction' });
const update = dialog.getByRole('button', { name: 'Update' });
const reject = (error: Rejection) => (): never => {
  throw error;
};

/** Opens an account with one transaction, and returns what lets the page hear of a change. */
async function openAccount(view: string) {
  const { client } = await openPage(`${path}?view=${view}`, {
    as: MANAGER,
    size: DESKTOP,
    api: {
      userAdmin: { getUser: () => ({ ...CUSTOMER, createdAt: RENT.createdAt, passwordChangedAt: null }) },
      transactionAdmin: {
        getUserBalance: () => ({ total: 0, available: 0 }),
        getUserBankAccount: () => null,
        getUserTransactions: () => [RENT],
      },
      billAdmin: { getUserBills: () => [] },
    },
  });
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
  serve({ transactionAdmin: { deleteTransaction: reject(new Rejection('CONFLICT', PAID)) } });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question).toMatchTextContent(PAID);
  expect(inputsOf('transactionAdmin.deleteTransaction')).toEqual([
    { id: RENT.id, baseAmount: 60, baseStatus: 'pending' },
  ]);
});

test('a transaction is changed from what its dialog first showed', async () => {
  const hear = await openAccount(`update-transaction&id=${RENT.id}`);
  await dialog.getByLabelText('Status').selectOptions('failed');
  expect(dialog.element().querySelector('form')?.dataset.unfinished).toBe('true');
  await hear([{ ...RENT, amount: 61, status: 'successful' }]);
  await expect.element(page.getByRole('row').filter({ hasText: '$61.00' })).toBeInTheDocument();
  serve({ transactionAdmin: { updateTransaction: reject(new Rejection('CONFLICT', PAID)) } });
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
  const gone = new Rejection('NOT_FOUND', 'This transaction no longer exists.');
  serve({ transactionAdmin: { updateTransaction: reject(gone) } });
  await update.click();
  await expect.element(dialog).toMatchTextContent('This transaction no longer exists.');
});

test('an address of a transaction that does not exist says so', async () => {
  await openAccount('update-transaction&id=0198c5f0-0000-7000-8000-0000000000c9');
  const gone = page.getByRole('dialog', { name: 'No such transaction' });
  await expect.element(gone).toMatchTextContent('This transaction no longer exists.');
  await gone.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(gone).not.toBeInTheDocument();
  expect(address()).toBe(path);
});

test('a bank account that someone else has added or deleted', async () => {
  await openAccount('update-bank-account');
  await fill({ 'Account name': 'Mine', 'Bank name': 'Mine', 'Account number': 'Mine', 'Routing number': 'Mine' });
  const message = 'Someone else changed this to “999”. Save again to replace it.';
  const conflict = new Rejection('CONFLICT', 'Conflict', { accountNumber: [message] });
  serve({ transactionAdmin: { createBankAccount: reject(conflict), getUserBankAccount: () => THEIRS } });
  await page
    .getByRole('region', { name: 'Add bank account' })
    .getByRole('button', { name: 'Add bank account' })
    .click();
  await expect.element(page.getByText(message)).toBeVisible();
  const updating = page.getByRole('region', { name: 'Update bank account' });
  await expect.element(updating).toBeVisible();

  const gone = new Rejection('NOT_FOUND', 'This bank account no longer exists.');
  serve({ transactionAdmin: { updateBankAccount: reject(gone), getUserBankAccount: () => null } });
  await fill({ 'Bank name': 'My bank' });
  await updating.getByRole('button', { name: 'Update bank account' }).click();
  await expect.element(page.getByText('This bank account no longer exists.')).toBeVisible();
  const adding = page.getByRole('region', { name: 'Add bank account' });
  await expect.element(adding).toBeVisible();

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
