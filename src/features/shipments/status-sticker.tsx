import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { Sticker } from '../../ui/sticker.tsx';
import { STATUS_LOOK } from './status-look.ts';

export function StatusSticker({ status }: { status: ShipmentStatus }) {
  return <Sticker {...STATUS_LOOK[status]}>{statusLabel(status)}</Sticker>;
}
