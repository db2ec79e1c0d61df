import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROWS_AT_ONCE } from '../domain/pagination.ts';
import type { defineQuery } from './define-query.ts';

export interface More {
  isLoading: boolean;
  load(): void;
}

/** A list that goes on below: each page is what comes after the last row of the one before. */
export function usePages<Page, Row extends { id: string }>(
  queryOf: (before?: string) => ReturnType<typeof defineQuery<Page>>,
  rowsOf: (page: Page) => readonly Row[],
  size = ROWS_AT_ONCE,
) {
  const client = useQueryClient();
  const [count, setCount] = useState(1);
  const pages = [queryOf()];
  const nextAfter = (page: Page | undefined) => {
    const rows = page === undefined ? [] : rowsOf(page);
    return rows.length < size ? undefined : rows.at(-1)?.id;
  };
  for (const page of pages) {
    const before = nextAfter(client.getQueryData<Page>(page.queryKey));
    if (pages.length < count && before !== undefined) pages.push(queryOf(before));
  }
  const queries = useQueries({ queries: pages });
  const [first] = queries as [(typeof queries)[number]];
  const loaded = queries.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const missing = queries.slice(1).find(({ data }) => data === undefined);
  // A new row moves the ends of all pages: what was there stays until they have come again.
  const [whole, setWhole] = useState(loaded);
  const isOther = whole.length !== loaded.length || whole.some((page, index) => page !== loaded[index]);
  if (!missing && isOther) setWhole(loaded);
  const shown = missing && whole.length > 0 ? whole : loaded;
  const more: More = {
    isLoading: missing?.isFetching ?? false,
    load: () => (missing ? void missing.refetch() : setCount(pages.length + 1)),
  };
  return {
    ...first,
    data: first.data && shown.flatMap(rowsOf),
    page: first.data,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
    more: missing || nextAfter(loaded.at(-1)) !== undefined ? more : null,
  };
}
