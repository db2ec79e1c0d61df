import type { ShipmentSummary } from '../../domain/shipment.ts';

/** A row's second line: the tracking ID, and the sender's own number if there is one. */
export function ShipmentNumbers({ shipment }: { shipment: Pick<ShipmentSummary, 'trackingId' | 'reference'> }) {
  const { trackingId, reference } = shipment;
  return (
    <span translate="no" className="second-line flex! flex-wrap gap-x-3">
      <span className="typed">{trackingId}</span>
      {reference && <span className="break-anywhere">{reference}</span>}
    </span>
  );
}
