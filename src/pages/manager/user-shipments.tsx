import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { formatTotal } from '../../domain/paged.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { shipmentsOfUserOnDevice, shipmentsOfUserQuery } from '../../features/manage-shipments/queries.ts';
import { useListWithSent } from '../../features/manage-shipments/with-sent.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { useList } from '../../offline/use-list.ts';
import { PagedView } from '../../ui/list/paged-view.tsx';

const TITLE = 'Manage user incoming and outgoing shipments.';

export const loader = prefetch((client, search, { id = '' }) =>
  client.prefetchQuery(shipmentsOfUserQuery(id, { page: parsePage(search.get('page')) })),
);

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const shipments = useListWithSent(useList(shipmentsOfUserQuery(id, { page }), { page }, shipmentsOfUserOnDevice(id)));
  return (
    <>
      <ConfirmedAt query={shipments} />
      <h2>{TITLE}</h2>
      <PagedView
        query={shipments}
        page={page}
        to={(target) => paths.manageUserShipments(id, { page: target })}
        renderTotal={(total) => formatTotal(total, {}, 'shipment')}
      >
        {(rows, dimmed) => <ManagedShipmentTable caption="User shipments" shipments={rows} dimmed={dimmed} />}
      </PagedView>
    </>
  );
}
