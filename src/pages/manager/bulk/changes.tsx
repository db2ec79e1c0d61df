import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { BulkTable } from '../../../features/bulk/bulk-table.tsx';
import { bulksQuery } from '../../../features/bulk/queries.ts';
import { DeskBreadcrumbs } from '../../../features/session/desk-breadcrumbs.tsx';
import { ConfirmedAt } from '../../../offline/confirmed-at.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(bulksQuery));

export function Component() {
  const bulks = useQuery(bulksQuery);
  return (
    <>
      <ConfirmedAt query={bulks} />
      <main id="main" className="page stack">
        <PageHead title="Bulk changes" description="What was changed for many shipments at once." noindex />
        <DeskBreadcrumbs crumbs={[{ label: 'Shipments', to: paths.manageShipments() }, { label: 'Bulk changes' }]} />
        <h1>Bulk changes</h1>
        <QueryView query={bulks}>{(list) => <BulkTable bulks={list} />}</QueryView>
      </main>
    </>
  );
}
