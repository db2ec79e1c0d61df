import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

/** A shipment as the audit trail keeps it: everything a person could have entered, without the private codes. */
export function auditedShipment({
  senderCode,
  receiverCode,
  deletedAt,
  ...shipment
}: ShipmentRow): Record<string, unknown> {
  return shipment;
}
