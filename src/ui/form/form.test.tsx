import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BANK_ACCOUNT } from '../../../tests/components/account.ts';
import { callsOf, held, inputsOf, serve } from '../../../tests/components/api.ts';
import { ACCOUNT_PATH, DESK } from '../../../tests/components/desk.ts';
import { toastOf } from '../../../tests/components/expectations.ts';
import { DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';

const dialog = page.getByRole('dialog', { name: 'Withdraw' });
const withdraw = dialog.getByRole('button', { name: 'Withdraw' });

beforeEach(() => serve(DESK));

async function fillWithdrawal(): Promise<void> {
  for (const [label, text] of [
    ['Amount ($)', '12.50'],
    ['IBAN', 'SE45 5000 0000 0583 9825 7466'],
    ['Bank code', '50'],
    ['Summary', 'For the rent'],
  ] as const)
    await dialog.getByLabelText(label).fill(text);
}

async function fillDeposit(): Promise<void> {
  await openPage(`${ACCOUNT_PATH}?view=add-deposit`, { as: MANAGER, size: DESKTOP });
  await page.getByLabelText('Amount ($)').fill('1');
  await page.getByLabelText('Summary').fill('Only once');
}

test('a form is sent once, however long Enter is held', async () => {
  await fillDeposit();
  serve({ transactionAdmin: { addDeposit: () => ({ id: 'a-deposit' }) } });
  await userEvent.keyboard('{Enter>10}{/Enter}');
  await expect.element(toastOf('Deposit added')).toBeVisible();
  expect(inputsOf('transactionAdmin.addDeposit')).toHaveLength(1);
});

test('a form is sent once by two submits before its button is disabled', async () => {
  await fillDeposit();
  serve({ transactionAdmin: { addDeposit: () => ({ id: 'a-deposit' }) } });
  const form = document.querySelector('form[data-unfinished=true]') as HTMLFormElement;
  for (const _ of [1, 2]) form.requestSubmit();
  await expect.element(toastOf('Deposit added')).toBeVisible();
  expect(inputsOf('transactionAdmin.addDeposit')).toHaveLength(1);
});

test('a form is sent once while it waits for the answer, and by a double click', async () => {
  await fillDeposit();
  const answer = held<{ id: string }>();
  serve({ transactionAdmin: { addDeposit: answer.answer } });
  await page.getByRole('button', { name: 'Add deposit' }).dblClick();
  await userEvent.keyboard('{Enter}');
  answer.resolve({ id: 'a-deposit' });
  await expect.element(toastOf('Deposit added')).toBeVisible();
  expect(inputsOf('transactionAdmin.addDeposit')).toHaveLength(1);
});

test('a form that is touched twice is sent once, but the next one is sent too', async () => {
  await openPage('/profile/account', {
    as: CUSTOMER,
    api: { transaction: { ...DESK.transaction, getBankAccount: () => BANK_ACCOUNT, withdraw: () => ({ id: 'one' }) } },
  });
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await fillWithdrawal();
  await withdraw.dblClick();
  await expect.element(toastOf('Withdrawal requested')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();

  await page.getByRole('link', { name: 'Withdraw' }).click();
  await fillWithdrawal();
  await withdraw.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf('transaction.withdraw')).toHaveLength(2);
  const keys = callsOf('transaction.withdraw').map(({ context }) => context.idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

test('a form that stays ignores Enter for a second after it was sent', async () => {
  await openPage('/manager/mail', { as: MANAGER, size: DESKTOP });
  serve({ mail: { send: () => ({ ok: true }) } });
  await page.getByLabelText('Receiver').fill('ada@example.com');
  await page.getByLabelText('Body').fill('It has arrived.');
  await page.getByLabelText('Subject').fill('Your parcel');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Email sent')).toBeVisible();
  const required = page.getByText('Subject is required.');
  await userEvent.keyboard('{Enter}');
  await expect.element(required).not.toBeInTheDocument();
  clock.mockReturnValue(clock() + 1_001);
  await userEvent.keyboard('{Enter}');
  await expect.element(required).toBeVisible();
  expect(inputsOf('mail.send')).toEqual([
    { receiver: 'ada@example.com', subject: 'Your parcel', body: 'It has arrived.' },
  ]);
});
