import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, serve } from '../../../tests/components/api.ts';
import { asBrand } from '../../../tests/components/brand.ts';
import { DESK, ACCOUNT_PATH as path } from '../../../tests/components/desk.ts';
import { expectShown } from '../../../tests/components/expectations.ts';
import { fill } from '../../../tests/components/fill.ts';
import { DEPOSIT } from '../../../tests/components/managed-money.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';

const openDeposit = (total: number) =>
  openPage(`${path}?view=add-deposit`, {
    as: MANAGER,
    size: TABLET,
    api: {
      ...DESK,
      transactionAdmin: {
        ...DESK.transactionAdmin,
        getUserBalance: () => ({ total, available: total }),
        getUserTransactions: () => [],
        addDeposit: () => ({ id: DEPOSIT.id }),
      },
      billAdmin: { getUserBills: () => [] },
    },
  });

test('an account in yen has no decimals, and takes none', async () => {
  asBrand({ currency: 'JPY' });
  await openDeposit(12_050);
  await expectShown(page.getByRole('region', { name: 'Account', exact: true }).getByText('¥12,050'));
  const amount = page.getByLabelText('Amount (¥)');
  await expect.element(amount).toHaveAttribute('inputmode', 'numeric');
  await fill({ 'Amount (¥)': '120.50', Summary: 'Opening deposit' });
  await page.getByRole('button', { name: 'Add deposit' }).click();
  await expect.element(page.getByText('Enter the amount like this: 1234')).toBeVisible();
  await fill({ 'Amount (¥)': '0' });
  await expect.element(page.getByText('Amount must be at least ¥1.')).toBeVisible();
  await fill({ 'Amount (¥)': '¥1,200' });
  await userEvent.tab();
  serve({ transactionAdmin: { getUserTransactions: () => [{ ...DEPOSIT, amount: 1200 }] } });
  await page.getByRole('button', { name: 'Add deposit' }).click();
  await expect.element(page.getByText('+¥1,200')).toBeVisible();
  expect(inputsOf('transactionAdmin.addDeposit')).toMatchObject([{ amount: 1200 }]);
});

test('an account in kronor names them', async () => {
  asBrand({ currency: 'SEK' });
  await openDeposit(1234.5);
  await expectShown(page.getByRole('region', { name: 'Account', exact: true }).getByText('SEK 1,234.50'));
  await fill({ 'Amount (SEK)': '0', Summary: 'Opening deposit' });
  await page.getByRole('button', { name: 'Add deposit' }).click();
  await expect.element(page.getByText('Amount must be at least SEK 0.01.')).toBeVisible();
});
