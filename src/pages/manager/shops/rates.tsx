import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { CodLimit } from '../../../features/prices/cod-limit-form.tsx';
import { codLimitQuery, ratesQuery, shopsQuery } from '../../../features/prices/queries.ts';
import { Rates, ShopList } from '../../../features/prices/rates.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';

export const loader = prefetch((client, search) => {
  const userId = search.get('user');
  return Promise.all([
    client.prefetchQuery(ratesQuery(userId)),
    client.prefetchQuery(shopsQuery),
    userId !== null && client.prefetchQuery(codLimitQuery(userId)),
  ]);
});

export function Component() {
  const [search] = useSearchParams();
  const userId = search.get('user');
  const rates = useQuery(ratesQuery(userId));
  const shops = useQuery(shopsQuery);
  const shop = shops.data?.find(({ id }) => id === userId);
  return (
    <DeskPage
      title="Rates"
      description="What shops pay for a parcel."
      query={[rates, shops]}
      above={[
        userId === null
          ? { label: 'Settings', to: paths.manageSettings() }
          : { label: 'Rates', to: paths.manageRates() },
      ]}
      crumb={userId === null ? 'Rates' : (shop?.name ?? 'Shop')}
      heading={
        userId === null ? undefined : (
          <h1>
            Rates of <Verbatim>{shop?.name ?? 'a shop'}</Verbatim>
          </h1>
        )
      }
    >
      <p className="soft">
        {userId === null
          ? 'What shops pay for each parcel. The smallest zone that fits counts, then the lowest weight. A shop’s own rates come before these.'
          : 'These come before the brand’s rates, which count where none of these fits.'}
      </p>
      <Rates key={userId} userId={userId} />
      {userId !== null && <CodLimit key={`cod ${userId}`} userId={userId} />}
      {userId === null && (
        <Section id="shops" title="Shops" head="block-head" className="stack gap-4 mt-6">
          <ShopList />
        </Section>
      )}
    </DeskPage>
  );
}
