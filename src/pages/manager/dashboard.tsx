import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { askAhead } from '../../api/ask-ahead.ts';
import { paths } from '../../domain/paths.ts';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';

export const loader = askAhead((client) => client.prefetchQuery(managedShipmentsQuery({})));

/** /manager: what is new, and the way to creating a shipment. */
export function Component() {
  const shipments = useQuery(managedShipmentsQuery({}));
  return (
    <>
      <ConfirmedAt query={shipments} />
      <main id="main" className="page stack">
        <PageHead title="Manager" description="Shipments at a glance." noindex />
        <div className="row justify-between">
          <h1>Manager</h1>
          <ButtonLink to={paths.createShipment} variant="main" icon="package-plus">
            Create shipment
          </ButtonLink>
        </div>
        <section aria-labelledby="recent">
          <div className="block-head">
            <h2 id="recent">Recent shipments</h2>
            <Link to={paths.manageShipments()} className="go">
              View all
            </Link>
          </div>
          <QueryView query={shipments}>
            {({ data }) => <ManagedShipmentTable caption="Recent shipments" shipments={data} />}
          </QueryView>
        </section>
      </main>
    </>
  );
}
