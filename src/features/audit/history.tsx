import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pageLinks } from '../../domain/pagination.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { HistoryView } from './history-view.tsx';
import { type Audited, historyQuery } from './queries.ts';

interface HistoryProps {
  of: Audited;
  page: number;
  /** The address of another page of it. */
  to: (page: number) => string;
}

/** A page of a history, and the way to the others. */
export function History({ of: audited, page, to }: HistoryProps) {
  const query = useQuery({ ...historyQuery(audited, page), placeholderData: keepPreviousData });
  return (
    <>
      <ConfirmedAt query={query} />
      <QueryView query={query}>
        {({ data, total, pagination }) =>
          data.length === 0 ? (
            <Empty icon="clock">No changes found.</Empty>
          ) : (
            <>
              <HistoryView entries={data} dimmed={query.isPlaceholderData} />
              <Pagination
                current={page}
                pages={pageLinks(page, total).map((number) => ({ page: number, to: to(number) }))}
                previous={pagination.prev === null ? undefined : to(pagination.prev)}
                next={pagination.next === null ? undefined : to(pagination.next)}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}
