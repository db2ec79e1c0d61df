import { expect, it } from 'vitest';
import { DEFAULT_PROOF_POLICY } from '../../../domain/runs/proof-policy.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../../domain/runs/views.ts';
import {
  describeChanges,
  findTask,
  nextStop,
  stopState,
  tasksAtStop,
  tasksOfVisit,
  usualTasks,
  waitingTasks,
} from './run-view.ts';

const failure = { visitId: 'v', result: 'failed' as const, method: null, reason: 'consignee_not_home', occurredAt: '' };

const taskOf = (status: TaskStatus, outcomes: CourierTask['outcomes'] = []): CourierTask => ({
  id: `${status} ${outcomes.length}`,
  status,
  trackingId: 'W48207K159XQ',
  description: 'Box',
  service: 'Package',
  weight: '1 kg',
  dimensions: '10 x 10 cm',
  proof: DEFAULT_PROOF_POLICY,
  movedTo: null,
  outcomes,
});

const stopOf = (...tasks: CourierTask[]): CourierStop => ({
  id: tasks.map(({ id }) => id).join(),
  sequence: 1,
  name: '',
  phone: '',
  address: '',
  tasks,
});

it('a visit is about what is open, and can correct what was delivered while more is open', () => {
  const [open, delivered, moved] = [taskOf('loaded'), taskOf('delivered'), taskOf('moved')];
  const mixed = stopOf(delivered, open, moved);
  expect(tasksAtStop(mixed)).toEqual([delivered, open]);
  expect(usualTasks(mixed)).toEqual([open]);
  expect(usualTasks(stopOf(delivered, moved))).toEqual([delivered]);
  expect(tasksAtStop(stopOf(moved, taskOf('returned')))).toEqual([]);
});

it('a stop without a parcel of this courier is neither open nor done', () => {
  expect(stopState(stopOf(taskOf('moved'), taskOf('cancelled'), taskOf('left')))).toBe('gone');
  expect(stopState(stopOf(taskOf('moved'), taskOf('delivered')))).toBe('done');
  expect(stopState(stopOf(taskOf('moved'), taskOf('loaded')))).toBe('open');
  expect(stopState(stopOf(taskOf('loaded', [failure])))).toBe('attempted');
});

it('what the desk added and what was left behind is still to be loaded', () => {
  const stops = TASK_STATUSES.map((status) => stopOf(taskOf(status)));
  expect(waitingTasks({ stops } as CourierRun).map(({ status }) => status)).toEqual(['assigned', 'left']);
});

it('a skipped stop comes again after the last one', () => {
  const stops = [stopOf(taskOf('loaded')), stopOf(taskOf('moved')), stopOf(taskOf('assigned'))];
  const run = { stops } as CourierRun;
  expect(nextStop(run, stops[0]?.id)).toBe(stops[2]);
  expect(nextStop(run, stops[2]?.id)).toBe(stops[0]);
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
