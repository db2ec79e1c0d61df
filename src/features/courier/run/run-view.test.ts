import { expect, it } from 'vitest';
import { sampleStop, sampleTask } from '../../../../tests/support/sample-run.ts';
import type { TaskStatus } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../../domain/runs/views.ts';
import {
  countedTasks,
  countResults,
  countStops,
  describeChanges,
  findTask,
  loadableTasks,
  nextStop,
  recalledTasks,
  receiversOf,
  shownTasks,
  stopState,
  tasksAtStop,
  tasksInHand,
  tasksOfVisit,
  tasksToReturn,
  unloadedTasks,
  usualTasks,
} from './run-view.ts';

const failure = { visitId: 'v', result: 'failed' as const, method: null, reason: 'consignee_not_home', occurredAt: '' };

const taskOf = (status: TaskStatus, outcomes: CourierTask['outcomes'] = []): CourierTask =>
  sampleTask({ id: `${status} ${outcomes.length}`, status, outcomes });

/** The same, as another parcel. */
const other = (task: CourierTask): CourierTask => ({ ...task, id: `other ${task.id}`, trackingId: 'W10000K000XQ' });

const stopOf = (...tasks: CourierTask[]): CourierStop =>
  sampleStop(tasks, { id: tasks.map(({ id }) => id).join(), name: '' });

it('a visit is about what is open, and can correct what was delivered while more is open', () => {
  const [open, delivered, moved] = [taskOf('loaded'), taskOf('delivered'), taskOf('moved')];
  const mixed = stopOf(delivered, open, moved);
  expect(tasksAtStop(mixed)).toEqual([delivered, open]);
  expect(usualTasks(tasksAtStop(mixed))).toEqual([open]);
  expect(usualTasks(tasksAtStop(stopOf(delivered, moved)))).toEqual([delivered]);
  expect(tasksAtStop(stopOf(moved, taskOf('returned')))).toEqual([]);
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
  expect(stopState(stopOf(...tasks))).toBe(state);
});

it('counts the parcels of a run by where they are, and says nothing of kinds that there are not', () => {
  const statuses = ['returned', 'delivered', 'left', 'missing', 'moved', 'returned', 'cancelled'] as const;
  const tasks = statuses.map((status, place) => ({ ...taskOf(status), trackingId: `W${place}` }));
  const lineOf = (...of: CourierTask[]) =>
    countResults({ stops: [stopOf(...of)] } as CourierRun).map(({ label, count }) => `${count} ${label}`);
  expect(lineOf(...tasks)).toEqual(['1 delivered', '2 returned', '1 missing', '1 left at the depot']);
  expect(lineOf(taskOf('loaded'))).toEqual(['1 still in the van']);
  expect(lineOf({ ...taskOf('cancelled'), recalled: true })).toEqual(['1 still in the van']);
  expect(lineOf(taskOf('cancelled'))).toEqual([]);
});

it('names everyone whom the chosen parcels are for, once', () => {
  const stop = sampleStop([], { name: 'Elin' });
  const [own, shared] = [taskOf('loaded'), { ...taskOf('loaded'), receiver: 'Bo Ek' }];
  expect(receiversOf(stop, [own])).toEqual(['Elin']);
  expect(receiversOf(stop, [shared])).toEqual(['Bo Ek']);
  expect(receiversOf(stop, [own, shared, own])).toEqual(['Elin', 'Bo Ek']);
  expect(receiversOf(stop, [])).toEqual(['Elin']);
});

it('a skipped stop comes again after the last one', () => {
  const stops = [stopOf(taskOf('loaded')), stopOf(taskOf('moved')), stopOf(taskOf('assigned'))];
  const run = { stops } as CourierRun;
  expect(nextStop(run, stops[0]?.id)).toBe(stops[2]);
  expect(nextStop(run, stops[2]?.id)).toBe(stops[0]);
});

it('a parcel that the desk took out of the run has to be scanned back, unless it was added again', () => {
  const away = (status: TaskStatus, trackingId: string) => ({ ...taskOf(status), recalled: true, trackingId });
  const [left, here] = [{ ...taskOf('left'), trackingId: 'B' }, taskOf('loaded')];
  const stops = [away('cancelled', 'A'), left, away('moved', 'B'), away('returned', 'C'), taskOf('moved'), here];
  const run = { stops: stops.map((task) => stopOf(task)) } as CourierRun;
  expect(tasksToReturn(run)).toEqual([stops[0], stops[2], here]);
  expect(recalledTasks(run)).toEqual([stops[0], stops[2]]);
  expect(unloadedTasks(run)).toEqual([]);
});

