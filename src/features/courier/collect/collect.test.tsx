import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../../tests/components/api.ts';
import * as phone from '../../../../tests/components/courier-phone.ts';
import * as runs from '../../../../tests/components/courier-runs.ts';
import { setOnline } from '../../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords } from '../../../../tests/components/expectations.ts';
import { scanByHand } from '../../../../tests/components/hand-scanner.ts';
import { address, closePage, openPage } from '../../../../tests/components/open-page.tsx';
import type { CourierCollection } from '../../../domain/pickups/collection.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { discardDrafts } from '../../../offline/drafts.ts';
import { openLastingDraft } from '../../../offline/lasting-drafts.ts';

const { button, expectForGloves, expectSaved, letUndoPass, link, openWithRun, readSignal, typeLabel } = phone;
const { collectingAt, newCollection, newRun, newTrackingId, started, stopPath, tasksOf, withTasks } = runs;

const collectPath = (run: CourierRun, { id }: CourierCollection, place = 0) =>
  stopPath(run, place, `?view=collect&of=${id}`);
const collected = page.getByText(/^\d+( of \d+)? collected/);
const question = page.getByRole('alertdialog');
const idsOf = ({ waiting }: CourierCollection) => waiting.map(({ trackingId }) => trackingId);

/** Its scanner listens a little later. */
async function expectOpen(expected: number): Promise<void> {
  await expectWords(collected, `0 of ${expected} collected`);
  await expect.poll(() => document.querySelector('.finder')?.hasAttribute('data-running')).toBe(true);
}

async function sentCollections(count = 1): Promise<Record<string, unknown>[]> {
  letUndoPass();
  await expect.poll(() => inputsOf('courier.collect')).toHaveLength(count);
  return inputsOf('courier.collect') as Record<string, unknown>[];
}

/** Nothing else is collected at its door. */
function collecting(collection: CourierCollection, parcels: readonly number[] = [0, 1]): CourierRun {
  return collectingAt(started(newRun(parcels)), 0, collection);
}

test('twenty parcels take twenty scans and two taps, without network', async () => {
  const collection = newCollection(20);
  const run = collecting(collection);
  await openWithRun('/courier', run);
  await expectShown(page.getByText('Collect 20, 16:00–17:00').first());
  setOnline(false);
  await link('Collect 20').click();
  await expectOpen(20);
  for (const id of idsOf(collection)) scanByHand(id);
  await expect.poll(readSignal).toBe('20 of 20Order 20');
  await expectWords(collected, '20 of 20 collected');
  await button('Collected').click();
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await expectSaved('Collected 20 parcels, Elin’s shop');
  await link('All stops').click();
  await expectShown('1 to deliver, 20 collected');
  await page.getByText('1 finished stop').click();
  await expectWords(
    page.getByRole('list', { name: 'Finished stops' }),
    /Collected 20 of 20 at .*CollectedNot sent yet/,
  );
  await expectAccessible();
  setOnline(true);
  const [report] = await sentCollections();
  expect(report).toMatchObject({
    collectionId: collection.id,
    result: 'collected',
    unlabelled: 0,
    left: [],
    proofs: [],
  });
  const scans = report?.parcels as { trackingId: string; by: string }[];
  expect(scans.map(({ trackingId, by }) => `${trackingId} ${by}`)).toEqual(idsOf(collection).map((id) => `${id} scan`));
});

test('an unknown parcel is kept and said; one in the van is refused', async () => {
  const collection = newCollection(2);
  const run = collecting(collection);
  const [known = ''] = idsOf(collection);
  const unknown = newTrackingId();
  await openWithRun(collectPath(run, collection), run);
  await typeLabel(unknown);
  await expect.poll(readSignal).toMatch(/^Not on the list.*counts too: 1 of 2\. The desk will check it\./);
  await typeLabel(known);
  await expect.poll(readSignal).toBe('2 of 2Order 1');
  await typeLabel(known);
  await expect.poll(readSignal).toMatch(/^Already scanned/);
  await typeLabel(tasksOf(run)[0]?.trackingId ?? '');
  await expect.poll(readSignal).toBe('Already in your vanFor stop 2.');
  await typeLabel('W482 07K1 59XX');
  await expect.poll(readSignal).toMatch(/^Not a tracking ID/);
  await typeLabel('Order 7');
  await expect.poll(readSignal).toMatch(/^Not on the list/);
  await button('Collected').click();
  const [report] = await sentCollections();
  expect(report?.parcels).toMatchObject([
    { trackingId: unknown, by: 'typed' },
    { trackingId: known, by: 'typed' },
    { trackingId: 'Order 7' },
  ]);
});

