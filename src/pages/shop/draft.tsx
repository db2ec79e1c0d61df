import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { ChangedOrders } from '../../features/shop/changed-orders.tsx';
import { DraftProblems } from '../../features/shop/draft-problems.tsx';
import { OwnShipmentForm } from '../../features/shop/own-shipment-form.tsx';
import { draftQuery, senderQuery } from '../../features/shop/queries.ts';
import { SenderSection } from '../../features/shop/sender-form.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

export const loader = prefetch((client, _search, { id = '' }) =>
  Promise.all([client.prefetchQuery(draftQuery(id)), client.prefetchQuery(senderQuery)]),
);

export function Component() {
  const { id = '' } = useParams();
  const { navigateIfShown } = usePageVisit();
  const query = useQuery(draftQuery(id));
  const sender = useQuery(senderQuery);
  return (
    <ShopPage
      title="Draft"
      description="Correct a draft and create the shipment."
      query={query}
      above={[{ label: 'Drafts', to: paths.drafts() }]}
      crumb={query.data?.fields.reference || 'Draft'}
    >
      <QueryView query={query}>
        {(draft) => (
          <Arriving queries={[sender]}>
            <ChangedOrders of={draft.id} />
            <DraftProblems draft={draft} />
            <SenderSection />
            <OwnShipmentForm
              key={`${draft.id} ${draft.version}`}
              draft={draft}
              onCreated={({ trackingId }) =>
                navigateIfShown(paths.trackedShipment(trackingId), { state: { isNew: true } })
              }
              onSaved={() => navigateIfShown(paths.drafts())}
            />
          </Arriving>
        )}
      </QueryView>
    </ShopPage>
  );
}
