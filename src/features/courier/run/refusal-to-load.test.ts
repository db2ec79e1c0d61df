import { expect, it } from 'vitest';
import { nextTaskStatus, TASK_STATUSES } from '../../../domain/runs/task-status.ts';
import type { CourierTask } from '../../../domain/runs/views.ts';
import { refusalToLoad } from './refusal-to-load.ts';

it.each(TASK_STATUSES)('loads what can be loaded, and says of nothing else that it is loaded: %s', (status) => {
  const refusal = refusalToLoad({ status } as CourierTask);
  const canLoad = nextTaskStatus(status, 'load') !== status;
  const expected = status === 'loaded' ? 'again' : canLoad ? undefined : 'bad';
  expect(refusal?.signal).toBe(expected);
  expect(refusal?.word === 'Already loaded').toBe(status === 'loaded');
});

it('says who has a parcel that was moved', () => {
  const moved = { status: 'moved', movedTo: 'Cia' } as CourierTask;
  expect(refusalToLoad(moved)?.text).toBe('Cia has it now. Ask the desk.');
  expect(refusalToLoad({ ...moved, movedTo: null })?.text).toBe('It’s no longer on your run. Ask the desk.');
});
