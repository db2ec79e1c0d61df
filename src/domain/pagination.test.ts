import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LAST_PAGE,
  MAX_PAGE_LINKS,
  neighbours,
  PAGE_ALLOWANCE,
  PAGE_SIZE,
  PREVIEW_SIZE,
  pageCount,
  pageLinks,
  pageWindow,
  parsePage,
} from './pagination.ts';

describe('pagination', () => {
  it('shows 10 a page, at most 5 links, 2 on either side, and 5 rows in a preview', () => {
    expect([PAGE_SIZE, MAX_PAGE_LINKS, PAGE_ALLOWANCE, PREVIEW_SIZE]).toEqual([10, 5, 2, 5]);
  });

  it.each([
    ['2', 2],
    ['1', 1],
    ['10', 10],
    ['0', 1],
    ['-1', 1],
    ['abc', 1],
    ['2abc', 1],
    ['1.5', 1],
    ['', 1],
    [' ', 1],
    ['NaN', 1],
    ['Infinity', 1],
    ['1e309', 1],
    ['1e9', LAST_PAGE],
    [null, 1],
    [undefined, 1],
  ])('reads the page %j of a URL as %d', (value, page) => {
    expect(parsePage(value)).toBe(page);
  });

  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [100, 10],
    [101, 11],
  ])('%d rows fill %d pages', (total, pages) => {
    expect(pageCount(total)).toBe(pages);
  });

  it.each([
    [1, 0, [1]],
    [1, 11, [1, 2]],
    [1, 100, [1, 2, 3, 4, 5]],
    [2, 100, [1, 2, 3, 4, 5]],
    [3, 100, [1, 2, 3, 4, 5]],
    [4, 100, [2, 3, 4, 5, 6]],
    [8, 100, [6, 7, 8, 9, 10]],
    [9, 100, [6, 7, 8, 9, 10]],
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

describe('the rows of a page', () => {
  it.each([
    [undefined, { limit: PREVIEW_SIZE, offset: 0 }],
    [1, { limit: PAGE_SIZE, offset: 0 }],
    [3, { limit: PAGE_SIZE, offset: 20 }],
  ])('of %s are a window', (page, rows) => {
    expect(pageWindow(page)).toEqual(rows);
  });
});
