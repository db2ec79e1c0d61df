/** Specification section 9. */
export const PAGE_SIZE = 10;
/** What managers can choose from. */
export const PAGE_SIZES = [PAGE_SIZE, 25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
export const MAX_PAGE_LINKS = 5;
export const PAGE_ALLOWANCE = 2;
export const ROWS_AT_ONCE = 100;
/** No page was asked for (product decision 2). */
export const PREVIEW_SIZE = 5;
export const EXACT_TOTAL_UNDER_SEARCH = 1000;
export const LAST_PAGE = 1_000_000;

/** Returns 1 if it is invalid. */
export function parsePage(value: string | null | undefined): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1;
}

/** An empty list has one. */
export function pageCount(total: number, size: number = PAGE_SIZE): number {
  return Math.max(1, Math.ceil(total / size));
}

/** It lists at most five. */
export function pageLinks(current: number, total: number, size: number = PAGE_SIZE): number[] {
  const last = pageCount(total, size);
  const middle = Math.min(Math.max(current, 1), last);
  const first = Math.max(1, Math.min(middle - PAGE_ALLOWANCE, last - MAX_PAGE_LINKS + 1));
  const length = Math.min(MAX_PAGE_LINKS, last - first + 1);
  return Array.from({ length }, (_, offset) => first + offset);
}

export function pageWindow(page: number | undefined, size: number = PAGE_SIZE): { limit: number; offset: number } {
  return page === undefined ? { limit: PREVIEW_SIZE, offset: 0 } : { limit: size, offset: (page - 1) * size };
}

export interface Neighbours {
  prev: number | null;
  next: number | null;
}

/** Past the end, `prev` is the last. */
export function neighbours(page: number, total: number, size: number = PAGE_SIZE): Neighbours {
  const last = pageCount(total, size);
  return { prev: page > 1 ? Math.min(page - 1, last) : null, next: page < last ? page + 1 : null };
}
