import '../styles/invoice.css';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../domain/paths.ts';
import type { TrackedShipment } from '../domain/shipment.ts';
import { inGroupsOfFour } from '../domain/tracking-id.ts';
import { Invoice } from '../features/bills/invoice.tsx';
import { BackLink } from '../features/bills/invoice-actions.tsx';
import { useMay } from '../features/session/use-may.ts';
import { trackedShipmentLoader } from '../features/tracking/tracked-shipment-loader.ts';
import { TrackedShipmentView } from '../features/tracking/tracked-shipment-view.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';

export const loader = trackedShipmentLoader(paths.invoice);

const backTo = (trackingId: string) => ({ to: paths.trackedShipment(trackingId), label: 'Track shipment' });

export function Component() {
  const { trackingId = '' } = useParams();
  return (
    <>
      <PageHead
        title={`Invoice-${trackingId}`}
        description={`The commercial invoice of shipment ${inGroupsOfFour(trackingId).join(' ')}.`}
        withoutSiteName
        noindex
      />
      <TrackedShipmentView trackingId={trackingId} className="invoice-page" back={<BackLink {...backTo(trackingId)} />}>
        {(shipment) => <OwnInvoice shipment={shipment} />}
      </TrackedShipmentView>
    </>
  );
}

/** People who may see both the parcel and its price have an unmasked invoice page. */
function OwnInvoice({ shipment }: { shipment: TrackedShipment }) {
  const may = useMay();
  const seesInvoice = may('shipmentAdmin.getShipment') && may('billAdmin.getShipmentBills');
  if (seesInvoice && shipment.access === 'overview') return <Navigate to={paths.manageInvoice(shipment.id)} replace />;
  return <Invoice shipment={shipment} back={backTo(shipment.trackingId)} />;
}
