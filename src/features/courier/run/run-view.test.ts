import { expect, it } from 'vitest';
import { sampleCollection, sampleStop, sampleTask } from '../../../../tests/support/sample-run.ts';
import { type Parcel, parcelsOf } from '../../../domain/runs/parcels.ts';
import type { TaskStatus } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../../domain/runs/views.ts';
import { collectedIn } from './collections.ts';
import * as view from './run-view.ts';

const { countResults, countVisits, describeChanges, findParcel, loadableParcels, nextStop, parcelsAt } = view;
const { parcelsElsewhere, parcelsInHand, parcelsOfVisit, parcelsToReturn, parcelsToVisit, recalledParcels } = view;
const { nextToVisit, receiversOf, stopState, triedStops, unloadedParcels, usualParcels } = view;

const failure = { visitId: 'v', result: 'failed' as const, method: null, reason: 'consignee_not_home', occurredAt: '' };

let lastId = 0;
/** A task; later ones have later ids. */
const taskOf = (status: TaskStatus, outcomes: CourierTask['outcomes'] = []): CourierTask => {
  lastId += 1;
  return sampleTask({ id: String(lastId).padStart(4, '0'), status, outcomes });
};

/** The same, as another parcel. */
const other = (task: CourierTask): CourierTask => ({ ...task, trackingId: 'W10000K000XQ' });

const stopOf = (...tasks: CourierTask[]): CourierStop =>
  sampleStop(tasks, { id: tasks.map(({ id }) => id).join(), name: '' });

const runOf = (...stops: CourierStop[]) => ({ stops }) as CourierRun;
const runWith = (...tasks: CourierTask[]) => runOf(sampleStop(tasks));
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
const statusesOf = (parcels: readonly Parcel[]) => parcels.map(({ status }) => status);

it('a visit is about what is open, and can correct what was delivered while more is open', () => {
  const [open, delivered, moved] = [taskOf('loaded'), other(taskOf('delivered')), taskOf('moved')];
  const atStop = parcelsToVisit(runWith(delivered, open, { ...moved, trackingId: 'W2' }), 'stop');
  expect(idsOf(atStop)).toEqual(idsOf([delivered, open]));
  expect(idsOf(usualParcels(atStop))).toEqual([open.id]);
  expect(idsOf(usualParcels(parcelsToVisit(runWith(delivered, moved), 'stop')))).toEqual([delivered.id]);
  expect(parcelsToVisit(runWith(other(moved), taskOf('returned')), 'stop')).toEqual([]);
});

it.each<[string, ...CourierTask[]]>([
  ['gone', taskOf('moved'), taskOf('cancelled'), taskOf('left')],
  ['open', taskOf('moved'), taskOf('loaded')],
  ['open', other(taskOf('delivered')), taskOf('loaded')],
  ['attempted', taskOf('loaded', [failure])],
  ['attempted', taskOf('loaded', [failure]), other(taskOf('returned'))],
  ['delivered', taskOf('moved'), taskOf('delivered')],
  ['partly', other(taskOf('delivered')), taskOf('loaded', [failure])],
  ['partly', other(taskOf('delivered')), taskOf('missing')],
  ['returned', taskOf('returned'), other(taskOf('left'))],
  ['missing', taskOf('missing'), other(taskOf('returned'))],
])('a stop is %s by its worst parcel', (state, ...tasks) => {
  expect(stopState({ parcels: parcelsOf(runWith(...tasks)) })).toBe(state);
});

it('counts the parcels of a run by where they are, and says nothing of kinds that there are not', () => {
  const statuses = ['returned', 'delivered', 'left', 'missing', 'moved', 'returned', 'cancelled'] as const;
  const tasks = statuses.map((status, place) => ({ ...taskOf(status), trackingId: `W${place}` }));
  const lineOf = (...of: CourierTask[]) => countResults(runWith(...of)).map(({ label, count }) => `${count} ${label}`);
  expect(lineOf(...tasks)).toEqual(['1 delivered', '2 returned', '1 missing', '1 left at the depot']);
  expect(lineOf(taskOf('loaded'))).toEqual(['1 still in the van']);
  expect(lineOf({ ...taskOf('cancelled'), recalled: true })).toEqual(['1 still in the van']);
  expect(lineOf(taskOf('cancelled'))).toEqual([]);
});

