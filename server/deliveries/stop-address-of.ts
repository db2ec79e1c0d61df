import { stopAddressKey } from '../../src/domain/places/group-stops.ts';
import type { StopAddress } from '../runs/store/run-tasks.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';

export function stopAddressOf({
  shipTo,
  receiverName,
  receiverPhone,
}: Pick<ShipmentRow, 'shipTo' | 'receiverName' | 'receiverPhone'>): StopAddress {
  const place = stopAddressKey({ shipTo, phone: receiverPhone });
  return { place, name: receiverName, phone: receiverPhone, address: shipTo };
}
