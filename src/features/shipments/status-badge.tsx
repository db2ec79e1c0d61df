import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { Badge } from '../../ui/badge.tsx';
import { STATUS_STYLE } from './status-style.ts';

export function StatusBadge({ status }: { status: ShipmentStatus }) {
  return <Badge {...STATUS_STYLE[status]} label={statusLabel(status)} />;
}

/** Still with its shop, as far as anybody here knows. */
export const AnnouncedBadge = () => <Badge tone="plain" icon="clock" label="Announced" />;
