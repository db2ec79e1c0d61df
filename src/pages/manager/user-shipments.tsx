import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { askAhead } from '../../api/ask-ahead.ts';
import { pageCount, pageLinks, parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { shipmentsOfUserQuery } from '../../features/manage-shipments/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';

const TITLE = 'Manage user incoming and outgoing shipments.';

export const loader = askAhead((client, search, { id = '' }) =>
  client.prefetchQuery(shipmentsOfUserQuery(id, { page: parsePage(search.get('page')) })),
);

/** /manager/users/{id}/shipments: what a user sends or receives, ten to a page. */
export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const shipments = useQuery({ ...shipmentsOfUserQuery(id, { page }), placeholderData: keepPreviousData });
  const to = (target: number) => paths.manageUserShipments(id, { page: target });
  return (
    <>
      <PageHead title="User shipments" description="What one user sends and receives." noindex />
      <ConfirmedAt query={shipments} />
      <h2>{TITLE}</h2>
      <QueryView query={shipments}>
        {({ data, total, pagination }) => (
          <>
            {page > pageCount(total) && !shipments.isPlaceholderData && <Navigate to={to(pageCount(total))} replace />}
            <ManagedShipmentTable caption="User shipments" shipments={data} dimmed={shipments.isPlaceholderData} />
            {total > 0 && (
              <Pagination
                current={page}
                pages={pageLinks(page, total).map((number) => ({ page: number, to: to(number) }))}
                previous={pagination.prev === null ? undefined : to(pagination.prev)}
                next={pagination.next === null ? undefined : to(pagination.next)}
              />
            )}
          </>
        )}
      </QueryView>
    </>
  );
}
