import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { counted } from '../../domain/figures.ts';
import type { Paged } from '../../domain/paged.ts';
import {
  EXACT_TOTAL_UNDER_SEARCH,
  neighbours,
  PAGE_SIZE,
  type PageSize,
  pageCount,
  pageLinks,
} from '../../domain/pagination.ts';
import { Pagination } from './pagination.tsx';
import { type QueryResult, QueryView } from './query-view.tsx';
import { RowsPerPage } from './rows-per-page.tsx';
import { useLastError } from './use-last-error.ts';

interface PagedViewProps<Row> {
  /** A `useQuery` with `keepPreviousData`: the old page stays while the next loads. */
  query: QueryResult<Paged<Row>> & {
    isPlaceholderData: boolean;
    fromDevice?: { noun: string; count: number };
  };
  page: number;
  to: (page: number) => string;
  filters?: ReactNode;
  renderTotal?: (total: number) => ReactNode;
  action?: (total: number) => ReactNode;
  /** A person can choose if `onSize` is given. */
  size?: PageSize | undefined;
  onSize?: (size: PageSize) => void;
  children: (rows: Row[], dimmed: boolean) => ReactNode;
}

/** A page past the end redirects to the last one. */
export function PagedView<Row>(props: PagedViewProps<Row>) {
  const { query, page, to, filters, renderTotal, action, size = PAGE_SIZE, onSize, children } = props;
  const isOneLine = useDesk() && filters !== undefined;
  const { data, isPlaceholderData, fromDevice } = query;
  const error = useLastError(query);
  const navigate = useNavigate();
  const list = to(1);
  const [lastKnown, setLastKnown] = useState({ list, total: 0 });
  if (data && !isPlaceholderData && !fromDevice && (lastKnown.list !== list || lastKnown.total !== data.total))
    setLastKnown({ list, total: data.total });
  // Until the list has loaded, only earlier pages are certain to exist.
  const total = data?.total ?? (lastKnown.list === list && lastKnown.total > 0 ? lastKnown.total : (page - 1) * size);
  const { prev, next } = neighbours(page, total, size);
  const last = pageCount(total, size);
  const beside = data && action?.(data.total);
  const totalLine = data && renderTotal && !fromDevice && (
    <div className={data.total === 0 && !beside ? 'sr-only' : 'row min-h-$h-touch gap-x-3 gap-y-0'}>
      <p role="status" className={data.total === 0 ? 'sr-only' : 'soft text-small tabular-nums'}>
        {renderTotal(data.total)}
      </p>
      {beside}
    </div>
  );
  return (
    <>
      {isOneLine ? (
        <div className="row gap-x-6 gap-y-2">
          {filters}
          {totalLine}
        </div>
      ) : (
        filters
      )}
      {fromDevice && (
        <p role="status" className="soft text-small tabular-nums">
          From {counted(fromDevice.count, fromDevice.noun)} on this device. There may be more.
        </p>
      )}
      {!isOneLine && totalLine}
      <QueryView query={query}>{({ data: rows }) => children(rows, isPlaceholderData)}</QueryView>
      {data && !isPlaceholderData && page > last && <Navigate to={to(last)} replace />}
      {Math.max(last, page) > 1 && (data || error) && (
        <Pagination
          current={page}
          count={data && !fromDevice && total !== EXACT_TOTAL_UNDER_SEARCH + 1 ? last : undefined}
          pages={pageLinks(page, total, size).map((number) => ({ page: number, to: to(number) }))}
          previous={prev === null ? undefined : to(prev)}
          next={next === null ? undefined : to(next)}
        />
      )}
      {data && onSize && total > PAGE_SIZE && (
        <RowsPerPage
          size={size}
          onChoose={(chosen) => {
            onSize(chosen);
            navigate(list, { replace: true });
          }}
        />
      )}
    </>
  );
}
