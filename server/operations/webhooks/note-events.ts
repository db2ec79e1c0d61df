import { v7 as uuidv7 } from 'uuid';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { isLive, type WebhookEvent } from '../../../src/domain/webhook.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { insertEvents, insertMessages, listEndpointsOf, nextSequences } from '../../stores/api/webhooks.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

export interface ShopEvent {
  shipment: Pick<ShipmentRow, 'id' | 'senderId' | 'trackingId' | 'reference'>;
  type: WebhookEvent;
  status: ShipmentStatus;
  occurredAt: Date;
  reason?: string | null;
}

/**
 * Notes what happened to shops' shipments, in its own transaction: it counts them under the shipments' locks,
 * and has the endpoints told once this commits. At most one event of a shipment.
 */
export async function noteShopEvents({ tx }: UnitOfWork, happened: readonly ShopEvent[]): Promise<void> {
  const shops = [...new Set(happened.flatMap(({ shipment }) => shipment.senderId ?? []))];
  if (shops.length === 0) return;
  const endpoints = await listEndpointsOf(tx, shops);
  const heard = happened.filter(({ shipment }) => endpoints.some(({ userId }) => userId === shipment.senderId));
  if (heard.length === 0) return;
  const sequences = await nextSequences(
    tx,
    heard.map(({ shipment }) => shipment.id),
  );
  const receivedAt = new Date().toISOString();
  const events = heard.map(({ shipment, type, status, occurredAt, reason }) => {
    const sequence = sequences.get(shipment.id) ?? 0;
    const data = {
      id: shipment.id,
      tracking_id: shipment.trackingId,
      reference: shipment.reference,
      sequence,
      status,
      reason: reason ?? '',
      occurred_at: occurredAt.toISOString(),
      received_at: receivedAt,
    };
    const payload = { type, timestamp: receivedAt, data };
    return { id: uuidv7(), userId: shipment.senderId ?? '', shipmentId: shipment.id, sequence, payload };
  });
  await insertEvents(tx, events);
  const messages = events.flatMap(({ id: eventId, userId, shipmentId, sequence, payload: { type } }) =>
    endpoints
      .filter((endpoint) => endpoint.userId === userId && isLive(endpoint) && endpoint.events.includes(type))
      .map(({ id: endpointId }) => ({ endpointId, eventId, shipmentId, sequence })),
  );
  await insertMessages(tx, messages);
}
