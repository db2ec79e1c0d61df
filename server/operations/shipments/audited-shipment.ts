import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

export function auditedShipment({
  senderCode,
  receiverCode,
  deletedAt,
  ...shipment
}: ShipmentRow): Record<string, unknown> {
  return shipment;
}
