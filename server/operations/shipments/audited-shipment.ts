import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

/** A shipment for the audit trail: every field that a user can enter, without the private codes. */
export function auditedShipment({
  senderCode,
  receiverCode,
  deletedAt,
  ...shipment
}: ShipmentRow): Record<string, unknown> {
  return shipment;
}