it('a label means the task that counts now, if its parcel left the run and came back', () => {
  const find = (...statuses: TaskStatus[]) => {
    const run = { stops: statuses.map((status) => stopOf(taskOf(status))) } as CourierRun;
    return findTask(run, 'W48207K159XQ')?.status;
  };
  expect(find('moved', 'assigned')).toBe('assigned');
  expect(find('left', 'loaded')).toBe('loaded');
  expect(find('assigned', 'cancelled')).toBe('assigned');
  expect(find('moved', 'left')).toBe('left');
  expect(find('moved', 'delivered')).toBe('delivered');
  expect(find('cancelled', 'moved')).toBe('moved');
  expect(find()).toBeUndefined();
});

it('a parcel that left the run and came back counts once, and one without a task that counts not at all', () => {
  const statuses = (...tasks: CourierTask[]) => {
    const run = { stops: tasks.map((task) => stopOf(task)) } as CourierRun;
    return [countedTasks(run), loadableTasks(run)].map((counted) => counted.map(({ status }) => status));
  };
  const another = other(taskOf('loaded'));
  expect(shownTasks(stopOf(taskOf('moved'), another, taskOf('assigned')))).toEqual([taskOf('assigned'), another]);
  expect(statuses(taskOf('left'), another, taskOf('assigned'))).toEqual([
    ['assigned', 'loaded'],
    ['assigned', 'loaded'],
  ]);
  expect(statuses(taskOf('returned'), taskOf('left'))).toEqual([['left'], ['left']]);
  expect(statuses(taskOf('returned'), taskOf('delivered'))).toEqual([['delivered'], ['delivered']]);
  expect(statuses(taskOf('cancelled'), taskOf('moved'))).toEqual([['moved'], []]);
});

it('what was left at the depot or added after the start is not loaded, and can be', () => {
  const tasks = (['left', 'assigned', 'loaded', 'delivered', 'moved', 'cancelled'] as const).map((status, place) => ({
    ...taskOf(status),
    trackingId: `W${place}`,
  }));
  const run = { stops: [stopOf(...tasks)] } as CourierRun;
  expect(unloadedTasks(run).map(({ status }) => status)).toEqual(['left', 'assigned']);
  expect(loadableTasks(run)).toHaveLength(4);
});

it('a run has as many stops as its list shows, also after the desk has taken parcels away', () => {
  expect(countStops({ stops: [stopOf(taskOf('moved')), stopOf(taskOf('loaded'))] } as CourierRun)).toBe(2);
});

it('a visit whose page ended goes on with the parcels that it began with', () => {
  const [moved, open, added] = [taskOf('moved'), taskOf('loaded'), { ...taskOf('loaded'), id: 'added' }];
  const stop = stopOf(moved, open, added);
  const inHand = tasksInHand(stop, [moved.id, open.id]);
  expect(inHand).toEqual([moved, open]);
  expect(usualTasks(inHand)).toEqual([moved, open]);
  expect(tasksInHand(stop, undefined)).toEqual([open, added]);
});

it('a visit keeps the parcels that it began with, and says what the desk did to them', () => {
  const [first, second, added] = ['first', 'second', 'added'].map((id) => ({ ...taskOf('loaded'), id }));
  if (!first || !second || !added) throw new Error('There are three');
  const begun = [first, second];
  const moved: CourierTask = { ...first, status: 'moved', movedTo: 'Cia' };
  const cancelled: CourierTask = { ...second, status: 'cancelled' };
  expect(tasksOfVisit(begun, stopOf(first, added, second))).toEqual([first, second, added]);
  expect(tasksOfVisit(begun, stopOf(moved, cancelled))).toEqual([moved, cancelled]);
  expect(tasksOfVisit(begun, stopOf(added))).toEqual([first, second, added]);
  expect(describeChanges(begun, stopOf(first, { ...second, status: 'delivered' }, added))).toEqual([]);
  expect(describeChanges(begun, stopOf(moved, cancelled))).toEqual(['Box is now with Cia.', 'Box was cancelled.']);
  expect(describeChanges([first], undefined)).toEqual(['Box is no longer on your run.']);
});
