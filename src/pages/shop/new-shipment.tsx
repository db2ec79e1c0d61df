import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../api/prefetch.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { PriceList } from '../../features/prices/price-list.tsx';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { OwnShipmentForm } from '../../features/shop/own-shipment-form.tsx';
import { senderQuery } from '../../features/shop/queries.ts';
import { SenderSection } from '../../features/shop/sender-form.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';

export const loader = prefetch((client) => client.prefetchQuery(senderQuery));

export function Component() {
  const { navigateIfShown } = usePageVisit();
  const sender = useQuery(senderQuery);
  return (
    <ShopPage title="New shipment" description="Send a parcel.">
      <PriceList />
      <Arriving queries={[sender]}>
        <SenderSection />
        <OwnShipmentForm
          draft={null}
          onCreated={({ trackingId }) => navigateIfShown(paths.trackedShipment(trackingId), { state: { isNew: true } })}
          onSaved={() => navigateIfShown(paths.drafts())}
        />
      </Arriving>
    </ShopPage>
  );
}
