import type { ShipmentSummary } from '../../domain/shipment.ts';

type Numbered = Pick<ShipmentSummary, 'trackingId' | 'reference' | 'returnOf' | 'returnedAs'>;

/** A row's second line: the tracking ID, and the other numbers. */
export const ShipmentNumbers = ({ shipment }: { shipment: Numbered }) => (
  <span translate="no" className="second-line flex! flex-wrap lg:[[data-desk]_&]:flex-nowrap gap-x-3">
    <span className="typed">{shipment.trackingId}</span>
    <OtherNumbers shipment={shipment} />
  </span>
);

/** The sender's own number, and the return or what this returns, if there are any. */
export const OtherNumbers = ({ shipment: { reference, returnOf, returnedAs } }: { shipment: Numbered }) => (
  <>
    {reference && <span className="break-anywhere">{reference}</span>}{' '}
    {(returnOf ?? returnedAs) && (
      <span>
        {returnOf ? 'Return of' : 'Returned as'} <span className="typed">{returnOf ?? returnedAs}</span>
      </span>
    )}
  </>
);
