import { ShipmentList } from '../features/shipments/shipment-list.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** /packages: what is sent to a person. */
export function Component() {
  return (
    <>
      <PageHead title="Incoming shipments" description="The shipments on their way to you." noindex />
      <ShipmentList rel="receiver" title="Incoming shipments" />
    </>
  );
}
