import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, callsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { DESKTOP, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { DETAILS, MANAGED, TRACKING_ID } from '../../../tests/components/shipments.ts';
import type { ShownNextStep } from '../../domain/next-step.ts';

const path = `/track/${TRACKING_ID}?detailed=true`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const confirm = page.getByRole('dialog').getByRole('button', { name: 'Try again', exact: true });
const step: ShownNextStep = {
  kind: 'sender',
  reason: 'Refused',
  until: '2026-12-07',
  otherwise: 'bring-back',
  says: 'You decide until Monday 7 December what happens to it. After that, it goes back to you.',
  acts: [{ act: 'bring-back', fee: 4.5 }, { act: 'try-again' }, { act: 'another-address' }],
  days: ['2026-12-01', '2026-12-02'],
};
const gone: ShownNextStep = { kind: 'over', says: 'It goes back to you.', acts: [], days: [] };

const shows = (nextStep: ShownNextStep): Api => ({
  shipment: { getShipmentByTrackingId: () => ({ ...DETAILS, status: 'held', viewer: 'owner', nextStep }) },
  shipmentAdmin: { getShipment: () => ({ ...MANAGED, status: 'held', nextStep }) },
  bill: { getBills: () => [] },
  billAdmin: { getShipmentBills: () => [] },
  runAdmin: { exceptions: () => [] },
});

async function open(who: string, nextStep = step) {
  const isDesk = who === 'the desk';
  await openPage(isDesk ? `/manager/shipments/${MANAGED.id}` : path, {
    as: isDesk ? MANAGER : CUSTOMER,
    size: isDesk ? DESKTOP : PHONE,
    api: shows(nextStep),
  });
  return isDesk ? ('choiceAdmin.decide' as const) : ('choice.decide' as const);
}

test.for(['the sender', 'the desk'])(
  '%s reads what happens next, and has it brought back for its price',
  async (who) => {
    const procedure = await open(who);
    await expectShown(step.says, 'Not delivered: Refused.', button('Try again'), button('Deliver to another address'));
    await expect.element(button('Discard it')).not.toBeInTheDocument();
    await expectAccessible();
    await button('Bring it back').click();
    await expectShown(page.getByText(/It costs \$4\.50/));
    const decide = () => ({ ok: true }) as const;
    serve({ ...shows(gone), choice: { decide }, choiceAdmin: { decide } });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bring it back' }).click();
    await expect.element(toastOf('Decided')).toBeVisible();
    await expectShown(gone.says);
    await expect.element(button('Try again')).not.toBeInTheDocument();
    const [call] = callsOf(procedure);
    expect(call?.input).toEqual({
      id: who === 'the desk' ? MANAGED.id : DETAILS.id,
      act: 'bring-back',
      fee: 4.5,
      decisionId: expect.any(String),
    });
  },
);

test.for(['the sender', 'the desk'])('%s has it tried again on a day, at another address', async (who) => {
  const procedure = await open(who);
  await button('Deliver to another address').click();
  await confirm.click();
  await expectShown('New address is required.');
  await page.getByLabelText('New address').fill('Kungsgatan 9, 111 43 Stockholm');
  await page.getByLabelText('Day').selectOptions('Wednesday 2 December');
  await expectAccessible();
  const refuse = rejecting('PRECONDITION_FAILED', 'Delivery there has another price.');
  serve({ ...shows(step), choice: { decide: refuse }, choiceAdmin: { decide: refuse } });
  await confirm.click();
  await expectShown('Delivery there has another price.');
  const decide = () => ({ ok: true }) as const;
  serve({ ...shows(gone), choice: { decide }, choiceAdmin: { decide } });
  await confirm.click();
  await expect.element(toastOf('Decided')).toBeVisible();
  expect(callsOf(procedure).at(-1)?.input).toMatchObject({
    act: 'another-address',
    day: '2026-12-02',
    address: 'Kungsgatan 9, 111 43 Stockholm',
  });
});

test('who decides nothing reads who does', async () => {
  const says = 'The sender decides until Monday 7 December what happens to it. After that, it goes back to the sender.';
  await open('the receiver', { ...step, says, acts: [], days: [] });
  await expectShown(says);
  await expect.element(button('Bring it back')).not.toBeInTheDocument();
});
