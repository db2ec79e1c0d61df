import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { Notice } from '../../ui/notice.tsx';

export function StatusNotice({ status }: { status: ShipmentStatus }) {
  switch (status) {
    case 'held':
      return <Notice tone="warn" icon="warehouse" title="Held in warehouse" />;
    case 'cancelled':
      return (
        <Notice tone="bad" icon="ban" title="Shipment cancelled">
          This shipment has been cancelled. It will be returned to the sender.
        </Notice>
      );
    case 'failed':
      return <Notice tone="bad" icon="octagon-x" title="Shipment failed" />;
    default:
      return null;
  }
}
