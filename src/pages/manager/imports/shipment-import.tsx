import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { CheckedFile } from '../../../features/imports/checked-file.tsx';
import { shipmentImportQuery, shipmentImportRowsQuery } from '../../../features/imports/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client, _search, { id = '' }) => client.prefetchQuery(shipmentImportQuery(id)));

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const file = useQuery(shipmentImportQuery(id));
  const page = parsePage(search.get('page'));
  const errors = search.get('errors') === 'true';
  const rows = useQuery(shipmentImportRowsQuery({ id, page, errors }));
  return (
    <DeskPage
      title={file.data?.fileName ?? 'Import shipments'}
      description="Create shipments from a file."
      query={[file, rows]}
      above={[
        { label: 'Shipments', to: paths.manageShipments() },
        { label: 'Import shipments', to: paths.importShipments },
      ]}
    >
      <QueryView query={file}>{(known) => <CheckedFile file={known} page={page} errors={errors} />}</QueryView>
    </DeskPage>
  );
}
