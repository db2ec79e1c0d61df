import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { PriceList } from '../../features/rates/price-list.tsx';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { OwnShipmentForm } from '../../features/shop/own-shipment-form.tsx';
import { SenderSection } from '../../features/shop/sender-form.tsx';

export function Component() {
  const { navigateIfShown } = usePageVisit();
  return (
    <ShopPage title="New shipment" description="Send a parcel.">
      <PriceList />
      <SenderSection />
      <OwnShipmentForm
        draft={null}
        onCreated={({ trackingId }) => navigateIfShown(paths.trackedShipment(trackingId), { state: { isNew: true } })}
        onSaved={() => navigateIfShown(paths.drafts())}
      />
    </ShopPage>
  );
}
