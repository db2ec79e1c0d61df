import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { OwnShipmentForm } from '../../features/shop/own-shipment-form.tsx';
import { SenderSection } from '../../features/shop/sender-form.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';

export function Component() {
  const { navigateIfShown } = usePageVisit();
  return (
    <main id="main" className="page stack">
      <PageHead title="New shipment" description="Send a parcel." noindex />
      <Breadcrumbs crumbs={[{ label: 'Shipping', to: paths.shipping() }, { label: 'New shipment' }]} />
      <h1>New shipment</h1>
      <SenderSection />
      <OwnShipmentForm
        draft={null}
        onCreated={({ trackingId }) => navigateIfShown(paths.trackedShipment(trackingId), { state: { isNew: true } })}
        onSaved={() => navigateIfShown(paths.drafts())}
      />
    </main>
  );
}
