import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf } from '../../../../tests/components/api.ts';
import { DESK } from '../../../../tests/components/desk.ts';
import { expectAccessible, expectShown, toastOf } from '../../../../tests/components/expectations.ts';
import { address, DESKTOP, openPage } from '../../../../tests/components/open-page.tsx';
import { ACCOUNTANT } from '../../../../tests/components/people.ts';
import type { Debtor } from '../../../domain/owing.ts';

const newDebtor = (number: number, details: Partial<Debtor> = {}): Debtor => ({
  id: `0198c5f0-0000-7000-8000-0000000000${number}0`,
  name: `Shop ${number}`,
  email: `shop${number}@example.com`,
  amount: 100 * number,
  unstated: 10 * number,
  since: '2026-10-16T10:15:00.000Z',
  isOverdue: number > 1,
  lastPayment: null,
  lastReminder: null,
  ...details,
});
const DEBTORS = [newDebtor(2), newDebtor(1)];
const api: Api = {
  ...DESK,
  transactionAdmin: {
    ...DESK.transactionAdmin,
    getOwing: () => ({
      data: DEBTORS,
      total: 2,
      pagination: { prev: null, next: null },
      sums: { owed: 300, overdue: 200 },
    }),
    remind: ({ ids }) => ({ reminded: ids.length - 1 }),
  },
};

test('the list says who owes what, with sums, and reminds who is ticked', async () => {
  await openPage('/manager/owing', { as: ACCOUNTANT, size: DESKTOP, api });
  await expectShown('$300.00', '$20.00', 'Shop 2', page.getByRole('table', { name: 'Who owes' }).getByText('Overdue'));
  await expectAccessible();
  await page.getByRole('checkbox', { name: 'Select Shop 2' }).click();
  await page.getByRole('checkbox', { name: 'Select Shop 1' }).click();
  await page.getByRole('button', { name: 'Remind 2 selected' }).click();
  await expectShown(toastOf('1 reminder sent'));
  expect(inputsOf('transactionAdmin.remind')).toEqual([{ ids: DEBTORS.map(({ id }) => id) }]);
  await page.getByRole('link', { name: 'Overdue' }).click();
  await expect.poll(address).toBe('/manager/owing?show=overdue');
});

test('on a phone each has its buttons, and a payment is recorded on the account', async () => {
  await openPage('/manager/owing', { as: ACCOUNTANT, api });
  await page.getByRole('button', { name: 'Remind Shop 1' }).click();
  await expectShown(toastOf('No reminder sent'));
  await expectAccessible();
  await page.getByRole('button', { name: 'Record payment: Shop 1' }).click();
  await expect.poll(address).toBe(`/manager/users/${newDebtor(1).id}/account?view=add-deposit`);
});

test('deleted accounts have a list of their own, without reminders', async () => {
  const gone = { email: '', name: 'Deleted account', isOverdue: false };
  const data = [newDebtor(1, gone), newDebtor(2, { ...gone, amount: -12.5 })];
  const transactionAdmin = {
    ...DESK.transactionAdmin,
    getOwing: () => ({ data, total: 2, pagination: { prev: null, next: null }, sums: { owed: 87.5, overdue: 0 } }),
  };
  await openPage('/manager/owing?show=deleted', { as: ACCOUNTANT, size: DESKTOP, api: { ...DESK, transactionAdmin } });
  await expectShown('$100.00', 'We owe $12.50');
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await expectAccessible();
});
