import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { Badge } from '../../ui/sticker.tsx';
import { STATUS_STYLE } from './status-look.ts';

export function StatusBadge({ status }: { status: ShipmentStatus }) {
  return <Badge {...STATUS_STYLE[status]}>{statusLabel(status)}</Badge>;
}