it('names everyone whom the chosen parcels are for, once', () => {
  const stop = sampleStop([], { name: 'Elin' });
  const [own, shared] = parcelsOf(runWith(taskOf('loaded'), { ...other(taskOf('loaded')), receiver: 'Bo Ek' }));
  if (!own || !shared) throw new Error('There are two');
  expect(receiversOf(stop, [own])).toEqual(['Elin']);
  expect(receiversOf(stop, [shared])).toEqual(['Bo Ek']);
  expect(receiversOf(stop, [own, shared, own])).toEqual(['Elin', 'Bo Ek']);
  expect(receiversOf(stop, [])).toEqual(['Elin']);
});

it('a skipped stop comes again after the last one', () => {
  const moved = stopOf({ ...taskOf('moved'), trackingId: 'W2' });
  const stops = [stopOf(taskOf('loaded')), moved, stopOf(other(taskOf('assigned')))];
  const run = runOf(...stops);
  expect(nextStop(run, stops[0]?.id)?.id).toBe(stops[2]?.id);
  expect(nextStop(run, stops[2]?.id)?.id).toBe(stops[0]?.id);
});

it('after the last open stop the one tried longest ago is tried again', () => {
  const triedAt = (occurredAt: string, trackingId: string) =>
    stopOf({ ...taskOf('loaded', [{ ...failure, occurredAt }]), trackingId });
  const [late, early] = [triedAt('2026-11-21T09:00:00.000Z', 'W1'), triedAt('2026-11-21T08:00:00.000Z', 'W2')];
  const done = stopOf({ ...taskOf('delivered'), trackingId: 'W3' });
  expect(nextToVisit(runOf(late, done, early))?.id).toBe(early.id);
  const open = stopOf({ ...taskOf('loaded'), trackingId: 'W4' });
  expect(nextToVisit(runOf(late, done, open))?.id).toBe(open.id);
  expect(nextToVisit(runOf(late, done, early), early.id)?.id).toBe(late.id);
  expect(nextToVisit(runOf(done))).toBeNull();
});

it('what nobody may try again before a decision is only brought back', () => {
  const refused = stopOf({ ...taskOf('loaded', [{ ...failure, reason: 'consignee_refused' }]), trackingId: 'W1' });
  const tried = stopOf({ ...taskOf('loaded', [failure]), trackingId: 'W2' });
  const { again, back } = triedStops(runOf(refused, tried));
  expect([idsOf(again), idsOf(back)]).toEqual([[tried.id], [refused.id]]);
  expect(nextToVisit(runOf(refused))).toBeNull();
});

it('a parcel that the desk took out of the run has to be scanned back, unless it was added again', () => {
  const away = (status: TaskStatus, trackingId: string) => ({ ...taskOf(status), recalled: true, trackingId });
  const left = { ...taskOf('left'), trackingId: 'B' };
  const [cancelled, moved, returned] = [away('cancelled', 'A'), away('moved', 'B'), away('returned', 'C')];
  const here = taskOf('loaded');
  const run = runWith(cancelled, left, moved, returned, { ...taskOf('moved'), recalled: false }, here);
  expect(idsOf(parcelsToReturn(run))).toEqual(idsOf([cancelled, moved, here]));
  expect(idsOf(recalledParcels(run))).toEqual(idsOf([cancelled, moved]));
  expect(unloadedParcels(run)).toEqual([]);
});

