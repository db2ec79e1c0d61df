import { expect, it } from 'vitest';
import { parsePeriod, rangeBeside, rangeOf, stepsOf } from './period.ts';

it('an address without sense is four weeks until today, beside those before', () => {
  const search = new URLSearchParams('days=12&to=2026-02-30&with=toString');
  expect(parsePeriod(search)).toEqual({ days: 28, to: undefined, with: 'before' });
});

it.each([
  [7, '2026-11-22', '2026-11-15', '2026-11-21', 7],
  [28, '2026-11-01', '2026-10-04', '2026-10-31', 28],
  [91, '2026-08-24', '2026-05-18', '2026-08-22', 14],
  [364, '2025-11-24', '2024-11-18', '2025-11-22', 53],
] as const)('%i days begin at a step, and are beside as many before them', (days, from, before, until, steps) => {
  const range = rangeOf({ days, to: '2026-11-28' });
  expect([range.from, stepsOf(range, range.step).length]).toEqual([from, steps]);
  const beside = rangeBeside(range, { with: 'before' });
  expect(beside).toEqual({ from: before, to: until });
  expect(beside && stepsOf(beside, range.step)).toHaveLength(steps);
});

it('a year ago is the same weekdays, and none of the same days', () => {
  const range = rangeOf({ days: 7, to: '2026-11-28' });
  expect(rangeBeside(range, { with: 'year' })).toEqual({ from: '2025-11-23', to: '2025-11-29' });
  expect(rangeBeside(range, { with: 'none' })).toBeNull();
  const year = rangeOf({ days: 364, to: '2026-11-28' });
  expect(rangeBeside(year, { with: 'year' })?.to).toBe('2025-11-22');
});
