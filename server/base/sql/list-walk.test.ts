import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DayCount, planWalk, type Walk } from './list-walk.ts';

const DAY_MS = 86_400_000;
const LAST_DAY = Date.UTC(2026, 10, 21);

/** Some days without any rows between them, the newest first. */
const daysOf = (counts: readonly number[], gap: number): DayCount[] =>
  counts.map((count, index) => ({ day: new Date(LAST_DAY - index * gap * DAY_MS), count }));

/** The days of a list's rows, row by row, the newest first. */
const rowsOf = (days: readonly DayCount[]) =>
  days.flatMap(({ day, count }) => Array.from({ length: count }, (_, index) => ({ day, index })));

function follow<Row extends { day: Date }>(rows: readonly Row[], { order, bound, skip, take }: Walk): Row[] {
  if (order === 'newest first') return rows.filter(({ day }) => !bound || day < bound).slice(skip, skip + take);
  const oldestFirst = rows.filter(({ day }) => !bound || day >= bound).toReversed();
  return oldestFirst.slice(skip, skip + take).toReversed();
}

const lists = fc.record({
  counts: fc.array(fc.nat(30), { maxLength: 12 }),
  gap: fc.integer({ min: 1, max: 3 }),
  offset: fc.nat(400),
  limit: fc.integer({ min: 1, max: 20 }),
});

it('leads to the rows of the page, with and without days', () => {
  fc.assert(
    fc.property(lists, ({ counts, gap, offset, limit }) => {
      const days = daysOf(counts, gap);
      const rows = rowsOf(days);
      const page = rows.slice(offset, offset + limit);
      expect(follow(rows, planWalk({ limit, offset }, rows.length, days))).toEqual(page);
      expect(follow(rows, planWalk({ limit, offset }, rows.length, []))).toEqual(page);
    }),
  );
});

it("skips at most half a list, or one day's rows if the days are known", () => {
  fc.assert(
    fc.property(lists, ({ counts, gap, offset, limit }) => {
      const days = daysOf(counts, gap);
      const total = rowsOf(days).length;
      expect(planWalk({ limit, offset }, total, []).skip).toBeLessThanOrEqual(total / 2);
      expect(planWalk({ limit, offset }, total, days).skip).toBeLessThanOrEqual(Math.max(0, ...counts));
    }),
  );
});
