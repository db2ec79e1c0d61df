import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { MAX_DELIVERIES_SHOWN, WEBHOOK_EVENT_DAYS, type WebhookState } from '../../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { testShipments } from '../../database/tables/api/test-shipments.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../database/tables/api/webhooks.ts';
import { shipments } from '../../database/tables/shipments.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type EventRow = typeof webhookEvents.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** An attempt to tell an endpoint of an event. */
export type WebhookJob = Pick<DeliveryRow, 'endpointId' | 'eventId' | 'series' | 'attempt'>;

/** Whose endpoints: for real shipments, for test ones, or all. */
export interface EndpointOwner {
  userId: string;
  isTest?: boolean;
}

const isOf = ({ userId, isTest }: EndpointOwner) =>
  and(eq(webhookEndpoints.userId, userId), isTest === undefined ? undefined : eq(webhookEndpoints.isTest, isTest));

/** Lists a user's endpoints, oldest first. */
export function listEndpoints(executor: Executor, owner: EndpointOwner): Promise<EndpointRow[]> {
  return executor.select().from(webhookEndpoints).where(isOf(owner)).orderBy(asc(webhookEndpoints.id));
}

/** Lists the endpoints of these users that are not off. */
export async function listLiveEndpoints(
  executor: Executor,
  userIds: readonly string[],
): Promise<Pick<EndpointRow, 'id' | 'userId' | 'isTest' | 'events' | 'state'>[]> {
  const { id, userId, isTest, events, state } = webhookEndpoints;
  return executor
    .select({ id, userId, isTest, events, state })
    .from(webhookEndpoints)
    .where(and(inArray(userId, [...userIds]), ne(state, 'off')));
}

/** Finds a user's endpoint, or null. */
export async function findEndpoint(executor: Executor, owner: EndpointOwner, id: string): Promise<EndpointRow | null> {
  const [row] = await executor
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isOf(owner)));
  return row ?? null;
}

/** Adds an endpoint. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: Pick<EndpointRow, 'userId' | 'isTest' | 'url' | 'events' | 'secret'>,
): Promise<EndpointRow> {
  const [row] = await tx.insert(webhookEndpoints).values(endpoint).returning();
  if (!row) throw new Error('The endpoint was not inserted');
  return row;
}

/** Changes an endpoint and returns it. */
export async function updateEndpoint(
  tx: Transaction,
  id: string,
  changes: Partial<
    Pick<EndpointRow, 'url' | 'events' | 'state' | 'problem' | 'secret' | 'formerSecret' | 'formerUntil'>
  >,
): Promise<EndpointRow | null> {
  const [row] = await tx.update(webhookEndpoints).set(changes).where(eq(webhookEndpoints.id, id)).returning();
  return row ?? null;
}

/** Deletes a user's endpoint and what was delivered to it; false if there is none. */
export async function deleteEndpoint(tx: Transaction, owner: EndpointOwner, id: string): Promise<boolean> {
  const rows = await tx
    .delete(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isOf(owner)))
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}

/** Pauses all of a user's endpoints that were not off, with this reason. */
export async function pauseWebhooksOf(tx: Transaction, userId: string, problem: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ state: 'paused', problem })
    .where(and(eq(webhookEndpoints.userId, userId), ne(webhookEndpoints.state, 'off')));
}

/** Deletes all that a user has of webhooks. */
export async function deleteWebhooksOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));
  await tx.delete(webhookEvents).where(eq(webhookEvents.userId, userId));
}

/** Counts one more event of each of these shipments, whose rows stay locked. */
export async function nextSequences(tx: Transaction, shipmentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(shipments)
    .set({ eventSequence: sql`${shipments.eventSequence} + 1` })
    .where(inArray(shipments.id, [...shipmentIds]))
    .returning({ id: shipments.id, sequence: shipments.eventSequence });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

/** Counts one more event of each of these test shipments, whose rows stay locked. */
export async function nextTestSequences(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(testShipments)
    .set({ eventSequence: sql`${testShipments.eventSequence} + 1` })
    .where(inArray(testShipments.id, [...ids]))
    .returning({ id: testShipments.id, sequence: testShipments.eventSequence });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

/** Adds events. */
export async function insertEvents(tx: Transaction, events: readonly Omit<EventRow, 'createdAt'>[]): Promise<void> {
  if (events.length > 0) await tx.insert(webhookEvents).values([...events]);
}

/** Lists what happened to a user's shipments since, or to the test ones, oldest first. */
export function listEventsSince(
  executor: Executor,
  { userId, isTest }: Pick<EndpointRow, 'userId' | 'isTest'>,
  since: Date,
): Promise<EventRow[]> {
  return executor
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.userId, userId),
        gte(webhookEvents.createdAt, since),
        isNotNull(isTest ? webhookEvents.testShipmentId : webhookEvents.shipmentId),
      ),
    )
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.id));
}

/** Finds what a message is about and where it goes; null if either is gone. */
export async function findMessage(
  executor: Executor,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<{ endpoint: EndpointRow; event: EventRow } | null> {
  const [row] = await executor
    .select({ endpoint: webhookEndpoints, event: webhookEvents })
    .from(webhookEndpoints)
    .innerJoin(webhookEvents, eq(webhookEvents.userId, webhookEndpoints.userId))
    .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEvents.id, eventId)));
  return row ?? null;
}

/** Adds an attempt; false if it is there: a server died after it. */
export async function insertDelivery(
  tx: Transaction,
  delivery: Omit<DeliveryRow, 'id' | 'createdAt'>,
): Promise<boolean> {
  const rows = await tx.insert(webhookDeliveries).values(delivery).onConflictDoNothing().returning({
    id: webhookDeliveries.id,
  });
  return rows.length > 0;
}

/** Locks an endpoint; null if it is gone. */
export async function lockEndpoint(tx: Transaction, id: string): Promise<EndpointRow | null> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update');
  return row ?? null;
}

/** Sets the state of an endpoint, and why. */
export async function setEndpointState(tx: Transaction, id: string, state: WebhookState, problem = ''): Promise<void> {
  await tx.update(webhookEndpoints).set({ state, problem }).where(eq(webhookEndpoints.id, id));
}

/** Lists an endpoint's latest attempts. */
export function listDeliveries(
  executor: Executor,
  endpointId: string,
): Promise<{ delivery: DeliveryRow; type: string }[]> {
  return executor
    .select({ delivery: webhookDeliveries, type: sql<string>`${webhookEvents.payload} ->> 'type'` })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(MAX_DELIVERIES_SHOWN);
}

/** Deletes events of more than 30 days ago, with their attempts. */
export async function deleteOldEvents(executor: Executor): Promise<void> {
  await executor
    .delete(webhookEvents)
    .where(lt(webhookEvents.createdAt, sql`now() - ${WEBHOOK_EVENT_DAYS} * interval '1 day'`));
}

/** Counts a user's endpoints. */
export async function countEndpoints(executor: Executor, owner: EndpointOwner): Promise<number> {
  const [row] = await executor.select({ total: count() }).from(webhookEndpoints).where(isOf(owner));
  return row?.total ?? 0;
}
