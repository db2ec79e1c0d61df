import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import {
  breakCamera,
  button,
  expectForGloves,
  expectSaved,
  link,
  openWithRun,
  readSignal,
  typeLabel,
} from '../../../tests/components/courier-phone.ts';
import { newRun, newTrackingId, started, tasksOf, withTask } from '../../../tests/components/courier-runs.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { scanByHand } from '../../../tests/components/hand-scanner.ts';

const PATH = '/courier/load';
const question = page.getByRole('alertdialog');
const choices = page.getByRole('listitem').getByRole('button');

test('each code before the camera is said, felt and counted once', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const run = newRun([1, 1, 1]);
  const [first, , theirs] = tasksOf(run);
  const { show } = await openWithRun(PATH, withTask(run, theirs, { status: 'moved', movedTo: 'Cia' }));
  // The code of another system, with our ID in it.
  show(`https://id.gs1.org/01/09506000134352/21/${first?.trackingId}`);
  await expect.poll(readSignal).toBe('Not a labelPoint the camera at our barcode.');
  show(newTrackingId());
  await expect.poll(readSignal).toBe('Not on your runAsk the desk.');
  show(theirs?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Not yoursCia has it now. Ask the desk.');
  show(first?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Loaded 1 of 2Box 1, stop 1');
  await expectSaved('Box 1 loaded');
  await expect.poll(() => inputsOf('courier.load')).toMatchObject([{ runVersion: 2, taskIds: [first?.id] }]);
  expect(vibrate.mock.calls).toEqual([...Array(3).fill([[250, 80, 250]]), [[60]]]);
  await expect.element(button('Light')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a label that stays in view counts once, however slowly the phone looks', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const run = newRun([1, 1]);
  const { show, looks } = await openWithRun(PATH, run);
  show(tasksOf(run)[0]?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Loaded 1 of 2Box 1, stop 1');
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 60_000);
  const before = looks();
  await expect.poll(looks).toBeGreaterThan(before + 2);
  expect(vibrate).toHaveBeenCalledOnce();
});

test('a camera with a torch has a button for it', async () => {
  const wanted: unknown[] = [];
  const torch: MediaTrackCapabilities & { torch: boolean } = { torch: true };
  vi.spyOn(MediaStreamTrack.prototype, 'getCapabilities').mockReturnValue(torch);
  vi.spyOn(MediaStreamTrack.prototype, 'applyConstraints').mockImplementation(async (constraints) => {
    wanted.push(constraints?.advanced);
  });
  await openWithRun(PATH, newRun([1]));
  for (const isOn of [true, false]) {
    await button('Light').click();
    await expect.element(button('Light')).toHaveAttribute('aria-pressed', String(isOn));
  }
  expect(wanted).toEqual([[{ torch: true }], [{ torch: false }]]);
});

test('a parcel with a torn label is typed or chosen', async () => {
  const run = newRun([1, 1]);
  const [first, second] = tasksOf(run);
  await openWithRun(PATH, run);
  await typeLabel(first?.trackingId.toLowerCase() ?? '');
  await expect.poll(readSignal).toContain('Loaded 1 of 2');
  await expect.element(page.getByText('1 of 2 loaded')).toBeVisible();
  await typeLabel(first?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Already loaded');
  await page.getByText('Choose from the list').click();
  await expectForGloves();
  await page.getByRole('button', { name: /Receiver 2.*Linnégatan 8.*Box 2/ }).click();
  await expect.poll(readSignal).toContain('Loaded 2 of 2');
  await expect.poll(() => inputsOf('courier.load')).toHaveLength(2);
  await button('Start run').click();
  await expect.element(page.getByRole('heading', { name: 'Stop 1', exact: true })).toBeVisible();
  await expect
    .poll(() => inputsOf('courier.start'))
    .toMatchObject([{ runId: run.id, occurredAt: expect.stringContaining('T') }]);
  expect(inputsOf('courier.load')).toMatchObject([{ taskIds: [first?.id] }, { taskIds: [second?.id] }]);
});

test('a hand scanner loads wherever the focus is, also from the run', async () => {
  const run = newRun([1, 1, 1]);
  const [first, second] = tasksOf(run);
  await openWithRun('/courier', run);
  await expect.element(link('Start loading')).toBeVisible();
  scanByHand(first?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Loaded 1 of 3Box 1, stop 1');
  await button('Start run').click();
  await expect.element(question).toBeVisible();
  scanByHand(second?.trackingId ?? '');
  await expect.poll(readSignal).toContain('Loaded 2 of 3');
  await expect.element(question).toMatchTextContent('1 parcel is not loaded');
  await expect
    .poll(() => inputsOf('courier.load'))
    .toMatchObject([{ taskIds: [first?.id] }, { taskIds: [second?.id] }]);
  scanByHand('4006381333931');
  await expect.poll(readSignal).toBe('Not a labelScan our barcode.');
});

test('a shipment of three is loaded by three scans, each counted once', async () => {
  const plain = newRun([1, 1]);
  const [three, one] = tasksOf(plain);
  const id = three?.trackingId ?? '';
  const { change, read } = await openWithRun(PATH, withTask(plain, three, { parcels: 3 }));
  await expectShown('0 of 4 loaded');
  scanByHand(`${id}-2`);
  scanByHand(`${id}-2`);
  await expect.poll(readSignal).toBe('Already scanned1 of 3');
  await expectShown(page.getByText('Parcel 2 of Box 1 loaded'));
  scanByHand(`${location.origin}/track/${id}`);
  await expect.poll(readSignal).toBe('Which parcel?Scan its barcode, or tap All 3.');
  scanByHand(`${id}-4`);
  await expect.poll(readSignal).toBe('Only 3 parcelsAsk the desk.');
  scanByHand(id);
  await expect.poll(readSignal).toBe('Loaded 2 of 4Box 1, 2 of 3, stop 1');
  await expectShown('2 of 4 loaded');
  await expect.element(button('Start run')).toBeDisabled();
  scanByHand(one?.trackingId ?? '');
  await expectShown('3 of 4 loaded');
  await button('Start run').click();
  await expect.element(question).toMatchTextContent(/1 parcel is not loaded .* take the other parcels of Box 1 out/);
  await expectAccessible();
  await button('Cancel').click();
  // The courier's other phone scans the third, and then this one does.
  const run = read();
  if (run) await change(withTask(run, three, { loadedParcels: 0b111, status: 'loaded' }));
  await expectShown('4 of 4 loaded');
  scanByHand(`${id}-3`);
  await expect.poll(readSignal).toBe('Already loaded');
  expect(inputsOf('courier.load')).toMatchObject([{ parcels: [2] }, { parcels: [1] }, { taskIds: [one?.id] }]);
});

test('one tap loads all parcels of a shipment', async () => {
  const plain = newRun([1]);
  const [three] = tasksOf(plain);
  await openWithRun(PATH, withTask(plain, three, { parcels: 3 }));
  await expectShown('0 of 3 loaded');
  scanByHand(three?.trackingId ?? '');
  await expect.poll(readSignal).toContain('Loaded 1 of 3');
  await expectForGloves();
  await button('All 3').click();
  await expect.poll(readSignal).toBe('Loaded 3 of 3Box 1, stop 1');
  await expect.element(button('All 3')).not.toBeInTheDocument();
  await expect.poll(() => inputsOf('courier.load')).toMatchObject([{ parcels: [1] }, { taskIds: [three?.id] }]);
  expect(inputsOf('courier.load')[1]).not.toHaveProperty('parcels');
  await button('Start run').click();
  await expect.element(link('Scan 3 parcels')).toBeVisible();
  await link('All stops').click();
  await expect.element(page.getByText('1 stop, 3 parcels')).toBeVisible();
});

test('without a camera it says so, and what to do instead', async () => {
  await openWithRun(PATH, newRun([1]), { camera: breakCamera });
  await expect.element(page.getByText('No camera found. Type the tracking ID, or choose the parcel.')).toBeVisible();
  await expect.element(page.getByLabelText('Camera view')).not.toBeInTheDocument();
});

test('labels that come at once are each loaded and counted once', async () => {
  await openWithRun(PATH, newRun([1, 1, 1]));
  await page.getByText('Choose from the list').click();
  await expect.poll(() => choices.and(page.getByRole('button', { disabled: false })).elements().length).toBe(3);
  const [first, second] = choices.elements() as HTMLElement[];
  // Before the page can show the first of them; that one comes twice.
  for (const parcel of [first, first, second]) parcel?.click();
  await expect.poll(readSignal).toContain('Loaded 2 of 3');
  await expect.element(page.getByText('2 of 3 loaded')).toBeVisible();
  await expect.poll(() => inputsOf('courier.load')).toHaveLength(2);
});

test('nothing asks about a parcel that is still being saved', async () => {
  const run = newRun([1, 1, 1]);
  await openWithRun(PATH, run);
  await typeLabel(tasksOf(run)[0]?.trackingId ?? '');
  await expect.element(button('Start run')).toBeEnabled();
  await page.getByText('Choose from the list').click();
  await expect.poll(() => choices.and(page.getByRole('button', { disabled: false })).elements().length).toBe(2);
  for (const choice of choices.elements() as HTMLElement[]) choice.click();
  (button('Start run').element() as HTMLElement).click();
  await expect.element(page.getByRole('heading', { name: 'Stop 1', exact: true })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(() => inputsOf('courier.start')).toHaveLength(1);
  expect(inputsOf('courier.load')).toHaveLength(3);
});

test('a start without every parcel is asked about', async () => {
  const run = newRun([1, 1]);
  await openWithRun(PATH, run);
  await expect.element(button('Start run')).toBeDisabled();
  await typeLabel(tasksOf(run)[0]?.trackingId ?? '');
  await button('Start run').click();
  await expect.element(question).toMatchTextContent('1 parcel is not loaded and will stay at the depot.');
  await expectAccessible();
  await button('Start without it').click();
  // Which stop it is, as printed, beside how many are left.
  await expectShown(page.getByRole('heading', { name: 'Stop 1', exact: true }), '0 done, 1 left');
  await expect.poll(() => inputsOf('courier.start')).toHaveLength(1);
});

test('a question about one run does nothing to the next', async () => {
  const run = newRun([1, 1]);
  const { change } = await openWithRun(PATH, run);
  await typeLabel(tasksOf(run)[0]?.trackingId ?? '');
  await expect.poll(() => inputsOf('courier.load')).toHaveLength(1);
  await button('Start run').click();
  await expect.element(question).toBeVisible();
  await change(newRun([1], { name: 'Afternoon' }));
  await expectShown('Afternoon', '0 of 1 loaded');
  await expect.element(question).not.toBeInTheDocument();
});

test('on the way, what the desk added is loaded without a start', async () => {
  const run = started(newRun([1, 1]));
  const [, added] = tasksOf(run);
  await openWithRun('/courier', withTask(run, added, { status: 'assigned' }));
  await link('Load more parcels').click();
  await expect.element(page.getByText('1 of 2 loaded')).toBeVisible();
  await typeLabel(added?.trackingId ?? '');
  await expect.element(page.getByText('2 of 2 loaded')).toBeVisible();
  await link('Back to my run').click();
  await expect.element(link('Next stop: 1')).toBeVisible();
  await expect.element(link('Load more parcels')).not.toBeInTheDocument();
});
