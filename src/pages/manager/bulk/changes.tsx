import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { BulkTable } from '../../../features/bulk/bulk-table.tsx';
import { bulksQuery } from '../../../features/bulk/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(bulksQuery));

export function Component() {
  const bulks = useQuery(bulksQuery);
  return (
    <DeskPage
      title="Bulk changes"
      description="What was changed for many shipments at once."
      query={bulks}
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
    >
      <QueryView query={bulks}>{(list) => <BulkTable bulks={list} />}</QueryView>
    </DeskPage>
  );
}
