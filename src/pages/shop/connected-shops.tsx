import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { Connections } from '../../features/shop/connections/connections.tsx';
import { connectionsQuery } from '../../features/shop/queries.ts';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(connectionsQuery));

/** /shipping/shops: WooCommerce and Shopify, whose orders become drafts. */
export function Component() {
  const query = useQuery(connectionsQuery);
  return (
    <ShopPage
      title="Connected shops"
      description="Orders of your shop become drafts by themselves."
      query={query}
      above={[{ label: 'Drafts', to: paths.drafts() }]}
    >
      <p className="max-w-140">
        Each order of your WooCommerce or Shopify shop becomes a draft by itself, with its number as reference. You tick
        it, create the shipment and print its label.
      </p>
      <QueryView query={query}>{({ data }) => <Connections connections={data} />}</QueryView>
    </ShopPage>
  );
}
