import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { bulkTitle } from '../../../domain/bulk.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { BulkItemTable } from '../../../features/bulk/bulk-item-table.tsx';
import { BulkResult } from '../../../features/bulk/bulk-result.tsx';
import { bulkItemsQuery, bulkQuery } from '../../../features/bulk/queries.ts';
import { DeskBreadcrumbs } from '../../../features/session/desk-breadcrumbs.tsx';
import { ConfirmedAt } from '../../../offline/confirmed-at.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { Tab } from '../../../ui/layout/tab.tsx';
import { PagedView } from '../../../ui/list/paged-view.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client, _search, { id = '' }) => client.prefetchQuery(bulkQuery(id)));

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const left = search.get('left') === 'true';
  const bulk = useQuery(bulkQuery(id));
  const items = useQuery({ ...bulkItemsQuery({ id, page, left }), placeholderData: keepPreviousData });
  return (
    <>
      <ConfirmedAt query={[bulk, items]} />
      <main id="main" className="page stack">
        <PageHead
          title={bulk.data ? bulkTitle(bulk.data) : 'Bulk change'}
          description="What a change to many shipments did."
          noindex
        />
        <DeskBreadcrumbs
          crumbs={[
            { label: 'Shipments', to: paths.manageShipments() },
            { label: 'Bulk changes', to: paths.manageBulks },
            { label: bulk.data ? bulkTitle(bulk.data) : 'Change' },
          ]}
        />
        <h1>Bulk change</h1>
        <QueryView query={bulk}>
          {(known) => (
            <>
              <BulkResult bulk={known} />
              <section aria-labelledby="bulk-items">
                <h2 id="bulk-items" className="mb-2">
                  Shipments
                </h2>
                <nav aria-label="Filter shipments" className="tabs">
                  <Tab to={paths.manageBulk(id)} current={!left}>
                    All
                  </Tab>
                  <Tab to={paths.manageBulk(id, { left: true })} current={left}>
                    Not changed
                  </Tab>
                </nav>
                <div className="stack mt-4">
                  <PagedView
                    query={items}
                    page={page}
                    to={(target) => paths.manageBulk(id, { left: left || undefined, page: target })}
                  >
                    {(rows, dimmed) => <BulkItemTable items={rows} dimmed={dimmed} />}
                  </PagedView>
                </div>
              </section>
            </>
          )}
        </QueryView>
      </main>
    </>
  );
}
