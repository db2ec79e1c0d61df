import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import {
  breakCamera,
  button,
  expectForGloves,
  expectSaved,
  letUndoPass,
  link,
  openWithRun,
  readSignal,
  stageCamera,
  typeLabel,
} from '../../../tests/components/courier-phone.ts';
import {
  newRun,
  newTask,
  newTrackingId,
  started,
  stopPath,
  tasksOf,
  withTask,
  withTasks,
} from '../../../tests/components/courier-runs.ts';
import { fillDevice, setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords, toastOf } from '../../../tests/components/expectations.ts';
import { scanByHand } from '../../../tests/components/hand-scanner.ts';
import { PROFILE } from '../../../tests/components/home.ts';
import { address, closePage, openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { DEMO_STOPS } from '../../../tests/support/sample-run.ts';
import { discardDrafts } from '../../offline/drafts.ts';
import { openLastingDraft } from '../../offline/lasting-drafts.ts';
import { toast } from '../../ui/toast/toast.ts';

const parcels = page.getByRole('list', { name: 'Parcels' }).getByRole('listitem');
const stops = page.getByRole('list', { name: 'Stops' }).getByRole('listitem');
const finished = page.getByRole('list', { name: 'Finished stops' }).getByRole('listitem');
const choice = (place: number) => page.getByRole('checkbox').nth(place);
const main = page.getByRole('main');
const DELIVER = '?view=deliver';
const PROBLEM = '?view=problem';

async function deliverToNeighbour(): Promise<void> {
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  await button('Take photo and finish').click();
}

const delivered = (run: { id: string }, method: 'mailbox' | 'recipient') => ({
  status: 'delivered' as const,
  outcomes: [
    { visitId: run.id, result: 'delivered' as const, method, reason: null, occurredAt: '2026-11-21T08:00:00.000Z' },
  ],
});
async function sentVisits(count = 1): Promise<unknown[]> {
  letUndoPass();
  await expect.poll(() => inputsOf('courier.visit')).toHaveLength(count);
  return inputsOf('courier.visit');
}

test('the door says when to deliver', async () => {
  const run = started(newRun([1]));
  const stops = run.stops.map((stop) => ({ ...stop, deliver: { from: '00:00', until: '12:00' } }));
  await openWithRun(stopPath(run, 0), { ...run, stops });
  await expectShown('Deliver before 12:00');
});

test('a stop shows its door, its parcels and what to do there', async () => {
  const run = started(newRun([2, 1]));
  const [, second] = tasksOf(run);
  const proof = { photo: 'required', signature: 'required', name: 'required' } as const;
  await openWithRun(stopPath(run, 0), withTask(run, second, { receiver: 'Bo Ek', proof }));
  await expectShown(page.getByRole('heading', { name: 'Stop 1', exact: true }), page.getByText(DEMO_STOPS[0] ?? ''));
  await expect.element(page.getByText('Collect no money.')).toBeVisible();
  await expect.element(parcels.nth(0)).toMatchTextContent('Special Cargo, 31.4 kg, 12 x 55in');
  await expectWords(parcels.nth(1), 'For Bo Ek', 'Photo required, signature required, name required');
  // No update reloads an open stop.
  await expect.element(main).toHaveAttribute('data-unfinished', 'true');
  await expectAccessible();
  await link('Skip').click();
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await link('Skip').click();
  await expect.element(page.getByText('Receiver 1', { exact: true })).toBeVisible();
});

test.each(['', DELIVER, PROBLEM])('a stop is for gloves and sun: %s', async (search) => {
  const run = started(newRun([2]));
  await openWithRun(stopPath(run, 0, search), run);
  await expect.element(page.getByText('Receiver 1')).toBeVisible();
  await expectForGloves();
});

test('a delivery takes three taps, photo included', async () => {
  const run = started(newRun([2, 1]));
  const [first, second] = tasksOf(run);
  const { pictures } = await openWithRun(stopPath(run, 0), withTask(run, second, { receiver: 'Bo Ek' }));
  await link('Deliver').click();
  await expect.element(page.getByText('Receiver 1, Bo Ek', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Show the door or parcels. No faces or ID cards.')).toBeVisible();
  await button('Recipient').click();
  await expect.element(page.getByText('2 parcels to the recipient', { exact: true })).toBeVisible();
  await button('Take photo and finish').click();
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await expectSaved('Delivered to the recipient, Receiver 1');
  await link('All stops').click();
  await page.getByText('1 finished stop').click();
  await expect.element(finished).toMatchTextContent(/Delivered.*Not sent yet/s);

  const taskIds = [first?.id, second?.id];
  const [visit] = await sentVisits();
  expect(visit).toMatchObject({
    stopId: run.stops[0]?.id,
    outcomes: taskIds.map((taskId) => ({ taskId, result: 'delivered', method: 'recipient' })),
    proofs: [{ kind: 'photo', type: 'image/jpeg', taskIds }],
  });
  await expect.poll(() => pictures).toHaveLength(1);
  const [proof] = (visit as { proofs: { sha256: string; size: number }[] }).proofs;
  expect(pictures[0]?.url).toContain(proof?.sha256);
  expect(pictures[0]?.bytes.byteLength).toBe(proof?.size);
  await expect.element(finished).not.toMatchTextContent('Not sent yet');
});

test('of two parcels one is delivered, and the other stays open', async () => {
  const run = started(newRun([2, 1]));
  const [first] = tasksOf(run);
  await openWithRun(stopPath(run, 0, DELIVER), run);
  await choice(1).click();
  await button('Mailbox').click();
  await button('Finish without a photo').click();
  await expectSaved('Delivered to the mailbox, Receiver 1');
  await expect.element(page.getByRole('heading', { name: 'Stop 1', exact: true })).toBeVisible();
  // What is left comes first.
  await expect.element(parcels.nth(1)).toMatchTextContent('Delivered to the mailbox');
  await link('Deliver').click();
  await expect.element(choice(0)).toBeChecked();
  await expect.element(choice(1)).not.toBeChecked();
  expect(await sentVisits()).toMatchObject([{ outcomes: [{ taskId: first?.id, method: 'mailbox' }], proofs: [] }]);
});

test('scanning at the door finds the parcel and refuses wrong ones', async () => {
  const run = started(newRun([2, 1]));
  const [first, second, other] = tasksOf(run);
  const readSound = () => document.querySelector<HTMLElement>('[data-signal]')?.dataset.signal;
  await openWithRun(stopPath(run, 0), run);
  await link('Scan 2 parcels').click();
  await expect.element(page.getByText('0 of 2 scanned')).toBeVisible();
  await typeLabel(other?.trackingId ?? '');
  await expect.poll(readSignal).toMatch(/^For stop 2Receiver 2, Linnégatan 8/);
  expect(readSound()).toBe('bad');
  await typeLabel(newTrackingId());
  await expect.poll(readSignal).toBe('Not on your runAsk the desk.');
  await typeLabel(first?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Right parcelBox 1');
  await typeLabel(first?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Already scanned');
  await expectAccessible();
  await expectForGloves();
  // Scanned parcels are chosen; the last one opens the delivery by itself.
  await link('Deliver 1 of 2').click();
  await expect.element(choice(0)).toBeChecked();
  await expect.element(choice(1)).not.toBeChecked();
  await link('Back to stop').click();
  await link('Scan 2 parcels').click();
  await expectShown('1 of 2 scanned');
  await typeLabel(second?.trackingId ?? '');
  await expect.element(page.getByText('2 of 2 parcels')).toBeVisible();
});

test('at the door, each parcel of a shipment is scanned', async () => {
  const plain = started(newRun([1, 1]));
  const [three] = tasksOf(plain);
  await openWithRun(stopPath(plain, 0, '?view=scan'), withTask(plain, three, { parcels: 3 }));
  await expectShown('0 of 3 scanned');
  scanByHand(`${three?.trackingId}-3`);
  await expect.poll(readSignal).toBe('Right parcelBox 1, 1 of 3');
  scanByHand(`${three?.trackingId}-3`);
  await expect.poll(readSignal).toBe('Already scanned1 of 3');
  await expect.element(link('Deliver without scanning')).toBeVisible();
  await button('All 3').click();
  await expectShown(page.getByRole('heading', { name: 'Deliver' }), '3 parcels');
});

test('what was scanned at the door outlives the browser', async () => {
  const plain = started(newRun([2, 1]));
  const [three] = tasksOf(plain);
  const path = stopPath(plain, 0, '?view=scan');
  const { courier } = await openWithRun(path, withTask(plain, three, { parcels: 3 }));
  await expectShown('0 of 4 scanned');
  for (const number of [3, 1]) scanByHand(`${three?.trackingId}-${number}`);
  await expectShown('2 of 4 scanned');
  const readDraft = () => openLastingDraft(`visit ${plain.stops[0]?.id}`)?.read();
  await expect.poll(readDraft).toMatchObject({ scanned: { [three?.id ?? '']: [3, 1] } });
  await closePage();
  discardDrafts();
  await openPage(path, { as: courier });
  await expectShown('2 of 4 scanned');
  scanByHand(`${three?.trackingId}-1`);
  await expect.poll(readSignal).toBe('Already scanned2 of 3');
  scanByHand(`${three?.trackingId}-2`);
  await expect.poll(readSignal).toBe('Right parcelBox 1, 3 of 3');
  await expect.element(link('Deliver 3 of 4')).toBeVisible();
});

test('a hand scanner finds parcels wherever the focus is', async () => {
  const run = started(newRun([2, 1]));
  const [first, second, other] = tasksOf(run).map(({ trackingId }) => trackingId);
  await openWithRun('/courier', run);
  await expect.element(link('Deliver')).toBeVisible();
  scanByHand(newTrackingId());
  await expect.element(toastOf('Not on your run')).toBeVisible();
  scanByHand(other ?? '');
  // The page goes on from *Scan* to *Deliver* by itself if it is the only parcel there.
  await expect.element(page.getByText('Receiver 2')).toBeVisible();
  await openWithRun(stopPath(run, 0), run);
  await expect.element(parcels.first()).toBeVisible();
  scanByHand(other ?? '');
  await expect.element(toastOf('For stop 2')).toBeVisible();
  scanByHand(first ?? '');
  await expect.poll(readSignal).toBe('Right parcelBox 1');
  await page.getByLabelText('Tracking ID, if the label can’t be read').fill('W4');
  scanByHand(other ?? '');
  await expect.poll(readSignal).toContain('For stop 2');
  await expect.element(page.getByLabelText('Tracking ID, if the label can’t be read')).toHaveValue('W4');
  scanByHand(second ?? '');
  await expect.element(page.getByRole('heading', { name: 'Deliver' })).toBeVisible();
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  scanByHand(first ?? '', 'Tab');
  await expect.element(toastOf('Right parcel')).toBeVisible();
  await expect.element(page.getByLabelText('Neighbour’s name')).toHaveValue('Karin Ek');
});

test('up to three photos are proofs of one visit, also offline', async () => {
  const run = started(newRun([2]));
  const taskIds = tasksOf(run).map(({ id }) => id);
  let shade = 0;
  // No two pictures are the same.
  function nextColour() {
    shade += 8;
    return `rgb(40 ${(shade >> 5) & 248} ${shade % 256})`;
  }
  const camera = () => stageCamera(nextColour);
  const { pictures } = await openWithRun(stopPath(run, 0, DELIVER), run, { camera });
  await button('Recipient').click();
  await button('Add a photo').click();
  await expect.element(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expect.element(button('Finish with 1 photo')).toBeVisible();
  await button('Add a photo').click();
  await expect.element(page.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await expect.element(button('Add a photo')).not.toBeInTheDocument();
  await expectAccessible();
  await expectForGloves();
  await button('Remove photo 2').click();
  await expect.element(button('Finish with 1 photo')).toBeVisible();
  await button('Add a photo').click();
  await expect.element(page.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  // They outlive the page.
  await openAgain();
  await expect.element(button('Finish with 2 photos')).toBeVisible();
  setOnline(false);
  await button('Take photo and finish').click();
  await expectSaved('Delivered to the recipient, Receiver 1');
  setOnline(true);
  const [visit] = await sentVisits();
  const proof = { kind: 'photo', taskIds };
  expect(visit).toMatchObject({ outcomes: taskIds.map((taskId) => ({ taskId })), proofs: [proof, proof, proof] });
  await expect.poll(() => pictures).toHaveLength(3);
  await expect.poll(() => openLastingDraft(`photos ${run.stops[0]?.id}`)?.read()).toBeNull();
});

test('a wrong delivery is corrected while the other parcel is open', async () => {
  const run = started(newRun([2]));
  const [first] = tasksOf(run);
  const isFirst = ({ id }: { id: string }) => id === first?.id;
  await openWithRun(
    stopPath(run, 0, PROBLEM),
    withTasks(run, (task) => (isFirst(task) ? delivered(run, 'mailbox') : {})),
  );
  await expect.element(page.getByText('Corrects: Delivered to the mailbox')).toBeVisible();
  await expect.element(choice(0)).toBeChecked();
  await expect.element(choice(1)).not.toBeChecked();
  // Only a delivery can be of the wrong parcel.
  await expect.element(button('Wrong parcel')).not.toBeInTheDocument();
  await choice(0).click();
  await choice(1).click();
  await button('Wrong parcel').click();
  await expectSaved('Wrong parcel, Receiver 1');
  expect(await sentVisits()).toMatchObject([
    { outcomes: [{ taskId: first?.id, result: 'failed', reason: 'carrier_sorting_error', supersedes: run.id }] },
  ]);
});

test('another method of delivery is corrected at a finished stop', async () => {
  const run = started(newRun([2]));
  await openWithRun(
    stopPath(run, 0),
    withTasks(run, () => delivered(run, 'recipient')),
  );
  await link('Other method').click();
  await expect.poll(() => page.getByText('Corrects: Delivered to the recipient').elements()).toHaveLength(2);
  await button('Mailbox').click();
  await button('Finish without a photo').click();
  await expectSaved('Delivered to the mailbox, Receiver 1');
  await page.getByText('1 finished stop').click();
  await link('Receiver 1').click();
  await expect.element(parcels.nth(0)).toMatchTextContent('Delivered to the mailbox');
  await expect.element(parcels.nth(1)).toMatchTextContent('Delivered to the mailbox');
  await expect.element(page.getByText('to the recipient')).not.toBeInTheDocument();
  expect(await sentVisits()).toMatchObject([{ outcomes: Array(2).fill({ method: 'mailbox', supersedes: run.id }) }]);
});

test('a problem takes one touch, unless it needs a photo', async () => {
  const run = started(newRun([1, 1]));
  const [first, second] = tasksOf(run);
  await openWithRun(stopPath(run, 0), run);
  await link('Problem').click();
  await button('More').click();
  await button('Back').click();
  await button('Nobody home').click();
  await expectSaved('Nobody home, Receiver 1');
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await link('Problem').click();
  // The notice of the last save would take the room of the reasons.
  await expect.element(page.getByText('What is the problem?')).toBeVisible();
  expect(document.querySelector('.dock [role=status]')).toBeNull();
  await button('Parcel damaged').click();
  await expect.element(page.getByText('Show the damage. No faces or ID cards.')).toBeVisible();
  await button('Camera does not work').click();
  await expectSaved('Parcel damaged, Receiver 2');
  expect(await sentVisits(2)).toMatchObject([
    { outcomes: [{ taskId: first?.id, reason: 'consignee_not_home' }], proofs: [] },
    { outcomes: [{ taskId: second?.id, reason: 'carrier_damaged_parcel' }], proofs: [], cameraFailed: true },
  ]);
});

test('a delivery that the server rejected is not folded away', async () => {
  const run = started(newRun([1, 1]));
  const visit = rejecting('NOT_FOUND', 'Not found.');
  await openWithRun(stopPath(run, 0, DELIVER), run, { api: { courier: { visit } } });
  await button('Mailbox').click();
  await button('Finish without a photo').click();
  await expectSaved('Delivered to the mailbox, Receiver 1');
  await link('All stops').click();
  await expect.element(page.getByText('1 finished stop')).toBeVisible();
  letUndoPass();
  await expect.element(stops.nth(0)).toMatchTextContent(/Receiver 1.*Rejected: see the outbox/s);
  await expect.element(page.getByText('1 finished stop')).not.toBeInTheDocument();
});

test('what was entered outlives the browser', async () => {
  const run = started(newRun([1]));
  const path = stopPath(run, 0, DELIVER);
  const { courier } = await openWithRun(path, run);
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  const readDraft = () => openLastingDraft(`visit ${run.stops[0]?.id}`)?.read();
  await expect.poll(readDraft).toMatchObject({ name: 'Karin Ek' });
  await closePage();
  // The tab’s drafts go with it.
  discardDrafts();
  await openPage(path, { as: courier });
  await button('Neighbour').click();
  await expect.element(page.getByLabelText('Neighbour’s name')).toHaveValue('Karin Ek');
  await button('Take photo and finish').click();
  await expectSaved('Delivered to a neighbour, Receiver 1');
  await expect.poll(readDraft).toBeNull();
});

test('what is undone within ten seconds is never sent', async () => {
  const run = started(newRun([1, 1]));
  await openWithRun(stopPath(run, 0, DELIVER), run);
  await button('Mailbox').click();
  await button('Finish without a photo').click();
  await expectSaved('Delivered to the mailbox, Receiver 1');
  // The thumb reaches it.
  expect(button('Undo').element().getBoundingClientRect().top).toBeGreaterThan(innerHeight / 2);
  await button('Undo').click();
  // It is back at its stop, where it covers nothing.
  await expect.element(page.getByRole('heading', { name: 'Stop 1', exact: true })).toBeVisible();
  expect(document.querySelector('.dock [role=status]')?.textContent).toBe(
    'Undone Delivered to the mailbox, Receiver 1',
  );
  await link('All stops').click();
  await expect.element(stops.nth(0)).toMatchTextContent('Open');
  await expect.element(stops.nth(0)).not.toMatchTextContent('Not sent yet');
  letUndoPass();
  await expect.element(page.getByRole('link', { name: /^Outbox/ })).not.toBeInTheDocument();
  expect(inputsOf('courier.visit')).toEqual([]);
});

test('a visit that was not saved says so, and is saved again', async () => {
  const run = started(newRun([1, 1]));
  const makeRoom = await fillDevice();
  await openWithRun(stopPath(run, 0, DELIVER), run);
  // A toast may say, too, that something was not stored.
  const alert = (hasText: string) => page.getByRole('alert').filter({ hasText });
  await expect.element(alert('This device is nearly full')).toBeVisible();
  await deliverToNeighbour();
  await expect.element(alert('Not saved: Delivered to a neighbour, Receiver 1')).toBeVisible();
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await expect.element(button('Save again')).toBeInViewport();
  await expectForGloves();
  await link('All stops').click();
  await expect.element(main).toHaveAttribute('data-unfinished', 'true');
  await makeRoom();
  await button('Save again').click();
  await expectSaved('Delivered to a neighbour, Receiver 1');
  await expect.element(main).toHaveAttribute('data-unfinished', 'false');
  expect(await sentVisits()).toMatchObject([{ recipient: 'Karin Ek' }]);
});

test('a message leaves the buttons at the lower edge free', async () => {
  const run = started(newRun([1]));
  await openWithRun(stopPath(run, 0, DELIVER), run);
  await page.viewport(390, 640);
  await button('Recipient').click();
  await expect.element(button('Take photo and finish')).toBeVisible();
  toast.error('Not stored on this device', 'It’s out of space. What you open now won’t be available offline.');
  await expect.element(toastOf('Not stored on this device')).toBeVisible();
  await expectAccessible();
  const buttons = [...document.querySelectorAll('.dock button')];
  expect(buttons.map((one) => one.textContent)).toContain('Take photo and finish');
  for (const one of buttons) {
    const { x, y, width, height } = one.getBoundingClientRect();
    expect(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')).toBe(one);
  }
});

test('logging out warns of a visit that may not have been saved', async () => {
  const run = started(newRun([1, 1]));
  await fillDevice();
  await openWithRun(stopPath(run, 0, DELIVER), run);
  await deliverToNeighbour();
  await expect.element(page.getByText('Not saved: Delivered to a neighbour, Receiver 1')).toBeVisible();
  await expect.element(page.getByLabelText('Neighbour’s name')).not.toBeInTheDocument();
  await button('Open menu').click();
  serve({ message: PROFILE.message });
  await page.getByRole('dialog').getByRole('link', { name: 'My profile' }).click();
  await button('Logout').click();
  await expectWords(page.getByRole('alertdialog'), 'A report may not have been saved. Check the stops.');
  await button('Cancel').click();
});

test('a visit that is touched twice is reported once', async () => {
  const run = started(newRun([1, 1]));
  await openWithRun(stopPath(run, 0, PROBLEM), run);
  await expect.element(button('Nobody home')).not.toHaveAttribute('aria-disabled');
  const nobodyHome = button('Nobody home').element() as HTMLElement;
  nobodyHome.click();
  nobodyHome.click();
  await expectSaved('Nobody home, Receiver 1');
  await sentVisits();
  await expect.element(page.getByRole('link', { name: /^Outbox/ })).not.toBeInTheDocument();
  expect(inputsOf('courier.visit')).toHaveLength(1);
});

test('the page of an act takes no touch for half a second', async () => {
  const run = started(newRun([1]));
  await openWithRun(stopPath(run, 0), run, { waitsForFinger: true });
  await expect.element(link('Deliver')).not.toHaveAttribute('aria-disabled');
  (link('Deliver').element() as HTMLElement).click();
  await expect.element(button('Neighbour')).toBeInTheDocument();
  (button('Neighbour').element() as HTMLElement).click();
  expect(location.search).toBe(DELIVER);
  await expect.element(button('Neighbour')).not.toHaveAttribute('aria-disabled');
  await button('Neighbour').click();
  expect(location.search).toContain('method=neighbour');
});

test('what others have, and what was cancelled, is not delivered', async () => {
  const run = started(newRun([1, 1]));
  const [first] = tasksOf(run);
  const moved = withTask(run, first, { status: 'moved', movedTo: 'Cia' });
  const { change } = await openWithRun(stopPath(run, 0), moved);
  await expect.element(page.getByText('Now with Cia')).toBeVisible();
  await expect.element(link('Deliver')).not.toBeInTheDocument();
  await link('Next stop').click();
  await expect.element(link('Deliver')).toBeVisible();
  await change(withTasks(moved, ({ id }) => (id === first?.id ? {} : { status: 'cancelled' })));
  await expect.element(page.getByText('Do not deliver')).toBeVisible();
  await expect.element(link('Deliver')).not.toBeInTheDocument();
});

test('a visit in hand stays whatever the desk does with its parcel', async () => {
  const run = started(newRun([1]));
  const [first] = tasksOf(run);
  const { change } = await openWithRun(stopPath(run, 0, DELIVER), run);
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  const notice = page.getByText('The desk has changed your run');
  const expectInHand = () => expect.element(page.getByLabelText('Neighbour’s name')).toHaveValue('Karin Ek');

  const [door] = run.stops;
  const added = door ? [{ ...door, tasks: [...door.tasks, newTask({ status: 'assigned' })] }] : [];
  await change({ ...run, version: 3, stops: added });
  await expect.element(notice).toBeVisible();
  await expectInHand();
  const moved = withTasks({ ...run, version: 4 }, () => ({ status: 'moved', movedTo: 'Cia' }));
  await change(moved);
  await expect.element(page.getByText('The desk has changed your run: Box 1 is now with Cia.')).toBeVisible();
  // The whole run may go.
  await change(null);
  await expect.element(page.getByText('The desk has changed your run: Box 1 is no longer on your run.')).toBeVisible();
  await expectInHand();
  await change(moved);
  await expect.element(page.getByText('The desk has changed your run: Box 1 is now with Cia.')).toBeVisible();
  await expectInHand();
  await button('Take photo and finish').click();
  await expectSaved('Delivered to a neighbour, Receiver 1');
  expect(await sentVisits()).toMatchObject([
    { recipient: 'Karin Ek', outcomes: [{ taskId: first?.id, method: 'neighbour' }] },
  ]);
});

test('a stop no longer on the run leads back to all stops', async () => {
  await openWithRun(stopPath(newRun([1]), 0), started(newRun([1])), { camera: breakCamera });
  await expect.element(page.getByText('This stop is no longer on your run')).toBeVisible();
  await link('All stops').click();
  await expect.poll(address).toBe('/courier');
});
