import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown, expectWords, toastOf } from '../../../../tests/components/expectations.ts';
import { COURIERS, RUN, RUN_SUMMARY } from '../../../../tests/components/managed-runs.ts';
import { DESKTOP, openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { ACCOUNTANT, MANAGER } from '../../../../tests/components/people.ts';
import { onePage } from '../../../../tests/components/shipments.ts';
import type { OpenCash, RunCash } from '../../../domain/cod.ts';
import type { RunDetails } from '../../../domain/runs/views.ts';

const handedOver = { amount: 1200, at: '2026-11-18T17:02:00.000Z' };
const CASH: RunCash = {
  collected: { cash: 1214.5, card: 300 },
  open: { cash: 1214.5, card: 300 },
  isOpen: true,
  handedOver,
  counts: [],
};
const COUNT = {
  id: '0198c5f0-0000-7000-8000-000000000f71',
  at: '2026-11-18T17:10:00.000Z',
  by: { id: MANAGER.id, name: 'Mia Lovelace' },
  expected: CASH.open,
  counted: { cash: 1200, card: 300 },
  reason: 'A note was false',
};
const COUNTED: RunCash = { ...CASH, open: { cash: 0, card: 0 }, isOpen: false, counts: [COUNT] };
const OPEN: OpenCash = [
  {
    id: RUN.id,
    name: RUN.name,
    day: RUN.day,
    courier: RUN.courier,
    closedAt: '2026-11-18T16:55:00.000Z',
    open: { cash: 499, card: 0 },
    handedOver: null,
  },
];

const dialog = page.getByRole('dialog');
const field = (name: RegExp) => dialog.getByLabelText(name);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const serving = (run: RunDetails): Api => ({ runAdmin: { get: () => run, couriers: () => COURIERS } });

test('a run’s cash is counted once, and a difference needs a reason', async () => {
  const run: RunDetails = { ...RUN, status: 'closed', cash: CASH };
  await openPage(`/manager/runs/${RUN.id}`, { as: MANAGER, size: TABLET, api: serving(run) });
  await expectShown(page.getByText('$1,214.50 in cash, $300.00 by card').first());
  await expectAccessible();
  await button('Count cash').click();
  await expectWords(dialog, '$1,214.50', '$300.00', '$1,200.00');
  await expect.element(dialog.getByLabelText('Reason')).not.toBeInTheDocument();
  await field(/^Cash counted/).fill('1200');
  await field(/^Card payments counted/).fill('300');
  await expectShown('Cash: $14.50 missing.');
  await button('Counted').click();
  await expectShown('Reason is required.');
  await expectAccessible();
  await dialog.getByLabelText('Reason').fill('A note was false');
  serve({ runAdmin: { countCash: () => ({ ok: true, waits: true }), get: () => ({ ...run, cash: COUNTED }) } });
  await button('Counted').click();
  await expect.element(toastOf('A part of it waits for a manager or accountant to approve it.')).toBeVisible();
  await expectShown(
    '“A note was false”',
    'Mia Lovelace counted $1,200.00 in cash, $300.00 by card, expected $1,214.50',
  );
  await expect.element(button('Count cash')).not.toBeInTheDocument();
  expect(inputsOf('runAdmin.countCash')).toEqual([
    { runId: RUN.id, seen: CASH.open, cash: 1200, card: 300, reason: 'A note was false' },
  ]);
});

test('who only sees money counts from the list, without a reason if it is right', async () => {
  await openPage('/manager/cash', { as: ACCOUNTANT, size: DESKTOP, api: { runAdmin: { openCash: () => OPEN } } });
  await expectShown('$499.00 in cash', 'Not yet');
  await expect.element(page.getByRole('link', { name: RUN.name })).not.toBeInTheDocument();
  await expectAccessible();
  await button('Count cash: Centre').click();
  await expect.element(field(/^Card/)).not.toBeInTheDocument();
  await field(/^Cash counted/).fill('499');
  serve({ runAdmin: { countCash: () => ({ ok: true }), openCash: () => [] } });
  await button('Counted').click();
  await expectShown('All cash is counted.');
  expect(inputsOf('runAdmin.countCash')).toEqual([{ runId: RUN.id, seen: { cash: 499, card: 0 }, cash: 499, card: 0 }]);
});

test('what was counted and then corrected is given back', async () => {
  const open = { cash: -199, card: 0 };
  const api = {
    runAdmin: { openCash: () => OPEN.map((run) => ({ ...run, open })), countCash: () => ({ ok: true as const }) },
  };
  await openPage('/manager/cash', { as: MANAGER, api });
  await button('Count cash: Centre').click();
  await field(/^Cash given back/).fill('199');
  await button('Counted').click();
  await expect.poll(() => inputsOf('runAdmin.countCash')).toEqual([{ runId: RUN.id, seen: open, cash: -199, card: 0 }]);
});

test('cash that changes while it is counted is counted again', async () => {
  await openPage('/manager/cash', { as: MANAGER, api: { runAdmin: { openCash: () => OPEN } } });
  await button('Count cash: Centre').click();
  await field(/^Cash counted/).fill('499');
  const later = OPEN.map((run) => ({ ...run, open: { cash: 698, card: 0 } }));
  serve({ runAdmin: { countCash: rejecting('CONFLICT', 'Something changed.'), openCash: () => later } });
  await button('Counted').click();
  await expectShown('Something changed.', 'Cash: $199.00 missing.');
});

test.each([TABLET, DESKTOP])('the day’s runs show what is still to be counted', async (size) => {
  const runs = [{ ...RUN_SUMMARY, openCash: { cash: 1214.5, card: 0 } }];
  const api: Api = {
    runAdmin: {
      list: () => ({ day: RUN.day, runs }),
      couriers: () => COURIERS,
      exceptions: () => [],
      pool: () => onePage([]),
    },
  };
  await openPage('/manager/runs', { as: MANAGER, size, api });
  await expectShown(page.getByText('$1,214.50 in cash'));
});
