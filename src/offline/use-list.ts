import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { failureReasonOf } from '../api/calls/call-error.ts';
import { defineQuery } from '../api/define-query.ts';
import type { Stamped } from '../api/stamped.ts';
import type { Paged } from '../domain/paged.ts';
import { neighbours, pageWindow } from '../domain/pagination.ts';
import { useIsSlow } from '../ui/list/use-is-slow.ts';
import { useLastError } from '../ui/list/use-last-error.ts';
import { readStored } from './stored-queries.ts';

export interface StoredList<Row, Search> {
  keys: readonly QueryKey[];
  noun: string;
  matches(row: Row, search: Search): boolean;
}

interface ListRow {
  id: string;
  createdAt: string;
}

export type ListResult<Row> = UseQueryResult<Paged<Row> & Stamped> & { fromDevice?: FromDevice };

export interface FromDevice {
  noun: string;
  count: number;
}

/** Shows matching rows of this device if the server fails or takes over three seconds. */
export function useList<
  Row extends ListRow,
  Search extends { page?: number | undefined; size?: number | undefined },
  Key extends QueryKey,
>(
  query: UseQueryOptions<Paged<Row>, Error, Paged<Row>, Key>,
  search: Search,
  list: StoredList<Row, Search>,
): ListResult<Row> {
  const asked = useQuery({ ...query, placeholderData: keepPreviousData });
  const isLate = useIsSlow(asked.fetchStatus === 'fetching' && (asked.isPending || asked.isPlaceholderData));
  const hasOwn = asked.data !== undefined && !asked.isPlaceholderData;
  const error = useLastError(asked);
  const isUnanswered = error !== null && failureReasonOf(error) !== 'rejected';
  const isWanted = !hasOwn && (isLate || isUnanswered);
  const { data: stored } = useQuery({ ...storedRowsQuery<Row>(list.keys), enabled: isWanted });
  if (!isWanted || !stored || stored.rows.length === 0) return asked;
  const found = stored.rows.filter((row) => list.matches(row, search));
  const { limit, offset } = pageWindow(search.page, search.size);
  const data = found.slice(offset, offset + limit);
  // The server may have more.
  if (data.length === 0 && offset > 0) return asked;
  const page = { data, total: found.length, pagination: neighbours(search.page ?? 1, found.length, search.size) };
  const standIn = { data: page, dataUpdatedAt: stored.updatedAt, isPlaceholderData: false };
  return { ...asked, ...standIn, fromDevice: { noun: list.noun, count: stored.rows.length } } as ListResult<Row>;
}

const storedRowsQuery = <Row extends ListRow>(keys: readonly QueryKey[]) =>
  defineQuery({ name: 'stored-rows', params: [keys], ask: () => readRows<Row>(keys), staleTime: 0 });

function newestFirst(one: ListRow, other: ListRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

async function readRows<Row extends ListRow>(
  keys: readonly QueryKey[],
): Promise<{ rows: readonly Row[]; updatedAt: number }> {
  const isPage = (key: QueryKey) => keys.some((start) => start.every((word, index) => word === key[index]));
  const pages = (await readStored())
    .filter(({ queryKey }) => isPage(queryKey))
    .sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  const rows = new Map(
    pages.flatMap(({ state }) => {
      // Decides which sent actions a row lacks (outbox/sent/sent.ts).
      const { data, includesSent } = state.data as Paged<Row> & Stamped;
      return data.map((row) => [row.id, { ...row, includesSent }] as const);
    }),
  );
  return {
    rows: [...rows.values()].sort(newestFirst),
    updatedAt: pages[0]?.state.dataUpdatedAt ?? 0,
  };
}
