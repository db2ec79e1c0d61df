import { placeKey } from '../../../src/domain/runs/group-stops.ts';
import type { Door } from '../../stores/runs/run-tasks.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

/** Returns the door where a shipment is delivered. */
export function doorOf({
  shipTo,
  receiverName,
  receiverPhone,
}: Pick<ShipmentRow, 'shipTo' | 'receiverName' | 'receiverPhone'>): Door {
  const place = placeKey({ shipTo, phone: receiverPhone });
  return { place, name: receiverName, phone: receiverPhone, address: shipTo };
}
