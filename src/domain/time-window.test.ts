import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  formatTimeWindow,
  hoursOfAll,
  isExcluded,
  isPast,
  nextWorkingDay,
  parseTimeWindow,
  printTimeWindow,
  timeWindow,
  WEEKDAYS,
} from './time-window.ts';

test.each([
  ...['before 12', 'by 12:00', 'Until 12.00', '12', '12:00', '12 pm'].map((text) => [text, 'before 12:00']),
  ...['after 17', 'From 5 pm', 'after 17:00'].map((text) => [text, 'after 17:00']),
  ...['14:00–16:00', '14-16', '2 to 4 pm', '2pm - 4pm', 'between 14 and 16'].map((text) => [text, '14:00–16:00']),
  ...['not Sat, Sun', 'Not on weekends', 'not saturdays and sundays'].map((text) => [text, 'not Sat, Sun']),
  ['before 9:30, not Mon 2026-12-24', 'before 09:30, not Mon, 2026-12-24'],
  ['00:00-24:00', ''],
])('%s is read as %s', (text, read) => {
  const window = parseTimeWindow(text);
  expect(window && formatTimeWindow(window)).toBe(read);
  expect(v.parse(timeWindow, read)).toBe(read);
});

test.each([
  'soon',
  'before',
  'before 25',
  '12:70',
  '16-14',
  '13 pm',
  'not',
  'not Someday',
  'not Sat not Sun',
  '9'.repeat(300),
])('%s is refused with an example', (text) => {
  const { issues = [] } = v.safeParse(timeWindow, text);
  expect(issues[0]?.message).toMatch(/^(Enter the time window like this|Time window can have at most)/);
});

test('a label says it in capitals and whole hours', () => {
  expect(['before 12:00', '14:00–16:30', 'after 17:00, not Sat, Sun'].map(printTimeWindow)).toEqual([
    'BEFORE 12',
    '14–16:30',
    'AFTER 17 NOT SAT SUN',
  ]);
});

test('a door is open while it is for all of its parcels, or for the earlier ones', () => {
  const [morning, late] = [
    { from: '00:00', until: '12:00' },
    { from: '17:00', until: '24:00' },
  ];
  expect(hoursOfAll([])).toBeUndefined();
  expect(hoursOfAll([{ from: '10:00', until: '14:00' }, morning])).toEqual({ from: '10:00', until: '12:00' });
  expect(hoursOfAll([late, morning])).toEqual(morning);
});

test('weekdays and dates can be left out', () => {
  const window = { notOn: ['Sat', '2026-12-24'] };
  const days = ['2026-11-27', '2026-11-28', '2026-12-24', '2026-12-25'];
  expect(days.map((day) => isExcluded(window, day))).toEqual([false, true, true, false]);
});

test('hours are over by the brand’s clock, and the next working day is no day off', () => {
  const evening = new Date('2026-11-29T19:00:00Z');
  const zone = 'Europe/Stockholm';
  expect(isPast({ until: '12:00' }, '2026-11-29', zone, evening)).toBe(true);
  expect(isPast({ until: '20:00' }, '2026-11-29', zone, evening)).toBe(true);
  expect(isPast({ until: '20:01' }, '2026-11-29', zone, evening)).toBe(false);
  expect(isPast({ until: '24:00' }, '2026-11-29', zone, evening)).toBe(false);
  expect(isPast({ until: '12:00' }, '2026-11-30', zone, evening)).toBe(false);
  expect(nextWorkingDay('2026-11-27', ['Sat', 'Sun', '2026-11-30'])).toBe('2026-12-01');
  expect(nextWorkingDay('2026-11-27', [...WEEKDAYS])).toBeNull();
});
