import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { textsOf } from '../../../../tests/components/descriptions.ts';
import { expectAccessible, expectLink } from '../../../../tests/components/expectations.ts';
import { MONEY_ROOM } from '../../../../tests/components/money-room.ts';
import { DESKTOP, openPage, PHONE, TABLET } from '../../../../tests/components/open-page.tsx';
import { ACCOUNTANT, MANAGER } from '../../../../tests/components/people.ts';
import { onePage } from '../../../../tests/components/shipments.ts';

const figures = page.getByRole('list', { name: 'Money' }).getByRole('listitem');

test.for([PHONE, TABLET, DESKTOP])(
  'money’s desk says what is owed, to count, to book and to pay ($width)',
  async (size) => {
    const run = { id: 'r', name: 'Centre', day: '2026-11-30', courier: { id: 'c', name: 'Bo Ek' }, closedAt: null };
    const owed = { cash: 120.5, card: 30 };
    await openPage('/manager/money', {
      as: MANAGER,
      size,
      api: {
        ...MONEY_ROOM,
        runAdmin: { openCash: () => [{ ...run, open: owed, handedOver: null }] },
        transactionAdmin: { getOwing: () => ({ ...onePage([]), sums: { owed: 900, overdue: 75.25 } }) },
        statementAdmin: {
          duePayouts: () => ({
            total: 1,
            payouts: [{ userId: 'u', name: 'Books', number: '2026-1', amount: 64, iban: null }],
          }),
        },
        bankAdmin: {
          getPayouts: () => ({
            problem: null,
            count: 2,
            total: 40,
            others: { count: 1, first: [] },
            waiting: { count: 1, first: [] },
            files: [],
          }),
        },
        deskAdmin: {
          getWork: () => ({
            work: [
              { kind: 'decide', count: 9, oldest: null },
              { kind: 'to-book', count: 12, oldest: null },
            ],
            days: [],
          }),
        },
      },
    });
    await expect
      .poll(textsOf(figures))
      .toEqual([
        'Owed to you$900.00$75.25 by people who are overdue',
        'Cash to count$150.50of 1 run',
        'To book12bank entries',
        'To pay out to shops$64.00to 1 shop',
        'Withdrawals to pay3$40.00 in a file, 1 by hand, 1 more to be approved',
      ]);
    await expectLink(page.getByRole('main').getByRole('link', { name: 'Cash to count' }), '/manager/cash');
    const todo = page.getByRole('region', { name: 'To do' });
    await expect.element(todo.getByText('Bank entries to book')).toBeVisible();
    await expect.element(todo.getByText('To decide')).not.toBeInTheDocument();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
  },
);

test('with nothing owed it says so', async () => {
  await openPage('/manager/money', { as: ACCOUNTANT, size: DESKTOP, api: MONEY_ROOM });
  await expect
    .poll(textsOf(figures))
    .toEqual([
      'Owed to you$0.00Nothing overdue',
      'Cash to count$0.00All counted',
      'To book0Every bank entry is booked',
      'To pay out to shops$0.00Nothing due',
      'Withdrawals to pay0Nothing due',
    ]);
});
