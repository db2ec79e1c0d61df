/**
 * Lists, answered from the rows on this device where the server does not answer: under a search, a filter, or on a page that
 * was never asked for before.
 */
import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { failureReasonOf } from '../api/calls/server-error.ts';
import { defineQuery } from '../api/define-query.ts';
import { useIsSlow } from '../browser/use-is-slow.ts';
import type { Paged } from '../domain/paged.ts';
import { neighbours, pageWindow } from '../domain/pagination.ts';
import { readStored } from './stored-queries.ts';

/** How a list is put together from what was stored of it. */
export interface StoredList<Row, Search> {
  /** The starts of the keys of queries that are pages of this list. */
  keys: readonly QueryKey[];
  /** What one of its rows is called. */
  noun: string;
  matches(row: Row, search: Search): boolean;
}

interface ListRow {
  id: string;
  createdAt: string;
}

/** A list as `useQuery` has it. Where it was put together here, `fromDevice` says from what. */
export type ListResult<Row> = UseQueryResult<Paged<Row>> & { fromDevice?: FromDevice };

export interface FromDevice {
  noun: string;
  /** How many rows of the list this device has. */
  count: number;
}

/**
 * A page of a list. The old page stays while the next one loads. Where that takes longer than three seconds, or fails, and this
 * device has rows that belong on the page, those are shown; they are nobody's answer and are kept nowhere.
 */
export function useList<Row extends ListRow, Search extends { page?: number | undefined }, Key extends QueryKey>(
  query: UseQueryOptions<Paged<Row>, Error, Paged<Row>, Key>,
  search: Search,
  list: StoredList<Row, Search>,
): ListResult<Row> {
  const asked = useQuery({ ...query, placeholderData: keepPreviousData });
  const isLate = useIsSlow(asked.fetchStatus === 'fetching' && (asked.isPending || asked.isPlaceholderData));
  const hasOwn = asked.data !== undefined && !asked.isPlaceholderData;
  const isUnanswered = asked.isError && failureReasonOf(asked.error) !== 'rejected';
  const isWanted = !hasOwn && (isLate || isUnanswered);
  const { data: stored } = useQuery({ ...storedRowsQuery<Row>(list.keys), enabled: isWanted });
  if (!isWanted || !stored || stored.rows.length === 0) return asked;
  const found = stored.rows.filter((row) => list.matches(row, search));
  const { limit, offset } = pageWindow(search.page);
  const data = found.slice(offset, offset + limit);
  // Past the end of what is here there may be more on the server.
  if (data.length === 0 && offset > 0) return asked;
  const page = { data, total: found.length, pagination: neighbours(search.page ?? 1, found.length) };
  const standIn = { data: page, dataUpdatedAt: stored.updatedAt, isPlaceholderData: false };
  return { ...asked, ...standIn, fromDevice: { noun: list.noun, count: stored.rows.length } } as ListResult<Row>;
}

const storedRowsQuery = <Row extends ListRow>(keys: readonly QueryKey[]) =>
  defineQuery({
    name: 'stored-rows',
    params: [keys],
    store: 'nowhere',
    ask: () => readRows<Row>(keys),
    staleTime: 0,
  });

/** Every row of a list that is stored, newest first, each as it was last seen; and when the oldest of them was. */
async function readRows<Row extends ListRow>(
  keys: readonly QueryKey[],
): Promise<{ rows: readonly Row[]; updatedAt: number }> {
  const isPage = (key: QueryKey) => keys.some((start) => start.every((word, index) => word === key[index]));
  const pages = (await readStored())
    .filter(({ queryKey }) => isPage(queryKey))
    .sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  const rows = new Map(
    pages.flatMap(({ state }) => (state.data as Paged<Row>).data.map((row) => [row.id, row] as const)),
  );
  return {
    rows: [...rows.values()].sort(
      (one, other) => other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id),
    ),
    updatedAt: pages[0]?.state.dataUpdatedAt ?? 0,
  };
}
