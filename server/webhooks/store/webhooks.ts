import { type AnyColumn, and, asc, count, desc, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { MAX_DELIVERIES_SHOWN, WEBHOOK_EVENT_DAYS } from '../../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { testShipments } from '../../base/database/tables/v1/test-shipments.ts';
import {
  type Replay,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
  webhookMessages,
} from '../../base/database/tables/v1/webhooks.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf, inBatches, inQuery } from '../../base/sql/lists.ts';
import { findRow, insertRow } from '../../base/sql/rows.ts';
import { NOBODY } from '../../shipments/store/shipment-work.ts';
import { exactTime } from '../../v1/store/shop-shipments.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type EventRow = typeof webhookEvents.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export type MessageRow = typeof webhookMessages.$inferSelect;
export type DueMessage = Pick<MessageRow, 'endpointId' | 'eventId' | 'shipmentId' | 'attempts'> &
  Pick<EventRow, 'payload'>;

/** The owner of endpoints for real shipments, for test ones, or of all. */
export interface EndpointOwner {
  userId: string;
  isTest?: boolean;
}

const isOf = ({ userId, isTest }: EndpointOwner) =>
  and(eq(webhookEndpoints.userId, userId), isTest === undefined ? undefined : eq(webhookEndpoints.isTest, isTest));

export function listEndpoints(executor: Executor, owner: EndpointOwner): Promise<EndpointRow[]> {
  return executor.select().from(webhookEndpoints).where(isOf(owner)).orderBy(asc(webhookEndpoints.id));
}

/** Lists the endpoints of these users, also those that are paused or off: their events are kept for a replay. */
export async function listEndpointsOf(
  executor: Executor,
  userIds: readonly string[],
): Promise<Pick<EndpointRow, 'id' | 'userId' | 'isTest' | 'events' | 'state'>[]> {
  const { id, userId, isTest, events, state } = webhookEndpoints;
  return executor.select({ id, userId, isTest, events, state }).from(webhookEndpoints).where(anyOf(userId, userIds));
}

export const findEndpoint = (executor: Executor, owner: EndpointOwner, id: string): Promise<EndpointRow | null> =>
  findRow(executor, webhookEndpoints, and(eq(webhookEndpoints.id, id), isOf(owner)));

export const insertEndpoint = (
  tx: Transaction,
  endpoint: Pick<EndpointRow, 'userId' | 'isTest' | 'url' | 'events' | 'secret'>,
): Promise<EndpointRow> => insertRow(tx, webhookEndpoints, endpoint);

export async function updateEndpoint(
  tx: Transaction,
  id: string,
  { waitSeconds, ...changes }: Partial<Omit<EndpointRow, 'id' | 'createdAt'>> & { waitSeconds?: number },
): Promise<EndpointRow | null> {
  const wait = waitSeconds === undefined ? {} : { nextAttemptAt: inSeconds(waitSeconds) };
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ ...changes, ...wait })
    .where(eq(webhookEndpoints.id, id))
    .returning();
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

/** Pauses all of a user's endpoints that were not off, with this reason, and returns how many. */
export async function pauseWebhooksOf(tx: Transaction, userId: string, problem: string): Promise<number> {
  const { rowCount } = await tx
    .update(webhookEndpoints)
    .set({ state: 'paused', problem })
    .where(and(eq(webhookEndpoints.userId, userId), ne(webhookEndpoints.state, 'off')));
  return rowCount ?? 0;
}

export async function deleteEndpointsOf(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));
  return rowCount ?? 0;
}

