import { expect, it } from 'vitest';
import { sampleRun, sampleStop, sampleTask } from '../../../../tests/support/sample-run.ts';
import type { TaskStatus } from '../../../domain/runs/task-status.ts';
import { checkAtDoor } from './check-at-door.ts';

const here = (status: TaskStatus) => {
  const run = sampleRun([sampleTask({ status, trackingId: 'W1', movedTo: status === 'moved' ? 'Cia' : null })]);
  const check = checkAtDoor(run, 'stop', 'W1');
  return check.parcel ? 'right' : `${check.word}: ${check.text}`;
};

it.each<[TaskStatus, string]>([
  ['loaded', 'right'],
  // Nobody scanned it in the morning, but it is here.
  ['assigned', 'right'],
  ['delivered', 'Already delivered: Correct it at this stop first.'],
  ['moved', 'Not yours: Cia has it now. Ask the desk.'],
  ['cancelled', 'Do not deliver: Bring it back.'],
  ['left', 'Not loaded: Load it first, under All stops.'],
  ['returned', 'Back at the depot: Ask the desk.'],
  ['missing', 'Reported missing: Tell the desk that it’s here.'],
])('a parcel of the stop that is %s: %s', (status, words) => {
  expect(here(status)).toBe(words);
});

it('a wrong parcel is named by its stop, or as not on the run', () => {
  const other = sampleStop([sampleTask({ trackingId: 'W2', status: 'loaded' })], {
    id: 'other',
    sequence: 7,
    name: 'Bo Ek',
    address: 'Avenyn 12',
  });
  const run = sampleRun([], { stops: [sampleStop([]), other] });
  expect(checkAtDoor(run, 'stop', 'W2')).toEqual({ parcel: null, word: 'For stop 7', text: 'Bo Ek, Avenyn 12' });
  expect(checkAtDoor(run, 'stop', 'W3')).toMatchObject({ word: 'Not on your run' });
});
