import { ShipmentList, shipmentListLoader } from '../features/shipments/shipment-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';

export const loader = shipmentListLoader('receiver');

export function Component() {
  return (
    <>
      <PageHead title="Incoming shipments" description="The shipments on their way to you." noindex />
      <ShipmentList rel="receiver" title="Incoming shipments" />
    </>
  );
}