test('a report takes five hundred parcels, and the rest is collected after', async () => {
  const collection = newCollection(501);
  const run = collecting(collection);
  const parcels = idsOf(collection).map((trackingId) => ({ trackingId, at: '2026-11-21T15:00:00.000Z', by: 'scan' }));
  await openWithRun('/courier', run);
  await expect.element(link('Collect 501')).toBeVisible();
  await openLastingDraft(`visit ${collection.id}`)?.write({ parcels: parcels.slice(0, 500) });
  await link('Collect 501').click();
  await expectWords(collected, '500 of 501 collected');
  await typeLabel(parcels[500]?.trackingId ?? '');
  await expect.poll(readSignal).toMatch(/^Finish these first/);
});

test('what stays, what has no label, and who gave it are reported', async () => {
  const collection = newCollection(3, { note: 'Ring at the back' });
  const run = collecting(collection);
  const [first = '', second = ''] = idsOf(collection);
  await openWithRun(collectPath(run, collection), run);
  await expectShown('Ring at the back', 'Scan a parcel first.');
  await page.getByText('3 still waiting').click();
  const waiting = page.getByRole('list', { name: '3 still waiting' }).getByRole('listitem');
  await waiting.nth(0).getByRole('button', { name: 'Take it' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Order 2' }).getByRole('button', { name: 'Not going' }).click();
  await expectAccessible();
  await button('Too big').click();
  await button('Without label').click();
  await button('Without label: 1').click();
  await button('One less').click();
  await expectWords(collected, '2 of 3 collected');
  await page.getByText('1 not going').click();
  await expectShown('Too big');
  await page.getByLabelText('Given by').fill('Anna');
  await expectAccessible();
  await expectForGloves();
  await button('Collected').click();
  await expectSaved('Collected 2 parcels, Elin’s shop');
  expect(await sentCollections()).toMatchObject([
    {
      unlabelled: 1,
      givenBy: 'Anna',
      left: [{ trackingId: second, reason: 'too_big' }],
      parcels: [{ trackingId: first, by: 'typed' }],
    },
  ]);
});

test('scans of a collection outlive the browser', async () => {
  const collection = newCollection(3);
  const run = collecting(collection);
  const [first = '', second = '', third = ''] = idsOf(collection);
  const path = collectPath(run, collection);
  const { courier } = await openWithRun(path, run);
  await expectOpen(3);
  for (const id of [first, second]) scanByHand(id);
  await expectWords(collected, '2 of 3 collected');
  const readDraft = () => openLastingDraft(`visit ${collection.id}`)?.read();
  await expect.poll(readDraft).toMatchObject({ parcels: [{ trackingId: first }, { trackingId: second }] });
  await closePage();
  discardDrafts();
  await openPage(stopPath(run, 0), { as: courier });
  await expect.element(link('Collect 3')).toBeVisible();
  scanByHand(third);
  await expectWords(collected, '3 of 3 collected');
});

/** The device has to store it before the page says so. */
async function expectWrittenFirst(said: RegExp, act: () => unknown): Promise<void> {
  const order: string[] = [];
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    this.transaction.addEventListener('complete', () => order.push('written'));
    return put.apply(this, row);
  });
  const watcher = new MutationObserver(() => said.test(document.body.textContent) && order.push('said'));
  onTestFinished(() => watcher.disconnect());
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  await act();
  await expect.poll(() => order).toContain('said');
  expect(order[0]).toBe('written');
}

test('a scan counts on the screen once it outlives the browser', async () => {
  const collection = newCollection(2);
  const run = collecting(collection);
  await openWithRun(collectPath(run, collection), run);
  await expectOpen(2);
  await expectWrittenFirst(/1 of 2/, () => scanByHand(idsOf(collection)[0] ?? ''));
  await button('Without label').click();
  await expectWords(collected, '2 of 2 collected');
});

test('nothing collected asks why, and can be collected after all', async () => {
  const collection = newCollection(2);
  const run = collecting(collection);
  await openWithRun(stopPath(run, 0), run);
  await link('Collect 2').click();
  await link('Nothing collected').click();
  await expectAccessible();
  await expectForGloves();
  await button('Not ready').click();
  await expectSaved('Not ready, Elin’s shop');
  await link('All stops').click();
  await page.getByText('1 finished stop').click();
  await link('Receiver 1').click();
  await expectShown(page.getByText(/^Nothing collected at .*: Not ready$/));
  await link('Collect after all').click();
  await expectOpen(2);
  scanByHand(idsOf(collection)[0] ?? '');
  await expectWords(collected, '1 of 2 collected');
  await button('Collected').click();
  const reports = await sentCollections(2);
  expect(reports).toMatchObject([
    { result: 'failed', reason: 'not_ready', parcels: [] },
    { result: 'collected', parcels: [{ trackingId: idsOf(collection)[0] }] },
  ]);
});

