import { TodaysPickups } from '../features/pickups/todays-pickups.tsx';
import { useMay } from '../features/session/use-may.ts';
import { NewShipmentPanel } from '../features/shipments/new-shipment-panel.tsx';
import { ShipmentList, shipmentListLoader } from '../features/shipments/shipment-list.tsx';
import { ShopActions } from '../features/shop/shop-actions.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';

export const loader = shipmentListLoader('sender');

export function Component() {
  const isShop = useMay()('shipper.createShipment');
  const shopParts = (
    <>
      <ShopActions />
      <TodaysPickups />
    </>
  );
  return (
    <>
      <PageHead title="Outgoing shipments" description="The shipments you send." noindex />
      <ShipmentList rel="sender" title="Outgoing shipments" actions={isShop && shopParts}>
        {!isShop && <NewShipmentPanel />}
      </ShipmentList>
    </>
  );
}
