import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { recurringQuery } from '../../features/recurring/queries.ts';
import { RecurringTable } from '../../features/recurring/recurring-table.tsx';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(recurringQuery));

export function Component() {
  const recurring = useQuery(recurringQuery);
  return (
    <ShopPage title="Recurring orders" description="What you send again and again." query={recurring}>
      <QueryView query={recurring}>
        {(orders) => <RecurringTable orders={orders} to={({ trackingId }) => paths.trackedShipment(trackingId)} />}
      </QueryView>
    </ShopPage>
  );
}
