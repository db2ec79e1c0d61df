import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parsePage } from '../../domain/pagination.ts';
import { OwnPickups } from '../../features/pickups/own-pickups.tsx';
import { ownPickupsQuery } from '../../features/pickups/queries.ts';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { ownShipmentsQuery } from '../../features/shipments/queries.ts';
import { LabelsToPrint } from '../../features/shop/labels-to-print.tsx';
import { unprintedQuery } from '../../features/shop/queries.ts';

const toCollectQuery = ownShipmentsQuery('sender', { arrival: 'announced' });

export const loader = prefetch((client, search) =>
  Promise.all([
    client.prefetchQuery(unprintedQuery(parsePage(search.get('page')))),
    client.prefetchQuery(ownPickupsQuery()),
    client.prefetchQuery(toCollectQuery),
  ]),
);

export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const query = useQuery(unprintedQuery(page));
  const toCollect = useQuery(toCollectQuery);
  return (
    <ShopPage title="Labels" description="Print the labels of your shipments." query={query}>
      <p className="soft">
        Shipments without a label. To print one again, tick the shipment in your outgoing shipments.
      </p>
      <LabelsToPrint page={page} />
      <OwnPickups waiting={toCollect.data?.total ?? 0} />
    </ShopPage>
  );
}
