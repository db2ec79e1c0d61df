import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { recurringQuery } from '../../../features/recurring/queries.ts';
import { RecurringTable } from '../../../features/recurring/recurring-table.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { WorkFilter } from '../../../features/worklist/work-filter.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(recurringQuery));

/** All, or what of the desk’s was not made the last time. */
export function Component() {
  const isWork = useSearchParams()[0].get('work') === 'recurring';
  const recurring = useQuery(recurringQuery);
  return (
    <DeskPage
      title="Recurring orders"
      description="What is sent again and again."
      query={recurring}
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
    >
      {isWork && <WorkFilter work="recurring" without={paths.manageRecurring()} />}
      <QueryView query={recurring}>
        {(orders) => (
          <RecurringTable
            orders={isWork ? orders.filter(({ problem, isOfShop }) => problem && !isOfShop) : orders}
            to={({ id }) => paths.manageShipment(id)}
            hasSenders
          />
        )}
      </QueryView>
    </DeskPage>
  );
}