it('a label means its parcel, whatever tasks that had before', () => {
  const find = (...statuses: TaskStatus[]) =>
    findParcel(runOf(...statuses.map((status) => stopOf(taskOf(status)))), 'W48207K159XQ')?.status;
  expect(find('moved', 'assigned')).toBe('assigned');
  expect(find('left', 'loaded')).toBe('loaded');
  expect(find('assigned', 'cancelled')).toBe('assigned');
  expect(find('moved', 'left')).toBe('left');
  expect(find('moved', 'delivered')).toBe('delivered');
  expect(find('cancelled', 'moved')).toBe('moved');
  expect(find()).toBeUndefined();
});

it('a parcel that left the run and came back counts once, wherever its stops are in the list', () => {
  const another = other(taskOf('loaded'));
  const [old, current] = [taskOf('left'), taskOf('assigned')];
  for (const stops of [
    [old, current],
    [current, old],
  ]) {
    const run = runOf(stopOf(another), ...stops.map((task) => stopOf(task)));
    expect(statusesOf(parcelsOf(run))).toEqual(['loaded', 'assigned']);
    expect(statusesOf(loadableParcels(run))).toEqual(['loaded', 'assigned']);
  }
  const back = [taskOf('returned'), taskOf('delivered')];
  expect(statusesOf(parcelsOf(runWith(...back.toReversed())))).toEqual(['delivered']);
  const run = runWith(taskOf('cancelled'), taskOf('moved'));
  expect([statusesOf(parcelsOf(run)), loadableParcels(run)]).toEqual([['moved'], []]);
});

it('a parcel that came back to another stop is only there, and the first stop says so', () => {
  const delivered = other(taskOf('delivered'));
  const [first, second] = [stopOf(delivered, taskOf('moved')), stopOf(taskOf('assigned'))];
  const run = runOf(first, second);
  expect(idsOf(parcelsAt(run, first.id))).toEqual([delivered.id]);
  expect(statusesOf(parcelsElsewhere(run, first.id))).toEqual(['assigned']);
  expect(stopState({ parcels: parcelsAt(run, first.id) })).toBe('delivered');
  expect(parcelsElsewhere(run, second.id)).toEqual([]);
  expect(nextStop(run)?.id).toBe(second.id);
});

it('what was left at the depot or added after the start is not loaded, and can be', () => {
  const tasks = (['left', 'assigned', 'loaded', 'delivered', 'moved', 'cancelled'] as const).map((status, place) => ({
    ...taskOf(status),
    trackingId: `W${place}`,
  }));
  const run = runWith(...tasks);
  expect(statusesOf(unloadedParcels(run))).toEqual(['left', 'assigned']);
  expect(loadableParcels(run)).toHaveLength(4);
});

it('a visit whose page ended goes on with the parcels that it began with', () => {
  const [moved, open, added] = [taskOf('moved'), other(taskOf('loaded')), { ...taskOf('loaded'), trackingId: 'W3' }];
  const run = runWith(moved, open, added);
  const inHand = parcelsInHand(run, 'stop', [moved.id, open.id]);
  expect(idsOf(inHand)).toEqual(idsOf([moved, open]));
  expect(usualParcels(inHand)).toEqual(inHand);
  expect(idsOf(parcelsInHand(run, 'stop', undefined))).toEqual(idsOf([open, added]));
});

it('a visit in hand goes on with a parcel that the desk moved away and back', () => {
  const [first, second] = [taskOf('loaded'), other(taskOf('loaded'))];
  const begunRun = runWith(first, second);
  const begun = parcelsInHand(begunRun, 'stop', undefined);
  const back = taskOf('assigned');
  const moved: CourierTask = { ...first, status: 'moved' };
  for (const run of [runWith(moved, second, back), runOf(sampleStop([moved, second]), stopOf(back))]) {
    expect(idsOf(parcelsOfVisit(begun, run, 'stop'))).toEqual(idsOf([back, second]));
    expect(describeChanges(begun, begunRun, run)).toEqual([]);
    expect(idsOf(parcelsInHand(run, 'stop', idsOf(begun)))).toEqual(idsOf([back, second]));
  }
});