test('an undone collection has its scans again', async () => {
  const collection = newCollection(2);
  const run = collecting(collection);
  await openWithRun(collectPath(run, collection), run);
  await expectOpen(2);
  for (const id of idsOf(collection)) scanByHand(id);
  await button('Collected').click();
  await expectSaved('Collected 2 parcels, Elin’s shop');
  await button('Undo').click();
  await expectWords(collected, '2 of 2 collected');
  expect(inputsOf('courier.collect')).toEqual([]);
});

test('a door with both delivers first, then collects', async () => {
  const collection = newCollection(3);
  const run = collecting(collection, [1, 1]);
  await openWithRun(stopPath(run, 0), run);
  await expect.element(link('Collect 3')).toBeVisible();
  await expectForGloves();
  await link('Deliver').click();
  await button('Mailbox').click();
  await button('Finish without a photo').click();
  await expectSaved('Delivered to the mailbox, Receiver 1');
  await expect.element(page.getByRole('heading', { name: 'Stop 1', exact: true })).toBeVisible();
  await link('Collect 3').click();
  await button('Without label').click();
  await button('Collected').click();
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
});

test('the shop’s rule asks for a name, a signature and a photo', async () => {
  const proof = { photo: 'required', signature: 'required', name: 'required' } as const;
  const collection = newCollection(1, { proof });
  const run = collecting(collection);
  const { pictures } = await openWithRun(collectPath(run, collection), run);
  await expectOpen(1);
  scanByHand(idsOf(collection)[0] ?? '');
  await expectShown('Enter the name first.');
  await page.getByLabelText('Given by').fill('Anna');
  await expectShown('Ask for a signature first.');
  await page.getByLabelText('Or type the name').fill('Anna');
  await link('Take a photo').click();
  await expectAccessible();
  await button('Take photo and finish').click();
  await expectSaved('Collected 1 parcel, Elin’s shop');
  const [report] = await sentCollections();
  expect(report?.proofs).toMatchObject([{ kind: 'photo' }, { kind: 'signature' }]);
  expect(JSON.stringify(report)).not.toContain('taskIds');
  await expect.poll(() => pictures).toHaveLength(2);
});

test('a collection that the desk moves away in hand can be finished', async () => {
  const collection = newCollection(2);
  const run = collecting(collection);
  const { change } = await openWithRun(collectPath(run, collection), run);
  await expectOpen(2);
  scanByHand(idsOf(collection)[0] ?? '');
  await change({ ...collectingAt(run, 0, { ...collection, status: 'moved' }), version: 3 });
  await expectShown('The desk has changed your run: This collection is no longer on your run.');
  await change({ ...started(newRun([0, 1])), id: run.id, version: 4 });
  await expectWords(collected, '1 of 2 collected');
  await button('Collected').click();
  expect(await sentCollections()).toMatchObject([{ parcels: [{ trackingId: idsOf(collection)[0] }] }]);
});

test('what was collected is handed in by scan, or all at once', async () => {
  const at = '2026-11-21T15:00:00.000Z';
  const [first = '', second = '', third = ''] = [1, 2, 3].map(newTrackingId);
  const parcels = [first, second, third].map((trackingId) => ({ trackingId, at }));
  const taken = newCollection(3, { status: 'collected', collected: parcels, unlabelled: 1 });
  const run = withTasks(collecting(taken), () => ({ status: 'delivered' }));
  await openWithRun('/courier/close', run);
  await expectShown('1 delivered, 4 collected', '4 parcels to hand in, 1 of them without a label.');
  await expectWrittenFirst(/Handed in1 of 3/, () => typeLabel(first));
  await expectShown('1 delivered, 4 collected, 1 handed in');
  await typeLabel(first);
  await expect.poll(readSignal).toBe('Already handed in');
  await expectAccessible();
  await expectForGloves();
  await button('One without a label').click();
  await expectShown('1 delivered, 4 collected, 2 handed in', '2 parcels to hand in.');
  await button('Close run').click();
  await expectWords(question, '2 collected parcels are not handed in. Hand them in, or report them as missing.');
  await button('Cancel').click();
  await button('All handed in').click();
  await expectShown('1 delivered, 4 collected, 4 handed in');
  await button('Close run').click();
  await expect.poll(address).toBe('/courier');
  await expect.poll(() => inputsOf('courier.close')).toHaveLength(1);
  const handedIn = inputsOf('courier.handIn') as { trackingIds?: string[]; unlabelled?: number }[];
  expect(handedIn.map(({ trackingIds, unlabelled }) => trackingIds ?? unlabelled)).toEqual([[first], 1, undefined]);
});

