import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAST_PAGE, neighbours, pageCount, pageLinks, pageWindow, parsePage } from './pagination.ts';

describe('pagination', () => {
  it('shows 10 rows on a page, and 5 in a preview', () => {
    expect([pageWindow(undefined), pageWindow(1), pageWindow(3)]).toEqual([
      { limit: 5, offset: 0 },
      { limit: 10, offset: 0 },
      { limit: 10, offset: 20 },
    ]);
  });

  it('reads the page of a URL, which is 1 where it is no page', () => {
    expect(['2', '10', '1e9'].map(parsePage)).toEqual([2, 10, LAST_PAGE]);
    const others = ['0', '-1', 'abc', '2abc', '1.5', '', ' ', 'NaN', 'Infinity', '1e309', null, undefined];
    for (const value of others) expect(parsePage(value), String(value)).toBe(1);
  });

  it('has as many pages as its rows fill', () => {
    expect([0, 1, 10, 11, 100, 101].map((rows) => pageCount(rows))).toEqual([1, 1, 1, 2, 10, 11]);
  });

  it.each([
    [1, 0, [1]],
    [1, 100, [1, 2, 3, 4, 5]],
    [3, 100, [1, 2, 3, 4, 5]],
    [4, 100, [2, 3, 4, 5, 6]],
    [8, 100, [6, 7, 8, 9, 10]],
    [10, 100, [6, 7, 8, 9, 10]],
    [99, 100, [6, 7, 8, 9, 10]],
    [2, 25, [1, 2, 3]],
  ])('on page %d of %d rows, links %j', (current, total, links) => {
    expect(pageLinks(current, total)).toEqual(links);
  });

  it.each([
    [1, 0, null, null],
    [1, 10, null, null],
    [1, 11, null, 2],
    [2, 11, 1, null],
    [2, 30, 1, 3],
    [7, 30, 3, null],
    [5, 0, 1, null],
  ])('page %d of %d rows leads back to %j and on to %j', (page, total, prev, next) => {
    expect(neighbours(page, total)).toEqual({ prev, next });
  });

  it('always links at most five consecutive, existing pages, the current one among them', () => {
    const anyTotal = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(anyTotal, fc.integer({ min: 1, max: 12_000 }), (total, current) => {
        const links = pageLinks(current, total);
        const [first = Number.NaN] = links;
        expect(links).toHaveLength(Math.min(5, pageCount(total)));
        expect(links).toEqual(links.map((_, index) => first + index));
        expect(first).toBeGreaterThanOrEqual(1);
        expect(links.at(-1)).toBeLessThanOrEqual(pageCount(total));
        if (current <= pageCount(total)) expect(links).toContain(current);
      }),
      { numRuns: 1000 },
    );
  });

  it('leads from the first page to the last and back, one by one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), (total) => {
        const walked: number[] = [];
        for (let page: number | null = 1; page !== null; page = neighbours(page, total).next) walked.push(page);
        expect(walked).toEqual(Array.from({ length: pageCount(total) }, (_, index) => index + 1));
        const back: number[] = [];
        for (let page: number | null = walked.length; page !== null; page = neighbours(page, total).prev)
          back.push(page);
        expect(back).toEqual(walked.toReversed());
      }),
    );
  });
});
