import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import {
  button,
  expectForGloves,
  expectSaved,
  letUndoPass,
  link,
  openWithRun,
} from '../../../tests/components/courier-phone.ts';
import { newRun, started, stopPath, tasksOf, withTasks } from '../../../tests/components/courier-runs.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { scanByHand } from '../../../tests/components/hand-scanner.ts';
import { address } from '../../../tests/components/open-page.tsx';
import type { CourierRun } from '../../domain/runs/views.ts';

const choice = (place: number) => page.getByRole('checkbox').nth(place);

/** A run on its way, whose parcels are paid at the door: null for one that is not. */
function runWithCod(stops: readonly (readonly (number | null)[])[], differs: Partial<CourierRun> = {}): CourierRun {
  const run = started(newRun(stops.map((parcels) => parcels.length)));
  const sums = stops.flat();
  const ids = tasksOf(run).map(({ id }) => id);
  return { ...withTasks(run, ({ id }) => ({ cod: sums[ids.indexOf(id)] ?? undefined })), ...differs };
}

function countTaps(): () => number {
  let taps = 0;
  const count = () => {
    taps += 1;
  };
  document.addEventListener('click', count, true);
  onTestFinished(() => document.removeEventListener('click', count, true));
  return () => taps;
}

async function sentVisits(count = 1): Promise<unknown[]> {
  letUndoPass();
  await expect.poll(() => inputsOf('courier.visit')).toHaveLength(count);
  return inputsOf('courier.visit');
}

test('cash on delivery takes one tap more, and no network', async () => {
  const run = runWithCod([[null], [499]]);
  const [, cod] = tasksOf(run);
  await openWithRun(stopPath(run, 0), run);
  await expectShown('Collect no money. Bills are paid online.');
  setOnline(false);
  const taps = countTaps();
  await link('Deliver').click();
  await button('Recipient').click();
  await button('Take photo and finish').click();
  await expectShown('Collect $499.00');
  const plain = taps();
  await expectForGloves();
  await link('Deliver').click();
  await expectShown('Collect $499.00');
  await expect.element(button('Recipient')).not.toBeInTheDocument();
  await expectForGloves();
  await expectAccessible();
  await button('Cash').click();
  await button('Recipient').click();
  await expectShown('Paid in cash: $499.00');
  await button('Take photo and finish').click();
  await expectSaved('Delivered to the recipient, Receiver 2');
  expect(taps() - plain).toBe(plain + 1);
  await expectShown('Cash: $499.00');
  setOnline(true);
  expect(await sentVisits(2)).toMatchObject([{}, { payments: [{ taskId: cod?.id, method: 'cash', amount: 499 }] }]);
  expect(inputsOf('courier.visit')[0]).not.toMatchObject({ payments: expect.anything() });
});

test('what was paid ahead is not collected, whatever its label says', async () => {
  const both = runWithCod([[499, null]]);
  const [, paid] = tasksOf(both);
  const run = withTasks(both, ({ id }) => (id === paid?.id ? { paidAhead: 120 } : {}));
  await openWithRun(stopPath(run, 0), run);
  await expectShown('$120.00 was paid ahead. Don’t collect that, whatever the label says.');
  await expectAccessible();
});

test('several parcels of a door are one sum, each of them named', async () => {
  const run = runWithCod([[300, 199.5, null]]);
  const [first, second] = tasksOf(run);
  await openWithRun(stopPath(run, 0), run);
  const parcels = page.getByRole('list', { name: 'Parcels' });
  await expectShown('Collect $499.50', parcels.getByText('Collect $300.00'), parcels.getByText('Collect $199.50'));
  await link('Deliver').click();
  await expectShown('Collect $499.50');
  await choice(1).click();
  await expectShown(page.getByText('Collect $300.00').last());
  await choice(1).click();
  await button('Card').click();
  await button('Recipient').click();
  await expectShown('Paid by card: $499.50');
  await button('Finish without a photo').click();
  const [visit] = await sentVisits();
  expect(visit).toMatchObject({
    payments: [
      { taskId: first?.id, method: 'card', amount: 300 },
      { taskId: second?.id, method: 'card', amount: 199.5 },
    ],
  });
});

