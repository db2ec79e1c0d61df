import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { DESK, ACCOUNT_PATH as path } from '../../../tests/components/desk.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { ACCOUNTANT, CUSTOMER, MANAGER, SHIPPER } from '../../../tests/components/people.ts';
import type { ShopStatements, Statement } from '../../domain/statements/statement.ts';

const STATEMENT: Statement = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  kind: 'statement',
  number: '2026-0012',
  of: null,
  from: '2026-10-01',
  until: '2026-10-31',
  opening: 0,
  closing: -204.8,
  due: '2026-11-15',
  issuedAt: '2026-11-01T00:07:00.000Z',
};
const NOTE: Statement = {
  ...STATEMENT,
  id: '0198c5f0-0000-7000-8000-0000000000e2',
  kind: 'credit-note',
  number: 'CN-2026-0003',
  of: '2026-0012',
  opening: -204.8,
  closing: 12.5,
  due: null,
};

const NEXT: ShopStatements = {
  period: 'monthly',
  taxNumber: 'SE556000000001',
  draft: {
    from: '2026-11-01',
    opening: -204.8,
    closing: -244.8,
    fees: 40,
    sums: [{ label: 'Shipments', amount: -40 }],
  },
};

test('a shop reads what it owes by each statement, and gets the files', async () => {
  await openPage('/shipping/statements', {
    as: SHIPPER,
    size: TABLET,
    api: { statement: { list: () => [NOTE, STATEMENT], next: () => NEXT } },
  });
  await expectShown(
    'You owe $204.80',
    'You owe $244.80',
    'You owe, due Sun Nov 15 2026',
    'We owe you',
    'Credits 2026-0012',
  );
  await expect.element(page.getByRole('button', { name: 'Statement 2026-0012 as PDF' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Credit 2/ })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a manager chooses a period, and sees the next statement as it would be', async () => {
  const statementAdmin = {
    get: () => NEXT,
    list: () => [NOTE, STATEMENT],
    setPeriod: () => ({ ok: true }) as const,
    credit: () => ({ number: 'CN-2026-0004', waits: false }),
  };
  await openPage(path, { as: MANAGER, size: TABLET, api: { ...DESK, statementAdmin } });
  await expectShown('Next statement, from Sun Nov 01 2026', '-$40.00', 'Owes $244.80', '$12.50');
  await page.getByLabelText('Issue a statement').selectOptions('Each week');
  await page.getByLabelText('Tax number').fill('FI12345678');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .poll(() => inputsOf('statementAdmin.setPeriod'))
    .toEqual([{ userId: CUSTOMER.id, period: 'weekly', taxNumber: 'FI12345678' }]);
  await expectAccessible();

  await page.getByRole('button', { name: 'Credit 2026-0012' }).click();
  await page.getByLabelText(/^Amount/).fill('10');
  await page.getByLabelText('Reason').fill('Late parcels');
  await page.getByRole('button', { name: 'Credit', exact: true }).click();
  await expectShown(toastOf('Credit note CN-2026-0004 issued'));
  expect(inputsOf('statementAdmin.credit')).toEqual([{ id: STATEMENT.id, amount: 10, reason: 'Late parcels' }]);
});

test('an accountant pays out one or all of what is due, but not their own', async () => {
  const due = (userId: string, name: string, amount: number, iban: string | null) => ({
    userId,
    name,
    amount,
    iban,
    number: '2026-0012',
  });
  const payouts = [
    { ...due(CUSTOMER.id, 'Harbour Books', 100.1, 'SE35 5000 0000 0549 1000 0003'), holder: 'Lovelace & Sons' },
    due(SHIPPER.id, 'Quay Wines', 50.2, 'SE35 5000 0000 0549 1000 0003'),
    due(MANAGER.id, 'Never Withdrew', 7, null),
    due(ACCOUNTANT.id, 'My own', 9, 'SE35 5000 0000 0549 1000 0003'),
  ];
  const statementAdmin = { duePayouts: () => ({ total: 4, payouts }), payOut: () => ({ ok: true }) as const };
  await openPage('/manager/payouts', { as: ACCOUNTANT, size: TABLET, api: { ...DESK, statementAdmin } });
  await expectShown('None yet: their first withdrawal says it', 'Lovelace & Sons');
  expect(page.getByRole('button', { name: /^Pay out to/ }).elements()).toHaveLength(2);
  await expectAccessible();
  await page.getByRole('button', { name: 'Pay out all: $150.30' }).click();
  await page.getByRole('button', { name: 'Pay out', exact: true }).click();
  await expectShown(toastOf('2 withdrawals requested'));
  expect(inputsOf('statementAdmin.payOut')).toEqual([
    {
      payouts: [
        { userId: CUSTOMER.id, amount: 100.1 },
        { userId: SHIPPER.id, amount: 50.2 },
      ],
    },
  ]);
});
