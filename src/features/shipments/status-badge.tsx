import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATUS_STYLE } from './status-style.ts';

export function StatusBadge({ status }: { status: ShipmentStatus }) {
  return <Badge {...STATUS_STYLE[status]} label={statusLabel(status)} />;
}