it('a visit keeps the parcels that it began with, and says what the desk did to them', () => {
  const tasks = ['W1', 'W2', 'W3'].map((trackingId) => ({ ...taskOf('loaded'), trackingId }));
  const [first, second, added] = tasks;
  if (!first || !second || !added) throw new Error('There are three');
  const begunRun = runWith(first, second);
  const begun = parcelsOf(begunRun);
  const [moved, cancelled]: CourierTask[] = [
    { ...first, status: 'moved', movedTo: 'Cia' },
    { ...second, status: 'cancelled' },
  ];
  if (!moved || !cancelled) throw new Error('There are two');
  const shown = (...now: CourierTask[]) =>
    parcelsOfVisit(begun, runWith(...now), 'stop').map(({ id, status }) => [id, status]);
  const changes = (...now: CourierTask[]) => describeChanges(begun, begunRun, runWith(...now));
  expect(shown(first, added, second)).toEqual([first, second, added].map(({ id }) => [id, 'loaded']));
  const gone = [
    [first.id, 'moved'],
    [second.id, 'cancelled'],
  ];
  expect(shown(moved, cancelled)).toEqual(gone);
  expect(shown(added)).toEqual([first, second, added].map(({ id }) => [id, 'loaded']));
  expect(changes(first, { ...second, status: 'delivered' }, added)).toEqual([]);
  expect(changes(moved, cancelled)).toEqual(['Box is now with Cia.', 'Box was cancelled.']);
  expect(changes(first)).toEqual(['Box is no longer on your run.']);
  const elsewhere = sampleStop([second], { id: 'other', sequence: 7, address: 'Avenyn 12' });
  expect(describeChanges(begun, begunRun, runOf(sampleStop([first]), elsewhere))).toEqual(['Box is now for stop 7.']);
});

it.each([
  ['open', 'open'],
  ['collected', 'collected'],
  ['failed', 'uncollected'],
  ['moved', 'gone'],
] as const)('a stop whose collection is %s is %s', (status, state) => {
  const stop = sampleStop([], { collections: [sampleCollection({ status })] });
  expect(stopState({ ...stop, parcels: [] })).toBe(state);
  expect(stopState({ ...stop, parcels: parcelsOf(runWith(taskOf('loaded'))) })).toBe('open');
  expect(nextStop(runOf(stop))?.id).toBe(status === 'open' ? 'stop' : undefined);
});

it('a parcel to be collected on the way is not loaded, visited or brought back before', () => {
  const awaited = { ...taskOf('assigned'), collectAt: 1 };
  const run = runOf(stopOf(awaited), stopOf(other(taskOf('loaded'))));
  expect([...parcelsToVisit(run, awaited.id), ...unloadedParcels(run)]).toEqual([]);
  expect(parcelsToReturn(run)).toHaveLength(1);
  expect(nextStop(run)?.id).toBe(run.stops[1]?.id);
  expect(triedStops(run)).toEqual({ again: [], back: [] });
  expect(countVisits(run)).toEqual({ done: 0, left: 2 });
  const collected = runOf(stopOf({ ...awaited, status: 'loaded' }));
  expect(idsOf(parcelsToVisit(collected, awaited.id))).toEqual([awaited.id]);
});

it('what was collected counts once: a parcel of this run as its own', () => {
  const at = '2026-11-21T15:00:00.000Z';
  const collected = ['W1', 'W2', 'W3'].map((trackingId, place) => ({ trackingId, at, handedIn: place === 0 }));
  const collections = [sampleCollection({ status: 'collected', collected, unlabelled: 2 })];
  const run = runOf(sampleStop([{ ...taskOf('loaded'), trackingId: 'W3' }], { collections }));
  expect(collectedIn(run)).toMatchObject({ all: 4, handedIn: 1, toHandIn: ['W2'], unlabelled: 2 });
  expect(countResults(run).map(({ label, count }) => `${count} ${label}`)).toEqual([
    '1 still in the van',
    '4 collected',
    '1 handed in',
  ]);
});
