import { NewShipmentPanel } from '../features/shipments/new-shipment-panel.tsx';
import { ShipmentList, shipmentListLoader } from '../features/shipments/shipment-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';

export const loader = shipmentListLoader('sender');

export function Component() {
  return (
    <>
      <PageHead title="Outgoing shipments" description="The shipments you send." noindex />
      <ShipmentList rel="sender" title="Outgoing shipments">
        <NewShipmentPanel />
      </ShipmentList>
    </>
  );
}
