import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { codOf } from '../../src/domain/cod.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { isLive, type WebhookEvent, type WebhookPayload, webhookEventOf } from '../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { returns } from '../base/database/tables/shops/returns.ts';
import { testShipments } from '../base/database/tables/v1/test-shipments.ts';
import { webhookEndpoints } from '../base/database/tables/v1/webhooks.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { PickupRow } from '../pickups/store/pickups.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { type EndpointRow, type EventRow, insertEvents, insertMessages } from './store/webhooks.ts';

type Told = Pick<ShipmentRow, 'id' | 'trackingId' | 'reference' | 'codCents'>;

export interface ShopEvent {
  shipment: Told & Pick<ShipmentRow, 'senderId'>;
  type: WebhookEvent;
  status: ShipmentStatus;
  occurredAt: Date;
  reason?: string | null;
}

async function listReturnedTo(executor: Executor, returnIds: readonly string[]): Promise<Map<string, string>> {
  if (returnIds.length === 0) return new Map();
  const rows = await executor
    .select({ id: shipments.id, shopId: shipments.receiverId })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.returnId))
    .where(anyOf(returns.returnId, returnIds));
  return new Map(rows.flatMap(({ id, shopId }) => (shopId ? [[id, shopId]] : [])));
}

/** A shipment has at most one event, which is sent once this commits. */
export async function noteShopEvents(unit: UnitOfWork, happened: readonly ShopEvent[]): Promise<void> {
  await note(unit, happened, LIVE);
  const changed = happened.filter(({ type, status }) => type === webhookEventOf(status));
  const shops = await listReturnedTo(
    unit.tx,
    changed.map(({ shipment }) => shipment.id),
  );
  const ofReturns = changed.flatMap(({ shipment, ...event }) => {
    const senderId = shops.get(shipment.id);
    return senderId ? [{ ...event, type: 'return.status_changed' as const, shipment: { ...shipment, senderId } }] : [];
  });
  await note(unit, ofReturns, LIVE);
}

/** The rows stay locked. */
async function nextSequences(tx: Transaction, shipmentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(shipments)
    .set({ eventSequence: sql`${shipments.eventSequence} + 1` })
    .where(anyOf(shipments.id, shipmentIds))
    .returning({ id: shipments.id, sequence: shipments.eventSequence });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

const LIVE: Kind = {
  isTest: false,
  count: nextSequences,
  toRow: ({ id }, payload) => ({ shipmentId: id, testShipmentId: null, payload }),
};

/** The rows stay locked. */
async function nextTestSequences(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(testShipments)
    .set({ eventSequence: sql`${testShipments.eventSequence} + 1` })
    .where(anyOf(testShipments.id, ids))
    .returning({ id: testShipments.id, sequence: testShipments.eventSequence });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

export async function noteTestEvent(
  unit: UnitOfWork,
  { shipment, ...event }: Omit<ShopEvent, 'shipment'> & { shipment: Told & { userId: string } },
): Promise<void> {
  await note(unit, [{ ...event, shipment: { ...shipment, senderId: shipment.userId } }], {
    isTest: true,
    count: nextTestSequences,
    toRow: ({ id }, payload) => ({ shipmentId: null, testShipmentId: id, payload: { ...payload, test: true } }),
  });
}

interface Kind {
  isTest: boolean;
  count: typeof nextSequences;
  toRow(shipment: Told, payload: WebhookPayload): Pick<EventRow, 'shipmentId' | 'testShipmentId' | 'payload'>;
}

/** Paused endpoints count too: their events are kept for a replay. */
async function listEndpointsOf(
  executor: Executor,
  userIds: readonly string[],
): Promise<Pick<EndpointRow, 'id' | 'userId' | 'isTest' | 'events' | 'state'>[]> {
  const { id, userId, isTest, events, state } = webhookEndpoints;
  return executor.select({ id, userId, isTest, events, state }).from(webhookEndpoints).where(anyOf(userId, userIds));
}

async function note({ tx }: UnitOfWork, happened: readonly ShopEvent[], { isTest, count, toRow }: Kind): Promise<void> {
  const shops = [...new Set(happened.flatMap(({ shipment }) => shipment.senderId ?? []))];
  if (shops.length === 0) return;
  const endpoints = (await listEndpointsOf(tx, shops)).filter((endpoint) => endpoint.isTest === isTest);
  const heard = happened.filter(({ shipment }) => endpoints.some(({ userId }) => userId === shipment.senderId));
  if (heard.length === 0) return;
  const sequences = await count(
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
      ...codOf(shipment),
      sequence,
      status,
      reason: reason ?? '',
      occurred_at: occurredAt.toISOString(),
      received_at: receivedAt,
    };
    const payload = { type, timestamp: receivedAt, data };
    return { type, row: { id: uuidv7(), userId: shipment.senderId ?? '', sequence, ...toRow(shipment, payload) } };
  });
  await insertEvents(
    tx,
    events.map(({ row }) => row),
  );
  const messages = events.flatMap(({ type, row: { id: eventId, userId, shipmentId, testShipmentId, sequence } }) =>
    endpoints
      .filter((endpoint) => endpoint.userId === userId && isLive(endpoint) && endpoint.events.includes(type))
      .map(({ id: endpointId }) => ({ endpointId, eventId, shipmentId: shipmentId ?? testShipmentId, sequence })),
  );
  await insertMessages(tx, messages);
}

/** The events of a pickup are none of a shipment's. */
export async function notePickupEvent(
  { tx }: UnitOfWork,
  { id, userId }: Pick<PickupRow, 'id' | 'userId'>,
  { type, status, reason }: { type: 'pickup.done' | 'pickup.failed'; status: 'done' | 'failed'; reason: string },
): Promise<void> {
  const endpoints = (await listEndpointsOf(tx, [userId])).filter(({ isTest }) => !isTest);
  if (endpoints.length === 0) return;
  const now = new Date().toISOString();
  const data = { id, tracking_id: '', reference: '', sequence: 0, status, reason, occurred_at: now, received_at: now };
  const eventId = uuidv7();
  const payload = { type, timestamp: now, data };
  await insertEvents(tx, [{ id: eventId, userId, shipmentId: null, testShipmentId: null, sequence: 0, payload }]);
  const heard = endpoints.filter((endpoint) => isLive(endpoint) && endpoint.events.includes(type));
  await insertMessages(
    tx,
    heard.map(({ id: endpointId }) => ({ endpointId, eventId, shipmentId: null, sequence: 0 })),
  );
}