/** Counts one more event of each of these shipments, whose rows stay locked. */
export async function nextSequences(tx: Transaction, shipmentIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(shipments)
    .set({ eventSequence: sql`${shipments.eventSequence} + 1` })
    .where(anyOf(shipments.id, shipmentIds))
    .returning({ id: shipments.id, sequence: shipments.eventSequence });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

/** Counts one more event of each of these test shipments, whose rows stay locked. */
export async function nextTestSequences(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(testShipments)
    .set({ eventSequence: sql`${testShipments.eventSequence} + 1` })
    .where(anyOf(testShipments.id, ids))
    .returning({ id: testShipments.id, sequence: testShipments.eventSequence });
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

export async function insertEvents(tx: Transaction, events: readonly Omit<EventRow, 'createdAt'>[]): Promise<void> {
  for (const some of inBatches(events)) await tx.insert(webhookEvents).values(some);
}

const REPLAY_BATCH = 1_000;

/** The events that an endpoint gets: of real shipments, or of test ones. */
const isHeard = ({ userId, isTest, events }: EndpointRow) =>
  sql`${webhookEvents.userId} = ${userId}
    and ${webhookEvents.testShipmentId} ${sql.raw(isTest ? 'is not null' : 'is null')}
    and ${anyOf(sql`${webhookEvents.payload} ->> 'type'`, events)}`;

/** Plans to send an endpoint's events since again, beside what a replay under way has left. */
export async function startReplay(tx: Transaction, endpoint: Locked<EndpointRow>, since: Date): Promise<Replay> {
  const left = endpoint.replay?.at;
  const at = left && new Date(left) < since ? left : since.toISOString();
  const [found] = await tx
    .select({ total: count(), until: exactTime(sql`now()`) })
    .from(webhookEvents)
    .where(and(isHeard(endpoint), sql`${webhookEvents.createdAt} >= ${at}::timestamptz`));
  return { at, id: NOBODY, until: found?.until ?? '', queued: 0, total: found?.total ?? 0 };
}

/** Queues the next events of a replay, oldest first, except what waits already; false once all are. */
export async function queueReplay(tx: Transaction, endpoint: Locked<EndpointRow>, replay: Replay): Promise<boolean> {
  const { rows } = await tx.execute<{ at: string; id: string; read: number }>(sql`
    with batch as (
      select id, coalesce(shipment_id, test_shipment_id) as shipment_id, sequence, created_at from ${webhookEvents}
      where ${isHeard(endpoint)} and created_at <= ${replay.until}::timestamptz
        and (created_at, id) > (${replay.at}::timestamptz, ${replay.id}::uuid)
      order by created_at, id limit ${REPLAY_BATCH}
    ), queued as (
      insert into ${webhookMessages} (endpoint_id, event_id, shipment_id, sequence)
      select ${endpoint.id}::uuid, id, shipment_id, sequence from batch on conflict do nothing
    )
    select ${exactTime(sql`created_at`)} as at, id, (select count(*)::int from batch) as read from batch
    order by created_at desc, id desc limit 1`);
  const [last] = rows;
  const isDone = !last || last.read < REPLAY_BATCH;
  const rest = last && { ...replay, at: last.at, id: last.id, queued: replay.queued + last.read };
  await updateEndpoint(tx, endpoint.id, { replay: isDone ? null : rest });
  return !isDone;
}

/** Queues events for endpoints. One that already waits there is not queued twice. */
export async function insertMessages(
  tx: Transaction,
  messages: readonly Pick<MessageRow, 'endpointId' | 'eventId' | 'shipmentId' | 'sequence'>[],
): Promise<number> {
  let queued = 0;
  for (const some of inBatches(messages)) {
    const { rowCount } = await tx.insert(webhookMessages).values(some).onConflictDoNothing();
    queued += rowCount ?? 0;
  }
  return queued;
}

export async function restartMessages(tx: Transaction, endpointId: string): Promise<void> {
  await tx
    .update(webhookMessages)
    .set({ attempts: 0, dueAt: sql`now()` })
    .where(eq(webhookMessages.endpointId, endpointId));
}

/** How long a server has an endpoint to itself, in seconds: longer than an attempt. */
const CLAIM_SECONDS = 30;
/** The longest delay and its jitter, in seconds. */
const MAX_WAIT_SECONDS = 27 * 3_600;

const inSeconds = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`;

/** What lies further ahead than we ever set it is of a clock that was put back. */
const hasCome = (moment: AnyColumn, maxSeconds: number): SQL =>
  sql`(${moment} <= now() or ${moment} > ${inSeconds(maxSeconds)})`;

export interface Claim {
  endpointId: string;
  claim: string;
}

/** Claims endpoints for which messages are due, those that have waited longest first. */
export async function claimEndpoints(
  executor: Executor,
  { claim, isSlow, limit }: { claim: string; isSlow: boolean; limit: number },
): Promise<Claim[]> {
  const { id, state, nextAttemptAt, claimedUntil } = webhookEndpoints;
  const free = executor
    .select({ id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.isSlow, isSlow),
        anyOf(state, ['on', 'failing']),
        hasCome(nextAttemptAt, MAX_WAIT_SECONDS),
        sql`(${claimedUntil} is null or ${hasCome(claimedUntil, CLAIM_SECONDS)})`,
        sql`exists (select 1 from ${webhookMessages}
          where ${webhookMessages.endpointId} = ${id} and ${hasCome(webhookMessages.dueAt, MAX_WAIT_SECONDS)})`,
      ),
    )
    .orderBy(asc(nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return executor
    .update(webhookEndpoints)
    .set({ claim, claimedUntil: inSeconds(CLAIM_SECONDS) })
    .where(inQuery(id, free))
    .returning({ endpointId: id, claim: sql<string>`claim` });
}

const isClaimed = ({ endpointId, claim }: Claim) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.claim, claim));

/** Keeps a claim; null if it is lost, or nothing may be sent there any more. */
export async function renewClaim(executor: Executor, claim: Claim): Promise<EndpointRow | null> {
  const [row] = await executor
    .update(webhookEndpoints)
    .set({ claimedUntil: inSeconds(CLAIM_SECONDS) })
    .where(and(isClaimed(claim), anyOf(webhookEndpoints.state, ['on', 'failing'])))
    .returning();
  return row ?? null;
}

export async function releaseClaim(executor: Executor, claim: Claim): Promise<void> {
  await executor.update(webhookEndpoints).set({ claim: null, claimedUntil: null }).where(isClaimed(claim));
}

/**
 * Lists what is due at an endpoint: tests first, then what has failed least often, oldest first. Of
 * each shipment at most one, the first.
 */
export function listDueMessages(executor: Executor, endpointId: string, limit: number): Promise<DueMessage[]> {
  const { eventId, shipmentId, attempts, createdAt } = webhookMessages;
  return executor
    .select({ endpointId: webhookMessages.endpointId, eventId, shipmentId, attempts, payload: webhookEvents.payload })
    .from(webhookMessages)
    .innerJoin(webhookEvents, eq(webhookEvents.id, eventId))
    .where(
      and(
        eq(webhookMessages.endpointId, endpointId),
        hasCome(webhookMessages.dueAt, MAX_WAIT_SECONDS),
        sql`not exists (select 1 from ${webhookMessages} earlier
          where earlier.endpoint_id = ${webhookMessages.endpointId} and earlier.shipment_id = ${shipmentId}
            and earlier.sequence < ${webhookMessages.sequence})`,
      ),
    )
    .orderBy(sql`${shipmentId} is not null`, asc(attempts), asc(createdAt), asc(eventId))
    .limit(limit);
}

const isMessage = ({ endpointId, eventId, attempts }: DueMessage) =>
  and(
    eq(webhookMessages.eventId, eventId),
    eq(webhookMessages.endpointId, endpointId),
    eq(webhookMessages.attempts, attempts),
  );

/** Removes a message that is settled; false if another server did so. */
export async function deleteMessage(tx: Transaction, message: DueMessage): Promise<boolean> {
  const { rowCount } = await tx.delete(webhookMessages).where(isMessage(message));
  return rowCount === 1;
}

/** Counts a failed attempt; false if another server did so. */
export async function postponeMessage(tx: Transaction, message: DueMessage, seconds: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookMessages)
    .set({ attempts: message.attempts + 1, dueAt: inSeconds(seconds) })
    .where(isMessage(message));
  return rowCount === 1;
}

export async function insertDelivery(tx: Transaction, delivery: Omit<DeliveryRow, 'id' | 'createdAt'>): Promise<void> {
  await tx.insert(webhookDeliveries).values(delivery);
}

export async function lockEndpoint(tx: Transaction, id: string): Promise<Locked<EndpointRow> | null> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update');
  return (row as Locked<EndpointRow> | undefined) ?? null;
}

export async function findEvent(
  executor: Executor,
  { userId, isTest }: Pick<EndpointRow, 'userId' | 'isTest'>,
  id: string,
): Promise<EventRow | null> {
  const isKind = isNull(isTest ? webhookEvents.shipmentId : webhookEvents.testShipmentId);
  const [row] = await executor
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, id), eq(webhookEvents.userId, userId), isKind));
  return row ?? null;
}

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
export const deleteOldEvents = (executor: Executor): Promise<boolean> =>
  deleteBatch(
    executor,
    webhookEvents,
    lt(webhookEvents.createdAt, sql`now() - ${WEBHOOK_EVENT_DAYS} * interval '1 day'`),
  );

export const countEndpoints = (executor: Executor, owner: EndpointOwner): Promise<number> =>
  executor.$count(webhookEndpoints, isOf(owner));
