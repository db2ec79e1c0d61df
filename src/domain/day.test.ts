import { expect, test } from 'vitest';
import { formatDay, parseDay, shiftDay } from './day.ts';

test('days follow each other over months, leap days and the change to summer time', () => {
  expect(shiftDay('2026-11-30', 1)).toBe('2026-12-01');
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
  expect(shiftDay('2026-03-28', 2)).toBe('2026-03-30');
});

test('a day in an address is a real day or today', () => {
  expect(parseDay('2026-11-21')).toBe('2026-11-21');
  expect(['2026-02-31', 'today', '', null].map(parseDay)).toEqual([undefined, undefined, undefined, undefined]);
});

test('a day is shown with its weekday', () => {
  expect(formatDay('2026-11-21')).toBe('Saturday 21 November 2026');
});
