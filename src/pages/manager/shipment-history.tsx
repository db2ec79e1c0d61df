import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { History } from '../../features/audit/history.tsx';
import { historyQuery } from '../../features/audit/queries.ts';
import { useHistory } from '../../features/audit/use-history.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';

export const loader = prefetch((client, search, { id = '' }) =>
  client.prefetchQuery(historyQuery({ shipmentId: id }, parsePage(search.get('page')))),
);

/** /manager/shipments/{id}/history; also for deleted shipments. */
export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const query = useHistory({ shipmentId: id }, page);
  return (
    <DeskPage
      title="Shipment history"
      description="Who changed what on one shipment."
      query={query}
      above={[
        { label: 'Shipments', to: paths.manageShipments() },
        { label: 'Shipment', to: paths.manageShipment(id) },
      ]}
      crumb="History"
    >
      <History query={query} page={page} to={(other) => paths.manageShipmentHistory(id, { page: other })} />
    </DeskPage>
  );
}
