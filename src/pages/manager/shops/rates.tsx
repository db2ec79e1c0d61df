import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { ratesQuery, shopsQuery } from '../../../features/rates/queries.ts';
import { Rates, ShopList } from '../../../features/rates/rates.tsx';
import { DeskBreadcrumbs } from '../../../features/session/desk-breadcrumbs.tsx';
import { ConfirmedAt } from '../../../offline/confirmed-at.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';

export const loader = prefetch((client, search) =>
  Promise.all([client.prefetchQuery(ratesQuery(search.get('user'))), client.prefetchQuery(shopsQuery)]),
);

export function Component() {
  const [search] = useSearchParams();
  const userId = search.get('user');
  const rates = useQuery(ratesQuery(userId));
  const shops = useQuery(shopsQuery);
  const shop = shops.data?.find(({ id }) => id === userId);
  return (
    <>
      <ConfirmedAt query={[rates, shops]} />
      <main id="main" className="page stack">
        <PageHead title="Rates" description="What shops pay for a parcel." noindex />
        <DeskBreadcrumbs
          crumbs={
            userId === null
              ? [{ label: 'Settings', to: paths.manageSettings() }, { label: 'Rates' }]
              : [{ label: 'Rates', to: paths.manageRates() }, { label: shop?.name ?? 'Shop' }]
          }
        />
        {userId === null ? (
          <>
            <h1>Rates</h1>
            <p className="soft">
              What shops pay for each parcel. The smallest zone that fits counts, then the lowest weight. A shop’s own
              rates come before these.
            </p>
          </>
        ) : (
          <>
            <h1>
              Rates of <Verbatim>{shop?.name ?? 'a shop'}</Verbatim>
            </h1>
            <p className="soft">These come before the brand’s rates, which count where none of these fits.</p>
          </>
        )}
        <Rates key={userId} userId={userId} />
        {userId === null && (
          <section aria-labelledby="shops" className="stack gap-4 mt-6">
            <h2 id="shops" className="block-head">
              Shops
            </h2>
            <ShopList />
          </section>
        )}
      </main>
    </>
  );
}
