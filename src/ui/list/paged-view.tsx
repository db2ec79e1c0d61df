import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { counted } from '../../domain/figures.ts';
import type { Paged } from '../../domain/paged.ts';
import { EXACT_TOTAL_UNDER_SEARCH, neighbours, PAGE_SIZE, pageCount, pageLinks } from '../../domain/pagination.ts';
import { Pagination } from './pagination.tsx';
import { type QueryResult, QueryView } from './query-view.tsx';
import { useLastError } from './use-last-error.ts';

interface PagedViewProps<Row> {
  /** A `useQuery` with `keepPreviousData`: the old page stays while the next loads. */
  query: QueryResult<Paged<Row>> & {
    isPlaceholderData: boolean;
    fromDevice?: { noun: string; count: number };
  };
  page: number;
  to: (page: number) => string;
  renderTotal?: (total: number) => ReactNode;
  /** Beside the total. */
  action?: (total: number) => ReactNode;
  children: (rows: Row[], dimmed: boolean) => ReactNode;
}

/** One page of a list. A page past the end redirects to the last one. */
export function PagedView<Row>({ query, page, to, renderTotal, action, children }: PagedViewProps<Row>) {
  const { data, isPlaceholderData, fromDevice } = query;
  const error = useLastError(query);
  const list = to(1);
  const [lastKnown, setLastKnown] = useState({ list, total: 0 });
  if (data && !isPlaceholderData && !fromDevice && (lastKnown.list !== list || lastKnown.total !== data.total))
    setLastKnown({ list, total: data.total });
  // Until the list has loaded, only earlier pages are certain to exist.
  const total =
    data?.total ?? (lastKnown.list === list && lastKnown.total > 0 ? lastKnown.total : (page - 1) * PAGE_SIZE);
  const { prev, next } = neighbours(page, total);
  const last = pageCount(total);
  return (
    <>
      {fromDevice && (
        <p role="status" className="soft text-small tabular-nums">
          From {counted(fromDevice.count, fromDevice.noun)} on this device. There may be more.
        </p>
      )}
      {data && renderTotal && !fromDevice && (
        <div className="row min-h-$h-touch gap-x-3 gap-y-0">
          <p role="status" className={data.total === 0 ? 'sr-only' : 'soft text-small tabular-nums'}>
            {renderTotal(data.total)}
          </p>
          {action?.(data.total)}
        </div>
      )}
      <QueryView query={query}>{({ data: rows }) => children(rows, isPlaceholderData)}</QueryView>
      {data && !isPlaceholderData && page > last && <Navigate to={to(last)} replace />}
      {Math.max(last, page) > 1 && (data || error) && (
        <Pagination
          current={page}
          count={data && !fromDevice && total !== EXACT_TOTAL_UNDER_SEARCH + 1 ? last : undefined}
          pages={pageLinks(page, total).map((number) => ({ page: number, to: to(number) }))}
          previous={prev === null ? undefined : to(prev)}
          next={next === null ? undefined : to(next)}
        />
      )}
    </>
  );
}
