import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BANK_ACCOUNT } from '../../../tests/components/account.ts';
import { callsOf, held, inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { ACCOUNT_PATH, DESK } from '../../../tests/components/desk.ts';
import { toastOf } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';

const dialog = page.getByRole('dialog', { name: 'Withdraw' });
const withdraw = dialog.getByRole('button', { name: 'Withdraw' });

beforeEach(() => serve(DESK));

const fillWithdrawal = () =>
  fill({ 'Amount ($)': '12.50', IBAN: 'SE45 5000 0000 0583 9825 7466', 'Bank code': '50', Summary: 'For the rent' });

async function fillDeposit(): Promise<void> {
  await openPage(`${ACCOUNT_PATH}?view=add-deposit`, { as: MANAGER, size: DESKTOP });
  await fill({ 'Amount ($)': '1', Summary: 'Only once' });
}

test.each<[by: string, submit: () => Promise<unknown>]>([
  ['however long Enter is held', () => userEvent.keyboard('{Enter>10}{/Enter}')],
  [
    'by two submits before its button is disabled',
    async () => {
      const form = document.querySelector('form[data-unfinished=true]') as HTMLFormElement;
      for (const _ of [1, 2]) form.requestSubmit();
    },
  ],
  [
    'while it waits for the answer, and by a double click',
    async () => {
      await page.getByRole('button', { name: 'Add deposit' }).dblClick();
      await userEvent.keyboard('{Enter}');
    },
  ],
])('a form is sent once, %s', async (_, submit) => {
  await fillDeposit();
  const answer = held<{ id: string }>();
  serve({ transactionAdmin: { addDeposit: answer.answer } });
  await submit();
  answer.resolve({ id: 'a-deposit' });
  await expect.element(toastOf('Deposit added')).toBeVisible();
  expect(inputsOf('transactionAdmin.addDeposit')).toHaveLength(1);
});

test('a form that is touched twice is sent once, but the next one is sent too', async () => {
  const transaction = { ...DESK.transaction, getBankAccount: () => BANK_ACCOUNT, withdraw: () => ({ id: 'one' }) };
  await openPage('/profile/account', { as: CUSTOMER, api: { transaction } });
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await fillWithdrawal();
  await withdraw.dblClick();
  await expect.element(toastOf('Withdrawal requested')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/profile/account');

  await page.getByRole('link', { name: 'Withdraw' }).click();
  await fillWithdrawal();
  await withdraw.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf('transaction.withdraw')).toHaveLength(2);
  const keys = callsOf('transaction.withdraw').map(({ context }) => context.idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

test('the second click of a double click is for nothing beneath a closed dialog', async () => {
  const transaction = { ...DESK.transaction, getBankAccount: () => BANK_ACCOUNT, withdraw: () => ({ id: 'one' }) };
  await openPage('/profile/account?view=withdraw', { as: CUSTOMER, api: { transaction } });
  await fillWithdrawal();
  await withdraw.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const link = page.getByRole('link', { name: 'Withdraw' });
  const reached = vi.fn();
  link.element().addEventListener('click', reached);
  link.element().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
  expect(reached).not.toHaveBeenCalled();
  await link.click();
  await expect.element(dialog).toBeVisible();
});

test('a dialog stays open while its form is sent, and marks what was refused', async () => {
  const answer = held<{ id: string }>();
  const transaction = { ...DESK.transaction, getBankAccount: () => BANK_ACCOUNT, withdraw: answer.answer };
  await openPage('/profile/account?view=withdraw', { as: CUSTOMER, api: { transaction } });
  await fillWithdrawal();
  await dialog.getByLabelText('Summary').fill('');
  await withdraw.click();
  await expect.element(dialog.getByText('Summary is required.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Summary')).toHaveFocus();
  expect(inputsOf('transaction.withdraw')).toEqual([]);
  await dialog.getByLabelText('Summary').fill('For the rent');
  await withdraw.click();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  answer.reject(new Rejection('BAD_REQUEST', 'Not enough.', { amount: ['Not that much.'] }));
  const amount = dialog.getByLabelText('Amount ($)');
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toHaveAccessibleDescription(expect.stringContaining('Not that much.'));
  await expect.element(dialog.getByLabelText('Summary')).toHaveValue('For the rent');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a form that stays ignores Enter for a second after it was sent', async () => {
  await openPage('/manager/mail?to=', { as: MANAGER, size: DESKTOP });
  serve({ mail: { send: () => ({ ok: true }) } });
  const email = { Receiver: 'ada@example.com', Body: 'It has arrived.', Subject: 'Your parcel' };
  await fill(email);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Email sent')).toBeVisible();
  const required = page.getByText('Subject is required.');
  await userEvent.keyboard('{Enter}');
  await expect.element(required).not.toBeInTheDocument();
  clock.mockReturnValue(clock() + 1_001);
  await userEvent.keyboard('{Enter}');
  await expect.element(required).toBeVisible();
  const sent = { receiver: email.Receiver, subject: email.Subject, body: email.Body };
  expect(inputsOf('mail.send')).toEqual([sent]);
});
