import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDesk } from '../../browser/density.ts';
import { needsDecision } from '../../domain/next-step.ts';
import { formatCapped } from '../../domain/paged.ts';
import type { PoolSearch } from '../../domain/runs/manage.ts';
import type { PoolCollection } from '../../domain/runs/views.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { SearchForm } from '../../ui/list/search-form.tsx';
import { Toggle, ToggleLink } from '../../ui/toggle.tsx';
import { notOnPage, SelectAll, SelectionBar } from '../selection/selection-bar.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { useRowsWithSentStatuses } from '../shipments/use-rows-with-sent-statuses.ts';
import { PoolTable } from './pool-table.tsx';
import { poolQuery } from './queries.ts';
import { ScanToSelect } from './scan-to-select.tsx';

const ARRIVALS = [
  [undefined, 'All'],
  ['arrived', 'Arrived'],
  ['announced', 'Announced'],
] as const;

interface PoolProps {
  search: PoolSearch;
  to: (search: PoolSearch) => string;
  selection: Selection;
  /** In a panel. */
  narrow?: boolean;
  /** What waits for a courier elsewhere. */
  collections: (rows: readonly PoolCollection[]) => ReactNode;
  children: ReactNode;
}

export function Pool({ search, to, selection, narrow = false, collections, children }: PoolProps) {
  const query = useQuery({ ...poolQuery(search), placeholderData: keepPreviousData });
  const shipments = useRowsWithSentStatuses(query.data);
  const { q, arrival, page = 1 } = search;
  const isTable = useDesk() && !narrow;
  return (
    // Flex: in a grid the bar would stick only within its own row.
    <div className="stack flex flex-col gap-4">
      {query.data?.collections && collections(query.data.collections)}
      <div className="grid gap-4 items-start grid-cols-[minmax(0,1fr)] [@container_page_(width>=58rem)]:grid-cols-2">
        <SearchForm q={q} placeholder="Name, address or tracking ID" to={(typed) => to({ q: typed, arrival })} />
        <ScanToSelect selection={selection} />
      </div>
      <QueryView query={query}>
        {({ total, pagination: { prev, next } }) => (
          <>
            <div className={isTable ? 'flex flex-wrap-reverse justify-between items-center gap-4' : 'contents'}>
              <p role="status" className="soft text-small tabular-nums">
                {formatCapped(total, 'shipment')}
              </p>
              <Toggle label="Arrival">
                {ARRIVALS.map(([wanted, label]) => (
                  <ToggleLink
                    key={label}
                    current={arrival === wanted}
                    to={to({ q, arrival: wanted })}
                    preventScrollReset
                  >
                    {label}
                  </ToggleLink>
                ))}
              </Toggle>
            </div>
            {/* There the head of the list has a box for that. */}
            {!isTable && (
              <div className="row">
                <SelectAll selectable={shipments.filter((one) => !needsDecision(one))} selection={selection} />
              </div>
            )}
            <PoolTable shipments={shipments} selection={selection} dimmed={query.isPlaceholderData} narrow={narrow} />
            {(prev !== null || next !== null) && (
              <Pagination
                current={page}
                pages={[{ page, to: to({ q, arrival, page }) }]}
                previous={prev === null ? undefined : `${to({ q, arrival, page: prev })}#pool`}
                next={next === null ? undefined : `${to({ q, arrival, page: next })}#pool`}
              />
            )}
            <SelectionBar selection={selection} hidden={notOnPage(selection, shipments)}>
              {children}
            </SelectionBar>
          </>
        )}
      </QueryView>
    </div>
  );
}
