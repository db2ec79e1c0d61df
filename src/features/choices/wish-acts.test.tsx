import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { EMPTY_DASHBOARD } from '../../../tests/components/manager-dashboard.ts';
import { DESKTOP, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';

const wish = { choiceId: '0198c5f0-0000-7000-8000-0000000000c1', kind: 'day' as const, day: '2026-12-01' };
const { id } = SUMMARY;

test.for([PHONE, DESKTOP])('a wish is said and answered in its row by one tap ($width)', async (size) => {
  await openPage('/manager/shipments?work=wishes', {
    as: MANAGER,
    size,
    api: { shipmentAdmin: { getShipments: () => onePage([{ ...SUMMARY, wish }]) } },
  });
  await expectShown('wants Tuesday 1 December');
  await expectAccessible();
  serve({
    choiceAdmin: {
      answerWish() {
        throw new Rejection('CONFLICT', 'This has already been decided.');
      },
    },
  });
  await page.getByRole('button', { name: `Decline ${TRACKING_ID}` }).click();
  await expect.element(page.getByText('This has already been decided.')).toBeVisible();
  serve({
    choiceAdmin: { answerWish: () => ({ ok: true }) },
    shipmentAdmin: { getShipments: () => onePage([]) },
  });
  await page.getByRole('button', { name: `Take out ${TRACKING_ID}` }).click();
  await expect.element(toastOf('Taken out of its run. We tell who asked.')).toBeVisible();
  expect(inputsOf('choiceAdmin.answerWish').at(-1)).toEqual({ id, choiceId: wish.choiceId, take: true });
  await expect.element(page.getByText('wants Tuesday 1 December')).not.toBeInTheDocument();
});

test.for([PHONE, DESKTOP])('the worklist says what the oldest wish is ($width)', async (size) => {
  const work = [
    {
      kind: 'wishes' as const,
      count: 1,
      oldest: null,
      wish: { id, trackingId: TRACKING_ID, ...wish, kind: 'hold' as const },
    },
  ];
  await openPage('/manager', {
    as: MANAGER,
    size,
    api: {
      ...EMPTY_DASHBOARD,
      deskAdmin: { getWork: () => ({ work, days: [] }) },
      choiceAdmin: { answerWish: () => ({ ok: true }) },
    },
  });
  await expectShown('Wishes after release', 'wants to collect it at the depot');
  await expectAccessible();
  await page.getByRole('button', { name: `Decline ${TRACKING_ID}` }).click();
  await expect.element(toastOf('Declined. We tell who asked.')).toBeVisible();
  expect(inputsOf('choiceAdmin.answerWish')).toEqual([{ id, choiceId: wish.choiceId, take: false }]);
});
