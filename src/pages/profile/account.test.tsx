import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BANK_ACCOUNT, DEPOSIT, FAILED_WITHDRAWAL } from '../../../tests/components/account.ts';
import { type Api, inputsOf, serve } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { expectAccessible, expectShown, hueOf, toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { press, tabTo, typeInto } from '../../../tests/components/keyboard.ts';
import { address, openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, SHIPPER } from '../../../tests/components/people.ts';
import type { Balance } from '../../domain/balance.ts';
import { ROWS_AT_ONCE } from '../../domain/pagination.ts';

const IBAN = 'GB29 NWBK 6016 1331 9268 19';
const exactly = (words: string) => page.getByText(words, { exact: true });
const dialog = page.getByRole('dialog', { name: 'Withdraw' });
const field = (label: string) => dialog.getByLabelText(label);
const send = dialog.getByRole('button', { name: 'Withdraw' });
const withdrawLink = page.getByRole('link', { name: 'Withdraw' });

const withBalance = (balance: Balance): Api => ({
  transaction: {
    getBalance: () => balance,
    getBankAccount: () => BANK_ACCOUNT,
    getTransactions: () => [DEPOSIT, FAILED_WITHDRAWAL],
  },
});
const rich = withBalance({ total: 120.5, available: 120.5 });
const fillIn = (amount: string) => fill({ 'Amount ($)': amount, IBAN, 'Bank code': 'HARBSESS', Summary: 'To savings' });

test('an account without money has no transactions and no bank account', async () => {
  await openPage('/profile/account', { as: CUSTOMER, api: DESK });
  await expectShown(exactly('$0.00'), page.getByRole('heading', { name: 'Transactions history' }));
  await expectShown('No transactions found.', 'No bank account yet.');
  await expectAccessible();
});

test('deposits have a plus, and what failed has no sign and is red', async () => {
  await openPage('/profile/account', { as: CUSTOMER, api: rich });
  await expectShown(exactly('$120.50'), exactly('+$120.50'));
  const failed = page.getByRole('row', { name: /Wrong IBAN/ });
  await expect.element(failed.getByText('$7.00', { exact: true })).toBeVisible();
  expect(hueOf(failed.getByText('Failed', { exact: true }))).toBeLessThan(21);
  const details = page.getByRole('region', { name: 'Bank account details' });
  await expect.element(details.getByText(BANK_ACCOUNT.accountName)).toBeVisible();
});

test('a long list goes on below, and stays while something new comes in', async () => {
  const rows = Array.from({ length: 130 }, (_, at) => ({ ...DEPOSIT, id: `row-${at}`, summary: `Deposit ${at}.` }));
  const pagesOf =
    (all: typeof rows): NonNullable<Api['transaction']>['getTransactions'] =>
    (input) => {
      const start = all.findIndex(({ id }) => id === input?.before) + 1;
      return all.slice(start, start + ROWS_AT_ONCE);
    };
  const more = page.getByRole('button', { name: 'Show more' });
  const api = { transaction: { ...rich.transaction, getTransactions: pagesOf(rows) } };
  const { client } = await openPage('/profile/account', { as: CUSTOMER, api });
  await expectShown('Deposit 99.');
  await expect.element(page.getByText('Deposit 100.')).not.toBeInTheDocument();
  await press(more);
  await expectShown('Deposit 129.');
  await expect.element(more).not.toBeInTheDocument();
  serve({ transaction: { getTransactions: pagesOf([{ ...DEPOSIT, summary: 'New.' }, ...rows]) } });
  const seen: number[] = [];
  const watch = new MutationObserver(() => seen.push(document.querySelectorAll('tbody tr').length));
  watch.observe(document.body, { childList: true, subtree: true });
  await client.invalidateQueries();
  await expectShown('New.', 'Deposit 129.');
  watch.disconnect();
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(130);
});

test('a hidden balance stays hidden on this device, until it is shown again', async () => {
  await openPage('/profile/account', { as: CUSTOMER, api: withBalance({ total: 120.5, available: 20.5 }) });
  await expect.element(page.getByText('$20.50 available')).toBeVisible();
  const hide = page.getByRole('button', { name: 'Hide balance' });
  const show = page.getByRole('button', { name: 'Show balance' });
  await press(hide);
  await expect.element(exactly('*****')).toBeVisible();
  await expect.element(exactly('$120.50')).not.toBeInTheDocument();
  await expect.element(page.getByText('$20.50')).not.toBeInTheDocument();
  await openAgain();
  await expect.element(exactly('*****')).toBeVisible();
  await tabTo(show);
  await userEvent.keyboard('[Space]');
  await expect.element(exactly('$120.50')).toBeVisible();
});

test('an empty withdrawal names what is missing', async () => {
  await openPage('/profile/account', { as: CUSTOMER, api: rich });
  await withdrawLink.click();
  await expect.element(dialog.getByText('Your withdrawal will be processed within 24 hours.')).toBeVisible();
  expect(address()).toBe('/profile/account?view=withdraw');
  await expect.element(field('Amount ($)')).toHaveAttribute('inputmode', 'decimal');
  await expect.element(field('Account number')).toHaveValue(BANK_ACCOUNT.accountNumber);
  await send.click();
  for (const name of ['Amount', 'IBAN', 'Bank code', 'Summary'])
    await expect.element(dialog.getByText(`${name} is required.`)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/profile/account');
  expect(inputsOf('transaction.withdraw')).toEqual([]);
});

test('an amount with a thousands comma and a mistyped IBAN are rejected', async () => {
  await openPage('/profile/account?view=withdraw', { as: CUSTOMER, api: rich });
  await fillIn('1,234');
  await field('IBAN').fill('SE35 5000 0000 0549 1000 0004');
  await send.click();
  await expect.element(dialog.getByText('Enter the amount like this: 1234.50')).toBeVisible();
  await expect.element(dialog.getByText('This is not a valid IBAN. Check it for typos.')).toBeVisible();
});

test('a withdrawal is requested, and the balance and the list follow', async () => {
  await openPage('/profile/account?view=withdraw', { as: CUSTOMER, api: rich });
  await expect.element(dialog.getByText('You have $120.50 available.')).toBeVisible();
  await fillIn('100,00');
  const requested = { ...DEPOSIT, id: 'new', amount: 100, type: 'withdrawal', status: 'pending' } as const;
  const withdraw = () => ({ id: 'a-withdrawal' });
  const getBalance = () => ({ total: 120.5, available: 20.5 });
  serve({ transaction: { withdraw, getBalance, getTransactions: () => [requested, DEPOSIT] } });
  await send.click();
  await expect.element(toastOf('Withdrawal requested')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expectShown('-$100.00', '$20.50 available');
  const { accountNumber, bankName, routingNumber } = BANK_ACCOUNT;
  const to = {
    holder: 'Ada Lovelace',
    accountNumber,
    bankName,
    routingNumber,
    iban: expect.stringMatching(/^GB29/),
    bankCode: 'HARBSESS',
  };
  expect(inputsOf('transaction.withdraw')).toEqual([{ amount: 100, ...to, summary: 'To savings' }]);
});

test('the keyboard alone withdraws, and the focus returns to the link', async () => {
  const api: Api = { transaction: { ...rich.transaction, getBankAccount: () => null } };
  await openPage('/profile/account', { as: CUSTOMER, api });
  await press(withdrawLink);
  await expect.element(field('Amount ($)')).toHaveFocus();
  await userEvent.keyboard('20');
  for (const label of ['Account number', 'Bank name', 'Routing number']) await typeInto(field(label), '5012 3344');
  await typeInto(field('IBAN'), IBAN);
  for (const label of ['Bank code', 'Summary']) await typeInto(field(label), '5012 3344');
  serve({ transaction: { withdraw: () => ({ id: 'a-withdrawal' }) } });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(withdrawLink).toHaveFocus();
  expect(inputsOf('transaction.withdraw')).toMatchObject([{ amount: 20, summary: '5012 3344' }]);
});

const BILL = { id: 'b', amount: 12, summary: 'Customs duty', trackingId: 'W1', createdAt: DEPOSIT.createdAt };
const PAYMENT = {
  reference: 'RF76000000012345',
  amount: 12,
  link: 'https://pay.example/',
  account: BANK_ACCOUNT,
  isIban: false,
  qr: null,
};

test('a shop that owes reads how much, and how to pay it', async () => {
  await openPage('/profile/account', { as: SHIPPER, api: withBalance({ total: -204.8, available: -204.8 }) });
  const owed = page.getByRole('region', { name: 'You owe $204.80' });
  await expect.element(owed).toMatchTextContent('RF18539007547034');
  await expectAccessible();
});

test('a shop sees the bank account once, and fees and tax no statement has yet', async () => {
  const next = { from: '2026-11-01', opening: 0, sums: [], fees: 11.8, tax: 2.95, closing: -14.75 };
  await openPage('/profile/account', {
    as: SHIPPER,
    api: {
      statement: { next: () => ({ period: 'monthly', taxNumber: '', draft: next }) },
      ...withBalance({ total: -11.8, available: -11.8 }),
      transaction: {
        ...withBalance({ total: -11.8, available: -11.8 }).transaction,
        getPayment: () => ({ ...PAYMENT, amount: 11.8 }),
      },
    },
  });
  await expectShown(
    'Fees that no statement has yet: $11.80. Your next statement adds $2.95 of tax.',
    BANK_ACCOUNT.accountNumber,
  );
  await expect.element(page.getByRole('region', { name: 'Bank account details' })).not.toBeInTheDocument();
});

test('a shop that is owed reads it, and how to add to its balance', async () => {
  await openPage('/profile/account', { as: SHIPPER, api: rich });
  await expect
    .element(page.getByRole('region', { name: 'Add to your balance' }))
    .toMatchTextContent('We owe you $120.50.');
});

test('a customer without a balance sees open bills, each with how to pay it', async () => {
  const bills = [BILL, { ...BILL, id: 'c', summary: 'Storage' }].map((bill) => ({ ...bill, payment: PAYMENT }));
  const api = { ...rich, bill: { getOpen: () => ({ count: 2, amount: 24, data: bills }) } };
  await openPage('/profile/account', { as: CUSTOMER, api });
  const open = page.getByRole('region', { name: 'Open bills' });
  await expect.element(open).toMatchTextContent('Customs duty');
  await open.getByText('How to pay').last().click();
  await expectShown(open.getByText('RF76').last());
  await expect.element(page.getByRole('region', { name: 'Add to your balance' })).not.toBeInTheDocument();
  await expectAccessible();
});
