import '../styles/invoice.css';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../domain/paths.ts';
import type { TrackedShipment } from '../domain/shipment.ts';
import { inGroupsOfFour } from '../domain/tracking-id.ts';
import { InvoiceActions } from '../features/shipments/invoice-actions.tsx';
import { InvoiceSheet } from '../features/shipments/invoice-sheet.tsx';
import { trackedShipmentLoader } from '../features/shipments/tracked-shipment-loader.ts';
import { TrackedShipmentView } from '../features/shipments/tracked-shipment-view.tsx';
import { PageHead } from '../ui/page-head.tsx';

export const loader = trackedShipmentLoader(paths.invoice);

/** /invoice/{trackingId}: the commercial invoice, to print or to save. */
export function Component() {
  const { trackingId = '' } = useParams();
  return (
    <>
      <PageHead
        title={`Invoice-${trackingId}`}
        description={`The commercial invoice of shipment ${inGroupsOfFour(trackingId).join(' ')}.`}
        unsigned
        noindex
      />
      <TrackedShipmentView trackingId={trackingId} className="invoice-page">
        {(shipment) => <Invoice shipment={shipment} />}
      </TrackedShipmentView>
    </>
  );
}

function Invoice({ shipment }: { shipment: TrackedShipment }) {
  const sheet = useRef<HTMLElement>(null);
  return (
    <>
      <InvoiceActions shipment={shipment} invoice={sheet} />
      <InvoiceSheet shipment={shipment} ref={sheet} />
    </>
  );
}