test('of parcels paid separately a wrong amount is refused', async () => {
  const run = runWithCod([[300, 199.5]]);
  const [first, second] = tasksOf(run);
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await button('Paid separately').click();
  const ways = page.getByLabelText('How it was paid');
  const amounts = page.getByLabelText('Amount');
  await expectShown('Choose how Box 1 was paid.');
  await ways.nth(0).selectOptions('Cash');
  await expectShown('Enter the amount for Box 1.');
  await amounts.nth(0).fill('30');
  await expectShown('Collect $300.00 for Box 1.');
  await expect.element(button('All paid')).toBeDisabled();
  await expectForGloves();
  await expectAccessible();
  await amounts.nth(0).fill('300,00');
  await ways.nth(1).selectOptions('Paid ahead');
  await amounts.nth(1).fill('199.50');
  await button('All paid').click();
  await button('Recipient').click();
  await button('Finish without a photo').click();
  const [visit] = await sentVisits();
  expect(visit).toMatchObject({
    payments: [
      { taskId: first?.id, method: 'cash', amount: 300 },
      { taskId: second?.id, method: 'before', amount: 199.5 },
    ],
  });
});

test('a parcel added after the payment is paid, too', async () => {
  const run = runWithCod([[300, 199.5]]);
  const [, second] = tasksOf(run);
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await choice(1).click();
  await button('Cash').click();
  await expect.element(button('Recipient')).toBeVisible();
  scanByHand(second?.trackingId ?? '');
  await expectShown('Collect $499.50');
  await expect.element(button('Recipient')).not.toBeInTheDocument();
});

test.each([
  ['Couldn’t pay', 'couldnt_pay'],
  ['Refuses to pay', 'refuses_to_pay'],
])('who does not pay gets nothing: %s', async (label, reason) => {
  const run = runWithCod([[499]]);
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await button('Not paid').click();
  await button(label).click();
  await expectSaved(`${label}, Receiver 1`);
  const [visit] = await sentVisits();
  expect(visit).toMatchObject({ outcomes: [{ result: 'failed', reason }] });
  expect(visit).not.toMatchObject({ payments: expect.anything() });
});

test('nobody is asked for money that is not due', async () => {
  const run = runWithCod([[null]]);
  await openWithRun(stopPath(run, 0, '?view=problem'), run);
  await expect.element(button('Nobody home')).toBeVisible();
  await expect.element(button('Refuses to pay')).not.toBeInTheDocument();
  await button('More').click();
  await expect.element(button('Bad weather')).toBeVisible();
  await expect.element(button('Refuses to pay')).not.toBeInTheDocument();
});

test.each([
  ['all of it', null, 'Hand over $1,214.50 and close', 1214.5],
  ['less', '1200', 'Hand over $1,200.00 and close', 1200],
])('closing hands the cash over: %s', async (_what, typed, act, cash) => {
  const run = withTasks(runWithCod([[499]], { cash: { collected: 1214.5, handedOver: null } }), () => ({
    status: 'returned',
  }));
  await openWithRun('/courier/close', run);
  await expectShown(page.getByText('Hand over $1,214.50', { exact: true }));
  await expectForGloves();
  if (typed) {
    await button('Another amount').click();
    await page.getByLabelText('You hand over').fill(`${typed} coins`);
    await expectShown('Enter an amount, for example 1214.50.');
    await expect.element(button('Close run')).toBeDisabled();
    await page.getByLabelText('You hand over').fill(typed);
    await expectAccessible();
  }
  setOnline(false);
  await button(act).click();
  await expect.poll(address).toBe('/courier');
  await expectSaved('Run closed');
  setOnline(true);
  await expect.poll(() => inputsOf('courier.close')).toMatchObject([{ cash }]);
});

test('a paid delivery has a receipt, and a correction gives the money back', async () => {
  const run = runWithCod([[499]]);
  await openWithRun(stopPath(run, 0, '?view=deliver'), run);
  await button('Cash').click();
  await button('Recipient').click();
  await button('Finish without a photo').click();
  await sentVisits();
  await page.getByText('1 finished stop').click();
  await page.getByRole('link', { name: 'Receiver 1' }).click();
  await expectShown('Delivered to the recipient. Paid in cash: $499.00');
  await page.getByText('Receipt').click();
  await expectShown(page.getByText('Paid in cash: $499.00', { exact: true }));
  await expectForGloves();
  await link('Not delivered').click();
  await expectShown('Paid in cash: $499.00. Give it back.');
  await button('Refuses to pay').click();
  await expectSaved('Refuses to pay, Receiver 1');
  expect(await sentVisits(2)).toMatchObject([{}, { outcomes: [{ result: 'failed', supersedes: expect.any(String) }] }]);
  await expect.element(page.getByText('Cash: $0.00')).toBeVisible();
});
