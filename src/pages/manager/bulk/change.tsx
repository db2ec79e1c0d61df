import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { bulkTitle } from '../../../domain/bulk.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { BulkItemTable } from '../../../features/bulk/bulk-item-table.tsx';
import { BulkResult } from '../../../features/bulk/bulk-result.tsx';
import { bulkItemsQuery, bulkQuery } from '../../../features/bulk/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { Section } from '../../../ui/layout/section.tsx';
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
    <DeskPage
      title={bulk.data ? bulkTitle(bulk.data) : 'Bulk change'}
      description="What a change to many shipments did."
      query={[bulk, items]}
      above={[
        { label: 'Shipments', to: paths.manageShipments() },
        { label: 'Bulk changes', to: paths.manageBulks },
      ]}
      crumb={bulk.data ? bulkTitle(bulk.data) : 'Change'}
      heading={<h1>Bulk change</h1>}
    >
      <QueryView query={bulk}>
        {(known) => (
          <>
            <BulkResult bulk={known} />
            <Section id="bulk-items" title="Shipments" head="mb-2">
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
            </Section>
          </>
        )}
      </QueryView>
    </DeskPage>
  );
}
