import type { ShipmentRow } from './store/shipments.ts';

/** Returns a shipment for the audit trail, without codes. */
export function auditedShipment({
  senderCode,
  receiverCode,
  deletedAt,
  work,
  workSince,
  printedAt,
  ...shipment
}: ShipmentRow): Record<string, unknown> {
  return shipment;
}
