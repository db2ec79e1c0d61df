import type { ShipmentSummary } from '../../domain/shipment.ts';

type Numbered = Pick<ShipmentSummary, 'trackingId' | 'reference' | 'returnOf' | 'returnedAs'>;

/** A row's second line: the tracking ID, the sender's own number, and the return or what this returns, if there are any. */
export function ShipmentNumbers({ shipment }: { shipment: Numbered }) {
  const { trackingId, reference, returnOf, returnedAs } = shipment;
  return (
    <span translate="no" className="second-line flex! flex-wrap lg:[[data-desk]_&]:flex-nowrap gap-x-3">
      <span className="typed">{trackingId}</span>
      {reference && <span className="break-anywhere">{reference}</span>}
      {(returnOf ?? returnedAs) && (
        <span>
          {returnOf ? 'Return of' : 'Returned as'} <span className="typed">{returnOf ?? returnedAs}</span>
        </span>
      )}
    </span>
  );
}
