import { paths } from '../../domain/paths.ts';
import { RowLink } from '../../ui/list/row-link.tsx';
import { PendingChange } from './pending-change.tsx';

interface TrackingIdCellProps {
  shipment: { id: string; trackingId: string; description: string };
  hideStatus?: boolean;
}

/** In a row of one line at the desk: opens the shipment, and says what it is on hover and to screen readers. */
export const TrackingIdCell = ({ shipment, hideStatus = false }: TrackingIdCellProps) => (
  <>
    <RowLink to={paths.manageShipment(shipment.id)} title={shipment.description}>
      <span translate="no" className="typed">
        {shipment.trackingId}
      </span>
      <span className="sr-only"> {shipment.description}</span>
    </RowLink>
    <PendingChange shipmentId={shipment.id} hideStatus={hideStatus} />
  </>
);
