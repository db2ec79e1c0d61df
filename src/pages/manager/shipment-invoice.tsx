import '../../styles/invoice.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { Invoice } from '../../features/bills/invoice.tsx';
import { BackLink } from '../../features/bills/invoice-actions.tsx';
import { managedShipmentQuery } from '../../features/manage-shipments/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client, _search, { id = '' }) => client.prefetchQuery(managedShipmentQuery(id)));

/** /manager/shipments/{id}/invoice, as sender and receiver see it. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(managedShipmentQuery(id));
  const back = { to: paths.manageShipment(id), label: 'Shipment' };
  const title = query.data ? `Invoice-${query.data.trackingId}` : 'Invoice';
  return (
    <>
      <PageHead title={title} description="The commercial invoice of one shipment." withoutSiteName noindex />
      <ConfirmedAt query={query} />
      <main id="main" className="invoice-page">
        {!query.data && (
          <>
            <BackLink {...back} />
            <h1>Invoice</h1>
          </>
        )}
        <QueryView query={query}>
          {({ value = 0, fee = 0, ...shipment }) => (
            <Invoice shipment={{ ...shipment, value, fee, access: 'detailed' }} back={back} />
          )}
        </QueryView>
      </main>
    </>
  );
}