test('a parcel collected on the way is not loaded, and delivered after', async () => {
  const collection = newCollection(1);
  const [trackingId = ''] = idsOf(collection);
  const plain = collectingAt(newRun([0, 1]), 0, collection);
  const run = withTasks(plain, () => ({ trackingId, collectAt: 1 }));
  await openWithRun('/courier/load', run);
  await expectShown('Nothing to load.');
  await button('Start run').click();
  await link('All stops').click();
  await link('Receiver 2').click();
  await expectShown('Collect at stop 1 first');
  await expect.element(link('Deliver')).not.toBeInTheDocument();
  scanByHand(trackingId);
  await expectShown('Not collected yet');
  await link('All stops').click();
  await link('Collect 1').click();
  await expectOpen(1);
  scanByHand(trackingId);
  await button('Collected').click();
  await expect.element(page.getByText('Receiver 2', { exact: true })).toBeVisible();
  await expect.element(link('Deliver')).toBeVisible();
});

test('a parcel loaded at the depot no longer waits at its shop', async () => {
  const collection = newCollection(2);
  const [trackingId = ''] = idsOf(collection);
  const plain = collectingAt(newRun([0, 1, 1]), 0, collection);
  const [, other] = tasksOf(plain);
  const run = withTasks(plain, ({ id }) => (id === other?.id ? {} : { trackingId, collectAt: 1 }));
  await openWithRun('/courier/load', run);
  await typeLabel(other?.trackingId ?? '');
  await expect.poll(readSignal).toMatch(/^Loaded 1 of 1/);
  await typeLabel(trackingId);
  await expect.poll(readSignal).toMatch(/^Loaded 2 of 2/);
  await button('Start run').click();
  await link('All stops').click();
  await link('Collect 2').click();
  await expectShown('1 still waiting');
});

test('of three parcels of a shipment, each label counts once, and the rest stays on the list', async () => {
  const [trackingId = ''] = [newTrackingId()];
  const waiting = [{ trackingId, reference: 'Order 1', parcels: 3, numbers: [1, 2, 3] }];
  const collection = newCollection(3, { waiting });
  const run = collecting(collection);
  await openWithRun(collectPath(run, collection), run);
  await expectOpen(3);
  scanByHand(`${trackingId}-2`);
  await expect.poll(readSignal).toMatch(/^1 of 3Order 1, 1 of 3/);
  await expectWords(collected, '1 of 3 collected');
  scanByHand(`${trackingId}-2`);
  await expect.poll(readSignal).toMatch(/^Already scanned/);
  scanByHand(trackingId);
  await expect.poll(readSignal).toMatch(/^2 of 3Order 1, 2 of 3/);
  await page.getByText('1 still waiting').click();
  await expectWords(page.getByRole('list', { name: '1 still waiting' }), /Order 1, 2 of 3/);
  await button('Collected').click();
  await expectSaved('Collected 2 parcels, Elin’s shop');
  const [report] = await sentCollections();
  expect(report?.parcels).toMatchObject([{ trackingId, pieces: [2, 1] }]);
});

test('more than was announced is said as it is', async () => {
  const collection = newCollection(3, { expected: 1 });
  const run = collecting(collection);
  await openWithRun(collectPath(run, collection), run);
  await expectOpen(1);
  for (const id of idsOf(collection)) scanByHand(id);
  await expect.poll(readSignal).toBe('3Order 3');
  await expectWords(collected, '3 collected');
});

test('a parcel that stayed at the depot and was collected after all can be handed in', async () => {
  const parcel = newTrackingId();
  const collection = newCollection(1, {
    status: 'collected',
    waiting: [],
    collected: [{ trackingId: parcel, at: '2026-11-21T15:00:00.000Z' }],
  });
  const [task] = tasksOf(newRun([1]));
  const run = withTasks(collecting(collection), () => ({ ...task, trackingId: parcel, status: 'left' }));
  await openWithRun('/courier/close', run);
  await typeLabel(parcel);
  await expect.poll(readSignal).toMatch(/^Handed in/);
});
