import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { askAhead } from '../../api/ask-ahead.ts';
import { pageLinks, parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';

export const loader = askAhead((client, search) =>
  client.prefetchQuery(managedShipmentsQuery({ page: parsePage(search.get('page')) })),
);

/** /manager/shipments: every shipment, ten to a page; the old page stays while the next one loads. */
export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const shipments = useQuery({ ...managedShipmentsQuery({ page }), placeholderData: keepPreviousData });
  const to = (target: number) => paths.manageShipments({ page: target });
  return (
    <>
      <ConfirmedAt query={shipments} />
      <main id="main" className="page stack">
        <PageHead title="Shipments" description="Every shipment, newest first." noindex />
        <Breadcrumbs crumbs={[{ label: 'Manager', to: paths.manager }, { label: 'Shipments' }]} />
        <div className="row justify-between">
          <h1>Shipments</h1>
          <ButtonLink to={paths.createShipment} variant="main" icon="package-plus">
            Create shipment
          </ButtonLink>
        </div>
        <QueryView query={shipments}>
          {({ data, total, pagination }) => (
            <>
              <ManagedShipmentTable caption="Shipments" shipments={data} dimmed={shipments.isPlaceholderData} />
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
      </main>
    </>
  );
}
