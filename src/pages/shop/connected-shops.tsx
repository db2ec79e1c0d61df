import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../api/prefetch.ts';
import { paths } from '../../domain/paths.ts';
import { Connections } from '../../features/shop/connections/connections.tsx';
import { connectionsQuery } from '../../features/shop/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(connectionsQuery));

/** /shipping/shops: WooCommerce and Shopify, whose orders become drafts. */
export function Component() {
  const query = useQuery(connectionsQuery);
  return (
    <>
      <ConfirmedAt query={query} />
      <main id="main" className="page stack">
        <PageHead title="Connected shops" description="Orders of your shop become drafts by themselves." noindex />
        <Breadcrumbs
          crumbs={[
            { label: 'Shipping', to: paths.shipping() },
            { label: 'Drafts', to: paths.drafts() },
            { label: 'Connected shops' },
          ]}
        />
        <h1>Connected shops</h1>
        <p className="max-w-140">
          Each order of your WooCommerce or Shopify shop becomes a draft by itself, with its number as reference. You
          tick it, create the shipment and print its label.
        </p>
        <QueryView query={query}>{({ data }) => <Connections connections={data} />}</QueryView>
      </main>
    </>
  );
}
