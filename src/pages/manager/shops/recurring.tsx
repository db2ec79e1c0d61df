import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { recurringQuery } from '../../../features/recurring/queries.ts';
import { RecurringTable } from '../../../features/recurring/recurring-table.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(recurringQuery));

export function Component() {
  const recurring = useQuery(recurringQuery);
  return (
    <DeskPage
      title="Recurring orders"
      description="What is sent again and again."
      query={recurring}
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
    >
      <QueryView query={recurring}>
        {(orders) => <RecurringTable orders={orders} to={({ id }) => paths.manageShipment(id)} hasSenders />}
      </QueryView>
    </DeskPage>
  );
}
