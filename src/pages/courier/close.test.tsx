import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, Rejection } from '../../../tests/components/api.ts';
import * as phone from '../../../tests/components/courier-phone.ts';
import {
  newRun,
  newTrackingId,
  started,
  tasksOf,
  withTask,
  withTasks,
} from '../../../tests/components/courier-runs.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectWords } from '../../../tests/components/expectations.ts';
import { scanByHand } from '../../../tests/components/hand-scanner.ts';
import { address } from '../../../tests/components/open-page.tsx';

const { button, expectForGloves, expectSaved, link, openWithRun, readSignal, silenceOutbox, typeLabel } = phone;
const PATH = '/courier/close';
const question = page.getByRole('alertdialog');
const results = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();

test('what comes back is scanned, counted and reported', async () => {
  const run = started(newRun([1, 1, 1]));
  const [delivered, cancelled, open] = tasksOf(run);
  await openWithRun(
    PATH,
    withTasks(run, ({ id }) => {
      if (id === delivered?.id) return { status: 'delivered' };
      return id === cancelled?.id ? { status: 'cancelled', recalled: true } : {};
    }),
  );
  await results('1 delivered, 2 still in the van');
  await typeLabel(newTrackingId());
  await expect.poll(readSignal).toBe('Not on your runAsk the desk.');
  await typeLabel(delivered?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Already deliveredCorrect it at its stop first.');
  // What the desk cancelled on the way comes back too.
  await typeLabel(cancelled?.trackingId ?? '');
  await expect.poll(readSignal).toBe('BackBox 2');
  await results('1 delivered, 1 returned, 1 still in the van');
  await typeLabel(cancelled?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Already back');
  await expectAccessible();
  await expectForGloves();
  await typeLabel(open?.trackingId ?? '');
  await results('1 delivered, 2 returned');
  await button('Close run').click();
  await expect.element(page.getByText('This run is closed')).toBeVisible();
  await expectSaved('Run closed');
  await expect.poll(() => inputsOf('courier.close')).toMatchObject([{ runId: run.id }]);
  expect(inputsOf('courier.return')).toMatchObject([{ taskIds: [cancelled?.id] }, { taskIds: [open?.id] }]);
});

test('a parcel neither delivered nor back is asked about, and missing', async () => {
  const run = started(newRun([1, 2]));
  const [, second] = tasksOf(run);
  const refused = { visitId: run.id, result: 'failed', method: null, reason: 'consignee_refused' } as const;
  const outcomes = [{ ...refused, occurredAt: '2026-11-21T08:00:00.000Z' }];
  await openWithRun(PATH, withTask(run, second, { receiver: 'Bo Ek', outcomes }));
  const inVan = page.getByRole('region', { name: 'Still in the van' });
  await expect.element(inVan).toMatchTextContent(/Receiver 1.*Box 1.*Bo Ek.*Box 2.*: Refused.*Receiver 2.*Box 3/s);
  await typeLabel(tasksOf(run)[2]?.trackingId ?? '');
  await expect.element(inVan).not.toMatchTextContent('Box 3');
  await button('Close run').click();
  await expectWords(question, '2 parcels are neither delivered nor back. Scan them, or report them as missing.');
  await expect.element(question).toMatchTextContent(/Receiver 1.*Box 1.*Bo Ek.*Box 2/s);
  await expectAccessible();
  await button('Report as missing').click();
  await expect.poll(address).toBe('/courier');
  await results('1 returned, 2 missing');
  await expect.poll(() => inputsOf('courier.close')).toHaveLength(1);
});

test('a shipment of three is back once all three were scanned', async () => {
  const plain = started(newRun([1]));
  const [three] = tasksOf(plain);
  await openWithRun('/courier/close', withTask(plain, three, { parcels: 3 }));
  await expect.element(page.getByRole('region', { name: 'Still in the van' })).toBeVisible();
  scanByHand(`${three?.trackingId}-2`);
  await expect.poll(readSignal).toBe('BackBox 1, 1 of 3');
  await button('Close run').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('2 parcels are neither delivered nor back.');
  scanByHand(three?.trackingId ?? '');
  scanByHand(`${three?.trackingId}-3`);
  await expect.poll(readSignal).toBe('BackBox 1, 3 of 3');
  await expect
    .poll(() => inputsOf('courier.return'))
    .toMatchObject([{ parcels: [2] }, { parcels: [1] }, { parcels: [3] }]);
  await expect.element(page.getByRole('region', { name: 'Still in the van' })).not.toBeInTheDocument();
});

test('parcels of a shipment that was not loaded whole come back too', async () => {
  const plain = started(newRun([1, 1]));
  const [three, one] = tasksOf(plain);
  const run = withTask(plain, three, { parcels: 3, loadedParcels: 0b011, status: 'left' });
  await openWithRun(PATH, withTask(run, one, { status: 'delivered' }));
  await results('1 delivered, 2 still in the van, 1 left at the depot');
  await button('Close run').click();
  await expect.element(question).toMatchTextContent('2 parcels are neither delivered nor back.');
  scanByHand(`${three?.trackingId}-2`);
  await expect.poll(readSignal).toBe('BackBox 1, 1 of 3');
  scanByHand(`${three?.trackingId}-1`);
  await expect.poll(readSignal).toBe('BackBox 1, 2 of 3');
  await results('1 delivered, 2 returned, 1 left at the depot');
  await expect.element(page.getByRole('region', { name: 'Still in the van' })).not.toBeInTheDocument();
});

test('nothing asks about a parcel that is still being saved', async () => {
  await openWithRun(PATH, started(newRun([1, 1])));
  await page.getByText('Choose from the list').click();
  const choices = page.getByRole('listitem').getByRole('button');
  await expect.poll(() => choices.and(page.getByRole('button', { disabled: false })).elements().length).toBe(2);
  for (const choice of choices.elements() as HTMLElement[]) choice.click();
  (button('Close run').element() as HTMLElement).click();
  await expect.poll(address).toBe('/courier');
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(() => inputsOf('courier.close')).toHaveLength(1);
  expect(inputsOf('courier.return')).toHaveLength(2);
});

test('a question about one run does nothing to the next', async () => {
  const { change } = await openWithRun(PATH, started(newRun([1])));
  await button('Close run').click();
  await expect.element(question).toMatchTextContent('1 parcel is neither delivered nor back.');
  await change(started(newRun([1], { name: 'Afternoon' })));
  await expect.element(page.getByText('Afternoon')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await change(newRun([1]));
  await expect.element(page.getByText('This run hasn’t been started.')).toBeVisible();
  await expect.element(button('Close run')).not.toBeInTheDocument();
  await link('My run').click();
  await expect.element(page.getByText('Your run is on this device')).toBeVisible();
});

test('it says what was not sent yet, and what the server rejected', async () => {
  const run = started(newRun([1, 1]));
  const [first, second] = tasksOf(run);
  const returned = ({ taskIds }: { taskIds: string[] }) => {
    if (taskIds[0] === first?.id) throw new Rejection('NOT_FOUND', 'Not found.');
    return { ok: true as const };
  };
  await openWithRun(PATH, run, { api: { courier: { return: returned } } });
  await expect.element(page.getByText('Everything has been sent.')).toBeVisible();
  setOnline(false);
  await typeLabel(first?.trackingId ?? '');
  await typeLabel(second?.trackingId ?? '');
  await expect.element(page.getByText('2 not sent yet. They’ll be sent once you’re online.')).toBeVisible();
  setOnline(true);
  await expect.element(page.getByText('1 rejected by the server.')).toBeVisible();
  await link('Open the outbox').click();
  await expect.element(page.getByText('Rejected by the server')).toBeVisible();
});

test('an outbox that has not been read is not said to be empty', async () => {
  silenceOutbox();
  await openWithRun(PATH, started(newRun([1])));
  await expect.element(page.getByText('The outbox hasn’t been read yet. Something may still be waiting')).toBeVisible();
  await expect.element(page.getByText('Everything has been sent.')).not.toBeInTheDocument();
});

test('the courier sees the own day without a network, as corrected', async () => {
  const run = started(newRun([1, 1, 1, 1]));
  const visit = (id: string, result: 'delivered' | 'failed', time: string, supersedes?: string) => ({
    visitId: id,
    result,
    method: null,
    reason: null,
    occurredAt: `2026-11-21T${time}:00.000Z`,
    ...(supersedes && { supersedes }),
  });
  const outcomes = [
    [visit('a', 'delivered', '08:10')],
    [visit('b', 'failed', '08:40'), visit('e', 'delivered', '10:40')],
    [visit('c', 'failed', '10:10'), visit('d', 'delivered', '10:10', 'c')],
    [],
  ];
  const tasks = tasksOf(run);
  const visited = withTasks(run, ({ id }) => ({ outcomes: outcomes[tasks.findIndex((task) => task.id === id)] ?? [] }));
  await openWithRun(PATH, visited);
  const day = page.getByRole('region', { name: 'Your day: 2 of 3 at the first try' });
  await expect.element(day).toBeVisible();
  setOnline(false);
  await expectWords(day, '4 visits, 1.2 stops an hour, by hour');
  await day.getByText('Show as table').click();
  const rows = day.getByRole('row').elements().slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['9:002', '10:000', '11:002']);
  await expectAccessible();
});
